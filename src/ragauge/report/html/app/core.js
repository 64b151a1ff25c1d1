"use strict";
// The frame of the page. Parts register with `R.part`; elements are made with `R.el`, and data become text nodes only.
const R = { parts: [], state: { language: "en", theme: "auto" }, document: null };

R.unpackText = async (id) => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
};
R.unpack = async (id) => JSON.parse(await R.unpackText(id));

// Rows that are packed in blocks: the one at a place; a block is unpacked when the first of its rows is wanted.
R.blocks = new Map();
R.rowOf = async (name, place) => {
  const id = `${name}-${Math.floor(place / R.document.block)}`;
  if (!R.blocks.has(id)) R.blocks.set(id, R.unpack(id));
  return (await R.blocks.get(id))[place % R.document.block];
};

// An element: attributes, `on` for listeners, `class`, and children, which are elements, texts or null.
R.el = (tag, given = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "style") for (const [property, one] of Object.entries(value)) element.style.setProperty(property, one);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
};

// The text of a name in the language of the page; `{n}` becomes the value of `n`.
R.t = (name, values = {}) => {
  const known = R.document.strings[name];
  if (known === undefined) throw new Error(`no text is named ${name}`);
  const text = known[R.state.language] ?? known.en;
  return text.replace(/\{(\w+)\}/g, (all, key) => (Object.hasOwn(values, key) ? String(values[key]) : all));
};

// The same for names that come with the data: `otherwise` where no text has this name.
R.word = (name, otherwise = name) => (Object.hasOwn(R.document.strings, name) ? R.t(name) : otherwise);

// A sentence of the results: in the language of the page where it is one of the texts.
R.said = (sentence) => {
  R.sentences ??= new Map(Object.entries(R.document.strings).map(([name, known]) => [known.en, name]));
  return R.sentences.has(sentence) ? R.t(R.sentences.get(sentence)) : sentence;
};

// What an object has itself under a name: data may name things "constructor".
R.own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

// A part of the page: it is shown where the document has a section of this name.
R.part = (name, titleKey, build) => R.parts.push({ name, titleKey, build });

R.remember = (name, value) => {
  try {
    localStorage.setItem(`ragauge.${name}`, value);
  } catch {
    // a page from a file may have no storage
  }
};
R.remembered = (name) => {
  try {
    return localStorage.getItem(`ragauge.${name}`);
  } catch {
    return null;
  }
};

R.isDark = () =>
  R.state.theme === "dark" || (R.state.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);

// Addresses: #questions?ended=cut, #question/3. `R.go` changes it, and `main.js` listens.
R.go = (place) => {
  location.hash = place;
};
R.place = () => {
  const [path, query = ""] = location.hash.slice(1).split("?");
  const [name, ...rest] = path.split("/");
  return { name, rest, query: new URLSearchParams(query) };
};

// Names that stand for places; two where it is not known between which a need was lost.
R.names = (value) => value.split("+").map((one) => R.word(one)).join(" – ");

"use strict";
// Starts the page: unpacks the data, shows every part that has some, and listens to the address and the settings.
(async () => {
  const root = document.getElementById("app");
  R.document = await R.unpack("document");
  const languages = [["en", "English"], ["ru", "Русский"]];
  const themes = ["auto", "light", "dark"];
  const known = (value, among, otherwise) => (among.includes(value) ? value : otherwise);
  R.state.language = known(R.remembered("language"), languages.map(([name]) => name), R.document.language);
  R.state.theme = known(R.remembered("theme"), themes, "auto");

  const choice = (name, label, options, changed) => {
    const change = (event) => {
      R.state[name] = event.target.value;
      R.remember(name, event.target.value);
      changed();
    };
    const select = R.el("select", { id: `choose-${name}`, on: { change } },
      options.map(([value, text]) => R.el("option", { value, selected: R.state[name] === value }, text)));
    return R.el("label", { class: "choice" }, R.el("span", {}, label), select);
  };

  const paint = () => {
    document.documentElement.dataset.theme = R.isDark() ? "dark" : "light";
  };

  const header = (parts) =>
    R.el("header", { class: "top" },
      R.el("a", { class: "skip", href: "#content" }, R.t("page.skip")),
      R.el("h1", { dir: "auto" }, R.document.title),
      R.el("div", { class: "settings" },
        choice("language", R.t("page.language"), languages, show),
        choice("theme", R.t("page.theme"), themes.map((one) => [one, R.t(`page.theme.${one}`)]), paint),
        R.el("button", { on: { click: () => print() } }, R.t("page.print"))),
      R.el("nav", { "aria-label": R.t("page.parts") },
        parts.map((part) => R.el("a", { href: `#${part.name}` }, R.t(part.titleKey)))));

  const shown = (part) => {
    const section = R.el("section", { id: part.name, "aria-labelledby": `${part.name}-title` },
      R.el("h2", { id: `${part.name}-title`, tabindex: -1 }, R.t(part.titleKey)));
    try {
      section.append(...[part.build(R.document.sections[part.name])].flat(Infinity).filter(Boolean));
    } catch (error) {
      console.error(error); // the other parts are shown all the same
      section.append(R.el("p", { class: "problem", role: "alert" }, R.t("page.failed", { why: error.message })));
    }
    return section;
  };

  // Everything anew, in the language that is chosen; the reader stays where they are.
  const show = async () => {
    document.documentElement.lang = R.state.language;
    paint();
    const parts = R.parts.filter((part) => R.document.sections[part.name]);
    const focused = document.activeElement?.id;
    const read = [...document.querySelectorAll("section")].find((section) => section.getBoundingClientRect().bottom > innerHeight / 4);
    const before = read?.getBoundingClientRect().top;
    R.figures = [];
    root.replaceChildren(header(parts), R.el("main", { id: "content", tabindex: -1 }, parts.map(shown)));
    await R.onPlace(R.place(), { still: true });
    document.getElementById(focused)?.focus({ preventScroll: true });
    if (read) scrollBy(0, document.getElementById(read.id).getBoundingClientRect().top - before);
    await R.drawAll();
  };

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  addEventListener("hashchange", () => R.onPlace(R.place()));
  let [wide, waiting] = [innerWidth, null];
  addEventListener("resize", () => {
    if (innerWidth === wide) return;
    wide = innerWidth;
    clearTimeout(waiting);
    waiting = setTimeout(R.drawAll, 200);
  });
  show();
  R.onPlace(R.place());
})();

"use strict";
// One question: its path through the stages, the hits of each, the prompt, and the answer claim by claim.
R.blocks = new Map();
R.detailsOf = async (place) => {
  const number = Math.floor(place / R.document.block);
  if (!R.blocks.has(number)) R.blocks.set(number, R.unpack(`details-${number}`));
  return (await R.blocks.get(number))[place % R.document.block];
};

// A text with its quotes marked and what was left out told.
R.passage = (one) => {
  const parts = [];
  let at = 0;
  for (const [start, end] of one.marks ?? []) {
    if (start < at) continue;
    parts.push(one.text.slice(at, start), R.el("mark", {}, one.text.slice(start, end)));
    at = end;
  }
  parts.push(one.text.slice(at));
  return R.el("div", { class: "passage", dir: "auto" },
    one.before ? R.el("span", { class: "quiet" }, R.t("question.before", { n: R.count(one.before) })) : null,
    parts,
    one.after ? R.el("span", { class: "quiet" }, R.t("question.after", { n: R.count(one.after) })) : null);
};

R.openQuestion = async (place) => {
  const section = R.document.sections.questions;
  const root = document.getElementById("question");
  if (!root || !(place >= 0 && place < section.ids.length)) return;
  let found;
  try {
    found = await R.detailsOf(place);
  } catch (error) {
    console.error(error);
    root.replaceChildren(R.el("p", { class: "problem", role: "alert" }, R.t("page.failed", { why: error.message })));
    return;
  }
  const go = (step) => (place + step >= 0 && place + step < section.ids.length
    ? R.el("a", { href: `#question/${place + step}` }, R.t(step < 0 ? "question.previous" : "question.next")) : null);
  const heading = R.el("h3", { id: "question-title", tabindex: -1 }, R.el("span", { class: "mono" }, section.ids[place]));
  root.replaceChildren(R.el("article", { class: "question", "aria-labelledby": "question-title" },
    R.el("div", { class: "question-nav" }, go(-1), R.el("a", { href: "#questions" }, R.t("question.list")), go(1)),
    heading,
    section.texts[place] ? R.el("p", { class: "asked", dir: "auto" }, section.texts[place]) : null,
    R.questionScores(section, place),
    found ? [R.questionNeeds(found), R.questionStages(found), R.questionAnswer(found), R.questionHits(found)] : null));
  heading.focus({ preventScroll: true });
  root.scrollIntoView();
};

R.questionScores = (section, place) =>
  R.el("ul", { class: "chips" },
    Object.entries(section.slices).map(([name, cells]) => (cells[place] === null ? null : R.el("li", { class: "tag" }, `${name}: ${cells[place]}`))),
    Object.entries(section.metrics).map(([name, cells]) => R.el("li", { class: "chip" }, R.el("span", { class: "mono" }, name), " ", R.el("b", {}, R.written(cells[place], "number")))));

R.isLoss = (name) => name.split("+").some((one) => ["corpus", "parsing", "chunking", "index", "filter", "retrieval", "fusion", "rerank", "cut", "assembly", "refusal", "use", "answer", "failed", "missing"].includes(one.slice("place.".length)));

R.questionNeeds = (found) => {
  if (!found.needs.length) return null;
  return [R.el("h4", {}, R.t("question.needs")),
    R.el("ol", { class: "needs" }, found.needs.map((need) => R.el("li", {},
      R.el("div", { dir: "auto" }, need.need), " ",
      R.el("span", { class: `tag ${R.isLoss(need.ended) ? "bad" : "good"}` }, R.names(need.ended)),
      need.why ? R.el("div", { class: "quiet" }, need.why) : null,
      R.el("div", { class: "path" }, Object.entries(need.ranks).map(([stage, rank]) =>
        R.el("span", { class: `step ${rank ? "met" : "gone"}` }, `${stage}: ${rank ? `#${rank}` : R.t("question.gone")}`))))))];
};

R.questionStages = (found) => {
  if (!found.stages.length) return null;
  const line = (hit) => R.el("li", { class: hit.needs.length ? "hit gold" : "hit", value: hit.rank },
    R.el("details", {},
      R.el("summary", {},
        R.el("span", { class: "mono" }, hit.item), " ",
        R.isNumber(hit.score) ? R.el("span", { class: "quiet" }, hit.score.toPrecision(5)) : null, " ",
        hit.needs.map((need) => R.el("span", { class: "tag good" }, R.t("question.meets", { n: need + 1 })))),
      found.texts[hit.item] ? R.passage(found.texts[hit.item]) : R.el("p", { class: "quiet" }, R.t("question.no_text"))));
  return [R.el("h4", {}, R.t("question.path")),
    found.stages.map((stage, number) => R.el("details", { class: "stage", open: number === found.stages.length - 1 },
      R.el("summary", {}, R.el("b", {}, stage.name), " ", R.el("span", { class: "quiet" }, `${stage.kind} · ${R.t("question.hits", { n: R.count(stage.count) })}`)),
      stage.hits.length ? R.el("ol", { class: "hits" }, stage.hits.map(line)) : R.el("p", { class: "quiet" }, R.t("question.nothing"))))];
};

R.questionAnswer = (found) => {
  const answer = found.answer;
  if (!answer) return null;
  const claim = (one) => R.el("li", { class: `claim ${one.verdict}` },
    R.el("span", { dir: "auto" }, one.claim), " ",
    R.el("span", { class: `tag ${one.verdict === "supported" ? "good" : "bad"}` }, R.t(`claim.${one.verdict}`)),
    one.passages?.length ? R.el("span", { class: "quiet" }, ` ${R.t("question.from", { places: one.passages.map((place) => `[${place + 1}]`).join(" ") })}`) : null,
    one.missing?.length ? R.el("div", { class: "quiet" }, R.t("question.missing", { what: one.missing.join(", ") })) : null,
    one.quotes?.length ? one.quotes.map((quote) => R.el("blockquote", { dir: "auto" }, quote)) : null,
    one.failure_mode && one.failure_mode !== "none" ? R.el("span", { class: "tag warm" }, R.t(`mode.${one.failure_mode}`)) : null,
    one.rationale ? R.el("div", { class: "quiet", dir: "auto" }, one.rationale) : null);
  return [
    R.isNumber(answer.prompt_tokens) ? R.el("p", { class: "quiet" }, R.t("question.tokens", { n: R.count(answer.prompt_tokens), window: answer.window ? R.count(answer.window) : "?" })) : null,
    R.el("h4", {}, R.t("question.answer")),
    answer.error ? R.el("p", { class: "problem" }, answer.error) : null,
    answer.refusal ? R.el("span", { class: "tag warm" }, R.t("question.refusal")) : null,
    answer.text ? R.el("blockquote", { class: "answer", dir: "auto" }, answer.text) : R.el("p", { class: "quiet" }, R.t("question.no_answer")),
    answer.citations ? R.el("p", { class: "quiet" }, R.t("question.cites", { ids: answer.citations.join(", ") || "—" })) : null,
    answer.claims ? [R.el("h4", {}, R.t(`question.claims.${answer.by}`)), R.el("ol", { class: "claims" }, answer.claims.map(claim))] : null,
    answer.references ? [R.el("h4", {}, R.t("question.references")), answer.references.map((one) => R.el("blockquote", { dir: "auto" }, one))] : null,
    answer.grounds ? R.el("details", {}, R.el("summary", {}, R.t("question.grounds")), R.el("pre", {}, JSON.stringify(answer.grounds, null, 1))) : null,
  ];
};

// The first hits as the scorecard has them, where there are no traces.
R.questionHits = (found) => {
  if (!found.hits?.hits?.length) return null;
  const relevant = new Set(found.hits.relevant ?? []);
  return [R.el("h4", {}, R.t("question.ranking")), R.el("ol", { class: "hits" }, found.hits.hits.map((item, place) =>
    R.el("li", { class: relevant.has(place + 1) ? "hit gold" : "hit" }, R.el("span", { class: "mono" }, item), relevant.has(place + 1) ? [" ", R.el("span", { class: "tag good" }, R.t("question.relevant"))] : null)))];
};

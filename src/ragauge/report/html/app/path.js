"use strict";
// The path of a question through the stages: what each handed on, which of it is evidence, and its text.
R.questionPath = (found) => {
  if (!found.stages.length) return null;
  return [R.el("h4", {}, R.t("question.path")),
    found.stages.map((stage, number) => R.el("details", { class: "stage", open: number === found.stages.length - 1 },
      R.el("summary", {}, R.el("b", {}, stage.name), " ", R.el("span", { class: "quiet" }, `${R.word(`kind.${stage.kind}`, stage.kind)} · ${R.t("question.hits", { n: R.count(stage.count) })}`)),
      stage.hits.length ? R.el("ol", { class: "hits" }, stage.hits.map((hit) => R.hit(found, hit))) : R.el("p", { class: "quiet" }, R.t("question.nothing"))))];
};

R.hit = (found, [rank, item, score, needs]) => {
  const shown = R.el("div");
  const fill = async () => {
    const text = await R.textOf(found, item);
    shown.replaceChildren(text ? R.passage(text) : R.el("p", { class: "quiet" }, R.t("question.no_text")));
  };
  return R.el("li", { class: needs.length ? "hit gold" : "hit", value: rank },
    R.el("details", { on: { toggle: () => shown.firstChild || fill() } },
      R.el("summary", {},
        R.el("span", { class: "mono" }, found.items[item][0] ?? "?"), " ",
        R.isNumber(score) ? R.el("span", { class: "quiet" }, score.toPrecision(5)) : null, " ",
        needs.map((need) => R.el("span", { class: "tag good" }, R.t("question.meets", { n: need + 1 })))),
      shown));
};

// The text of an item, with the quotes of the gold in it; the others are looked up when they are wanted.
R.textOf = async (found, item) => {
  const [, place] = found.items[item];
  return R.own(found.passages, item) ?? (place === null ? null : R.rowOf("texts", place));
};

R.passage = (one) => {
  const parts = [];
  let at = 0;
  for (const [start, end] of one.marks ?? []) {
    if (start < at) continue;
    parts.push(one.text.slice(at, start), R.el("mark", {}, one.text.slice(start, end)));
    at = end;
  }
  parts.push(one.text.slice(at));
  return R.el("div", { class: "passage", dir: "auto", tabindex: 0 },
    one.before ? R.el("span", { class: "quiet" }, R.t("question.before", { n: R.count(one.before) })) : null,
    parts,
    one.after ? R.el("span", { class: "quiet" }, R.t("question.after", { n: R.count(one.after) })) : null);
};

// The first hits as the scorecard has them, where there are no traces.
R.questionRanking = (found) => {
  if (!found.hits?.hits?.length) return null;
  const relevant = new Set(found.hits.relevant ?? []);
  return [R.el("h4", {}, R.t("question.ranking")), R.el("ol", { class: "hits" }, found.hits.hits.map((item, place) =>
    R.el("li", { class: relevant.has(place + 1) ? "hit gold" : "hit" }, R.el("span", { class: "mono" }, item),
      relevant.has(place + 1) ? [" ", R.el("span", { class: "tag good" }, R.t("question.relevant"))] : null)))];
};

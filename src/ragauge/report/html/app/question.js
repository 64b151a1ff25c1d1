"use strict";
// One question: what was asked, its scores, the evidence that it needs, and then its path and its answer.
R.openQuestion = async (place, still) => {
  const section = R.document.sections.questions;
  const root = document.getElementById("question");
  if (!(place >= 0 && place < section.ids.length)) return;
  const asked = location.hash;
  let found;
  try {
    found = await R.rowOf("details", place);
  } catch (error) {
    console.error(error);
    root.replaceChildren(R.el("p", { class: "problem", role: "alert" }, R.t("page.failed", { why: error.message })));
    return;
  }
  if (location.hash !== asked) return; // another one was asked for meanwhile
  const go = (step) => (place + step >= 0 && place + step < section.ids.length
    ? R.el("a", { href: `#question/${place + step}` }, R.t(step < 0 ? "question.previous" : "question.next")) : null);
  const heading = R.el("h3", { id: "question-title", tabindex: -1 }, R.el("span", { class: "mono" }, section.ids[place]));
  root.replaceChildren(R.el("article", { class: "question", "aria-labelledby": "question-title" },
    R.el("div", { class: "question-nav" }, go(-1), R.el("a", { href: "#questions" }, R.t("question.list")), go(1)),
    heading,
    section.texts[place] ? R.el("p", { class: "asked", dir: "auto" }, section.texts[place]) : null,
    R.questionScores(section, place),
    R.questionNeeds(found), R.questionPath(found), R.questionAnswer(found), R.questionRanking(found)));
  if (still) return;
  heading.focus({ preventScroll: true });
  root.scrollIntoView();
};

R.questionScores = (section, place) => [
  R.el("ul", { class: "chips" }, Object.entries(section.slices).map(([name, cells]) =>
    (cells[place] === null ? null : R.el("li", { class: "tag" }, `${name}: ${cells[place]}`)))),
  R.el("dl", { class: "scores" }, Object.entries(section.metrics).map(([name, cells]) =>
    R.el("div", {}, R.el("dt", { class: "mono" }, name), R.el("dd", {}, R.valueOrCase(cells[place]))))),
];

R.tagOfEnd = (place) => {
  const row = R.document.sections.funnel?.rows.find((one) => one.place === place);
  return { lost: "bad", kept: "good", open: "warm" }[row?.kind] ?? "";
};

// What it means that a need ended where it did; ranks that are told beside it are not told twice.
R.meaningOf = (need) => {
  const meaning = R.word(need.ended.replace(/^place\./, "meaning."), "");
  const why = R.said(need.why ?? "");
  const told = why === meaning || (meaning && Object.keys(need.ranks).some((stage) => why.startsWith(`${stage}: `)));
  return [meaning, told ? "" : why].filter(Boolean).join(". ");
};

R.questionNeeds = (found) => {
  if (!found.needs.length) return null;
  return [R.el("h4", {}, R.t("question.needs")),
    R.el("ol", { class: "needs" }, found.needs.map((need) => R.el("li", {},
      R.el("div", { dir: "auto" }, need.need),
      R.el("div", {}, R.el("span", { class: `tag ${R.tagOfEnd(need.ended)}` }, R.names(need.ended)), " ",
        R.el("span", { class: "quiet" }, R.meaningOf(need))),
      R.el("div", { class: "path" }, Object.entries(need.ranks).map(([stage, rank]) =>
        R.el("span", { class: `step ${rank ? "met" : "gone"}` }, `${stage}: ${rank ? `#${rank}` : R.t("question.gone")}`))))))];
};

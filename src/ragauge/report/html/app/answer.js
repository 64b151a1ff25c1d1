"use strict";
// What was answered, claim by claim, and what supports it.
R.questionAnswer = (found) => {
  const answer = found.answer;
  if (!answer) return null;
  return [
    R.isNumber(answer.prompt_tokens) ? R.el("p", { class: "quiet" }, R.t(answer.window ? "question.tokens" : "question.prompt", { n: R.count(answer.prompt_tokens), window: R.count(answer.window) })) : null,
    R.el("h4", {}, R.t("question.answer")),
    answer.error ? R.el("p", { class: "problem" }, answer.error) : null,
    answer.refusal ? R.el("span", { class: "tag warm" }, R.t("question.refusal")) : null,
    answer.text ? R.el("blockquote", { class: "answer", dir: "auto" }, answer.text) : null,
    answer.text || answer.refusal ? null : R.el("p", { class: "quiet" }, R.t("question.no_answer")),
    answer.citations ? R.el("p", { class: "quiet" }, R.t("question.cites", { ids: answer.citations.join(", ") || "—" })) : null,
    answer.cited ? [R.el("h4", {}, R.t("question.cited")), R.el("ol", { class: "claims" }, answer.cited.map(R.citedSentence))] : null,
    answer.claims ? [R.el("h4", {}, R.t(`question.claims.${answer.by}`)), R.el("ol", { class: "claims" }, answer.claims.map(R.claim))] : null,
    answer.references ? [R.el("h4", {}, R.t("question.references")), answer.references.map((one) => R.el("blockquote", { dir: "auto" }, one))] : null,
    answer.grounds ? R.el("details", {}, R.el("summary", {}, R.t("question.grounds")), R.el("pre", {}, JSON.stringify(answer.grounds, null, 1))) : null,
  ];
};

// A sentence with the places that it cites: those that support it, those that do not, and marks of nothing in the prompt.
R.citedSentence = (one) =>
  R.el("li", { class: "cited" },
    R.el("span", { dir: "auto" }, one.text), " ",
    one.cited.map((place) => [R.el("span", {
      class: `tag ${one.precise.includes(place) ? "good" : one.supported ? "warm" : "bad"}`,
      title: R.t(one.precise.includes(place) ? "cited.good" : one.supported ? "cited.spare" : "cited.bad"),
    }, `[${place + 1}]`), " "]),
    one.unknown ? R.el("span", { class: "tag bad" }, R.t("cited.unknown", { n: one.unknown })) : null);

R.claim = (one) =>
  R.el("li", { class: `claim ${one.verdict}` },
    R.el("span", { dir: "auto" }, one.claim), " ",
    R.el("span", { class: `tag ${one.verdict === "supported" ? "good" : "bad"}` }, R.word(`claim.${one.verdict}`, one.verdict)),
    one.passages?.length ? R.el("span", { class: "quiet" }, ` ${R.t("question.from", { places: one.passages.map((place) => `[${place + 1}]`).join(" ") })}`) : null,
    one.missing?.length ? R.el("div", { class: "quiet" }, R.t("question.missing", { what: one.missing.join(", ") })) : null,
    one.quotes?.length ? one.quotes.map((quote) => R.el("blockquote", { dir: "auto" }, quote)) : null,
    one.failure_mode && one.failure_mode !== "none" ? R.el("span", { class: "tag warm" }, R.word(`mode.${one.failure_mode}`, one.failure_mode)) : null,
    one.rationale ? R.el("div", { class: "quiet", dir: "auto" }, one.rationale) : null);

"use strict";
R.part("comparison", "comparison.title", (section) => {
  const tag = (row) => R.el("span", { class: `tag ${{ better: "good", worse: "bad", open: "" }[row.kind]}` }, R.said(row.verdict));
  const columns = [
    { field: "metric", title: R.t("stages.metric"), show: (row) => [row.metric, row.judge ? [" ", R.el("span", { class: "tag warm" }, row.judge)] : null] },
    ...(section.rows.some((row) => row.slice) ? [{ field: "slice", title: R.t("slices.title") }] : []),
    { field: "base", title: R.t("comparison.base"), kind: "number" },
    { field: "candidate", title: R.t("comparison.candidate"), kind: "number" },
    { field: "difference", title: R.t("comparison.difference"), kind: "number", show: (row) => R.changed(row.difference, row.low, row.high) || R.t("value.none") },
    { field: "verdict", title: R.t("comparison.verdict"), show: tag },
    { field: "p_adjusted", title: R.t("comparison.p"), kind: "number", hint: (row) => row.test, show: (row) => R.p(row.p_adjusted) },
    { field: "wins", title: R.t("comparison.record"), kind: "count", show: (row) => (R.isNumber(row.wins) ? `${row.wins} / ${row.ties} / ${row.losses}` : "") },
    { field: "n", title: R.t("stages.n"), kind: "count" },
  ];
  const placeOf = (id) => (R.document.sections.questions ? R.document.sections.questions.ids.indexOf(id) : -1);
  const moved = section.moved.length
    ? [R.el("h3", {}, R.t("comparison.moved")),
      R.table({ columns: [
        { field: "question", title: R.t("questions.id"), show: (row) => (placeOf(row.question) >= 0 ? R.el("a", { href: `#question/${placeOf(row.question)}` }, row.question) : row.question) },
        { field: "text", title: R.t("questions.text"), kind: "long" },
        { field: "metric", title: R.t("stages.metric") },
        { field: "base", title: R.t("comparison.base"), kind: "number" },
        { field: "candidate", title: R.t("comparison.candidate"), kind: "number" },
        { field: "better", title: R.t("comparison.verdict"), show: (row) => R.el("span", { class: `tag ${row.better ? "good" : "bad"}` }, R.t(row.better ? "comparison.wins" : "comparison.losses")) },
      ], rows: section.moved, caption: R.t("comparison.moved") })]
    : null;
  return [
    R.el("p", {}, R.t("comparison.of", { base: section.base, candidate: section.candidate })),
    section.comparable ? null : R.el("div", { class: "said bad", role: "alert" }, R.el("b", {}, R.t("comparison.not")), R.el("ul", {}, section.reasons.map((one) => R.el("li", {}, one)))),
    section.charts.map((chart) => R.chart(chart)),
    section.rows.length ? R.table({ columns, rows: section.rows, caption: R.t("comparison.title") }) : null,
    section.family > 1 ? R.el("p", { class: "quiet" }, R.t("comparison.corrected", { correction: section.correction, family: section.family })) : null,
    moved,
    section.notes.length ? R.el("ul", { class: "quiet" }, section.notes.map((one) => R.el("li", {}, one))) : null,
  ];
});

"use strict";
R.part("sweep", "sweep.title", (section) => {
  const columns = [
    { field: "name", title: R.t("sweep.name"), show: (row) => [row.name, row.name === section.recommended ? [" ", R.el("span", { class: "tag good" }, R.t("sweep.recommended"))] : null, row.pareto ? [" ", R.el("span", { class: "tag" }, R.t("sweep.pareto"))] : null] },
    { field: "value", title: section.metric, kind: "number", show: (row) => R.valued(row.value, row.low, row.high) },
    { field: "difference", title: R.t("sweep.difference"), kind: "number", show: (row) => R.changed(row.difference, row.difference_low, row.difference_high) },
    { field: "p_adjusted", title: R.t("comparison.p"), kind: "number", show: (row) => R.p(row.p_adjusted) },
    { field: "tokens", title: R.t("sweep.tokens"), kind: "number", show: (row) => (R.isNumber(row.tokens) ? R.fixed(row.tokens, 1) : "") },
    { field: "chunks", title: R.t("sweep.chunks"), kind: "count" },
    { field: "verdict", title: R.t("comparison.verdict"), show: (row) => R.said(row.verdict ?? "") },
  ];
  return [
    R.el("p", {}, R.t("sweep.best", { best: section.best ?? "–", recommended: section.recommended ?? "–" })),
    section.charts.map((chart) => R.chart(chart)),
    R.table({ columns, rows: section.rows, caption: R.t("sweep.title"), first: 60 }),
    section.notes.length ? R.el("ul", { class: "quiet" }, section.notes.map((one) => R.el("li", {}, one))) : null,
  ];
});

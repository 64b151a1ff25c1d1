"use strict";
R.part("latency", "latency.title", (section) => {
  const columns = (digits) => [
    { field: "step", title: R.t("latency.step"), show: (row) => (row.step === "*" ? R.t("latency.whole") : row.step) },
    { field: "median", title: R.t("latency.median"), kind: "number", show: (row) => R.number(row.median, digits) },
    { field: "p95", title: R.t("latency.p95"), kind: "number", show: (row) => (R.isNumber(row.p95) ? R.number(row.p95, digits) : "") },
    { field: "total", title: R.t("latency.total"), kind: "number", show: (row) => R.number(row.total, digits) },
    { field: "n", title: R.t("stages.n"), kind: "count", show: (row) => R.t("value.of", { n: row.n, items: section.questions }) },
  ];
  return [
    section.chart ? R.chart(section.chart) : null,
    section.rows.length ? [R.el("h3", {}, R.t("latency.seconds")), R.table({ columns: columns(4), rows: section.rows, caption: R.t("latency.seconds") })] : null,
    section.tokens.length ? [R.el("h3", {}, R.t("latency.tokens")), R.table({ columns: columns(1), rows: section.tokens, caption: R.t("latency.tokens") })] : null,
    section.cost ? [R.el("h3", {}, R.t("latency.cost")), R.table({ columns: columns(6), rows: [section.cost], caption: R.t("latency.cost") })] : null,
    Object.keys(section.cache_hits).length ? R.el("p", { class: "quiet" }, R.t("latency.cached", { counts: R.counts(section.cache_hits) })) : null,
  ];
});

"use strict";
R.part("gate", "gate.title", (section) => {
  const kinds = { pass: "good", fail: "bad" };
  const tag = (row) => [R.el("span", { class: `tag ${kinds[row.verdict] ?? "warm"}` }, R.word(`gate.${row.verdict}`, row.verdict)), row.advisory ? [" ", R.el("span", { class: "tag" }, R.t("gate.advisory"))] : null];
  const columns = [
    { field: "metric", title: R.t("stages.metric"), show: (row) => [row.metric, row.judge ? [" ", R.el("span", { class: "tag warm" }, row.judge)] : null] },
    { field: "condition", title: R.t("gate.condition"), show: (row) => `${row.condition} ${row.limit ?? ""}` },
    ...(section.rows.some((row) => row.slice) ? [{ field: "slice", title: R.t("slices.title") }] : []),
    { field: "value", title: R.t("stages.value"), kind: "number", show: (row) => R.valued(row.value, row.low, row.high) },
    { field: "verdict", title: R.t("comparison.verdict"), show: tag },
    { field: "reason", title: R.t("gate.reason"), kind: "long" },
  ];
  return [
    R.el("p", {}, R.el("span", { class: `tag ${kinds[section.verdict] ?? "warm"}` }, R.word(`gate.${section.verdict}`, section.verdict)), " ",
      R.el("span", { class: "quiet" }, R.t("gate.of", { scorecard: section.scorecard, baseline: section.baseline ?? "–", config: section.config }))),
    R.table({ columns, rows: section.rows, caption: R.t("gate.title") }),
    section.notes.length ? R.el("ul", { class: "quiet" }, section.notes.map((one) => R.el("li", {}, one))) : null,
  ];
});

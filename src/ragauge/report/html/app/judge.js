"use strict";
R.part("judge", "judge.title", (section) => {
  const used = section.used;
  const pairs = used ? [
    ["judge.model", used.model], ["judge.calls", used.calls], ["judge.cached", used.cached],
    ["judge.coverage", R.isNumber(used.coverage) ? R.percent(used.coverage) : null], ["judge.structured", used.structured],
    ["judge.window", used.window],
  ].filter(([, value]) => value !== null && value !== undefined) : [];
  const calibration = (one) => R.el("div", { class: "card" },
    R.el("h3", {}, one.title),
    R.el("p", {}, R.el("span", { class: "tag" }, R.said(one.verdict)), " ", R.t("stages.of", { n: one.n, items: one.items })),
    one.charts.map((chart) => R.chart(chart)),
    R.table({ columns: [
      { field: "name", title: R.t("judge.figure") },
      { field: "value", title: R.t("stages.value"), kind: "number", show: (row) => R.valued(row.value, row.low, row.high) },
      { field: "note", title: R.t("judge.note") },
    ], rows: one.figures, caption: R.t("judge.agreement") }),
    one.confusion.rows?.length ? [R.el("h4", {}, R.t("judge.confusion")),
      R.el("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": R.t("judge.confusion") }, R.el("table", {}, R.el("caption", {}, R.t("judge.confusion")),
        R.el("thead", {}, R.el("tr", {}, R.el("th", { scope: "col" }, R.t("judge.human")), one.confusion.scale.map((label) => R.el("th", { scope: "col", class: "is-count" }, label)))),
        R.el("tbody", {}, one.confusion.rows.map((row, place) => R.el("tr", {}, R.el("th", { scope: "row" }, one.confusion.scale[place] ?? ""), row.map((count) => R.el("td", { class: "is-count" }, count)))))))] : null,
    one.threshold ? R.el("p", {}, R.t("judge.threshold", { value: R.number(one.threshold.value) })) : null,
    one.estimate ? R.el("p", {}, R.t("judge.estimate", { of: one.estimate.of, value: R.number(one.estimate.value), low: R.number(one.estimate.interval.low, 3), high: R.number(one.estimate.interval.high, 3) })) : null,
    one.warnings.length ? R.el("ul", { class: "quiet" }, one.warnings.map((text) => R.el("li", {}, text))) : null);
  return [
    pairs.length ? R.el("dl", { class: "facts" }, pairs.map(([name, value]) => [R.el("dt", {}, R.t(name)), R.el("dd", {}, String(value))])) : null,
    used?.notes?.length ? R.el("ul", { class: "quiet" }, used.notes.map((one) => R.el("li", {}, one))) : null,
    section.marks.length ? R.table({ columns: [{ field: "metric", title: R.t("stages.metric") }, { field: "mark", title: R.t("judge.mark") }], rows: section.marks, caption: R.t("judge.mark") }) : null,
    section.calibrations.map(calibration),
    section.biases.map((one) => [R.el("h3", {}, R.t("judge.bias", { source: one.source })),
      R.table({ columns: [
        { field: "judge", title: R.t("judge.model") },
        { field: "consistency", title: R.t("judge.consistency"), kind: "number" },
        { field: "flip_rate", title: R.t("judge.flips"), kind: "number" },
        { field: "first_slot_share", title: R.t("judge.first"), kind: "number" },
      ], rows: one.rows, caption: R.t("judge.bias", { source: one.source }) }),
      one.notes.length ? R.el("ul", { class: "quiet" }, one.notes.map((text) => R.el("li", {}, text))) : null]),
  ];
});

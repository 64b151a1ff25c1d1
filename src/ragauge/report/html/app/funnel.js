"use strict";
R.part("funnel", "funnel.title", (section) => {
  const ended = (row) => `#questions?ended=${encodeURIComponent(row.place)}`;
  const columns = [
    { field: "name", title: R.t("funnel.place") },
    { field: "needs", title: R.t("funnel.needs"), kind: "count" },
    { field: "share", title: R.t("funnel.share"), kind: "percent",
      show: (row) => `${R.percent(row.share)} ${R.ends(row.share_low, row.share_high, R.percent)}` },
    { field: "back", title: R.t("funnel.back"), kind: "number",
      show: (row) => (R.isNumber(row.back) ? `+${R.fixed(row.back, 1)} ${R.ends(row.back_low, row.back_high, (one) => R.fixed(one, 1))}` : "") },
    { field: "meaning", title: R.t("funnel.meaning"), kind: "long" },
  ];
  const rows = section.rows.map((row) => ({ ...row, name: R.names(row.place), meaning: row.first === row.last ? R.word(`meaning.${row.first}`, "") : "" }));
  return [
    R.chart(section.chart, { onClick: (row) => row.first && R.go(`questions?ended=${encodeURIComponent(row.named.place)}`) }),
    R.table({ columns, rows, onRow: ended, caption: R.t("funnel.title"), rowClass: (row) => row.kind }),
    Object.keys(section.unanswerable).length ? R.el("p", {}, R.t("funnel.unanswerable", { counts: R.counts(section.unanswerable) })) : null,
    Object.keys(section.left_out).length ? R.el("p", {}, R.t("funnel.left_out", { counts: R.counts(section.left_out) })) : null,
    section.advice.length ? R.el("ul", {}, section.advice.map((one) => R.el("li", {}, one))) : null,
    section.notes.length ? R.el("ul", { class: "quiet" }, section.notes.map((one) => R.el("li", {}, one))) : null,
    R.el("details", {}, R.el("summary", {}, R.t("funnel.figures")),
      R.table({ columns: [
        { field: "name", title: R.t("stages.metric") },
        { field: "value", title: R.t("stages.value"), kind: "number", show: (row) => R.number(row.value) },
        { field: "n", title: R.t("stages.n"), kind: "count" },
      ], rows: section.figures, caption: R.t("funnel.figures") })),
  ];
});

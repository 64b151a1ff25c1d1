"use strict";
R.part("slices", "slices.title", (section) => {
  const paint = (cell) => (cell && cell.place !== null
    ? { "background-color": `color-mix(in oklab, var(--heat-high) ${Math.round(cell.place * 100)}%, var(--heat-low))` } : {});
  const cellOf = (row, metric) => {
    const cell = R.own(row.scores, metric);
    if (!cell) return R.el("td", { class: "is-number" }, "");
    return R.el("td", { class: "is-number heat", style: paint(cell), title: `${metric}: ${R.valued(cell.value, cell.low, cell.high)}, n = ${cell.n}` },
      R.isNumber(cell.value) ? R.number(cell.value, 3) : R.el("span", { class: "quiet" }, R.t("value.none")), cell.small && cell.n ? R.el("small", { class: "quiet" }, ` ${R.t("value.few")}`) : null);
  };
  const filtered = (column) => Object.hasOwn(R.document.sections.questions?.slices ?? {}, column);
  return section.tables.map(({ column, rows }) => [
    R.el("h3", {}, column),
    R.el("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": column },
      R.el("table", {}, R.el("caption", {}, column),
        R.el("thead", {}, R.el("tr", {}, R.el("th", { scope: "col" }, column), R.el("th", { scope: "col", class: "is-count" }, "n"),
          section.metrics.map((metric) => R.el("th", { scope: "col", class: "is-number" }, metric)))),
        R.el("tbody", {}, rows.map((row) => R.el("tr", {},
          R.el("th", { scope: "row" }, filtered(column) ? R.el("a", { href: `#questions?${new URLSearchParams({ [`slice.${column}`]: row.slice })}` }, row.slice) : row.slice),
          R.el("td", { class: "is-count" }, row.items),
          section.metrics.map((metric) => cellOf(row, metric))))))),
  ]);
});

"use strict";
// Charts: the specification comes with the data; colours, words and the table beside it are added here.
R.translated = (value) => {
  if (typeof value === "string") return value.startsWith("@") ? R.t(value.slice(1)) : value;
  if (Array.isArray(value)) return value.map(R.translated);
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, R.translated(one)]));
  }
  return value;
};

R.chartConfig = () => {
  const [ink, quiet, line] = [R.color("ink"), R.color("quiet"), R.color("line")];
  const axis = { labelColor: ink, titleColor: quiet, gridColor: line, domainColor: line, tickColor: line, labelFont: "system-ui", titleFont: "system-ui", titleFontWeight: "normal", labelLimit: 220 };
  return {
    background: "transparent",
    font: "system-ui",
    view: { stroke: "transparent" },
    axis,
    legend: { labelColor: ink, titleColor: quiet, orient: "bottom" },
    header: { labelColor: ink, titleColor: quiet },
    text: { color: ink },
    rule: { color: quiet },
    mark: { color: R.color("accent") },
    range: { category: ["accent", "warm", "good", "bad", "quiet"].map(R.color), heatmap: [R.color("heat-low"), R.color("heat-high")] },
  };
};

// Names of colours in specifications are those of the style sheet: "$good", "$bad", "$accent".
R.colored = (value) => {
  if (typeof value === "string") return value.startsWith("$") ? R.color(value.slice(1)) : value;
  if (Array.isArray(value)) return value.map(R.colored);
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, R.colored(one)]));
  }
  return value;
};

R.tooltip = (() => {
  let box = null;
  return (handler, event, item, value) => {
    if (!box) {
      box = R.el("div", { class: "tooltip", role: "status" });
      document.body.append(box);
    }
    if (value === null || value === undefined || value === "") {
      box.hidden = true;
      return;
    }
    const rows = typeof value === "object" ? Object.entries(value) : [["", value]];
    box.replaceChildren(...rows.map(([name, one]) => R.el("div", {}, name ? R.el("b", {}, `${name} `) : null, String(one))));
    box.hidden = false;
    const left = Math.min(event.clientX + 12, innerWidth - box.offsetWidth - 8);
    box.style.setProperty("left", `${Math.max(8, left)}px`);
    box.style.setProperty("top", `${event.clientY + 14}px`);
  };
})();

// A figure: the chart, its title and sentence, and its table. `onClick` is given the row that was clicked.
R.chart = (chart, { onClick = null } = {}) => {
  const place = R.el("div", { class: "drawn" });
  const table = R.el("div", { class: "chart-table" });
  table.hidden = true;
  const toggle = R.el("button", { "aria-expanded": "false", on: { click: () => {
    table.hidden = !table.hidden;
    toggle.setAttribute("aria-expanded", String(!table.hidden));
    toggle.textContent = R.t(table.hidden ? "chart.table" : "chart.hide");
    if (!table.hidden && !table.firstChild) table.append(R.chartTable(chart));
  } } }, R.t("chart.table"));
  const figure = R.el("figure", { class: "chart", id: `chart-${chart.name}` },
    R.el("figcaption", {}, R.el("b", {}, R.t(chart.title)), " ", R.el("span", { class: "quiet" }, R.t(chart.about))),
    place, R.el("div", { class: "tools" }, toggle), table);
  R.later(() => R.draw(chart, place, onClick));
  return figure;
};

R.chartTable = (chart) =>
  R.table({ columns: chart.columns.map((column) => ({ ...column, title: R.t(column.title) })), rows: R.namedRows(chart), caption: R.t(chart.title) });

// Rows with the words of names: cells of columns whose kind is "name".
R.namedRows = (chart) => {
  const fields = chart.columns.filter((column) => column.kind === "name").map((column) => column.field);
  if (!fields.length) return chart.rows;
  return chart.rows.map((row) => ({ ...row, ...Object.fromEntries(fields.filter((one) => row[one]).map((one) => [one, R.names(row[one])])), named: Object.fromEntries(fields.map((one) => [one, row[one]])) }));
};

R.draw = async (chart, place, onClick) => {
  const given = R.colored(R.translated(chart.spec));
  const width = Math.max(240, place.clientWidth - 4);
  const spec = { width, autosize: { type: "fit-x", contains: "padding" }, ...given, data: { values: R.namedRows(chart) }, config: R.chartConfig() };
  const quiet = { level: () => quiet, warn: () => quiet, info: () => quiet, debug: () => quiet, error: (...all) => { throw new Error(all.join(" ")); } };
  const compiled = vegaCharts.compile(spec, { logger: quiet }).spec;
  const view = new vegaCharts.View(vegaCharts.parse(compiled, null, { ast: true }), {
    renderer: "svg", container: place, hover: true, expr: vegaCharts.expressionInterpreter, tooltip: R.tooltip,
  });
  if (onClick) view.addEventListener("click", (event, item) => { if (item?.datum) onClick(item.datum); });
  await view.runAsync();
  const svg = place.querySelector("svg");
  if (svg) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${R.t(chart.title)}. ${R.t(chart.about)}`);
  }
};

// What has to be in the page before it can be drawn, as charts that take the width of their place.
R.waiting = [];
R.later = (work) => R.waiting.push(work);
R.drawWaiting = async () => {
  const works = R.waiting.splice(0);
  for (const work of works) await work();
};

"use strict";
// Charts: the specification comes with the data; colours, words and the table beside it are added here.

// In specifications "@name" is a text of the page, "$name" a colour of the style sheet, and what stands after "=" is shown
// as it is. Colours stay variables, so that a chart follows the theme, and paper.
R.colored = (name) => `var(--${name})`;
R.markers = { "@": (name) => R.t(name), $: R.colored, "=": (text) => R.unlike(text) };
R.resolved = (value) => {
  if (typeof value === "string") {
    const marker = R.own(R.markers, value.charAt(0));
    return marker ? marker(value.slice(1)) : value;
  }
  if (Array.isArray(value)) return value.map(R.resolved);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, R.resolved(one)]));
  return value;
};

R.chartConfig = (width) => {
  const [ink, quiet, line] = ["ink", "quiet", "line"].map(R.colored);
  const letters = { labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", labelColor: ink, titleColor: quiet };
  return {
    background: "transparent",
    font: "system-ui, sans-serif",
    view: { stroke: "transparent" },
    axis: { ...letters, gridColor: line, domainColor: line, tickColor: line, labelFlush: false, labelLimit: Math.min(260, width * 0.42) },
    axisQuantitative: { tickCount: Math.max(3, Math.min(10, Math.floor(width / 70))) },
    legend: { ...letters, orient: "bottom" },
    text: { color: ink },
    rule: { color: quiet },
    mark: { color: R.colored("accent") },
    point: { opacity: 1 },
  };
};

// What is told of a mark under the pointer: the row that it stands for, as in the table beside.
R.tooltip = (columns) => (handler, event, item, shown) => {
  const row = item?.datum ?? {};
  const told = columns.filter(({ field }) => R.own(row, field) !== undefined && row[field] !== null);
  R.hint ??= document.body.appendChild(R.el("div", { class: "tooltip", role: "status" }));
  R.hint.hidden = !shown || !told.length;
  if (R.hint.hidden) return;
  R.hint.replaceChildren(...told.map(({ field, title, kind }) => R.el("div", {}, R.el("b", {}, `${R.t(title)} `), R.written(row[field], kind))));
  const left = Math.min(event.clientX + 12, innerWidth - R.hint.offsetWidth - 8);
  const top = Math.min(event.clientY + 14, innerHeight - R.hint.offsetHeight - 8);
  R.hint.style.setProperty("left", `${Math.max(8, left)}px`);
  R.hint.style.setProperty("top", `${Math.max(8, top)}px`);
};

// A figure: the chart, its title and sentence, and its table. `onClick` is given the row that was clicked.
R.figures = [];
R.chart = (chart, { onClick = null } = {}) => {
  const place = R.el("div", { class: "drawn" });
  const table = R.el("div", { class: "chart-table", hidden: true });
  const toggle = R.el("button", { "aria-expanded": "false", on: { click: () => {
    table.hidden = !table.hidden;
    toggle.setAttribute("aria-expanded", String(!table.hidden));
    toggle.textContent = R.t(table.hidden ? "chart.table" : "chart.hide");
    if (!table.hidden && !table.firstChild) table.append(R.chartTable(chart));
  } } }, R.t("chart.table"));
  place.style.setProperty("min-height", `${R.heightOf(chart)}px`);
  R.figures.push({ chart, place, onClick, view: null });
  return R.el("figure", { class: "chart", id: `chart-${chart.name}` },
    R.el("figcaption", {}, R.el("b", {}, R.t(chart.title)), " ", R.el("span", { class: "quiet" }, R.t(chart.about))),
    place, R.el("div", { class: "tools" }, toggle), table);
};

// About as high as it will be: nothing below moves when it is drawn.
R.heightOf = (chart) => {
  const { height } = chart.spec;
  const axis = 45;
  return axis + (R.isNumber(height) ? height : height.step * new Set(chart.rows.map((row) => row[chart.columns[0].field])).size);
};

R.chartTable = (chart) =>
  R.table({ columns: chart.columns.map((column) => ({ ...column, title: R.t(column.title) })), rows: R.namedRows(chart), caption: R.t(chart.title) });

// Rows with the words of names: cells of columns whose kind is "name".
R.namedRows = (chart) => {
  const fields = chart.columns.filter((column) => column.kind === "name").map((column) => column.field);
  if (!fields.length) return chart.rows;
  return chart.rows.map((row) => ({ ...row, ...Object.fromEntries(fields.filter((one) => row[one]).map((one) => [one, R.names(row[one])])), named: Object.fromEntries(fields.map((one) => [one, row[one]])) }));
};

// The library looks texts up in plain objects, which know some already: a mark that is not seen makes them others.
R.unlike = (cell) => (typeof cell === "string" && cell in {} ? `${cell}\u200b` : cell);
R.plain = (row) => Object.fromEntries(Object.entries(row).map(([field, cell]) => [field, R.unlike(cell)]));

R.library = async () => {
  if (!globalThis.vegaCharts) document.head.append(R.el("script", {}, await R.unpackText("library")));
  return globalThis.vegaCharts;
};

R.draw = async (figure) => {
  const { chart, place, onClick } = figure;
  const library = await R.library();
  const width = Math.max(240, place.clientWidth - 4);
  const spec = { width, autosize: { type: "fit-x", contains: "padding" }, ...R.resolved(chart.spec), data: { values: R.namedRows(chart).map(R.plain) }, config: R.chartConfig(width) };
  const quiet = { level: () => quiet, warn: () => quiet, info: () => quiet, debug: () => quiet, error: (...all) => { throw new Error(all.join(" ")); } };
  const compiled = library.compile(spec, { logger: quiet }).spec;
  figure.view?.finalize();
  figure.view = new library.View(library.parse(compiled, null, { ast: true }), {
    renderer: "svg", container: place, hover: true, expr: library.expressionInterpreter, tooltip: R.tooltip(chart.columns),
  });
  if (onClick) figure.view.addEventListener("click", (event, item) => { if (item?.datum) onClick(item.datum); });
  await figure.view.runAsync();
  place.style.removeProperty("min-height");
  const svg = place.querySelector("svg");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${R.t(chart.title)}. ${R.t(chart.about)}`);
  for (const part of svg.children) part.setAttribute("aria-hidden", "true"); // the table says what they say
};

// Draws all figures, one after the other; the page answers in between. A new round ends the one before.
R.drawAll = async () => {
  const figures = R.figures.filter(({ place }) => place.isConnected);
  R.figures = figures;
  delete document.documentElement.dataset.ready;
  for (const figure of figures) {
    await new Promise((done) => { setTimeout(done); });
    if (R.figures !== figures) return;
    try {
      await R.draw(figure);
    } catch (error) {
      console.error(error); // the others are drawn all the same
      figure.place.replaceChildren(R.el("p", { class: "problem" }, R.t("page.failed", { why: error.message })));
    }
  }
  document.documentElement.dataset.ready = R.state.language;
};

"use strict";
// The list of questions: searched, filtered and sorted; a row opens its question. The address keeps what is chosen.
R.rowsOfQuestions = (section) =>
  section.ids.map((id, place) => ({
    place,
    id,
    text: section.texts[place] ?? "",
    status: section.status[place] ?? "",
    ended: section.ended[place] ?? [],
    ...Object.fromEntries(Object.entries(section.slices).map(([name, cells]) => [`slice.${name}`, cells[place]])),
    ...Object.fromEntries(Object.entries(section.metrics).map(([name, cells]) => [`metric.${name}`, cells[place]])),
  }));

R.part("questions", "questions.title", (section) => {
  const all = R.rowsOfQuestions(section);
  const chosen = new Map();
  const search = R.el("input", { type: "search", id: "question-search", placeholder: R.t("questions.search"), "aria-label": R.t("questions.search") });
  const listed = R.el("div", { id: "question-list" });
  const told = R.el("p", { class: "quiet", id: "question-count", role: "status" });
  const selects = [];

  const filter = (key, title, values, name) => {
    const select = R.el("select", { "data-filter": key, "aria-label": title },
      R.el("option", { value: "" }, `${title}: ${R.t("questions.all")}`),
      values.map((value) => R.el("option", { value }, name ? name(value) : value)));
    select.addEventListener("change", () => choose(key, select.value));
    selects.push([key, select]);
    return select;
  };

  const choose = (key, value) => {
    if (value) chosen.set(key, value);
    else chosen.delete(key);
    history.replaceState(null, "", `#questions${chosen.size ? `?${new URLSearchParams([...chosen])}` : ""}`);
    fill();
  };

  const fits = (row) => {
    for (const [key, value] of chosen) {
      if (key === "q") {
        const wanted = value.toLocaleLowerCase();
        if (!row.id.toLocaleLowerCase().includes(wanted) && !row.text.toLocaleLowerCase().includes(wanted)) return false;
      } else if (key === "ended") {
        if (!row.ended.includes(value)) return false;
      } else if (key === "low") {
        if (!(R.isNumber(row[`metric.${value}`]) && row[`metric.${value}`] <= 0)) return false;
      } else if (key === "left") {
        if (typeof row[`metric.${value}`] !== "string") return false;
      } else if (String(row[key] ?? "") !== value) return false;
    }
    return true;
  };

  const names = Object.keys(section.metrics);
  const columns = [
    { field: "id", title: R.t("questions.id") },
    { field: "text", title: R.t("questions.text"), kind: "long", show: (row) => (row.text.length > 160 ? `${row.text.slice(0, 160)}…` : row.text) },
    ...(section.ended.length ? [{ field: "ended", title: R.t("funnel.place"), show: (row) => row.ended.map((one) => R.names(one)).join(", ") }] : []),
    ...names.map((name) => ({ field: `metric.${name}`, title: name, kind: "number", show: (row) => R.valueOrCase(row[`metric.${name}`]) })),
  ];

  const fill = () => {
    const rows = all.filter(fits);
    told.textContent = R.t("questions.count", { n: R.count(rows.length), all: R.count(all.length) });
    listed.replaceChildren(R.table({ columns, rows, onRow: (row) => `#question/${row.place}`, first: 25, caption: R.t("questions.title") }));
  };

  let typing = null;
  search.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => choose("q", search.value.trim()), 120);
  });

  const distinct = (cells) => [...new Set(cells.filter((cell) => cell !== null && cell !== undefined && cell !== "").map(String))].sort();
  const places = distinct(section.ended.flat());
  const controls = R.el("div", { class: "filters" },
    search,
    places.length ? filter("ended", R.t("funnel.place"), places, R.names) : null,
    distinct(section.status).length > 1 ? filter("status", R.t("questions.status"), distinct(section.status), R.caseOf) : null,
    Object.entries(section.slices).map(([name, cells]) => (distinct(cells).length > 1 && distinct(cells).length <= 60 ? filter(`slice.${name}`, name, distinct(cells)) : null)),
    names.length ? filter("low", R.t("questions.low"), names) : null,
    names.some((name) => section.metrics[name].some((cell) => typeof cell === "string")) ? filter("left", R.t("questions.left"), names) : null,
    R.el("button", { on: { click: () => { chosen.clear(); search.value = ""; mirror(); choose("q", ""); } } }, R.t("questions.clear")));

  const mirror = () => {
    for (const [key, select] of selects) select.value = chosen.get(key) ?? "";
    search.value = chosen.get("q") ?? "";
  };

  R.chooseQuestions = (query) => {
    chosen.clear();
    for (const [key, value] of query) if (key === "q" || selects.some(([known]) => known === key)) chosen.set(key, value);
    mirror();
    fill();
  };
  fill();
  return [controls, told, listed, R.el("div", { id: "question" })];
});

// Where an address leads: a list that is filtered, a question, or a part of the page. `still`: the reader is there already.
R.onPlace = async ({ name, rest, query }, { still = false } = {}) => {
  const section = R.document.sections.questions;
  const target = document.getElementById(name);
  if (section && name === "questions") {
    document.getElementById("question").replaceChildren();
    R.chooseQuestions(query);
  }
  if (section && name === "question") await R.openQuestion(Number(rest[0]), still);
  else if (!still && name) target?.scrollIntoView();
};

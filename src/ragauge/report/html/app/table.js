"use strict";
R.collator = new Intl.Collator(undefined, { numeric: true });

// What a column of this kind cannot order: nothing, and among numbers a word, such as why there is none.
R.isWord = (value, kind) => value === null || value === undefined || value === "" || (kind !== "text" && kind !== "long" && !R.isNumber(value));

// A table that can be sorted by its heads; long ones show their first rows, and more when asked.
R.table = ({ columns, rows, caption, onRow = null, first = 200, rowClass = null }) => {
  const state = { by: null, kind: "text", down: false, shown: first };
  const body = R.el("tbody");
  const foot = R.el("div", { class: "more" });
  const heads = columns.map((column) => {
    const button = R.el("button", { class: "sorter", on: { click: () => sortBy(column) } }, column.title);
    return R.el("th", { scope: "col", class: `is-${column.kind ?? "text"}` }, button);
  });
  const sortBy = ({ field, kind = "text" }) => {
    Object.assign(state, { by: field, kind, down: state.by === field ? !state.down : false });
    fill();
  };
  const compare = (one, other) => {
    const [a, b] = [one[state.by], other[state.by]];
    const [last, lastToo] = [R.isWord(a, state.kind), R.isWord(b, state.kind)];
    if (last || lastToo) return last - lastToo; // what has no value stands last in both directions
    const order = R.isNumber(a) && R.isNumber(b) ? a - b : R.collator.compare(a, b);
    return state.down ? -order : order;
  };
  const fill = () => {
    const ordered = state.by === null ? rows : [...rows].sort(compare);
    body.replaceChildren(...ordered.slice(0, state.shown).map(line));
    const left = ordered.length - state.shown;
    foot.replaceChildren(
      ...(left > 0
        ? [R.el("button", { on: { click: () => { state.shown += first * 5; fill(); } } }, R.t("table.more", { n: R.count(left) }))]
        : []),
    );
    columns.forEach((column, place) => {
      heads[place].setAttribute("aria-sort", state.by === column.field ? (state.down ? "descending" : "ascending") : "none");
    });
  };
  const line = (row) => {
    const cells = columns.map((column, place) => {
      const shown = column.show ? column.show(row) : R.written(row[column.field], column.kind);
      const inside = onRow && place === 0 ? R.el("a", { href: onRow(row) }, shown) : shown;
      return R.el(place === 0 ? "th" : "td", { scope: place === 0 ? "row" : null, class: `is-${column.kind ?? "text"}`, title: column.hint ? column.hint(row) : null }, inside);
    });
    return R.el("tr", { class: rowClass ? rowClass(row) : null }, cells);
  };
  fill();
  const table = R.el("table", {}, caption ? R.el("caption", {}, caption) : null, R.el("thead", {}, R.el("tr", {}, heads)), body);
  const empty = rows.length ? null : R.el("p", { class: "quiet" }, R.t("table.empty"));
  return R.el("div", { class: "tabled" }, R.el("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": caption ?? R.t("page.questions") }, table), foot, empty);
};

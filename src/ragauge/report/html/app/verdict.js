"use strict";
// What is good, bad and not known: sentences whose values come from the results, none of which is written here.
R.part("verdict", "verdict.title", (section) => {
  const said = (one) => {
    const values = Object.fromEntries(Object.entries(one.values).map(([name, value]) => [name, name === "place" ? R.names(value) : value]));
    const text = R.t(`verdict.${one.key}`, values);
    return R.el("li", {}, one.link ? R.el("a", { href: one.link }, text) : text);
  };
  const column = (kind, items) => R.el("div", { class: `said ${kind}` }, R.el("h3", {}, R.t(`verdict.${kind}`)),
    items.length ? R.el("ul", {}, items.map(said)) : R.el("p", { class: "quiet" }, R.t(`verdict.${kind}.nothing`)));
  return [
    section.headline.length ? R.el("ul", { class: "headline" }, section.headline.map(said)) : null,
    R.el("div", { class: "cards" }, column("bad", section.bad), column("good", section.good), column("unknown", section.unknown)),
  ];
});

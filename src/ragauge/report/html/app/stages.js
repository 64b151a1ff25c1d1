"use strict";
R.counts = (object) => Object.entries(object).map(([name, count]) => `${count} ${R.caseOf(name)}`).join(", ");

// Everything beside a mean that did not go into it, or went into it by a policy.
R.leftOut = (row) => {
  const parts = [
    Object.keys(row.excluded).length ? R.t("stages.excluded", { counts: R.counts(row.excluded) }) : null,
    Object.keys(row.failed).length ? R.t("stages.failed", { counts: R.counts(row.failed) }) : null,
    Object.keys(row.flagged).length ? R.t("stages.flagged", { counts: R.counts(row.flagged) }) : null,
  ];
  return parts.filter(Boolean);
};

R.part("stages", "stages.title", (section) => {
  const arrow = { higher: "↑", lower: "↓", none: "" };
  const metric = (row) => {
    const bounds = row.bounds ? Object.entries(row.bounds).map(([name, value]) => `${name} ${R.number(value)}`).join(", ") : null;
    return R.el("article", { class: "metric" },
      R.el("div", { class: "metric-head" },
        R.el("details", { class: "explained" },
          R.el("summary", {}, R.el("span", { class: "mono" }, row.metric), " ", R.el("span", { class: "quiet", title: R.t(`direction.${row.direction}`) }, arrow[row.direction])),
          R.el("p", {}, row.summary), row.formula ? R.el("p", { class: "quiet" }, row.formula) : null),
        R.el("span", { class: "figure", "data-metric": row.metric, "data-value": row.value }, R.number(row.value))),
      R.el("div", { class: "quiet" },
        [R.ends(row.low, row.high), R.t("stages.of", { n: row.n, items: row.items })].filter(Boolean).join(" · "),
        row.small && row.n ? R.el("span", { class: "tag warm" }, R.t("value.few")) : null,
        row.mark ? [" ", R.el("span", { class: "tag warm" }, row.mark)] : null),
      R.leftOut(row).map((text) => R.el("div", { class: "quiet left-out" }, text)),
      bounds ? R.el("div", { class: "quiet" }, bounds) : null);
  };
  return [
    section.chart ? R.chart(section.chart) : null,
    R.el("div", { class: "cards" }, section.stages.map(({ stage, metrics }) =>
      R.el("div", { class: "card", id: `stage-${stage}` }, R.el("h3", {}, R.word(`stage.${stage}`, stage)), metrics.map(metric)))),
  ];
});

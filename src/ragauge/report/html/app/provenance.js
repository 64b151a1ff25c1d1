"use strict";
R.part("provenance", "provenance.title", (section) =>
  R.el("details", {}, R.el("summary", {}, R.t("provenance.show", { n: section.rows.length })),
    R.table({
      columns: [
        { field: "name", title: R.t("provenance.what") },
        { field: "value", title: R.t("provenance.value"), kind: "long" },
      ],
      rows: section.rows,
      caption: R.t("provenance.title"),
      first: 1000,
    })),
);

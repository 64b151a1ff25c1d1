"use strict";
R.part("provenance", "provenance.title", (section) =>
  R.table({
    columns: [
      { field: "name", title: R.t("provenance.what") },
      { field: "value", title: R.t("provenance.value") },
    ],
    rows: section.rows,
    caption: R.t("provenance.title"),
  }),
);

"use strict";
R.part("verdict", "page.questions", (section) => R.chart(section.chart));

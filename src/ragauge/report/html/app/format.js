"use strict";
// Numbers as they are written: the same digits as in the terminal; what has no value is said, and is no number.
R.isNumber = (value) => typeof value === "number" && Number.isFinite(value);

R.number = (value, digits = 4) => (R.isNumber(value) ? value.toFixed(digits) : R.t("value.none"));

R.count = (value) => (R.isNumber(value) ? value.toLocaleString(R.state.language, { maximumFractionDigits: 0 }) : "");

R.percent = (value, digits = 1) => (R.isNumber(value) ? `${(value * 100).toFixed(digits)}%` : R.t("value.none"));

R.interval = (interval, digits = 3) =>
  interval ? `[${interval.low.toFixed(digits)}, ${interval.high.toFixed(digits)}]` : "";

R.written = (value, kind) => {
  if (value === null || value === undefined) return "";
  if (kind === "number") return R.isNumber(value) ? R.number(value) : String(value);
  if (kind === "count") return R.isNumber(value) ? R.count(value) : String(value);
  if (kind === "percent") return R.isNumber(value) ? R.percent(value) : String(value);
  return String(value);
};

"use strict";
// Numbers as they are written: the same digits as in the terminal; what has no value is said, and is no number.
R.isNumber = (value) => typeof value === "number" && Number.isFinite(value);

// A number that stands exactly between two goes to the even digit, as in the terminal; `toFixed` goes away from 0.
R.fixed = (value, digits) => {
  const rounded = value.toFixed(digits);
  const exact = value.toFixed(digits + 40);
  const between = /^\.?50*$/.test(exact.slice(rounded.length));
  return between && Number(rounded.at(-1)) % 2 ? exact.slice(0, rounded.length) : rounded;
};

R.number = (value, digits = 4) => (R.isNumber(value) ? R.fixed(value, digits) : R.t("value.none"));

// A difference: with its sign, and never 0 where it is not.
R.signed = (value, digits = 4) => {
  const tiny = value !== 0 && Math.abs(value) < 0.5 * 10 ** -digits;
  const text = tiny ? value.toExponential(1).replace(/-(\d)$/, "-0$1") : R.fixed(value, digits);
  return `${value > 0 ? "+" : ""}${text}`;
};

R.ends = (low, high, write = (value) => R.fixed(value, 3)) => (R.isNumber(low) ? `[${write(low)}, ${write(high)}]` : "");

// A number with its interval.
R.valued = (value, low, high) => `${R.number(value)} ${R.ends(low, high)}`;

R.changed = (value, low, high) => (R.isNumber(value) ? `${R.signed(value)} ${R.ends(low, high, (one) => R.signed(one, 3))}` : "");

R.p = (p) => (R.isNumber(p) ? (p < 0.0001 ? "<0.0001" : R.fixed(p, 4)) : "");

R.count = (value) => (R.isNumber(value) ? value.toLocaleString(R.state.language, { maximumFractionDigits: 0 }) : "");

R.percent = (value, digits = 1) => (R.isNumber(value) ? `${R.fixed(value * 100, digits)}%` : R.t("value.none"));

R.written = (value, kind) => {
  if (value === null || value === undefined) return "";
  if (kind === "number") return R.isNumber(value) ? R.number(value) : String(value);
  if (kind === "count") return R.isNumber(value) ? R.count(value) : String(value);
  if (kind === "percent") return R.isNumber(value) ? R.percent(value) : String(value);
  return String(value);
};

// Why there is no value, in words where these are known; the name in JSON and CSV otherwise.
R.caseOf = (name) => R.word(`case.${name}`, name);

R.valueOrCase = (value) => (typeof value === "string" ? R.el("span", { class: "quiet" }, `– ${R.caseOf(value)}`) : R.written(value, "number"));

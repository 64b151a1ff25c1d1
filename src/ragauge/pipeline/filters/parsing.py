"""Predicates as people write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.core.scalars import bare_value
from ragauge.pipeline.filters.predicate import Op, Predicate

if TYPE_CHECKING:
    from ragauge.pipeline.filters.kinds import Scalar

FIELD = r"(?P<field>[^\W\d][\w.\-]*)"
SIGNS: dict[str, Op] = {
    "=": "eq", "==": "eq", "!=": "ne", "≠": "ne", "<=": "le", "≤": "le", ">=": "ge", "≥": "ge", "<": "lt", ">": "gt",
    "^=": "prefix",
}  # fmt: skip
WORDS: dict[str, Op] = {
    "in": "in", "not in": "not_in", "prefix": "prefix",
    "eq": "eq", "ne": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "not_in": "not_in",
}  # fmt: skip

QUOTES = "\"'"

_EXISTS = re.compile(rf"{FIELD}\s+(?P<negated>not\s+)?exists", re.IGNORECASE)
_SIGN = re.compile(rf"{FIELD}\s*(?P<op>==|!=|<=|>=|\^=|[=<>≠≤≥])\s*(?P<value>.+)", re.DOTALL)
_WORD = re.compile(rf"{FIELD}\s+(?P<op>not\s+in|\w+)\s*(?P<value>[\s{{\[(\"'].*)", re.IGNORECASE | re.DOTALL)
_LISTED = re.compile(r"\{(.*)\}|\[(.*)\]|\((.*)\)", re.DOTALL)
_VALUE = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,"'\s][^,"']*?)\s*(,|$)""", re.DOTALL)

_JOINED = re.compile(r"\s(?:and|or|и|или|&&|\|\|)\s+[^\W\d][\w.\-]*\s*(?:=|!=|[<>≠≤≥]|\^=)", re.IGNORECASE)


def parse(text: str, *, authorization: bool = False) -> Predicate:
    """A predicate from text: ``field = value``, ``field in {value, value}``, ``field exists``.

    Operators: ``=`` ``!=`` ``<`` ``<=`` ``>`` ``>=`` ``^=`` (prefix), ``in``, ``not in``, ``exists``, ``not exists``,
    and the names eq, ne, lt, le, gt, ge, prefix, not_in. A value in quotes is a text; without them, digits are a
    number (but 007 is a text), true and false truth values, and the rest is a text. ``str(predicate)`` is read back
    as the same predicate.

    >>> parse("locale = en-US"), parse("n<=3").value, parse('tier = "1"').value
    (Predicate(field='locale', op='eq', value='en-US', authorization=False), 3, '1')
    >>> parse("n in {1, 2, 3}").value, parse("раздел exists").op
    ((1, 2, 3), 'exists')

    Raises: InputError for a text that is no predicate.
    """
    stripped = text.strip()
    if found := _EXISTS.fullmatch(stripped):
        return Predicate(found["field"], "exists", not found["negated"], authorization)
    found = _SIGN.fullmatch(stripped) or _WORD.fullmatch(stripped)
    op = None if found is None else _op(found["op"])
    if found is None or op is None:
        raise InputError(f"{text!r} is no predicate, such as: locale = en-US, year >= 2020, tenant in {{a, b}}")
    value: Scalar | tuple[Scalar, ...]
    value = _values(found["value"], text) if op in {"in", "not_in"} else _one(found["value"], text, op == "prefix")
    return Predicate(found["field"], op, value, authorization)


def _op(written: str) -> Op | None:
    plain = " ".join(written.lower().split())
    return SIGNS.get(plain) or WORDS.get(plain)


def _values(written: str, text: str) -> tuple[Scalar, ...]:
    listed = _LISTED.fullmatch(written.strip())
    if listed is None:
        raise InputError(f"{text!r}: several values stand in braces: {{a, b}}")
    return _split(next(part for part in listed.groups() if part is not None), text)


def _one(written: str, text: str, as_text: bool) -> Scalar:
    if written.strip()[0] not in QUOTES and _JOINED.search(written):
        raise InputError(
            f"{text!r} looks like two predicates: write them apart (or with ; between), or quote the value"
        )
    values = _split(written, text, as_text)
    if len(values) != 1:
        raise InputError(f"{text!r}: one value is needed, not {len(values)}; a comma within a text needs quotes")
    return values[0]


def _split(written: str, text: str, as_text: bool = False) -> tuple[Scalar, ...]:
    values, place = [], 0
    while place < len(written.rstrip()):
        found = _VALUE.match(written, place)
        if found is None:
            raise InputError(f"{text!r}: cannot read the value at {written[place:]!r}")
        values.append(found[1] if as_text and found[1][0] not in QUOTES else _scalar(found[1]))
        place = found.end()
    return tuple(values)


def _scalar(written: str) -> Scalar:
    if written[0] in QUOTES:
        return re.sub(r"\\(.)", r"\1", written[1:-1], flags=re.DOTALL)
    return bare_value(written)

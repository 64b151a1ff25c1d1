"""What a value without quotes is: in predicates, and in the front matter of documents."""

from __future__ import annotations

import re

NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d{0,299})(?P<part>\.\d+)?(?P<power>[eE][+-]?\d+)?", re.ASCII)


def bare_value(written: str) -> str | int | float | bool:
    """A number, a truth value, or else the text as it is.

    Digits are a whole number, with a point or a power a float; a number does not begin with 0, so that 007 is a text.

    >>> [bare_value(text) for text in ("1", "1.0", "01", "True", "2024-05-31", "no")]
    [1, 1.0, '01', True, '2024-05-31', 'no']
    """
    if written.lower() in {"true", "false"}:
        return written.lower() == "true"
    if found := NUMBER.fullmatch(written):
        return float(written) if found["part"] or found["power"] else int(written)
    return written

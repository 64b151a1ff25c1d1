"""Any value as a short text for a message: it may be huge, deeply nested, or unable to print itself."""

from __future__ import annotations

from reprlib import Repr

LONGEST = 80


def brief(value: object) -> str:
    """The value as Python writes it, cut where it is long.

    >>> brief(["d1", {"a": 1}]), brief([[[[[]]]]])
    ("['d1', {'a': 1}]", '[[[[...]]]]')
    """
    short = Repr()
    short.maxlevel = 4
    short.maxstring = short.maxlong = short.maxother = LONGEST
    try:
        return short.repr(value)
    except ValueError:  # an integer of thousands of digits
        return f"<{type(value).__name__} too long to print>"

"""Whether the pieces of a cell are ids of their own, or one id was cut in pieces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_ENDING = re.compile(r"[^\s.][^.]*\.[^\W\d_]\w{0,5}\Z|.*[^\s.]\.[^\W\d_]\w{0,5}\Z", re.DOTALL)
_THOUSANDS = re.compile(r"\d{3}")


def are_ids(parts: Sequence[str], whole: Collection[str], *, strict: bool) -> bool:
    """Whether the parts of a cell are ids; ``whole`` are the cells of the column as they are.

    All or none of them must end like a file, and be a URL. ``strict`` is for a mark that ids hold themselves: then
    the parts must all end like files, or all be whole cells elsewhere, or have no space in them and be all numbers
    or none of them.

    >>> are_ids(["a.pdf", "б.pdf"], (), strict=True), are_ids(["Иванов", "2019.pdf"], (), strict=False)
    (True, False)
    >>> are_ids(["s.4", "s.9"], (), strict=True), are_ids(["Smith", "2019"], (), strict=True)
    (True, False)
    >>> are_ids(["Terms of use", "Fees"], {"Terms of use", "Fees"}, strict=True)
    True
    """
    if len(parts) == 1:
        return True
    if len(parts) < 1:
        return False
    if all(part in whole for part in parts):
        return True
    files = sum(_ENDING.match(part) is not None for part in parts)
    urls = sum("://" in part for part in parts)
    if files not in (0, len(parts)) or urls not in (0, len(parts)):
        return False
    if not strict or files:
        return True
    numbers = sum(part.isdecimal() for part in parts)
    if numbers == len(parts) and all(map(_THOUSANDS.fullmatch, parts[1:])):
        return False
    return numbers in (0, len(parts)) and not any(char.isspace() for part in parts for char in part)

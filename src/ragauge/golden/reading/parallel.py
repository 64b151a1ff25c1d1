"""Lists that stand side by side in one row: which document goes with which page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def parallel_rows(lists: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """One row for each place of the lists, by column: lists of one length go side by side, one value goes with all.

    An empty list is a column without a value: it is left out.

    >>> parallel_rows({"source": ["v1.pdf", "v2.pdf"], "page": [12, 7]})
    [{'source': 'v1.pdf', 'page': 12}, {'source': 'v2.pdf', 'page': 7}]
    >>> parallel_rows({"источник": ["свод.pdf"], "страница": [5, 6]})
    [{'источник': 'свод.pdf', 'страница': 5}, {'источник': 'свод.pdf', 'страница': 6}]
    >>> parallel_rows({"source": ["v1.pdf", "v2.pdf"], "page": [1, 2, 3]})
    Traceback (most recent call last):
    ValueError: lists that do not go together: 2 in 'source', 3 in 'page'; write one value, or as many

    Raises: ValueError in words, with every column and its length, for lists of several lengths above one.
    """
    held = {column: values for column, values in lists.items() if len(values)}
    if not held:
        return []
    length = max(map(len, held.values()))
    if any(len(values) not in (1, length) for values in held.values()):
        counts = ", ".join(f"{len(values)} in {column!r}" for column, values in held.items())
        raise ValueError(f"lists that do not go together: {counts}; write one value, or as many")
    return [
        {column: values[place if len(values) > 1 else 0] for column, values in held.items()} for place in range(length)
    ]

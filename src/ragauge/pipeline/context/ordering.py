"""In which order passages stand in a prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

Order = Literal["rank", "edges_first"]
Item = TypeVar("Item")


def ordered(items: Sequence[Item], order: Order) -> list[Item]:
    """Items, best first, in an order: as they are, or with the best at both ends and the worst in the middle.

    >>> ordered([1, 2, 3, 4, 5], "rank"), ordered([1, 2, 3, 4, 5], "edges_first")
    ([1, 2, 3, 4, 5], [1, 3, 5, 4, 2])

    Raises: InputError for another order.
    """
    if order == "rank":
        return list(items)
    if order == "edges_first":
        return [*items[::2], *reversed(items[1::2])]
    raise InputError(f"no order {order!r}; there are rank, edges_first")

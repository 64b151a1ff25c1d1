"""The columns of the golden set that a scorecard carries: to slice and to cluster by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.scorecard import Scorecard

MOST_SLICES = 100


def source_of(card: Scorecard) -> str:
    """What a scorecard calls its run."""
    run = card.provenance.get("run")
    return str(run.get("source", "run")) if isinstance(run, Mapping) else "run"


def column_named(card: Scorecard, name: str) -> str:
    """A column by its name, without regard to case.

    Raises: InputError naming the columns there are, or for one with too many values to slice by.
    """
    there = [column for column in card.columns if column != "question"]
    found = [column for column in there if column == name]
    found = found or [column for column in there if column.casefold() == name.casefold()]
    if len(found) != 1:
        raise InputError(f"{source_of(card)}: no column {name!r}; there are: {', '.join(there) or 'none'}")
    if (many := len(set(cells_of(card, found[0]).tolist()))) > MOST_SLICES:
        raise InputError(f"{source_of(card)}: column {name!r} has {many} different values; too many to slice by")
    return found[0]


def cells_of(card: Scorecard, column: str) -> NDArray[np.object_]:
    """The cells of a column, a blank one as ``(blank)``."""
    return np.array(["(blank)" if cell is None else str(cell) for cell in card.columns[column]], dtype=object)


def where_cell(cells: NDArray[np.object_], value: str) -> BoolArray:
    """Where a cell is this one; numpy's own comparison forgets zeros at the end of a text."""
    return np.fromiter((cell == value for cell in cells.tolist()), dtype=bool, count=len(cells))


def clusters_of(*cards: Scorecard) -> IntArray | None:
    """Codes of the questions of the first scorecard that belong together, by the first that was measured with clusters.

    A question without a value in that column stands for itself.

    Raises: InputError when the first scorecard lacks the column.
    """
    column = next((found for card in cards if (found := card.provenance.get("clusters")) is not None), None)
    if column is None:
        return None
    card = cards[0]
    if column not in card.columns:
        raise InputError(f"{source_of(card)}: no column {column!r}, whose questions belong together")
    cells = zip(card.columns[column], card.questions, strict=True)
    own = [f"\0{question}" if cell is None else str(cell) for cell, question in cells]
    codes: IntArray = np.unique(np.array(own, dtype=object), return_inverse=True)[1].astype(np.int64)
    return codes

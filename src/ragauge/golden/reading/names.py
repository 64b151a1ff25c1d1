"""A column of ids or texts, each of which has to be there."""

from __future__ import annotations

from typing import Any

import polars as pl

from ragauge.core.ids import WHITE, clean_id
from ragauge.io.frame_columns import text_column


def read_names(cells: list[Any], complaint: str, instead: str) -> tuple[pl.Series, list[tuple[int, str]]]:
    """The column as ``clean_id`` reads each cell, and (place, message) of those that are none.

    >>> names, faults = read_names([" q1 ", "", 7], "the id is empty", "?")
    >>> names.to_list(), faults
    (['q1', '?', '7'], [(1, 'the id is empty')])
    """
    texts = text_column(cells)
    if texts is None or texts.str.contains("\0", literal=True).any():
        return _one_by_one(cells, complaint, instead)
    names = texts.str.strip_chars(WHITE).replace("", None)
    faults = [(place, complaint) for place in names.is_null().arg_true()]
    return names.fill_null(instead), faults


def _one_by_one(cells: list[Any], complaint: str, instead: str) -> tuple[pl.Series, list[tuple[int, str]]]:
    names, faults = [], []
    for place, cell in enumerate(cells):
        try:
            name = clean_id(cell)
            message = complaint
        except ValueError as error:
            name, message = None, str(error)
        if name is None:
            faults.append((place, message))
        names.append(instead if name is None else name)
    return pl.Series(names, dtype=pl.String), faults

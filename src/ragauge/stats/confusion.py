"""Confusion tables of two raters over a scale, and what each item adds to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray, IntArray


def confusion_cells(first: IntArray, second: IntArray, categories: int) -> FloatArray:
    """What each item adds to the confusion table: a 1 in the cell of its two labels.

    Formula: row i has a 1 at first[i] · categories + second[i].

    Returns: (n, categories²); the sum over items, reshaped, is the table, and so is any resample of it. Labels are
    places on a scale, from 0. A label outside the scale, or lists of two lengths, are a ``ValueError``.

    >>> confusion_cells(np.array([0, 1]), np.array([0, 0]), 2).sum(axis=0).reshape(2, 2)
    array([[1., 0.],
           [1., 0.]])
    """
    if first.shape != second.shape or first.ndim != 1:
        raise ValueError(f"two labels an item are needed, not {first.shape} and {second.shape}")
    both = np.concatenate([first, second])
    if len(both) and not (both.min() >= 0 and both.max() < categories):
        raise ValueError(f"labels are places on a scale of {categories}, from 0")
    cells = np.zeros((len(first), categories * categories))
    cells[np.arange(len(first)), first * categories + second] = 1.0
    return cells


def confusion_table(first: IntArray, second: IntArray, categories: int) -> FloatArray:
    """How many items have each pair of labels: rows are the first rater's, columns the second's.

    Formula: table[a, b] = number of items with first = a and second = b.
    Undefined cases: no item gives a table of zeros. Labels outside the scale are a ``ValueError``.

    >>> confusion_table(np.array([0, 1, 1]), np.array([0, 1, 0]), 2)
    array([[1., 0.],
           [1., 1.]])
    """
    table: FloatArray = confusion_cells(first, second, categories).sum(axis=0).reshape(categories, categories)
    return table

"""Scores of one list brought to a scale on which lists can be added."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from ragauge.core.errors import InputError
from ragauge.pipeline.fusion.lists import finite, unique

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.core.arrays import FloatArray
    from ragauge.core.records import Hit

Norm = Literal["minmax", "zscore", "max", "sum", "rank", "theoretical"]


@dataclass(frozen=True, slots=True)
class Normalised:
    """The normalised score of every document of a list, and ``missing``: what all other documents get."""

    scores: Mapping[str, float]
    missing: float


def normalise(hits: Sequence[Hit], norm: Norm = "minmax", *, minimum: float | None = None) -> Normalised:
    """Normalise the scores of a list; s is a score, n the number of documents.

    =============  ========================================  =====================================
    norm           a document that was returned              one that was not (the lane's minimum)
    =============  ========================================  =====================================
    minmax         (s − min) ÷ (max − min)                   0
    zscore         (s − mean) ÷ standard deviation (ddof 0)  the lowest z of the list
    max            s ÷ max                                   min ÷ max
    sum            (s − min) ÷ Σ (s − min)                   0
    rank           (n + 1 − rank) ÷ n                        0: the place after the last
    theoretical    (s − ``minimum``) ÷ (max − ``minimum``)   0: the lowest score there can be
    =============  ========================================  =====================================

    So what was not returned never beats what was. Scores that are all equal, as that of a single document, have no
    spread to divide by: under minmax, zscore, max and sum such a list tells only what it returned, as 1 against 0.
    (ranx gives 0, and 1 under max, to both.) ``theoretical`` is 0 throughout where all scores are the minimum.
    Of an empty list nothing is known: all documents get 0. The first occurrence of an id counts.

    >>> from ragauge.core.records import Hit
    >>> normalise([Hit("d1", 8.0), Hit("d2", 4.0), Hit("d3", 2.0)], "sum")
    Normalised(scores={'d1': 0.75, 'd2': 0.25, 'd3': 0.0}, missing=0.0)
    >>> normalise([Hit("d1", 0.8), Hit("d2", 0.35)], "theoretical", minimum=-1)
    Normalised(scores={'d1': 1.0, 'd2': 0.75}, missing=0.0)
    >>> normalise([Hit("d1", 5.0)], "zscore")
    Normalised(scores={'d1': 1.0}, missing=0.0)

    Raises: InputError for an unknown norm, scores that are NaN or infinite, ``max`` where the largest score is not
        above 0, ``theoretical`` without a minimum or with scores below it.
    """
    if norm not in NORMS:
        raise InputError(f"no normalisation {norm!r}; there are {', '.join(NORMS)}")
    listed = finite(unique(hits), where=f"normalising by {norm}")
    if not listed:
        return Normalised({}, 0.0)
    scores = np.array([hit.score for hit in listed], dtype=np.float64)
    if norm == "theoretical":
        values, missing = _theoretical(scores, minimum)
    elif norm == "max" and scores.max() <= 0:
        raise InputError(f"the largest score is {scores.max():g}; normalising by max needs one above 0 (try minmax)")
    elif norm != "rank" and scores.max() == scores.min():
        values, missing = np.ones(len(scores)), 0.0
    else:
        values, missing = NORMS[norm](scores)
    return Normalised(dict(zip((hit.item for hit in listed), values.tolist(), strict=True)), missing)


def _minmax(scores: FloatArray) -> tuple[FloatArray, float]:
    scaled = scores / np.abs(scores).max()  # the difference of two large numbers may be too large for one
    top = scaled - scaled.min()
    return top / top.max(), 0.0


def _zscore(scores: FloatArray) -> tuple[FloatArray, float]:
    scaled = scores / np.abs(scores).max()
    values = (scaled - scaled.mean()) / scaled.std()
    return values, float(values.min())


def _max(scores: FloatArray) -> tuple[FloatArray, float]:
    with np.errstate(over="ignore"):
        values = scores / scores.max()
    if not np.isfinite(values).all():
        raise InputError(f"the largest score, {scores.max():g}, is too small to divide the others by (try minmax)")
    return values, float(values.min())


def _sum(scores: FloatArray) -> tuple[FloatArray, float]:
    values, missing = _minmax(scores)
    return values / values.sum(), missing


def _rank(scores: FloatArray) -> tuple[FloatArray, float]:
    n = len(scores)
    return np.arange(n, 0, -1) / n, 0.0


def _theoretical(scores: FloatArray, minimum: float | None = None) -> tuple[FloatArray, float]:
    if minimum is None or not math.isfinite(minimum):
        raise InputError("theoretical normalisation needs the lowest score that the lane can give (cosine −1, BM25 0)")
    if scores.min() < minimum:
        raise InputError(f"a score of {scores.min():g} is below the theoretical minimum of {minimum:g}")
    top = scores - minimum
    return (top / top.max() if top.max() > 0 else top), 0.0


NORMS: dict[str, Callable[[FloatArray], tuple[FloatArray, float]]] = {
    "minmax": _minmax,
    "zscore": _zscore,
    "max": _max,
    "sum": _sum,
    "rank": _rank,
    "theoretical": _theoretical,
}

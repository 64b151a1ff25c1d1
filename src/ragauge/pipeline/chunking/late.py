"""Late chunking: the vectors of chunks as means of token vectors of the whole document."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.brief import brief
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.core.arrays import FloatArray


def late_pool(tokens: FloatArray, spans: Iterable[tuple[int, int]]) -> list[FloatArray | None]:
    """The mean of the token vectors of every span, one entry a span.

    Formula: Σ tokens[start:end] ÷ (end − start), the end cut to the number of tokens.

    ``tokens`` is (t, d), the contextual vectors of the tokens of a document; ``spans`` are half-open and count
    tokens, not characters. Undefined: a span that is empty, starts below 0 or starts at t or beyond gives None at its
    place, so that entry i is always that of chunk i; jina's ``chunked_pooling`` drops such spans silently.
    Source: Günther et al. 2024; jina-ai/late-chunking.

    >>> tokens = np.array([[1.0, 0.0], [0.0, 1.0], [3.0, 3.0]])
    >>> [None if vector is None else vector.tolist() for vector in late_pool(tokens, [(0, 2), (1, 1), (2, 9), (3, 5)])]
    [[0.5, 0.5], None, [3.0, 3.0], None]

    Raises: InputError where tokens is no matrix of finite numbers, or a span is no pair of whole numbers.
    """
    try:
        rows = np.asarray(tokens, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"tokens must be a matrix of numbers, got {brief(tokens)}") from None
    if rows.ndim != 2 or not np.isfinite(rows).all():
        raise InputError(f"tokens must be a matrix of finite numbers, one row a token, got shape {rows.shape}")
    return [_mean(rows, *_bounds(span)) for span in spans]


def _bounds(span: tuple[int, int]) -> tuple[int, int]:
    try:
        start, end = (index(place) for place in span)
    except (TypeError, ValueError):
        raise InputError(f"a span must be two whole numbers, got {brief(span)}") from None
    return start, end


def _mean(rows: FloatArray, start: int, end: int) -> FloatArray | None:
    if not 0 <= start < min(end, len(rows)):
        return None
    mean: FloatArray = rows[start:end].mean(axis=0)
    return mean

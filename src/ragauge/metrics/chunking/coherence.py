"""Whether what stands in one chunk belongs together more than what stands in two."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import FloatArray


def chunk_coherence(chunks: Sequence[FloatArray]) -> float | None:
    """Mean cosine of sentences within a chunk, less the mean cosine of sentences on both sides of its boundaries.

    Formula: mean over all pairs of sentences in the same chunk − mean over all pairs of one sentence in a chunk and one
    in the next; every pair counts once.

    ``chunks`` are those of one document in order: for each a matrix with one row a sentence (those that neighbours
    share stand in both). A sentence without a vector (all zeros) is left out. Values of several documents are weighed
    by whoever takes their mean.

    Returns: a number in [-2, 2], higher is better; 0 or less: the cuts ignore what the text is about.
    Undefined: no chunk of two sentences, or no two chunks: None.
    Limits: as good as the embedder; smaller chunks are more alike within whatever they say, so compare like sizes.

    >>> lamps, plugs = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[0.0, 1.0]])
    >>> chunk_coherence([lamps, plugs])
    1.0

    Raises: InputError for what is no matrix of finite numbers, or rows of different lengths.
    """
    units = [_unit(chunk) for chunk in chunks]
    if len({unit.shape[1] for unit in units}) > 1:
        raise InputError("the vectors of the chunks have different lengths")
    within = [float(cosine) for unit in units for cosine in (unit @ unit.T)[np.triu_indices(len(unit), 1)]]
    across = [float(cosine) for one, following in pairwise(units) for cosine in (one @ following.T).ravel()]
    if not within or not across:
        return None
    return float(np.mean(within) - np.mean(across))


def _unit(chunk: FloatArray) -> FloatArray:
    rows = np.asarray(chunk, dtype=np.float64)
    if rows.ndim != 2 or not np.isfinite(rows).all():
        raise InputError(f"a chunk must be a matrix of finite numbers, one row a sentence, got shape {rows.shape}")
    lengths = np.linalg.norm(rows, axis=1)
    there = lengths > 0
    unit: FloatArray = rows[there] / lengths[there, None]
    return unit

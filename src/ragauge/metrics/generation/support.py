"""Support as TREC 2024 RAG judges it: full, partial or none, of the first citation of each sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Support = Literal["full", "partial", "none"]
WEIGHTS: dict[Support, float] = {"full": 1.0, "partial": 0.5, "none": 0.0}


def support_precision(labels: Sequence[Support | None]) -> float | None:
    """Mean weight of the support over the sentences that cite something; None where no sentence does.

    A label is that of a sentence's first citation, by a judge or a person; None: the sentence cites nothing.
    Source: the track's support evaluation, as its overview has it: full 1, partial 0.5, none 0.

    >>> support_precision(["full", "partial", None])
    0.75
    """
    cited = [WEIGHTS[label] for label in labels if label is not None]
    return sum(cited) / len(cited) if cited else None


def support_recall(labels: Sequence[Support | None]) -> float | None:
    """Mean weight of the support over all sentences, those that cite nothing being 0; None without sentences.

    >>> support_recall(["full", "partial", None])
    0.5
    """
    return sum(WEIGHTS[label] for label in labels if label is not None) / len(labels) if labels else None

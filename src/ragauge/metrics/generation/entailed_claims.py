"""Claims of an answer and of its reference against each other and against chunks: RAGChecker's figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.metrics.generation.verdicts import noise_sensitivity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.metrics.generation.verdicts import Matrix


@dataclass(frozen=True, slots=True)
class ClaimFigures:
    """Each a share in [0, 1], or None where there is nothing that it could be a share of.

    ``precision``: claims of the answer that the reference entails; ``recall``: of the reference that the answer
    entails; ``f1`` of both. ``claim_recall``: claims of the reference that a chunk entails; ``context_precision``:
    chunks that entail one of them; ``context_utilisation``: of those claims, the ones that the answer entails.
    ``faithfulness``: claims of the answer that a chunk entails; ``hallucination``: wrong ones that none does;
    ``self_knowledge``: right ones that none does; ``noise_relevant`` and ``noise_irrelevant``: wrong ones that come
    from a relevant chunk, or only from others (lower is better, as of hallucination).
    """

    precision: float | None
    recall: float | None
    f1: float | None
    claim_recall: float | None
    context_precision: float | None
    context_utilisation: float | None
    faithfulness: float | None
    hallucination: float | None
    self_knowledge: float | None
    noise_relevant: float | None
    noise_irrelevant: float | None


def claim_figures(
    right: Sequence[object], stated: Sequence[object], entailed: Matrix, relevant: Matrix, chunks: int
) -> ClaimFigures:
    """The figures from verdicts, by whatever entails.

    ``right``: for each claim of the answer whether the reference entails it; ``stated``: for each claim of the
    reference whether the answer does; ``entailed`` and ``relevant``: for each claim of the answer, and of the
    reference, for each chunk, whether the chunk does. An answer without claims has no figure that is a share of them:
    it is not free of hallucinations with 0. Without chunks nothing is entailed: claims that are wrong are made up.
    Source: Ru et al. 2024, RAGChecker (0.1.9, which gives 0 in all of these cases).

    >>> one = claim_figures([1, 0], [1], [[1], [0]], [[1]], chunks=1)
    >>> one.precision, one.faithfulness, one.hallucination, one.self_knowledge
    (0.5, 0.5, 0.5, 0.0)
    >>> claim_figures([], [0], [], [[0]], chunks=1).hallucination is None
    True
    """
    supported = [any(row) for row in entailed]
    found = [any(row) for row in relevant]
    precision, recall = _share(right), _share(stated)
    used = [verdict for verdict, there in zip(stated, found, strict=True) if there]
    return ClaimFigures(
        precision=precision,
        recall=recall,
        f1=_f1(precision, recall),
        claim_recall=_share(found),
        context_precision=_share([any(row[chunk] for row in relevant) for chunk in range(chunks)])
        if relevant
        else None,
        context_utilisation=_share(used),
        faithfulness=_share(supported),
        hallucination=_share([not one and not there for one, there in zip(right, supported, strict=True)]),
        self_knowledge=_share([one and not there for one, there in zip(right, supported, strict=True)]),
        noise_relevant=noise_sensitivity(right, relevant, entailed, by="relevant"),
        noise_irrelevant=noise_sensitivity(right, relevant, entailed, by="irrelevant"),
    )


def _share(verdicts: Sequence[object]) -> float | None:
    return sum(bool(one) for one in verdicts) / len(verdicts) if verdicts else None


def _f1(precision: float | None, recall: float | None) -> float | None:
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0

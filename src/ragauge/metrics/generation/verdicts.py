"""Formulas over verdicts that a judge or a model gave: checked first, so that a broken reply is no number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ragauge.core.flows import JudgeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    Matrix = Sequence[Sequence[object]]
    """For each claim, for each chunk, whether the chunk entails the claim."""


def checked(verdicts: Sequence[object], count: int) -> list[bool]:
    """One verdict for each of ``count`` claims, each 0 or 1, true or false.

    >>> checked([1, 0, True], 3)
    [True, False, True]

    Raises: JudgeError of the kind ``wrong_count`` if there are fewer or more, ``not_allowed`` for any other value.
    """
    if len(verdicts) != count:
        raise JudgeError("wrong_count", f"{len(verdicts)} verdicts for {count} claims")
    for verdict in verdicts:
        if not isinstance(verdict, bool | int) or verdict not in (0, 1):
            raise JudgeError("not_allowed", f"a verdict is 0 or 1, not {verdict!r}")
    return [bool(verdict) for verdict in verdicts]


def share_of(verdicts: Sequence[object], count: int) -> float | None:
    """Share of claims with a good verdict: faithfulness, recall of claims; None where there are no claims.

    >>> share_of([1, 1, 0, 1], 4), share_of([], 0)
    (0.75, None)

    Raises: JudgeError as ``checked``.
    """
    found = checked(verdicts, count)
    return sum(found) / len(found) if found else None


def ranked_relevance(verdicts: Sequence[object]) -> float | None:
    """Average precision over the relevant chunks that are there: ragas' context precision; None without any chunk.

    Formula: Σ over relevant places i of precision@i ÷ relevant chunks there; 0 where none is relevant.

    It is no precision: one relevant chunk at the top of five is 1.0, while precision@5 is 0.2; and relevant chunks that
    were not retrieved do not count, unlike ``map``.

    >>> ranked_relevance([1, 0, 0, 0, 0]), ranked_relevance([0, 0]), ranked_relevance([])
    (1.0, 0.0, None)
    """
    found = checked(verdicts, len(verdicts))
    if not found:
        return None
    places = [place for place, verdict in enumerate(found, start=1) if verdict]
    shares = [number / place for number, place in enumerate(places, start=1)]
    return sum(shares) / len(shares) if shares else 0.0


def noise_sensitivity(
    right: Sequence[object], relevant: Matrix, entailed: Matrix, *, by: Literal["relevant", "irrelevant"]
) -> float | None:
    """Share of the answer's claims that are wrong and come from relevant (or only from irrelevant) chunks.

    ``right``: for each claim of the answer whether the reference entails it; ``relevant``: for each claim of the
    reference, for each chunk, whether the chunk entails it; ``entailed``: the same for the claims of the answer. A
    chunk is relevant that entails a claim of the reference. Lower is better; None where the answer has no claims.
    Source: Ru et al. 2024, RAGChecker; ragas 0.4.3.

    >>> noise_sensitivity([1, 0], [[1, 0]], [[1, 0], [1, 1]], by="relevant")
    0.5
    """
    if not right:
        return None
    chunks = len(entailed[0]) if entailed else 0
    is_relevant = [any(row[chunk] for row in relevant) for chunk in range(chunks)]
    wrong_from_relevant = [
        not good and any(row[chunk] and is_relevant[chunk] for chunk in range(chunks))
        for good, row in zip(right, entailed, strict=True)
    ]
    if by == "relevant":
        return sum(wrong_from_relevant) / len(right)
    wrong_from_others = [
        not good and any(row) and not taken
        for good, row, taken in zip(right, entailed, wrong_from_relevant, strict=True)
    ]
    return sum(wrong_from_others) / len(right)


def mean_likeness(likenesses: Sequence[float], noncommittal: Sequence[object]) -> float | None:
    """Mean likeness of questions made from an answer to the one that was asked: ragas' response relevancy.

    0 only where every answer is noncommittal; None without a question. The range is that of a cosine, −1 to 1.

    >>> mean_likeness([1.0, 0.0], [False, False]), mean_likeness([1.0, 1.0], [True, True]), mean_likeness([], [])
    (0.5, 0.0, None)
    """
    if not likenesses:
        return None
    return 0.0 if noncommittal and all(noncommittal) else sum(likenesses) / len(likenesses)

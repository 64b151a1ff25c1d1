"""Characters of gold spans against characters of retrieved chunks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Span = tuple[int, int]
"""A half-open span of a document, in characters (code points)."""
Counting = Literal["union", "sum"]


@dataclass(frozen=True, slots=True)
class SpanScores:
    """What retrieved chunks hold of a question's gold spans; None where it is not defined."""

    recall: float | None
    precision: float | None
    iou: float | None


def merged(spans: Iterable[Span]) -> list[Span]:
    """The union of spans as spans apart from each other, in order; those that touch are one.

    >>> merged([(0, 5), (5, 8), (11, 20), (10, 12), (3, 3)])
    [(0, 8), (10, 20)]

    Raises: InputError for a span that starts below 0 or ends before it starts: -1 is no place.
    """
    found: list[Span] = []
    for start, end in sorted(spans):
        if not 0 <= start <= end:
            raise InputError(f"a span must start at 0 or later and not end before it starts, got {start} to {end}")
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        elif end > start:
            found.append((start, end))
    return found


def span_scores(
    gold: Mapping[str, Sequence[Span]], retrieved: Mapping[str, Sequence[Span]], *, counting: Counting = "union"
) -> SpanScores:
    """Recall, precision and intersection over union of characters.

    Formula: with G the characters in some gold span, C those in some retrieved chunk: recall |G ∩ C| ÷ |G|, precision
    |G ∩ C| ÷ |C|, IoU |G ∩ C| ÷ |G ∪ C|. Characters are counted by document.

    ``counting="sum"`` is Chroma's: |G| and |C| are sums of lengths, so that overlapping chunks lower precision and IoU
    (what they repeat is paid for in tokens) and overlapping gold spans lower recall.

    Returns: numbers in [0, 1], higher is better. Nothing retrieved: recall and IoU are 0, precision has no value
    (Chroma divides by zero; LegalBench-RAG says 0).
    Undefined: no gold span, or only empty ones: all three None (LegalBench-RAG says recall 0).
    Limits: LegalBench-RAG counts what two chunks share twice, with a recall up to 2; here nothing exceeds 1.
    Source: Smith and Troynikov 2024 (brandonstarxel/chunking_evaluation); Pipitone and Alami 2024 (LegalBench-RAG).

    >>> span_scores({"a": [(5, 15)]}, {"a": [(0, 10)]})
    SpanScores(recall=0.5, precision=0.5, iou=0.3333333333333333)
    >>> span_scores({"a": [(0, 10)]}, {"a": [(0, 10), (0, 10)]}, counting="sum").precision
    0.5

    Raises: InputError for a span that is none.
    """
    wanted, held, shared, left = _sizes(gold, retrieved, counting)
    if not wanted:
        return SpanScores(None, None, None)
    return SpanScores(shared / wanted, shared / held if held else None, shared / (held + left))


def precision_omega(
    gold: Mapping[str, Sequence[Span]],
    chunks: Mapping[str, Sequence[Span]],
    *,
    counting: Counting = "union",
    touching: bool = False,
) -> float | None:
    """The IoU that a perfect retriever would have: every chunk that holds some gold is retrieved, and no other.

    Formula: IoU of the gold and of all chunks that share a character with it (see ``span_scores``).

    ``chunks`` are all chunks of the corpus. ``touching=True`` counts a chunk that only ends where a gold span begins
    (or begins where it ends) as holding some, as Chroma does by taking spans for closed: with chunks cut exactly at the
    gold, that makes a third of what is 1.

    Returns: a number in [0, 1], higher is better: what the cuts alone make possible.
    Undefined: no gold span: None.
    Source: Smith and Troynikov 2024, precision with all and only the relevant chunks.

    >>> precision_omega({"a": [(5, 15)]}, {"a": [(0, 10), (10, 20), (20, 30)]})
    0.5
    """
    slack = 1 if touching else 0
    relevant = {
        document: [
            (start, end)
            for start, end in chunks.get(document, ())
            if any(start < last + slack and end > first - slack for first, last in spans)
        ]
        for document, spans in gold.items()
    }
    return span_scores(gold, relevant, counting=counting).iou


def _sizes(
    gold: Mapping[str, Sequence[Span]], retrieved: Mapping[str, Sequence[Span]], counting: Counting
) -> tuple[int, int, int, int]:
    """Characters of the gold, of the chunks, of both, and of the gold that no chunk holds."""
    wanted = held = shared = covered = 0
    for document in {*gold, *retrieved}:
        needed, have = merged(gold.get(document, ())), merged(retrieved.get(document, ()))
        either = merged([*needed, *have])
        common = _length(needed) + _length(have) - _length(either)
        shared += common
        covered += _length(needed) - common
        wanted += _length(needed) if counting == "union" else _length(gold.get(document, ()))
        held += _length(have) if counting == "union" else _length(retrieved.get(document, ()))
    return wanted, held, shared, covered


def _length(spans: Iterable[Span]) -> int:
    return sum(end - start for start, end in spans)


def intact(gold: Mapping[str, Sequence[Span]], chunks: Mapping[str, Sequence[Span]]) -> float | None:
    """Share of gold spans that lie within one chunk.

    Formula: gold spans s with a chunk c, s ⊆ c ÷ gold spans.
    Returns: a number in [0, 1], higher is better. Undefined: no gold span: None.

    >>> intact({"a": [(0, 5), (8, 12)]}, {"a": [(0, 10), (10, 20)]})
    0.5
    """
    wanted = [(document, span) for document, spans in gold.items() for span in spans]
    whole = sum(
        any(start <= first and last <= end for start, end in chunks.get(document, ()))
        for document, (first, last) in wanted
    )
    return whole / len(wanted) if wanted else None

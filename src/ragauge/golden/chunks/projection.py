"""Project spans of a text onto the chunks it was cut into: which chunks hold the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import IntArray
    from ragauge.golden.chunks.spans import Span

TINY = 1e-9
Rule = str | float


@dataclass(frozen=True, slots=True)
class Projection:
    """One span on the chunks, by their places in the list given.

    ``chunks`` are those that meet the span by the rule. ``split`` is empty if one chunk holds the whole span, or
    all chunks together do not; else it is the fewest chunks, in the order of the text, that hold it together.
    ``covered`` is the share of the span that is in any chunk.
    """

    chunks: tuple[int, ...]
    split: tuple[int, ...]
    covered: float


def project(
    spans: Sequence[Span], chunks: Sequence[Span | None], rule: Rule = "contains", *, text: str | None = None
) -> list[Projection]:
    """Which chunks meet each span.

    Rules: ``"touches"``, at least one character in common; ``"contains"``, the whole span; a share s in (0, 1],
    ``|span ∩ chunk| / |span| ≥ s``. With the ``text``, white space has no weight: chunkers strip it. Chunks
    without a place (None) meet nothing.

    >>> project([(2, 4), (4, 8)], [(0, 6), (6, 10), None], "contains")
    [Projection(chunks=(0,), split=(), covered=1.0), Projection(chunks=(), split=(0, 1), covered=1.0)]
    >>> project([(4, 8)], [(0, 6), (6, 10)], 0.5)[0].chunks
    (0, 1)

    Raises: InputError for a rule that is none of these, and for a span or a chunk that is empty or not in the text.
    """
    share = _share(rule)
    known = [place for place, chunk in enumerate(chunks) if chunk is not None]
    held, wanted = _array([chunk for chunk in chunks if chunk is not None]), _array(spans)
    order = np.argsort(held[:, 0], kind="stable")
    held, names = held[order], np.array(known, dtype=np.int64)[order]
    weight = _weights(wanted, held, text)
    whole = weight[wanted[:, 1]] - weight[wanted[:, 0]]
    span, chunk = _touching(wanted, held)
    common = weight[np.minimum(wanted[span, 1], held[chunk, 1])] - weight[np.maximum(wanted[span, 0], held[chunk, 0])]
    meets = (common > 0) & (common >= share * whole[span] - TINY)
    holds = common == whole[span]
    found = []
    for place, (start, end) in enumerate(wanted.tolist()):
        own = slice(*np.searchsorted(span, (place, place + 1)))
        taken, covered = _cover(start, end, chunk[own], held, weight)
        split = () if holds[own].any() or covered < 1 else tuple(names[taken].tolist())
        found.append(Projection(tuple(np.sort(names[chunk[own][meets[own]]]).tolist()), split, covered))
    return found


def _share(rule: Rule) -> float:
    """The share of a span that a chunk must have; anything above nothing for 0."""
    named = {"touches": 0.0, "contains": 1.0}
    if isinstance(rule, str):
        if rule in named:
            return named[rule]
    elif 0 < rule <= 1:
        return float(rule)
    raise InputError(f"{rule!r} is no rule for chunks; there are 'touches', 'contains', or a share in (0, 1]")


def _array(spans: Sequence[Span]) -> IntArray:
    return np.array(spans, dtype=np.int64).reshape(-1, 2)


def _weights(wanted: IntArray, held: IntArray, text: str | None) -> IntArray:
    """The weight of all characters before each place of the text."""
    size = max(wanted.max(initial=0), held.max(initial=0)) if text is None else len(text)
    inked = [1] * size if text is None else [not char.isspace() for char in text]
    weight = np.concatenate(([0], np.cumsum(inked, dtype=np.int64)))
    for name, spans in (("span", wanted), ("chunk", held)):
        start, end = spans[:, 0], spans[:, 1]
        wrong = (start < 0) | (end > size) | (start >= end)
        if name == "span":
            wrong |= weight[np.clip(start, 0, size)] == weight[np.clip(end, 0, size)]
        if wrong.any():
            first = tuple(spans[wrong][0].tolist())
            raise InputError(f"{name} {first} is empty or not within the text; a {name} without a place has no offsets")
    return weight


def _touching(wanted: IntArray, held: IntArray) -> tuple[IntArray, IntArray]:
    """Every pair of span and chunk with a character in common, by span and then by chunk."""
    # chunks are sorted by start; their ends need not rise, but the furthest end so far does
    reach = np.maximum.accumulate(held[:, 1])
    first = np.searchsorted(reach, wanted[:, 0], side="right")
    count = np.maximum(np.searchsorted(held[:, 0], wanted[:, 1], side="left") - first, 0)
    span = np.repeat(np.arange(len(wanted)), count)
    chunk = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + first[span]
    real = held[chunk, 1] > wanted[span, 0]
    return span[real], chunk[real]


def _cover(start: int, end: int, touching: IntArray, held: IntArray, weight: IntArray) -> tuple[list[int], float]:
    """The fewest of the touching chunks that hold all they can of the span, and the share that they hold."""
    taken: list[int] = []
    at, lost, ahead = start, 0, 0
    furthest = (start, -1)
    while weight[at] < weight[end]:
        while ahead < len(touching) and weight[held[touching[ahead], 0]] <= weight[at]:
            furthest = max(furthest, (min(int(held[touching[ahead], 1]), end), int(touching[ahead])))
            ahead += 1
        if weight[furthest[0]] > weight[at]:
            at = furthest[0]
            taken.append(furthest[1])
        else:
            gap = int(held[touching[ahead], 0]) if ahead < len(touching) else end
            lost += int(weight[gap] - weight[at])
            at = gap
    whole = int(weight[end] - weight[start])
    return taken, (whole - lost) / whole

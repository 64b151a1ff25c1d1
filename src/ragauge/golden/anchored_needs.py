"""Needs whose alternatives are spans of documents, as needs of chunk ids."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.golden.projection import Projection, project

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.needs import Need
    from ragauge.golden.chunks import Span
    from ragauge.golden.projection import Rule

Anchor = tuple[str, int, int] | tuple[str, int, int, int]
"""Document, start, end, and a grade if it is not 1."""


@dataclass(frozen=True, slots=True)
class ProjectedNeeds:
    """Needs of chunk ids, and what became of the spans behind them.

    ``source`` is for each need the place of the one it came from, as a need that is split becomes several.
    ``split`` and ``lost`` are places in the list given: needs that several chunks meet only together, and needs
    that the chunks cannot meet, which stay in ``needs`` as empty ones so that nobody forgets to count them.
    """

    needs: tuple[Need, ...]
    source: tuple[int, ...]
    split: tuple[int, ...]
    lost: tuple[int, ...]


def project_needs(
    needs: Sequence[Sequence[Anchor]],
    chunks: Mapping[str, Sequence[tuple[str, Span | None]]],
    rule: Rule = "contains",
    *,
    texts: Mapping[str, str] | None = None,
) -> ProjectedNeeds:
    """Needs (all) of alternatives (any) that are spans of documents, as needs of chunk ids.

    ``chunks`` has the (id, span) pairs of each document. Every chunk that meets an alternative by the rule becomes
    an alternative. If none does, the alternative that the fewest chunks hold together is taken, and each of these
    chunks becomes a need of its own: all of them have to be retrieved.

    >>> chunks = {"a": [("a1", (0, 6)), ("a2", (6, 10))], "b": [("b1", (0, 9))]}
    >>> found = project_needs([[("a", 2, 4), ("b", 0, 3)], [("a", 4, 8)], [("b", 8, 12)]], chunks)
    >>> found.needs
    ({'a1': 1, 'b1': 1}, {'a1': 1}, {'a2': 1}, {})
    >>> found.source, found.split, found.lost
    ((0, 1, 1, 2), (1,), (2,))

    Raises: InputError as ``project`` does.
    """
    found = _project_anchors(needs, chunks, rule, texts or {})
    made: list[Need] = []
    source, split, lost = [], [], []
    for place, need in enumerate(needs):
        parts = _parts(need, found[place], chunks)
        made += parts
        source += [place] * len(parts)
        if len(parts) > 1:
            split.append(place)
        if not parts[0]:
            lost.append(place)
    return ProjectedNeeds(tuple(made), tuple(source), tuple(split), tuple(lost))


def _project_anchors(
    needs: Sequence[Sequence[Anchor]],
    chunks: Mapping[str, Sequence[tuple[str, Span | None]]],
    rule: Rule,
    texts: Mapping[str, str],
) -> list[list[Projection]]:
    """The projection of each alternative of each need, made for one document at a time."""
    found = [[Projection((), (), 0.0)] * len(need) for need in needs]
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, need in enumerate(needs):
        for column, anchor in enumerate(need):
            places[anchor[0]].append((row, column))
    for document, cells in places.items():
        spans = [needs[row][column][1:3] for row, column in cells]
        held = [span for _, span in chunks.get(document, ())]
        for (row, column), one in zip(cells, project(spans, held, rule, text=texts.get(document)), strict=True):
            found[row][column] = one
    return found


def _parts(
    need: Sequence[Anchor], found: Sequence[Projection], chunks: Mapping[str, Sequence[tuple[str, Span | None]]]
) -> list[Need]:
    """One need of all chunks that meet it, else one for each part of a split, else an empty one."""
    one: Need = {}
    for anchor, projection in zip(need, found, strict=True):
        for place in projection.chunks:
            name = chunks[anchor[0]][place][0]
            one[name] = max(one.get(name, 0), _grade(anchor))
    splits = [(len(p.split), at) for at, p in enumerate(found) if p.split]
    if one or not splits:
        return [one]
    at = min(splits)[1]
    return [{chunks[need[at][0]][place][0]: _grade(need[at])} for place in found[at].split]


def _grade(anchor: Anchor) -> int:
    return anchor[3] if len(anchor) == 4 else 1

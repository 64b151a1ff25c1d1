"""The best order of the candidates, which only the gold knows: what a reranker could win at most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.studying.rerank.rerankers import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.golden.matching.span_covers import Split
    from ragauge.studying.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Step:
    """Hits that together bring a grade, and whether they meet a need which nothing above them meets."""

    items: tuple[str, ...]
    grade: int
    needs: frozenset[str]
    is_fresh: bool


def oracle_order(question: str, hits: Sequence[Hit], evidence: Evidence) -> list[str]:
    """Ids by falling grade; of equal grades those first that meet needs which nothing above them meets.

    Hits that meet a need only together stand together, as few of them as do; their grade counts by the hit, so that of
    equal grades the needs that take fewest hits come first.

    No order has a higher nDCG, reciprocal rank or precision where every hit meets at most one place of the gold, and
    where all grades are equal and every hit meets at most one need none meets more needs in the first k either. Where
    needs are met together, that holds for equal grades and hits that are part of one need only.

    >>> from ragauge.core.records import Hit
    >>> from ragauge.studying.evidence import Evidence
    >>> met = {("q", "b"): frozenset({"1"}), ("q", "c"): frozenset({"1"}), ("q", "d"): frozenset({"2"})}
    >>> evidence = Evidence({"q": frozenset({"1", "2"})}, met, dict.fromkeys(met, 1))
    >>> oracle_order("q", [Hit(name, 0.0) for name in "abcd"], evidence)
    ['b', 'd', 'c', 'a']
    """
    left = list(dict.fromkeys(hit.item for hit in hits))
    met: frozenset[str] = frozenset()
    order: list[str] = []
    while steps := list(_steps(question, left, order, met, evidence)):
        best = max(steps, key=lambda one: (one.grade / len(one.items), one.is_fresh))
        order += best.items
        met |= best.needs
        left = [item for item in left if item not in best.items]
    return [*order, *left]


def _steps(
    question: str, left: Sequence[str], order: Sequence[str], met: frozenset[str], evidence: Evidence
) -> Iterator[Step]:
    """Everything that could come next: a hit that meets something alone, or hits that do so together."""
    for item in left:
        if (grade := evidence.grade(question, item)) > 0:
            needs = evidence.met[question, item]
            yield Step((item,), grade, needs, bool(needs - met))
    for one in evidence.joint.get(question, ()):
        if one.need not in met and (parts := _fewest(one.place, left, order)):
            yield Step(parts, one.grade, frozenset({one.need}), is_fresh=True)


def _fewest(place: Split, left: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    """The fewest hits that hold the rest of a place; none where they do not.

    From its start on, always the one that reaches furthest.
    """
    missing = place.needed.difference(*(place.of_item.get(item, frozenset()) for item in order))
    chosen: list[str] = []
    while missing:
        at = min(missing)
        near = [item for item in left if at in place.of_item.get(item, frozenset())]
        if not near:
            return ()
        chosen.append(max(near, key=lambda item: max(place.of_item[item])))
        missing -= place.of_item[chosen[-1]]
    return tuple(chosen)


def oracle_lists(lists: Mapping[str, Sequence[Hit]], evidence: Evidence, depth: int | None) -> dict[str, list[Hit]]:
    """The first ``depth`` hits of every question in their best order, the others behind them as they were."""
    return {
        question: in_order([*oracle_order(question, hits[:depth], evidence), *(hit.item for hit in hits)])
        for question, hits in lists.items()
    }

"""The best order of the candidates, which only the gold knows: what a reranker could win at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.studying.rerank.rerankers import in_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.studying.evidence import Evidence


def oracle_order(question: str, hits: Sequence[Hit], evidence: Evidence) -> list[str]:
    """Ids by falling grade; of equal grades those first that meet needs which nothing above them meets.

    No order has a higher nDCG, reciprocal rank or precision where every hit meets at most one place of the gold, and
    where all grades are equal and every hit meets at most one need none meets more needs in the first k either.

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
    relevant = [item for item in left if evidence.grade(question, item) > 0]
    while relevant:
        best = max(
            relevant,
            key=lambda item: (
                evidence.grade(question, item),
                bool(evidence.met[question, item] - met),
            ),
        )
        relevant.remove(best)
        order.append(best)
        met |= evidence.met[question, best]
    return [*order, *(item for item in left if item not in set(order))]


def oracle_lists(lists: Mapping[str, Sequence[Hit]], evidence: Evidence, depth: int | None) -> dict[str, list[Hit]]:
    """The first ``depth`` hits of every question in their best order, the others behind them as they were."""
    return {
        question: in_order([*oracle_order(question, hits[:depth], evidence), *(hit.item for hit in hits)])
        for question, hits in lists.items()
    }

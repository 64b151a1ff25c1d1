"""Rerank, and how deep: the smallest depth that is not shown to be worse than the best one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.studying.paired import against, harm_of, mean_of, power_of, sign_of, signed, told, verdict_of
from ragauge.studying.spent import median_and_p95
from ragauge.studying.study import Advice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.core.scorecard import Scorecard
    from ragauge.studying.paired import Held
    from ragauge.studying.rerank.findings import Finding
    from ragauge.studying.rerank.rerankers import Returned
    from ragauge.studying.subject import Subject

Pair = tuple["Returned", "Held"]


def advice_on(
    subject: Subject,
    metric: str,
    base: Held,
    pairs: Sequence[Pair],
    oracles: Mapping[int | None, Scorecard],
    findings: Sequence[Finding],
) -> Iterator[Advice]:
    """What is broken first; then for every reranker whether it is worth it, by the deciding metric."""
    for one in findings:
        if one.broken:
            because = f"{one.broken} of {one.questions} questions break it, for example {one.example}"
            yield Advice(one.rerank, f"broken: {one.check}", because)
    for name in dict.fromkeys(one.name for one, _ in pairs):
        yield _advice(subject, metric, base, [pair for pair in pairs if pair[0].name == name], oracles)


def _advice(
    subject: Subject, metric: str, base: Held, pairs: Sequence[Pair], oracles: Mapping[int | None, Scorecard]
) -> Advice:
    ordered = sorted(pairs, key=lambda pair: (-sign_of(metric) * mean_of(pair[1], metric), pair[0].depth or 0))
    better = [pair for pair in ordered if verdict_of(pair[1], metric) == "better"]
    name = pairs[0][0].name
    if not better:
        return Advice(name, "not worth it", _why_not(metric, base, ordered, oracles))
    best, *rest = better
    others = against(subject, metric, best[1], [held for _, held in rest])
    fine = {best[1].name, *(held.name for held in others if verdict_of(held, metric) != "worse")}
    taken, held = min((pair for pair in better if pair[1].name in fine), key=lambda pair: pair[0].depth or 0)
    p50 = median_and_p95(taken.seconds)[0]
    cost = "" if p50 is None else f"; it adds {1000 * p50:.3g} ms to a question (median)"
    values = f"{metric} {mean_of(held, metric):.4f} against {mean_of(base, metric):.4f}"
    because = f"{values}: {told(held.difference(metric))}"
    return Advice(
        name,
        "rerank" if taken.depth is None else f"rerank to depth {taken.depth}",
        because + harm_of(held, metric) + cost,
    )


def _why_not(metric: str, base: Held, ordered: Sequence[Pair], oracles: Mapping[int | None, Scorecard]) -> str:
    one, held = ordered[0]
    difference = held.difference(metric)
    room = (oracles[one.depth][metric].value or 0.0) - mean_of(base, metric)
    if abs(room) < 1e-12:
        return f"the first stage has the best order already: there is no {metric} to win"
    worse = [other.name for _, other in ordered if verdict_of(other, metric) == "worse"]
    shown = f"; shown to be worse: {', '.join(worse)}" if worse else ""
    return (
        f"no depth is shown to be better than the first stage by {metric}; the best, {held.name}, differs by "
        f"{told(difference)} where the best order would by {signed(room)}{shown}{power_of(difference)}"
    )

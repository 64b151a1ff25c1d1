"""Expand, or leave the question as it is; and whether a generator is worth it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.studying.paired import harm_of, power_of, told, verdict_of
from ragauge.studying.study import Advice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.studying.expansion.methods import Method
    from ragauge.studying.paired import Held


def advice_on(
    metric: str, methods: Sequence[Method], held: Sequence[Held], duels: Sequence[tuple[str, Held]]
) -> Iterator[Advice]:
    """For every way to ask, by the deciding metric: overall, then where a slice says otherwise.

    A generator must be shown to be better than the raw question, than RM3 and than Bo1.
    """
    for one, against_raw in zip(methods, held, strict=True):
        rivals = [(rival, other) for rival, other in duels if other.name == one.name]
        yield _generated(metric, against_raw, rivals) if one.generated else _feedback(metric, against_raw)
        yield from _slices(metric, against_raw)


def _feedback(metric: str, held: Held) -> Advice:
    difference = held.difference(metric)
    because = f"{metric} differs from the raw question by {told(difference)}{harm_of(held, metric)}"
    if verdict_of(held, metric) == "better":
        return Advice(held.name, "expand", because)
    says = "leave the question: it is worse" if verdict_of(held, metric) == "worse" else "leave the question"
    return Advice(held.name, says, because + power_of(difference))


def _generated(metric: str, held: Held, rivals: Sequence[tuple[str, Held]]) -> Advice:
    sides = [("the raw question", held), *rivals]
    beaten = [name for name, one in sides if verdict_of(one, metric) == "better"]
    says = "worth a generator" if len(beaten) == len(sides) else "not worth a generator"
    parts = [f"against {name} {told(one.difference(metric))}" for name, one in sides]
    shown = f"shown to be better than {', '.join(beaten) or 'none of them'}{harm_of(held, metric)}"
    return Advice(held.name, says, f"{metric} {'; '.join(parts)}: {shown}")


def _slices(metric: str, held: Held) -> Iterator[Advice]:
    """Slices in which the question is shown to be better or worse, where that is not so of all questions."""
    overall = verdict_of(held, metric)
    for one in held.against.differences if held.against is not None else ():
        if one.metric == metric and one.slice is not None and one.verdict in ("better", "worse"):
            if one.verdict == overall:
                continue
            where = ", ".join(f"{name}={cell}" for name, cell in one.slice.items())
            yield Advice(f"{held.name} where {where}", one.verdict, f"{metric} differs there by {told(one)}")

"""Scorecards side by side with what a base says of them, as the tables of a study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.catalog import find_metric
from ragauge.comparison.asked import Asked
from ragauge.comparison.comparing import compare_all
from ragauge.comparison.pairs import ROUNDING
from ragauge.core.errors import InputError
from ragauge.studying.study import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.comparison.records import Comparison, Difference
    from ragauge.core.score import Interval
    from ragauge.core.scorecard import Scorecard
    from ragauge.studying.subject import Subject

FEW = 100
SMALLEST = 0.00005
"""What four digits show as 0."""
LEAST_P = 0.0001
PAIRED = (
    Column("difference", "difference"),
    Column("interval of the difference", "interval"),
    Column("p (Holm)", "p"),
    Column("verdict"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A scorecard under a name, and its comparison with the base; None for the base itself, and where none is made."""

    name: str
    card: Scorecard
    against: Comparison | None = None

    def difference(self, metric: str) -> Difference | None:
        """The difference of a metric from the base; None where there is none to tell."""
        if self.against is None or not self.against.comparable:
            return None
        return self.against[metric]


def deciding(subject: Subject) -> str:
    """The canonical name of the metric that decides: the first one.

    Raises: InputError for a metric that knows no better and worse.
    """
    measure = find_metric(subject.metrics[0])
    if measure.spec.direction == "none":
        raise InputError(f"{measure.name} has no better and worse, so nothing can be chosen by it: name another first")
    return measure.name


def sign_of(metric: str) -> int:
    """1 where more is better, −1 where less is.

    >>> sign_of("recall@5")
    1
    """
    return -1 if find_metric(metric).spec.direction == "lower" else 1


def cut_of(metric: str, default: int = 10) -> int:
    """The k of a metric, or the default.

    >>> cut_of("recall@5"), cut_of("mrr")
    (5, 10)
    """
    return int(find_metric(metric).given.get("k", default))


def names_of(subject: Subject) -> list[str]:
    """The canonical names of the metrics, each once."""
    return list(dict.fromkeys(find_metric(name).name for name in subject.metrics))


def held_against(subject: Subject, base: Held, others: Sequence[tuple[str, Scorecard]]) -> list[Held]:
    """Scorecards with their comparisons to a base; p is adjusted for all of them and all metrics together."""
    found = subject.compared([(base.card, card) for _, card in others])
    return [Held(name, card, comparison) for (name, card), comparison in zip(others, found, strict=True)]


def against(subject: Subject, metric: str, base: Held, others: Sequence[Held]) -> list[Held]:
    """Others against another base, by one metric: a family of its own."""
    asked = Asked((metric,), level=subject.options.level, seed=subject.options.seed)
    found = compare_all([(base.card, one.card) for one in others], asked)
    return [Held(one.name, one.card, comparison) for one, comparison in zip(others, found, strict=True)]


def paired_table(title: str, head: str, metric: str, held: Sequence[Held], base: str) -> Table:
    """The values of a metric with their intervals, and the differences from the base."""
    columns = (Column(head), Column("n", "count"), Column(metric, "value"), Column("interval", "interval"), *PAIRED)
    rows = tuple((one.name, *value_cells(one.card, metric), *difference_cells(one.difference(metric))) for one in held)
    return Table(f"{title}: {metric}, differences from {base}", columns, rows)


def value_cells(card: Scorecard, metric: str) -> tuple[Any, ...]:
    """n, the mean and its interval."""
    score = card[metric]
    return score.n, score.value, ends(score.interval)


def difference_cells(difference: Difference | None) -> tuple[Any, ...]:
    """The difference, its interval, the adjusted p and the verdict; nothing for what is not compared."""
    if difference is None:
        return (None,) * len(PAIRED)
    return unmoved(difference.difference), ends(difference.interval), difference.p_adjusted, difference.verdict


def unmoved(number: float | None) -> float | None:
    """A difference, 0 where only rounding made one.

    >>> unmoved(-2.8e-19), unmoved(0.25), unmoved(None)
    (0.0, 0.25, None)
    """
    return 0.0 if number is not None and abs(number) <= ROUNDING else number


def mean_of(held: Held, metric: str) -> float:
    """The mean of a metric that has one, as all have once the base has: they share their questions."""
    value = held.card[metric].value
    if value is None:
        raise ValueError(f"{held.name} has no {metric}")
    return value


def verdict_of(held: Held, metric: str) -> str:
    """What the comparison says in a word."""
    difference = held.difference(metric)
    return "not measured" if difference is None else difference.verdict


def ends(interval: Interval | None) -> tuple[float, float] | None:
    """Where an interval begins and ends.

    >>> from ragauge.core.score import Interval
    >>> ends(Interval(0.25, 0.75, 0.95, "wilson")), ends(None)
    ((0.25, 0.75), None)
    """
    return None if interval is None else (interval.low, interval.high)


def signed(number: float) -> str:
    """Four digits with a sign; 0 has none, and what is not 0 never reads as 0.

    >>> signed(0.25), signed(0.0), signed(-0.00001)
    ('+0.2500', '0.0000', '-1.0e-05')
    """
    if number == 0:
        return "0.0000"
    return f"{number:+.4f}" if abs(number) >= SMALLEST else f"{number:+.1e}"


def told(difference: Difference | None) -> str:
    """A difference in words, with its interval and p; for the reasons of an advice."""
    if difference is None or difference.difference is None:
        return "not measured"
    interval, p = difference.interval, difference.p if difference.p_adjusted is None else difference.p_adjusted
    parts = [] if interval is None else [f"{signed(interval.low)} to {signed(interval.high)}"]
    parts += [] if p is None else ["p <0.0001" if p < LEAST_P else f"p {p:.4f}"]
    return f"{signed(unmoved(difference.difference) or 0.0)} ({', '.join([*parts, f'n = {difference.n}'])})"


def power_of(difference: Difference | None) -> str:
    """What as many questions could have shown, as the end of a sentence; nothing where that is not known."""
    if difference is None or difference.detectable is None:
        return ""
    least = f"{difference.detectable:.4f} (one test, 80 % power)"
    return f"; {difference.n} questions with this spread show a difference from {least}"


def harm_of(held: Held, metric: str) -> str:
    """The other metrics that are shown to be worse, as the end of a sentence."""
    rows = held.against.differences if held.against is not None else ()
    worse = [
        f"{one.metric} {signed(one.difference or 0.0)}"
        for one in rows
        if one.slice is None and one.metric != metric and one.verdict == "worse"
    ]
    return f"; shown to be worse by {', '.join(worse)}" if worse else ""


def notes_of(held: Sequence[Held]) -> list[str]:
    """The warnings of the scorecards, and how much one question counts where there are few.

    What all scorecards say is said once; what some say stands behind their names.
    """
    n = held[0].card.scores[0].n
    few = (
        [f"{n} questions: one counts {100 / n:.2g} points, and a change in one or two shows nothing"]
        if 0 < n < FEW
        else []
    )
    said: dict[str, list[str]] = {}
    for one in held:
        for warning in one.card.warnings:
            said.setdefault(warning, []).append(one.name)
    return [*few, *(text if len(by) == len(held) else f"{', '.join(by)}: {text}" for text, by in said.items())]

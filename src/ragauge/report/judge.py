"""The calibration of a judge as tables and advice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.figures import fixed
from ragauge.studying.study import Advice, Column, Study, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.score import Interval
    from ragauge.judging.measured.calibration import Calibration, Figure

FIGURES = (Column("figure"), Column("value", "value"), Column("interval", "interval"), Column("how"))


def calibration_study(found: Calibration) -> Study:
    """Everything as a study, which terminal and Markdown know how to show."""
    named = [f"{name.replace('_', ' ')} {value}" for name, value in found.identity.items() if value]
    of = f"{found.n} of {found.items} items with a human label and a verdict"
    return Study(
        name="judge",
        title=f"{', '.join(named) or 'judge'}: {found.verdict}; {of}",
        tables=tuple(_tables(found)),
        advice=tuple(_advice(found)),
        notes=found.warnings,
    )


def _tables(found: Calibration) -> Iterator[Table]:
    held_out = ", each item at a threshold chosen without it" if found.scores and found.scores.threshold else ""
    yield Table(f"agreement with the humans{held_out}", FIGURES, tuple(map(_row, found.figures)))
    if found.humans:
        yield Table(
            "the humans with each other, and the judge with each of them", FIGURES, tuple(map(_row, found.humans))
        )
    columns = (Column("label"), Column("human", "count"), Column("judge", "count"), Column("both", "count"),
               Column("precision", "value"), Column("recall", "value"), Column("F1", "value"))  # fmt: skip
    rows = [
        (label, one.human, one.judge, one.both, one.precision, one.recall, one.f1) for label, one in found.per_label
    ]
    yield Table("label by label", columns, tuple(rows))
    if found.scores is not None:
        yield from _score_tables(found)
    if found.estimate is not None:
        yield _estimate_table(found)


def _row(one: Figure) -> tuple[Any, ...]:
    return one.name, one.value, _ends(one.interval), one.note


def _score_tables(found: Calibration) -> Iterator[Table]:
    scores = found.scores
    assert scores is not None  # noqa: S101
    columns = (Column("threshold"), Column("at", "value"), Column("agreement", "value"),
               Column("balanced accuracy", "value"), Column("F1", "value"))  # fmt: skip
    rows: list[tuple[Any, ...]] = []
    if (chosen := scores.threshold) is not None:
        quality = chosen.held_out
        rows.append(("recommended, held out", chosen.value, quality.agreement, quality.balanced_accuracy, quality.f1))
    if scores.fixed is not None:
        at, quality = scores.fixed
        rows.append(("fixed", at, quality.agreement, quality.balanced_accuracy, quality.f1))
    yield Table("thresholds: at or above is positive", columns, tuple(rows))
    if scores.reliability:
        heads = (Column("scores"), Column("n", "count"), Column("mean score", "value"), Column("positive", "value"))
        bins = [(f"{one.low:g} to {one.high:g}", one.n, one.promised, one.observed) for one in scores.reliability]
        yield Table("reliability", heads, tuple(bins))


def _estimate_table(found: Calibration) -> Table:
    made = found.estimate
    assert made is not None  # noqa: S101
    columns = (Column(made.of), Column("value", "value"), Column("interval", "interval"), Column("how"))
    judge, powered = made.judge_alone, made.powered
    missing = f"; with what failed {fixed(judge.worst)} to {fixed(judge.best)}" if judge.n < judge.items else ""
    rows: list[tuple[Any, ...]] = [
        ("human labels alone", made.labels_alone.value, _ends(made.labels_interval), f"{powered.n} labels"),
        ("judge alone", judge.value, None, f"{judge.n} of {judge.items} replies{missing}"),
    ]
    if powered.unlabelled:
        how = f"PPI++, λ {powered.tuning:.3f}, {powered.unlabelled} judged items without labels"
        rows.append(("both together", powered.value, _ends(made.interval), how))
    return Table("what humans would say about all items", columns, tuple(rows))


def _ends(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)


def _advice(found: Calibration) -> Iterator[Advice]:
    figures = {one.name: one.value for one in found.figures}
    because = (f"agreement {fixed(figures['agreement'])}, a constant judge {fixed(figures['constant judge'])}, "
               f"kappa {fixed(figures['kappa']) or 'undefined'}")  # fmt: skip
    yield Advice("judge", found.verdict, because)
    if found.scores is not None and (chosen := found.scores.threshold) is not None:
        folds = f"thresholds of the folds {fixed(min(chosen.by_fold))} to {fixed(max(chosen.by_fold))}"
        ends = f"{fixed(chosen.low)} to {fixed(chosen.high)}"
        width = f"nearly as good from {ends}, where {chosen.at_stake:.0%} of the scores lie"
        yield Advice("threshold", f"{fixed(chosen.value)}, {'flat' if chosen.flat else 'sharp'}", f"{width}; {folds}")
    size = found.next_round
    if size is None and found.estimate is not None:
        yield Advice("next labels", "cannot be told", "all human labels are the same, or there is only one")
    elif size is not None:
        alone = (
            f"for ± {size.half_width:g}; the labels alone would need {size.labels_alone} in all, {size.have} are there"
        )
        says = "more judged items first" if size.more is None else f"{size.more} more"
        yield Advice("next labels", says, alone)

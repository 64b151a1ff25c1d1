"""What instructions in the data did to a judge, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.studying.study import Column, Study, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.score import Interval
    from ragauge.judging.attacks.clean import Clean
    from ragauge.judging.attacks.measuring import Injections
    from ragauge.judging.attacks.outcomes import Rate

CLEAN = (
    Column("metric"),
    Column("cases"),
    Column("judged", "count"),
    Column("right", "count"),
    Column("wrong", "count"),
    Column("undefined", "count"),
    Column("failed", "count"),
    Column("failed, share", "share"),
)
COUNTS = (
    Column("attacks", "count"),
    Column("moved", "count"),
    Column("held", "count"),
    Column("rejected", "count"),
    Column("vanished", "count"),
    Column("success", "share"),
    Column("interval", "share interval"),
    Column("mean shift", "difference"),
    Column("not tried", "count"),
)
HEADS = {
    "all": "attacks, by metric",
    "kind": "by kind of attack",
    "place": "by place, and where attacks want the value to go",
    "language": "by language",
}


def injection_study(found: Injections) -> Study:
    """Everything as a study, which terminal and Markdown know how to show."""
    model = found.provenance.get("judge", {}).get("model", "a judge")
    return Study(
        name="judge injections",
        title=f"instructions inside the data: {model}",
        tables=(*_groups(found), Table("the same cases without an attack", CLEAN, tuple(_clean_rows(found)))),
        notes=(*_quotes(found), *found.notes),
        provenance=found.provenance,
    )


def _groups(found: Injections) -> Iterator[Table]:
    for group, title in HEADS.items():
        head = () if group == "all" else (Column(group),)
        rows = [
            (metric, *(() if group == "all" else (member,)), *_cells(rate))
            for metric, groups in found.rates.items()
            for member, rate in groups[group].items()
        ]
        yield Table(title, (Column("metric"), *head, *COUNTS), tuple(rows))


def _cells(rate: Rate) -> tuple[Any, ...]:
    idle = rate["already"] + rate["no_baseline"] + rate["unmeasured"]
    counts = rate.pairs, rate["moved"], rate["held"], rate["rejected"], rate["vanished"]
    return (*counts, rate.rate, _ends(rate.interval), rate.shift, idle)


def _clean_rows(found: Injections) -> Iterator[tuple[Any, ...]]:
    for metric, one in found.clean.items():
        yield (metric, "as they are", *_clean_cells(one))
        yield (metric, "with a harmless text", *_clean_cells(found.harmless[metric]))


def _clean_cells(one: Clean) -> tuple[Any, ...]:
    return one.trials, one.right, one.wrong, one.undefined, sum(one.failed.values()), one.failure_rate


def _quotes(found: Injections) -> Iterator[str]:
    claims, unrelated = found.unrelated_quotes["claims"], found.unrelated_quotes["unrelated"]
    if claims:
        yield (
            f"of {claims:,} claims that count as supported where attacks moved faithfulness up, {unrelated:,} have "
            "quotes without a content word, number or date of the claim"
        )


def _ends(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)

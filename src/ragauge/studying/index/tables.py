"""The tables of the study of vector indexes, in raw values."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.stats.intervals import mean_interval
from ragauge.stats.means import exact_mean
from ragauge.studying.index.measured import pareto
from ragauge.studying.index.selectivity import BUCKETS, bucket_of
from ragauge.studying.paired import ends
from ragauge.studying.study import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.studying.index.measured import Narrowed, Point
    from ragauge.studying.index.together import Disagreement

RECALL = (Column("ANN recall", "value"), Column("interval", "interval"), Column("id overlap", "value"))


def near_table(points: Sequence[Point], k: int, level: float) -> Table:
    """How near every setting comes to exact search."""
    columns = (
        Column("setting"),
        Column("n", "count"),
        *RECALL,
        Column("worst 5 %", "value"),
        Column("filled", "share"),
    )
    rows = tuple(
        (
            one.name,
            len(one.found.values("recall")),
            one.found.mean("recall"),
            ends(one.found.interval(level)),
            one.found.mean("overlap"),
            one.found.worst(),
            one.found.mean("fill"),
        )
        for one in points
    )
    return Table(f"the nearest {k}, against exact search", columns, rows)


def speed_table(points: Sequence[Point], filters: Sequence[Narrowed]) -> Table:
    """What every setting costs, and what a question takes under the filters of a bucket; of this machine."""
    buckets = _buckets(filters)
    columns = (
        Column("setting"),
        Column("ANN recall", "value"),
        Column("questions/s", "number"),
        Column("built in", "seconds"),
        Column("bytes", "count"),
        Column("on the front"),
        *(Column(f"{bucket} pass", "seconds") for bucket in buckets),
    )
    rows = tuple(
        (
            one.name,
            one.recall,
            one.rate,
            one.build_seconds,
            one.nbytes,
            "yes" if front else "",
            *(_seconds(one, within) for within in buckets.values()),
        )
        for one, front in zip(points, pareto(points), strict=True)
    )
    return Table("speed and size on this machine, one question at a time", columns, rows)


def filter_table(points: Sequence[Point], filters: Sequence[Narrowed], level: float) -> Table:
    """Every setting under every filter."""
    columns = (
        Column("filter"),
        Column("passes", "share"),
        Column("setting"),
        *RECALL,
        Column("without filter", "value"),
        Column("filled", "share"),
        Column("lists short", "share"),
        Column("lost: short", "share"),
        Column("lost: wrong", "share"),
    )
    rows = []
    for narrowed in filters:
        for point in points:
            found = point.filtered[narrowed.name]
            rows.append(
                (
                    narrowed.name,
                    narrowed.share,
                    point.name,
                    found.mean("recall"),
                    ends(found.interval(level)),
                    found.mean("overlap"),
                    point.recall,
                    found.mean("fill"),
                    found.short_share(),
                    *(found.lost() or (None, None)),
                )
            )
    return Table("under filters, against exact search under the same filter", columns, tuple(rows))


def bucket_table(points: Sequence[Point], filters: Sequence[Narrowed], level: float) -> Table:
    """Every setting by how many vectors filters let pass, beside its recall without one.

    A question counts once a bucket, by the mean of its recalls under the filters there.
    """
    columns = (
        Column("passes"),
        Column("filters", "count"),
        Column("setting"),
        Column("ANN recall", "value"),
        Column("interval", "interval"),
        Column("without filter", "value"),
        Column("filled", "share"),
    )
    rows: list[tuple[Any, ...]] = []
    for bucket, within in _buckets(filters).items():
        for point in points:
            recalls, fills = [_by_question(point, within, what) for what in ("recall", "fill")]
            interval = mean_interval(np.array(recalls), bounds=(0.0, 1.0), level=level)
            means = [exact_mean(np.array(values)) if values else None for values in (recalls, fills)]
            rows.append((bucket, len(within), point.name, means[0], ends(interval), point.recall, means[1]))
    return Table("by the share of vectors that pass", columns, tuple(rows))


def together_table(found: Sequence[Disagreement]) -> Table:
    """Filters whose results must go together, with the settings where they do not."""
    columns = (
        Column("filter"),
        Column("and"),
        Column("must be"),
        Column("setting"),
        Column("questions", "count"),
        Column("contradict", "count"),
    )
    musts = {"equivalent": "the same", "tighter": "a part of it"}
    rows = tuple(
        (one.first, one.second, musts[one.kind], one.setting, one.questions, one.wrong) for one in found if one.wrong
    )
    return Table("filters whose results must go together, and do not", columns, rows)


def several_in_a_bucket(filters: Sequence[Narrowed]) -> bool:
    """Whether there is more to tell by bucket than by filter."""
    return any(len(within) > 1 for within in _buckets(filters).values())


def _buckets(filters: Sequence[Narrowed]) -> dict[str, list[Narrowed]]:
    """The filters by bucket; those with none are left out."""
    found = {bucket: [one for one in filters if bucket_of(one.share) == bucket] for bucket in BUCKETS}
    return {bucket: within for bucket, within in found.items() if within}


def _seconds(point: Point, filters: Sequence[Narrowed]) -> float | None:
    seconds = [one for narrowed in filters if (one := point.filtered[narrowed.name].seconds) is not None]
    return exact_mean(np.array(seconds)) if seconds else None


def _by_question(point: Point, filters: Sequence[Narrowed], what: str) -> list[float]:
    values: dict[str, list[float]] = defaultdict(list)
    for narrowed in filters:
        for question, one in point.filtered[narrowed.name].neighbours.items():
            if (value := getattr(one, what)) is not None:
                values[question].append(value)
    return [exact_mean(np.array(several)) for several in values.values()]

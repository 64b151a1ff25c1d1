"""Candidate against base: every metric, every slice, the questions that moved."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge._version import __version__
from ragauge.catalog import find_metric
from ragauge.comparison.asked import Asked
from ragauge.comparison.columns import clusters_of, column_named, source_of
from ragauge.comparison.marks import judged_otherwise, mark_of_both
from ragauge.comparison.methods import CORRECTIONS, intervals, p_values
from ragauge.comparison.moved import most_moved
from ragauge.comparison.pairs import Pairs, moves, pair, slices_of
from ragauge.comparison.records import Comparison, Difference
from ragauge.comparison.settings import settings_that_differ
from ragauge.core.comparable import why_not_comparable
from ragauge.core.errors import InputError
from ragauge.stats.differences import spread
from ragauge.stats.equivalence import equivalent, non_inferior
from ragauge.stats.means import exact_mean
from ragauge.stats.power import effect_size

NAMED = 5

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.comparison.records import Words
    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
    from ragauge.core.score import Interval
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.spec import Measure
    from ragauge.stats.p_value import PValue


def compare(
    base: Scorecard,
    candidate: Scorecard,
    metrics: str | Sequence[str] | None = None,
    **asked: Any,
) -> Comparison:
    """Compare two scorecards question by question.

    Only questions that stand in both with the same gold are compared, and only if golden set, corpus, policies and
    metric revisions are the same; otherwise the result is not comparable and says why. Keywords:

    - ``common_only``: the golden sets may differ, the questions that both have with the same gold are compared;
    - ``by``: columns of the golden set to slice by; ``moved``: how many questions to show;
    - ``test``: ``sign_flips`` (McNemar's for steps of one size), ``wilcoxon`` or ``t``;
    - ``correction``: ``holm``, ``bh`` or ``bonferroni``, over the metrics that have a direction (slices are a family of
      their own);
    - ``interval``: ``guarded`` (decision 8), ``percentile`` or ``bca``; ``level``, ``resamples``, ``seed``;
    - ``margin``: also say whether the candidate is not worse, or the same, within this difference.

    The verdict is by the adjusted p at 1 − ``level``.

    >>> from ragauge import evaluate
    >>> gold = {f"q{n}": ["d"] for n in range(8)}
    >>> good, bad = ({q: [hit] for q in gold} for hit in ("d", "x"))
    >>> found = compare(evaluate(gold, good, ["recall@5"]), evaluate(gold, bad, ["recall@5"]))
    >>> found["recall@5"].verdict, found["recall@5"].p, found["recall@5"].losses
    ('worse', 0.0078125, 8)

    Raises: InputError for metrics or columns that are not in both, MetricNameError for unknown ones.
    """
    if unknown := sorted(asked.keys() - {field.name for field in fields(Asked)}):
        raise InputError(f"compare has no {', '.join(unknown)}; it has {', '.join(f.name for f in fields(Asked))}")
    names = [metrics] if isinstance(metrics, str) else metrics
    if isinstance(asked.get("by"), str):
        asked["by"] = (asked["by"],)
    return compare_all([(base, candidate)], Asked(names, **asked))[0]


def compare_all(cards: Sequence[tuple[Scorecard, Scorecard]], asked: Asked) -> list[Comparison]:
    """Several comparisons as one family: what is adjusted is adjusted for all of them."""
    found = [_compare(base, candidate, asked) for base, candidate in cards]
    named, adjust = CORRECTIONS[asked.correction]
    sizes = []
    for sliced in (False, True):
        places = [
            (one, two)
            for one, comparison in enumerate(found)
            for two, difference in enumerate(comparison.differences)
            if (difference.slice is not None) == sliced and difference.p is not None and difference.direction != "none"
        ]
        adjusted = adjust([found[one].differences[two].p or 0.0 for one, two in places])
        sizes.append(len(places))
        for (one, two), p in zip(places, adjusted, strict=True):
            rows = list(found[one].differences)
            rows[two] = replace(rows[two], p_adjusted=p)
            found[one] = replace(found[one], differences=tuple(rows))
    alpha = 1 - asked.level
    return [
        replace(
            one,
            correction=named,
            family=sizes[0],
            differences=tuple(replace(d, verdict=_verdict(d, alpha)) for d in one.differences),
        )
        for one in found
    ]


def _compare(base: Scorecard, candidate: Scorecard, asked: Asked) -> Comparison:
    measures, notes = _measures(base, candidate, asked.metrics)
    names = [one.name for one in measures]
    reasons = why_not_comparable(base, candidate, metrics=names, common_only=asked.common_only)
    reasons += judged_otherwise(base, candidate, names)
    pairs = pair(base, candidate)
    comparison = Comparison(
        base=source_of(base),
        candidate=source_of(candidate),
        pairing=pairs.pairing,
        reasons=tuple(reasons),
        notes=(*notes, *_told(base, candidate)),
        level=asked.level,
        provenance={
            "ragauge": __version__,
            "seed": asked.seed,
            "common_only": asked.common_only,
            "resamples": asked.resamples,
            "margin": asked.margin,
            "base": _fingerprints(base),
            "candidate": _fingerprints(candidate),
        },
    )
    if reasons:
        return comparison
    if not len(pairs):
        return replace(comparison, reasons=("they have no question in common",))
    rows = list(differences(pairs, measures, _slices(pairs, asked.by), asked))
    return replace(comparison, differences=tuple(rows), moved=most_moved(pairs, measures, asked.moved))


def differences(
    pairs: Pairs,
    measures: Sequence[Measure],
    slices: Sequence[tuple[Mapping[str, str] | None, BoolArray]],
    asked: Asked,
) -> Iterator[Difference]:
    """One row a metric and slice, without what needs all of them: metrics with the same pairs share their tests."""
    codes = clusters_of(pairs.candidate, pairs.base)
    clusters = None if codes is None else codes[pairs.at_candidate]
    for where, mask in slices:
        rows: dict[str, Difference] = {}
        for alike, chosen in _same_pairs(pairs, measures, mask):
            belong = None if clusters is None else clusters[chosen]
            rows |= {row.metric: row for row in _rows(pairs, alike, chosen, mask, where, belong, asked)}
        yield from (rows[one.name] for one in measures)


def _same_pairs(
    pairs: Pairs, measures: Sequence[Measure], mask: BoolArray
) -> Iterator[tuple[list[Measure], BoolArray]]:
    """The metrics in groups that have values for the same questions."""
    groups: dict[bytes, tuple[list[Measure], BoolArray]] = {}
    for one in measures:
        chosen = pairs.values(one.name)[2] & mask
        groups.setdefault(chosen.tobytes(), ([], chosen))[0].append(one)
    yield from groups.values()


def _rows(
    pairs: Pairs,
    measures: Sequence[Measure],
    chosen: BoolArray,
    mask: BoolArray,
    where: Mapping[str, str] | None,
    clusters: IntArray | None,
    asked: Asked,
) -> Iterator[Difference]:
    """The differences of metrics that share their questions, and so their resamples."""
    sides = [tuple(side[chosen] for side in pairs.values(one.name)[:2]) for one in measures]
    moved = np.column_stack([moves(before, now) for before, now in sides])
    tests = p_values(moved, clusters, asked)
    spans = intervals(moved, clusters, [one.spec.width for one in measures], asked)
    for place, (one, (before, now)) in enumerate(zip(measures, sides, strict=True)):
        left_out = pairs.left_out(one.name, mask)
        judge = mark_of_both(pairs.base, pairs.candidate, one.name)
        row = Difference(one.name, one.spec.direction, where, len(moved), left_out, one.spec.width, judge=judge)
        if len(moved):
            row = _measured(row, before, now, clusters, asked)
            row = _tested(row, tests[place], spans[place], asked)
        yield row


def _measured(
    row: Difference, before: FloatArray, now: FloatArray, clusters: IntArray | None, asked: Asked
) -> Difference:
    moved = moves(before, now)
    better = moved < 0 if row.direction == "lower" else moved > 0
    same = moved == 0
    seen = spread(moved, clusters)
    return replace(
        row,
        base=exact_mean(before),
        candidate=exact_mean(now),
        difference=exact_mean(moved),
        wins=int(better.sum()),
        ties=int(same.sum()),
        losses=len(now) - int(better.sum()) - int(same.sum()),
        effect=effect_size(moved),
        detectable=None if seen is None else seen.detectable(alpha=1 - asked.level),
    )


def _tested(row: Difference, test: PValue | None, interval: Interval | None, asked: Asked) -> Difference:
    row = replace(row, interval=interval)
    if test is not None:
        row = replace(row, p=test.p, test=test.method)
    if asked.margin is None or interval is None or row.direction == "none":
        return row
    up = interval
    if row.direction == "lower":
        up = replace(interval, low=-interval.high, high=-interval.low)
    return replace(
        row, non_inferior=non_inferior(up, asked.margin).value, equivalent=equivalent(up, asked.margin).value
    )


def _verdict(row: Difference, alpha: float) -> Words:
    if row.p is None or row.difference is None:
        return "not measured"
    if row.wins == row.losses == 0:
        return "identical"
    if (row.p if row.p_adjusted is None else row.p_adjusted) > alpha or row.difference == 0:
        return "no difference shown"
    if row.direction == "none":
        return "higher" if row.difference > 0 else "lower"
    return "better" if (row.difference > 0) == (row.direction == "higher") else "worse"


def _measures(base: Scorecard, candidate: Scorecard, wanted: Sequence[str] | None) -> tuple[list[Measure], list[str]]:
    if wanted:
        measures = list({one.name: one for one in map(find_metric, wanted)}.values())
        for card in (base, candidate):
            if lacking := [one.name for one in measures if one.name not in card.values]:
                there = ", ".join(card.metrics) or "none"
                raise InputError(f"{source_of(card)}: not measured: {', '.join(lacking)}; there are: {there}")
        return measures, []
    names = [name for name in base.metrics if name in candidate.values]
    if not names:
        sides = "; ".join(", ".join(card.metrics) or "none" for card in (base, candidate))
        raise InputError(f"the scorecards have no metric in common: {sides}")
    alone = [name for name in (*base.metrics, *candidate.metrics) if name not in names]
    notes = [f"only in one of the scorecards, not compared: {', '.join(dict.fromkeys(alone))}"] if alone else []
    return [find_metric(name) for name in names], notes


def _slices(pairs: Pairs, by: Sequence[str]) -> list[tuple[Mapping[str, str] | None, BoolArray]]:
    everything: tuple[Mapping[str, str] | None, BoolArray] = (None, np.ones(len(pairs), dtype=bool))
    columns = dict.fromkeys(column_named(pairs.candidate, name) for name in by)
    return [everything, *slices_of(pairs, list(columns))]


def _told(base: Scorecard, candidate: Scorecard) -> Iterator[str]:
    if changed := settings_that_differ(base, candidate):
        yield changed
    for which, card in (("base", base), ("candidate", candidate)):
        for status, words in (("missing", "not in its run"), ("failed", "failed")):
            names = [name for name, one in zip(card.questions, card.status, strict=False) if one == status]
            if names:
                more = ", …" if len(names) > NAMED else ""
                yield f"{len(names)} questions of the {which} are {words}: {', '.join(names[:NAMED])}{more}"
    if any("match_any" in (score.bounds or {}) for card in (base, candidate) for score in card.scores):
        yield "nobody said whether the lists of the golden set mean all of their sources or any: compared as all"
    prints = [card.provenance.get("fingerprints") or {} for card in (base, candidate)]
    if not any("corpus" in known for known in prints):
        yield "neither scorecard says which corpus it was measured on (eval --corpus)"


def _fingerprints(card: Scorecard) -> dict[str, object]:
    return dict(card.provenance.get("fingerprints") or {})

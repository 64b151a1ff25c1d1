"""The verdict: what is good, what is bad, and what is not known, each as a sentence with its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.comparison.marks import mark_of
from ragauge.report.charts.waterfall import KEPT, place_name
from ragauge.report.html.sections.comparison import BETTER, kind_of
from ragauge.report.html.sections.stages import spec_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ragauge.core.score import Score
    from ragauge.core.scorecard import Scorecard
    from ragauge.report.html.inputs import Inputs

FEW = 30
"""With fewer questions a number says little, whatever its interval."""
WIDE = 0.2
"""An interval as wide as this leaves most of what one wants to know open."""
MOST = 5
"""So many sentences of a kind are shown."""
REFUSALS = ("wrong_refusal", "hallucinated_answer")
"""Metrics whose value is a share of questions that went wrong."""
NOTHING = 0.05
"""What brings back less reads as 0.0, and is not worth a sentence."""
Said = dict[str, Any]


def build(inputs: Inputs) -> dict[str, Any] | None:
    """Sentences by kind: ``headline``, ``good``, ``bad``, ``unknown``; None where there is nothing to judge.

    A sentence is the name of a string, the values in it, and where to look closer.
    """
    found: dict[str, list[Said]] = {"headline": [], "good": [], "bad": [], "unknown": []}
    sources = (_of_comparison, _of_card, _of_diagnosis, _of_gate)
    for source in sources:
        for kind, one in source(inputs):
            found[kind].append(one)
    if not any(found.values()):
        return None
    return {kind: said if kind == "unknown" else said[:MOST] for kind, said in found.items()}


def _said(key: str, link: str | None = None, **values: Any) -> Said:
    return {"key": key, "values": values, "link": link}


def _of_card(inputs: Inputs) -> Iterator[tuple[str, Said]]:
    card = inputs.card
    if card is None:
        return
    overall = [score for score in card.scores if score.slice is None]
    first = next((score for score in overall if score.value is not None), None)
    if first is not None:
        if inputs.comparison is None:
            yield "headline", _said("score", "#stages", **_values(first))
        yield from _refusals(card)
        yield from _slices(card, first)
    yield from _unknown(card, overall)


def _refusals(card: Scorecard) -> Iterator[tuple[str, Said]]:
    """How many questions were refused, or answered, that should not have been."""
    for score in card.scores:
        if score.slice is None and score.metric in REFUSALS and score.value:
            yield "bad", _said(score.metric, "#stages", count=round(score.value * score.n), **_values(score))


def _unknown(card: Scorecard, overall: list[Score]) -> Iterator[tuple[str, Said]]:
    if unmeasured := [score.metric for score in overall if score.value is None]:
        yield "unknown", _said("not_measured", "#stages", metrics=", ".join(unmeasured))
    failed: dict[int, list[str]] = {}
    for score in overall:
        failed.setdefault(sum(score.failed.values()), []).append(score.metric)
    for count, metrics in failed.items():
        if count:
            yield "unknown", _said("failed", "#stages", metrics=", ".join(metrics), count=count)
    marks = {score.metric: mark_of(card, score.metric) for score in overall}
    uncalibrated = [name for name, mark in marks.items() if mark is not None and not mark.calibrated]
    if uncalibrated:
        yield "unknown", _said("uncalibrated", "#stages", metrics=", ".join(uncalibrated))
    unskilled = [name for name, mark in marks.items() if mark is not None and mark.calibrated and not mark.skilled]
    if unskilled:
        yield "unknown", _said("no_skill", "#judge", metrics=", ".join(unskilled))
    first = next((score for score in overall if score.value is not None), None)
    if first is not None and first.n < FEW:
        yield "unknown", _said("few", "#stages", n=first.n)
    elif first is not None and first.interval and first.interval.high - first.interval.low > WIDE:
        yield "unknown", _said("wide", "#stages", **_values(first))


def _slices(card: Scorecard, whole: Score) -> Iterator[tuple[str, Said]]:
    """Slices whose whole interval is worse than the mean over all questions; those that are better the same way."""
    spec = spec_of(whole.metric)
    if spec is None or spec.direction == "none" or whole.value is None:
        return
    found = [one for one in card.scores if one.slice is not None and one.metric == whole.metric and not one.small]
    for score in found:
        if score.slice is None or score.interval is None:
            continue
        below, above = score.interval.high < whole.value, score.interval.low > whole.value
        if below or above:
            kind = "bad" if below == (spec.direction == "higher") else "good"
            where = ", ".join(f"{name} = {cell}" for name, cell in score.slice.items())
            yield (
                kind,
                _said("slice", "#slices", slice=where, whole=f"{whole.value:.4f}", slices=len(found), **_values(score)),
            )


def _of_diagnosis(inputs: Inputs) -> Iterator[tuple[str, Said]]:
    found = inputs.diagnosis
    if found is None or not found["rows"]:
        return
    whole = found["rows"][0]["entered"]
    kept = sum(row["needs"] for row in found["rows"] if row["first"] in KEPT)
    yield "headline", _said("kept", "#funnel", kept=kept, whole=whole)
    fixed: Mapping[Any, Any] = {(one["first"], one["last"]): one for one in found["recovery"]}
    losses = [row for row in found["rows"] if row["loss"] and row["needs"]]
    losses.sort(key=lambda row: -_worth(row, fixed))
    for row in losses:
        place = place_name(row["first"], row["last"])
        back = fixed.get((row["first"], row["last"]))
        if back is None:
            yield "bad", _said("lost", "#funnel", place=place, lost=row["needs"], whole=whole)
        elif back["needs"] >= NOTHING:
            values = {"place": place, "lost": row["needs"], "whole": whole, "back": f"{back['needs']:.1f}"}
            key = "lost_and_right" if back["goal"] == "right" else "lost_and_back"
            yield "bad", _said(key, "#funnel", **values)
    if not losses:
        yield "good", _said("nothing_lost", "#funnel", whole=whole)
    for note in found["notes"]:
        yield "unknown", _said("note", "#funnel", note=note)


def _worth(row: Mapping[str, Any], fixed: Mapping[Any, Any]) -> float:
    back = fixed.get((row["first"], row["last"]))
    return float(row["needs"] if back is None else back["needs"])


def _of_gate(inputs: Inputs) -> Iterator[tuple[str, Said]]:
    if inputs.gate is None:
        return
    for rule in inputs.gate["rules"]:
        kind = {"pass": "good", "fail": "bad"}.get(rule["verdict"], "unknown")
        if rule.get("advisory"):  # a judge that nobody may believe yet decides nothing, for good or bad
            yield "unknown", _said("gate_advisory", "#gate", rule=rule["rule"]["text"])
        else:
            yield kind, _said(f"gate_{kind}", "#gate", rule=rule["rule"]["text"])


def _of_comparison(inputs: Inputs) -> Iterator[tuple[str, Said]]:
    found = inputs.comparison
    if found is None:
        return
    if not found["comparable"]:
        yield "unknown", _said("not_comparable", "#comparison", why="; ".join(found["reasons"]))
    rows = [
        one
        for one in found["differences"]
        if one["slice"] is None and None not in (one["base"], one["candidate"], one["difference"])
    ]
    kinds = [kind_of(one["verdict"]) for one in rows]
    for one, kind in zip(rows[:1], kinds, strict=False):
        yield "headline", _said(f"changed_{kind}", "#comparison", metric=one["metric"], **_change(one))
    for one, kind in zip(rows, kinds, strict=True):
        if kind == "open":
            continue
        good = kind == BETTER
        key = "change_good" if good else "change_bad"
        yield "good" if good else "bad", _said(key, "#comparison", metric=one["metric"], **_change(one))
    if kinds.count("open"):
        yield "unknown", _said("change_open", "#comparison", count=kinds.count("open"))


def _change(one: Mapping[str, Any]) -> dict[str, str]:
    interval = one["interval"]
    ends = "" if interval is None else f"[{interval['low']:+.3f}, {interval['high']:+.3f}]"
    values = {"before": f"{one['base']:.4f}", "after": f"{one['candidate']:.4f}"}
    return {**values, "difference": f"{one['difference']:+.4f}", "interval": ends}


def _values(score: Score) -> dict[str, str]:
    interval = "" if score.interval is None else f"[{score.interval.low:.3f}, {score.interval.high:.3f}]"
    value = "" if score.value is None else f"{score.value:.4f}"
    return {"metric": score.metric, "value": value, "interval": interval, "n": str(score.n)}

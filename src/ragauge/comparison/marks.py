"""The mark of a judge's metric: as the scorecard tells it, or by the catalog where the scorecard does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragauge.catalog import find_metric
from ragauge.core.errors import MetricNameError
from ragauge.core.judge_marks import UNCALIBRATED, Mark, recorded_mark

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ragauge.core.scorecard import Scorecard


def mark_of(card: Scorecard, metric: str) -> Mark | None:
    """Whether the judge of a metric is calibrated; None for a metric that asks none.

    A scorecard that does not say who judged has nothing calibrated.
    """
    recorded = recorded_mark(card, metric)
    return UNCALIBRATED if recorded is None and asks_a_judge(metric) else recorded


def asks_a_judge(metric: str) -> bool:
    """Whether a metric asks a judge, by its declaration; False for one that there is not.

    >>> asks_a_judge("faithfulness"), asks_a_judge("recall@5")
    (True, False)
    """
    try:
        return "judge" in find_metric(metric).spec.inputs
    except MetricNameError:
        return False


def marks_of(card: Scorecard) -> dict[str, Mark]:
    """The marks of all metrics of a scorecard that have one."""
    found = {metric: mark_of(card, metric) for metric in card.values}
    return {metric: mark for metric, mark in found.items() if mark is not None}


def marked(card: Scorecard, metric: str) -> str:
    """The name of a metric, with its mark where it has one, for places where a number stands below the name."""
    mark = mark_of(card, metric)
    return metric if mark is None else f"{metric} ({mark.text})"


def mark_of_both(base: Scorecard, candidate: Scorecard, metric: str) -> str | None:
    """The mark for numbers of two scorecards: one where both have the same, else both."""
    one, two = (mark_of(card, metric) for card in (base, candidate))
    if one is None or two is None or one == two:
        known = one or two
        return None if known is None else known.text
    return f"base {one.text}; candidate {two.text}"


def judged_otherwise(first: Scorecard, second: Scorecard, metrics: Collection[str]) -> list[str]:
    """Why the numbers of a judge must not be compared: another model gave them, or another prompt asked for them."""
    return [reason for metric in metrics for reason in _otherwise(first, second, metric)]


def _otherwise(first: Scorecard, second: Scorecard, metric: str) -> Iterator[str]:
    before, now = (_mapping(card.provenance.get("judge")) for card in (first, second))
    was, is_now = (_mapping(_mapping(known.get("prompts")).get(metric)) for known in (before, now))
    if not was or not is_now:  # one of them does not say, or nobody was asked
        return
    if before.get("model") != now.get("model"):
        yield f"{metric} was judged by {before.get('model')}, then by {now.get('model')}"
    for task in sorted(was.keys() & is_now.keys()):
        if was[task] != is_now[task]:
            yield f"{metric} was asked for by the prompt {task} {was[task]}, then {task} {is_now[task]}"


def _mapping(found: Any) -> Mapping[str, Any]:
    return found if isinstance(found, Mapping) else {}

"""What was measured, stage by stage: every metric with its interval, what it rests on, and how it is computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.catalog import find_metric
from ragauge.comparison.marks import mark_of
from ragauge.core.errors import MetricNameError
from ragauge.report.charts.forest import forest

if TYPE_CHECKING:
    from ragauge.core.score import Score
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.spec import MetricSpec
    from ragauge.report.html.inputs import Inputs

UNKNOWN = "other"
"""The stage of a metric that is not in the catalog."""


def build(inputs: Inputs) -> dict[str, Any] | None:
    """The metrics over all questions by stage, and a chart of those from 0 to 1; None without a scorecard."""
    card = inputs.card
    if card is None:
        return None
    rows = [metric_row(score, card) for score in card.scores if score.slice is None]
    stages = {row["stage"]: [one for one in rows if one["stage"] == row["stage"]] for row in rows}
    drawn = [row for row in rows if row["range"] == [0, 1] and row["value"] is not None]
    return {
        "chart": forest("metrics", drawn).to_dict() if drawn else None,
        "stages": [{"stage": name, "metrics": found} for name, found in stages.items()],
    }


def metric_row(score: Score, card: Scorecard) -> dict[str, Any]:
    """One score with what is declared of its metric."""
    spec = spec_of(score.metric)
    mark = mark_of(card, score.metric)
    return {
        "metric": score.metric,
        "value": score.value,
        "low": None if score.interval is None else score.interval.low,
        "high": None if score.interval is None else score.interval.high,
        "level": None if score.interval is None else score.interval.level,
        "method": None if score.interval is None else score.interval.method,
        "n": score.n,
        "items": score.items,
        "small": score.small,
        "excluded": dict(score.excluded),
        "failed": dict(score.failed),
        "missing": score.missing,
        "flagged": dict(score.flagged),
        "bounds": None if score.bounds is None else dict(score.bounds),
        "stage": UNKNOWN if spec is None else str(spec.stage),
        "direction": "none" if spec is None else spec.direction,
        "unit": "" if spec is None else spec.unit,
        "range": None if spec is None else list(spec.range),
        "summary": "" if spec is None else spec.summary,
        "formula": "" if spec is None else formula_of(spec),
        "mark": None if mark is None else mark.text,
    }


def spec_of(metric: str) -> MetricSpec | None:
    """The declaration of a metric; None where this catalog has none of that name."""
    try:
        return find_metric(metric).spec
    except MetricNameError:
        return None


def formula_of(spec: MetricSpec) -> str:
    """The paragraph of the documentation that has the formula.

    >>> formula_of(find_metric("mrr").spec).startswith("Formula:")
    True
    """
    return next((" ".join(part.split()) for part in spec.doc.split("\n\n") if part.startswith("Formula:")), "")

"""ragauge measures a RAG system stage by stage.

The public names load on first use, so that importing the package stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ragauge._version import __version__
from ragauge.core.display import displayed_by

if TYPE_CHECKING:
    from ragauge.answering.evaluating import evaluate_answers
    from ragauge.catalog import all_metrics, find_metric
    from ragauge.comparison.comparing import compare
    from ragauge.comparison.records import Comparison
    from ragauge.core.errors import InputError, MetricNameError, MissingDependencyError, RagaugeError
    from ragauge.core.options import Options
    from ragauge.core.score import Interval, Item, Score, Values
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.spec import MetricSpec, metric
    from ragauge.core.trace import Trace
    from ragauge.evaluation import evaluate, score
    from ragauge.funnel.diagnose import diagnose
    from ragauge.io.traces import read_traces, run_of
    from ragauge.loading import load_golden, load_run, load_scorecard
    from ragauge.pipeline.recorder import record
    from ragauge.pipeline.replaying import replay
    from ragauge.pipeline.trace_recorder import Recorder
    from ragauge.report.notebook import report_html
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run

_HOME = {
    "Comparison": "comparison.records",
    "Golden": "tables.golden",
    "InputError": "core.errors",
    "Interval": "core.score",
    "Item": "core.score",
    "MetricNameError": "core.errors",
    "MetricSpec": "core.spec",
    "MissingDependencyError": "core.errors",
    "Options": "core.options",
    "RagaugeError": "core.errors",
    "Recorder": "pipeline.trace_recorder",
    "Run": "tables.run",
    "Score": "core.score",
    "Scorecard": "core.scorecard",
    "Trace": "core.trace",
    "Values": "core.score",
    "all_metrics": "catalog",
    "compare": "comparison.comparing",
    "diagnose": "funnel.diagnose",
    "evaluate": "evaluation",
    "evaluate_answers": "answering.evaluating",
    "find_metric": "catalog",
    "load_golden": "loading",
    "load_run": "loading",
    "load_scorecard": "loading",
    "metric": "core.spec",
    "read_traces": "io.traces",
    "record": "pipeline.recorder",
    "replay": "pipeline.replaying",
    "report_html": "report.notebook",
    "run_of": "io.traces",
    "score": "evaluation",
}

__all__ = [
    "Comparison",
    "Golden",
    "InputError",
    "Interval",
    "Item",
    "MetricNameError",
    "MetricSpec",
    "MissingDependencyError",
    "Options",
    "RagaugeError",
    "Recorder",
    "Run",
    "Score",
    "Scorecard",
    "Trace",
    "Values",
    "__version__",
    "all_metrics",
    "compare",
    "diagnose",
    "evaluate",
    "evaluate_answers",
    "find_metric",
    "load_golden",
    "load_run",
    "load_scorecard",
    "metric",
    "read_traces",
    "record",
    "replay",
    "report_html",
    "run_of",
    "score",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def _display() -> Any:
    return import_module(f"{__name__}.report.notebook")


displayed_by(_display)

"""Scorecards made by hand, and what their commands answer."""

import html
import math
import re

import numpy as np

from ragauge import Scorecard, find_metric
from ragauge.core.score import Score, Values
from ragauge.stats.intervals import mean_interval


def scorecard(metrics, /, *, columns=None, **known):
    """A scorecard as JSON from {metric: {question: value or case}}; cases that start with "failed" are failed rows."""
    asked = list(dict.fromkeys(question for cells in metrics.values() for question in cells))
    values, scores, status = {}, [], dict.fromkeys(asked, "scored")
    for name, given in metrics.items():
        cells = [given.get(question, "missing") for question in asked]
        cases = dict.fromkeys(cell for cell in cells if isinstance(cell, str))
        numbers = Values(
            np.array([0.0 if isinstance(cell, str) else cell for cell in cells], dtype=float),
            {case: np.array([cell == case for cell in cells]) for case in cases},
        )
        values[name] = numbers
        status |= {q: cell for q, cell in zip(asked, cells, strict=True) if isinstance(cell, str)}
        chosen = numbers.value[numbers.defined]
        spec = find_metric(name).spec
        scores.append(
            Score(
                metric=name,
                value=math.fsum(chosen) / len(chosen) if len(chosen) else None,
                interval=mean_interval(chosen, binary=spec.binary, bounds=spec.range),
                n=len(chosen),
                items=len(asked),
                excluded={case: cells.count(case) for case in cases if not case.startswith("failed")},
                failed={case: cells.count(case) for case in cases if case.startswith("failed")},
            )
        )
    provenance = {
        "ragauge": "0.1.0",
        "metrics": {name: find_metric(name).spec.revision for name in metrics},
        "gold": {"source": "gold.csv", "questions": len(asked), "match": "all"},
        "run": {"source": "run.jsonl"},
        "fingerprints": {"gold": "5f3a"},
        "policies": {},
        "level": 0.95,
        "seed": 0,
        **known,
    }
    texts = {"question": [f"{question}?" for question in asked]}
    return Scorecard(tuple(scores), tuple(asked), values, tuple(status.values()), {**texts, **(columns or {})}, (),
                     provenance).to_json()  # fmt: skip


def of(*values, metric="recall@5"):
    """{metric: {q000: first value, q001: second value …}}"""
    return {metric: {f"q{place:03}": value for place, value in enumerate(values)}}


def zeros_then_ones(zeros, n, metric="recall@5"):
    return of(*[0.0] * zeros, *[1.0] * (n - zeros), metric=metric)


def rendered(markdown):
    """Markdown without its escapes."""
    return re.sub(r"\\([^\w\s])", r"\1", html.unescape(markdown))


def refused(done, *words):
    assert done.code == 2
    assert "Traceback" not in done.err
    assert "No such command" not in done.err
    for word in words:
        assert word in done.out + done.err

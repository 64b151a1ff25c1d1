"""A Scorecard: all scores of one evaluation, per-question values, and where they come from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.display import Displayed
from ragauge.core.judge_marks import MARK, recorded_mark, recorded_marks
from ragauge.core.score import Score, Values

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = 1
EVIDENCE = ("gold", "hits", "relevant", "grounds")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scorecard(Displayed):
    """The result of an evaluation.

    ``scores`` holds one row a metric and slice (``slice`` is ``None`` for all questions). ``questions`` (ids),
    ``status`` (``scored``, ``missing``, ``empty_result``, or why a question takes no part), ``columns`` and
    ``values`` hold what each question got; ``evidence`` what it rests on, question by question: ``gold`` (a hash of
    its gold), ``hits`` (the first of its list), ``relevant`` (the ranks of all relevant hits), ``grounds`` (by metric,
    what a judge's value rests on). ``warnings`` are for people; ``provenance`` says with which versions, revisions,
    seeds, fingerprints and policies the numbers were made.

    >>> card = Scorecard(scores=(), questions=(), values={}, provenance={"seed": 0})
    >>> Scorecard.from_json(card.to_json()) == card
    True
    """

    scores: tuple[Score, ...]
    questions: tuple[str, ...]
    values: Mapping[str, Values]
    status: tuple[str, ...] = ()
    columns: Mapping[str, Sequence[str | None]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)
    evidence: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scorecard) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        overall = (score for score in self.scores if score.slice is None)
        return f"Scorecard({', '.join(self._shown(score) for score in overall)})"

    def _shown(self, score: Score) -> str:
        value = "not measured" if score.value is None else f"{score.value:.4f}"
        mark = recorded_mark(self, score.metric)
        return f"{score.metric} {value} (n = {score.n}{f'; {mark.text}' if mark else ''})"

    def __getitem__(self, metric: str) -> Score:
        """The overall score of a metric, by its canonical name."""
        return self.score(metric)

    def score(self, metric: str, **where: str) -> Score:
        """The score of a metric over all questions, or over a slice: ``card.score("mrr", type="single")``.

        Raises: KeyError naming the metrics and slices there are.
        """
        found = [s for s in self.scores if s.metric == metric.lower() and dict(s.slice or {}) == where]
        if found:
            return found[0]
        slices = dict.fromkeys(f"{name}={cell!r}" for s in self.scores for name, cell in (s.slice or {}).items())
        there = f"it has {', '.join(self.metrics)}" + (f"; slices: {', '.join(slices)}" if slices else "")
        raise KeyError(f"{metric!r}{f' {where}' if where else ''} is not in this scorecard; {there}")

    @property
    def metrics(self) -> tuple[str, ...]:
        """The canonical names of the metrics, in the order they were asked for."""
        return tuple(score.metric for score in self.scores if score.slice is None)

    def called(self, source: str) -> Scorecard:
        """The same under another name of its run, such as the file it stands in."""
        run = self.provenance.get("run")
        known = dict(run) if isinstance(run, Mapping) else {}
        return replace(self, provenance={**self.provenance, "run": {**known, "source": source}})

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON; a score by a judge has a mark beside it, which ``from_dict`` makes anew."""
        marks = {metric: {MARK: mark.text} for metric, mark in recorded_marks(self)}
        return {
            "format": FORMAT,
            "scores": [{**score.to_dict(), **marks.get(score.metric, {})} for score in self.scores],
            "warnings": list(self.warnings),
            "provenance": {k: dict(v) if isinstance(v, Mapping) else v for k, v in self.provenance.items()},
            "questions": {
                "id": list(self.questions),
                "status": list(self.status),
                "columns": {name: list(cells) for name, cells in self.columns.items()},
                "values": {metric: list(values.cells()) for metric, values in self.values.items()},
                **{name: list(self.evidence[name]) for name in EVIDENCE if name in self.evidence},
            },
        }

    def to_json(self) -> str:
        """JSON text; an undefined value is the name of its case, NaN cannot occur."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Scorecard:
        """Read back what ``to_json`` wrote."""
        return cls.from_dict(json.loads(text))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Scorecard:
        """Read back what ``to_dict`` gave."""
        per_question = data["questions"]
        return cls(
            scores=tuple(Score.from_dict({k: v for k, v in score.items() if k != MARK}) for score in data["scores"]),
            questions=tuple(per_question["id"]),
            status=tuple(per_question["status"]),
            values={metric: _values(cells) for metric, cells in per_question["values"].items()},
            columns=per_question["columns"],
            warnings=tuple(data["warnings"]),
            provenance=data["provenance"],
            evidence={name: per_question[name] for name in EVIDENCE if name in per_question},
        )


def _values(cells: Sequence[float | str]) -> Values:
    value = np.array([0.0 if isinstance(cell, str) else cell for cell in cells], dtype=np.float64)
    cases = sorted({cell for cell in cells if isinstance(cell, str)})
    return Values(value, {case: np.array([cell == case for cell in cells], dtype=bool) for case in cases})

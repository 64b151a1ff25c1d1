"""The models that metrics of answers ask, and which metrics need which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.catalog import all_metrics
from ragauge.core.errors import InputError, Problem
from ragauge.funnel.outcomes import references
from ragauge.metrics.judge_cases import JUDGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.answering.judge_run import JudgeRun
    from ragauge.core.ports import Entailer
    from ragauge.core.spec import Measure
    from ragauge.tables.golden import Golden

ANSWERS = ("answers",)
"""The inputs of a metric that is computed from answers alone."""
ENTAILED = ("answers", "entailer")
"""The inputs of a metric that asks a model of entailment."""
NEEDED: dict[tuple[str, ...], str] = {
    JUDGED: "a judge: --judge for that of [judge] in ragauge.toml, or --judge-model NAME with --judge-url URL",
    ENTAILED: "a model of entailment: --entailer FOLDER",
}
"""What a metric needs beside answers, and how it is given."""
BY_JUDGE = (
    "faithfulness",
    "factual_correctness",
    "citation_precision",
    "citation_recall",
    "context_relevance",
    "answer_relevance",
)
"""What a judge is asked when nobody asks for anything in particular."""
AGAINST_REFERENCES = ("factual_correctness",)


@dataclass(frozen=True, slots=True)
class Models:
    """The models at hand."""

    judge: JudgeRun | None = None
    entailer: Entailer | None = None

    def has(self, inputs: tuple[str, ...]) -> bool:
        """Whether metrics of these inputs can be computed."""
        there: dict[tuple[str, ...], object] = {JUDGED: self.judge, ENTAILED: self.entailer}
        return there.get(inputs, True) is not None

    def refuse_lacking(self, measures: Sequence[Measure]) -> None:
        """Raise InputError for metrics that need a model that is not there."""
        lacking = [one for one in measures if not self.has(one.spec.inputs)]
        if lacking:
            raise InputError([Problem(f"{one.name} needs {NEEDED[one.spec.inputs]}") for one in lacking])

    def needed_judge(self, measures: Sequence[Measure]) -> JudgeRun:
        """The judge; InputError that names the metrics where there is none."""
        if self.judge is None:
            raise InputError(f"{', '.join(one.name for one in measures)}: needs {NEEDED[JUDGED]}")
        return self.judge

    def default_metrics(self, golden: Golden) -> list[str]:
        """What these models are asked when nobody asks for anything in particular."""
        known = all_metrics()
        free = [name for name, spec in known.items() if not any(one.required for one in spec.parameters)]
        names = [name for name in free if known[name].inputs == ENTAILED and self.entailer is not None]
        if self.judge is not None:
            idle = () if references(golden) else AGAINST_REFERENCES
            names += [name for name in BY_JUDGE if name in free and known[name].inputs == JUDGED and name not in idle]
        return names

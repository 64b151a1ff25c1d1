"""Answers judged: all cases by all metrics in one run of flows, so that what metrics ask alike is asked once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ragauge.answering.judged_by import judged_by
from ragauge.answering.scores import score_values
from ragauge.judging.measured.matching import calibrations_for
from ragauge.judging.planning import plan_flows
from ragauge.judging.results import Failure, InterruptedRun
from ragauge.judging.running import run_flows

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.answering.judge_run import JudgeRun
    from ragauge.core.answered import Answers
    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.flows import Asking, Flow
    from ragauge.core.score import Score, Values
    from ragauge.core.spec import Measure
    from ragauge.judging.results import Results
    from ragauge.judging.running import Progress


FAILURE = "judge_"
"""What stands before the kind of a judge's failure: a ``refused`` answer is something else than a refused request."""
UNFINISHED = f"{FAILURE}unfinished"
"""The case of a question that was not judged before the user interrupted the run."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What flows asked: the versions of their prompts by task, by metric, and the names of those that asked at all."""

    prompts: dict[str, dict[str, int]]
    flows: set[str] = field(default_factory=set)

    def failed(self, results: Results) -> int:
        """How many of them have no result, because the judge failed."""
        return sum(isinstance(results.outcomes.get(name), Failure) for name in self.flows)


@dataclass(frozen=True, slots=True)
class JudgedScores:
    """What a run of flows gives a scorecard.

    ``grounds`` has, question by question, what each metric's value rests on; ``provenance`` who judged, by which
    prompts, and what it took; ``warnings`` what a reader has to know. ``interrupted``: the user ended it.
    """

    scores: list[Score]
    values: dict[str, Values]
    grounds: list[dict[str, Any]]
    provenance: dict[str, Any]
    warnings: tuple[str, ...]
    interrupted: InterruptedRun | None = None


def score_judged(
    answers: Answers,
    measures: Sequence[Measure],
    slices: Sequence[tuple[Mapping[str, str] | None, BoolArray]],
    run: JudgeRun,
    *,
    level: float = 0.95,
    clusters: IntArray | None = None,
    progress: Progress | None = None,
) -> JudgedScores:
    """The scores of metrics that ask a judge.

    A question whose judge failed is among ``Score.failed`` by ``judge_`` and the kind, and so is one that was not
    judged any more: ``judge_budget``, ``judge_unfinished``. Nobody is asked about questions without a trace, or whose
    trace ended in an error.

    Raises: RagaugeError where the judge cannot be asked at all, as without a key; InputError for calibrations that
        cannot be read, before anybody is asked.
    """
    _calibrations(run, _likely_prompts(answers, measures, run) if run.calibrations else {})
    asked = Asked({one.name: {} for one in measures})
    flows = judge_flows(answers, measures, run.asking, asked)
    interrupted = None
    try:
        results = run_flows(flows, run.judge, run.limits, run.cache, progress)
    except InterruptedRun as stopped:
        interrupted, results = stopped, stopped.results
    values = {one.name: _values(answers, one, results) for one in measures}
    failures = {case for found in values.values() for case in found.undefined if case.startswith(FAILURE)}
    calibrations, unlike = _calibrations(run, asked.prompts)
    told = {"asked": len(asked.flows), "failed": asked.failed(results), "calibration": calibrations}
    return JudgedScores(
        scores=score_values(values, measures, slices, level=level, clusters=clusters, failures=failures),
        values=values,
        grounds=[_grounds(question, measures, results) for question in answers.questions],
        provenance={**judged_by(run, results, asked.prompts), **told},
        warnings=(*unlike, *results.notes, *_failures(results), *([str(interrupted)] if interrupted else [])),
        interrupted=interrupted,
    )


def judge_flows(
    answers: Answers, measures: Sequence[Measure], asking: Asking, asked: Asked | None = None
) -> dict[str, Flow]:
    """A flow for each case and metric, case by case, so that a budget that is used up leaves the first ones.

    ``asked`` takes down what they ask, as they do.
    """
    asked = asked or Asked({})
    judged = answers.each(lambda _: 0.0).defined
    return {
        _name(one, case.question): _noted(_flow(one, case, asking), one.name, _name(one, case.question), asked)
        for case in (answers.cases[place] for place in np.flatnonzero(judged).tolist())
        for one in measures
    }


def _likely_prompts(answers: Answers, measures: Sequence[Measure], run: JudgeRun) -> dict[str, dict[str, int]]:
    """The prompts of each metric as far as replies that nobody gave lead."""
    asked = Asked({})
    plan_flows(judge_flows(answers, measures, run.asking, asked), run.judge, run.limits, run.cache)
    return asked.prompts


def _calibrations(
    run: JudgeRun, prompts: Mapping[str, Mapping[str, int]]
) -> tuple[dict[str, dict[str, Any] | None], tuple[str, ...]]:
    """What is known of the judge by metric, and which files are of something else."""
    used = {metric: told for metric, told in prompts.items() if told}
    found, warnings = calibrations_for(run.calibrations, run.model, used)
    return {**dict.fromkeys(prompts), **found}, warnings


def _flow(one: Measure, case: Any, asking: Asking) -> Flow:
    return cast("Flow", cast("Any", one.spec.function)(case, asking, **one.given))


def _name(one: Measure, question: str) -> str:
    return f"{one.name} of {question}"


def _noted(flow: Flow, metric: str, name: str, asked: Asked) -> Flow:
    """The same flow; what it asks is taken down."""
    prompts = asked.prompts.setdefault(metric, {})
    try:
        requests = next(flow)
        while True:
            asked.flows.add(name)
            prompts.update((one.task, one.version) for one in requests)
            requests = flow.send((yield requests))
    except StopIteration as done:
        return cast("float | str", done.value)
    finally:
        flow.close()


def _values(answers: Answers, one: Measure, results: Results) -> Values:
    return answers.each(lambda case: _cell(results, _name(one, case.question)))


def _cell(results: Results, name: str) -> float | str:
    found = results.outcomes.get(name, UNFINISHED)
    return f"{FAILURE}{found.kind}" if isinstance(found, Failure) else found


def _grounds(question: str, measures: Sequence[Measure], results: Results) -> dict[str, Any]:
    names = {one.name: _name(one, question) for one in measures}
    return {metric: dict(results.grounds[name]) for metric, name in names.items() if name in results.grounds}


def _failures(results: Results) -> Iterator[str]:
    """The failures by kind, each with the first of them."""
    kinds: dict[str, list[tuple[str, str]]] = {}
    for name, found in results.outcomes.items():
        if isinstance(found, Failure):
            kinds.setdefault(found.kind, []).append((name, found.message))
    for kind, failed in kinds.items():
        name, message = failed[0]
        yield f"{len(failed):,} of {len(results.outcomes):,} judgements failed: {kind}; the first, {name}: {message}"

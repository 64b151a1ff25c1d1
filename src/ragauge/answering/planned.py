"""What metrics would ask a judge about the answers in traces, with nothing sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.answering.cases import answers_of
from ragauge.answering.judged import judge_flows
from ragauge.answering.measuring import answer_metrics
from ragauge.judging.planning import plan_flows
from ragauge.metrics.judge_cases import JUDGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.answering.judge_run import JudgeRun
    from ragauge.answering.models import Models
    from ragauge.evaluation import Surroundings
    from ragauge.judging.planning import Plan
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced


def plan_judged(
    golden: Golden, traced: Traced, names: Sequence[str] | None, models: Models, around: Surroundings
) -> tuple[JudgeRun, list[str], Plan]:
    """The judge, the metrics that ask it, and the plan of what ``measure_all`` would ask.

    Raises: InputError without a judge, and as ``answers_of``.
    """
    asked = answer_metrics(list(names) if names else models.default_metrics(golden))[1]
    measures = [one for one in asked if one.spec.inputs == JUDGED]
    run = models.needed_judge(measures)
    flows = judge_flows(answers_of(golden, traced, around), measures, run.asking)
    return run, [one.name for one in measures], plan_flows(flows, run.judge, run.limits, run.cache)

"""What a judge would be asked, and what it would cost: told, and nothing sent."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from ragauge.cli.output import echo_json, hand_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.answering.models import Models
    from ragauge.evaluation import Surroundings
    from ragauge.judging.limits import Limits
    from ragauge.judging.planning import Plan
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced


def dry_run(
    golden: Golden,
    traced: Traced,
    names: Sequence[str] | None,
    models: Models | None,
    around: Surroundings,
    json_path: str | None,
) -> None:
    """Print or write the plan of what would be asked."""
    from ragauge.answering.models import Models
    from ragauge.answering.planned import plan_judged
    from ragauge.report.terminal import console, print_lines

    run, metrics, plan = plan_judged(golden, traced, names, models or Models(), around)
    told = {"judge": run.model, "metrics": metrics, **asdict(plan), "calls": plan.calls}
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    if not hand_over([(json_path, lambda: text, echo_json)]):
        print_lines(plan_lines(plan, metrics, run.model, run.limits), console())


def plan_lines(plan: Plan, metrics: Sequence[str], model: str, limits: Limits) -> Iterator[tuple[str, str]]:
    """The plan as lines with their styles."""
    yield "title", f"dry run: what {model} would be asked; nothing was sent"
    rows = {
        "metrics": ", ".join(metrics) or "none that asks a judge",
        "judgements": f"{plan.flows:,}",
        "calls, certain": f"{plan.first:,}",
        "calls, further": f"{plan.further:,}, about: they depend on replies that nobody gave yet",
        "calls, at most": _at_most(plan),
        "in the cache": f"{plan.cached:,}",
        "tokens": f"{plan.prompt:,} of prompts, {plan.completion:,} of replies, about",
        "money": "no prices are known: [judge.prices]" if plan.money is None else f"{plan.money:.4f}, about",
    }
    wide = max(map(len, rows))
    for name, text in rows.items():
        yield "", f"{name:<{wide}}  {text}"
    if plan.samples:
        yield "warning", f"{plan.samples:,} calls more, if the judge does not tell the probabilities of its words"
    if plan.unknown:
        yield "warning", f"{plan.unknown:,} judgements may ask more, which cannot be counted before"
    for over in _over(plan, limits):
        yield "warning", over


def _at_most(plan: Plan) -> str:
    """The most calls that are foreseen; what a plan cannot foresee is said beside the number."""
    apart = "calls that repair a reply or try again" + (", and what cannot be counted," if plan.unknown else "")
    return f"{plan.calls + plan.samples:,}, if replies are as long as expected; {apart} apart"


def _over(plan: Plan, limits: Limits) -> Iterator[str]:
    budget = limits.budget
    needs = {"calls": plan.calls, "tokens": plan.prompt + plan.completion, "money": plan.money}
    for name, need in needs.items():
        have = getattr(budget, name)
        if have is not None and need is not None and need > have:
            yield f"the budget of {have:,} {name} will not do"

"""What commands share that ask a judge flows of their own: its options, the dry run, and the run."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.dry_run import plan_lines
from ragauge.cli.ending import say
from ragauge.cli.judging import (
    Judging,
    discovered_configuration,
    judge_options,
    judging_progress,
    open_models,
    take_judging,
)
from ragauge.cli.output import echo_json, hand_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.answering.judge_run import JudgeRun
    from ragauge.core.flows import Flow
    from ragauge.judging.configuration import JudgeConfig
    from ragauge.judging.results import InterruptedRun, Results

CONFIG = click.option("--config", "config_path", type=click.Path(dir_okay=False),
                      help="Has [judge]; default ./ragauge.toml, then [tool.ragauge] in ./pyproject.toml.")  # fmt: skip

WHETHER = click.option("--judge", "judge", is_flag=True,
                       help="Ask the judge of [judge] in the configuration, which is the default here.")  # fmt: skip
GIVEN = {"judge": True, "entailer": None, "entailment_label": None}
"""What needs no option here: there is always a judge, and nothing else."""


def asking_options(command: Any) -> Any:
    """Add the options that say which judge is asked, where its configuration is, and ``--dry-run``."""
    return CONFIG(WHETHER(judge_options(command)))


def take_judge(given: dict[str, Any]) -> tuple[Judging, JudgeConfig, list[str]]:
    """The judge that the user names, and the files that it needs; its options are taken out of those given.

    Without a word on it, it is that of [judge] in the configuration.

    Raises: InputError where there is none.
    """
    judging = take_judging(given | GIVEN)
    for name in ("judge", "dry_run", *(f"judge_{name}" for name in judging.said)):
        given.pop(name)
    content, path = discovered_configuration(given.pop("config_path"))
    config = judging.config(content, path)
    assert config is not None  # noqa: S101 it is asked for
    return judging, config, [one for one in (path, config.cache) if one]


@contextmanager
def open_judge(judging: Judging, config: JudgeConfig) -> Iterator[JudgeRun]:
    """The judge, until its cache is closed again."""
    with open_models(config, judging) as models:
        assert models is not None  # noqa: S101
        assert models.judge is not None  # noqa: S101
        yield models.judge


def tell_plan(flows: Mapping[str, Flow], run: JudgeRun, what: Sequence[str], json_path: str | None) -> None:
    """Print or write what would be asked; nothing is sent."""
    from ragauge.judging.planning import plan_flows
    from ragauge.report.terminal import console, print_lines

    plan = plan_flows(flows, run.judge, run.limits, run.cache)
    told = {"judge": run.model, "metrics": list(what), **asdict(plan), "calls": plan.calls}
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    if not hand_over([(json_path, lambda: text, echo_json)]):
        print_lines(plan_lines(plan, what, run.model, run.limits), console())


def ask(flows: Mapping[str, Flow], run: JudgeRun) -> tuple[Results, InterruptedRun | None]:
    """The results, with a bar, and a word on what they took; and the interruption, if there was one.

    Whoever is handed one delivers what there is, and raises it then.
    """
    from ragauge.judging.results import InterruptedRun
    from ragauge.judging.running import run_flows

    stopped = None
    with judging_progress() as progress:
        try:
            results = run_flows(flows, run.judge, run.limits, run.cache, progress)
        except InterruptedRun as interrupted:
            stopped, results = interrupted, interrupted.results
    spent = results.spent
    money = "" if spent.money is None else f", {spent.money:.4f} in money"
    cached = results.counts.get("cached", 0)
    tokens = spent.prompt + spent.completion
    say(f"judge {run.model}: {spent.calls:,} calls, {cached:,} replies from the cache, {tokens:,} tokens{money}")
    return results, stopped


def refuse_valueless(results: Results) -> None:
    """Raise RagaugeError when the judge failed on all that it was asked."""
    from ragauge.core.errors import RagaugeError

    if results.failed and not any(isinstance(one, float | str) for one in results.outcomes.values()):
        raise RagaugeError(f"the judge gave not one value: {', '.join(sorted(results.failed))}")

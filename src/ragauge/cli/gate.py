"""``ragauge gate``: pass, fail, or not enough evidence."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.ending import say
from ragauge.cli.html_output import html_option, html_wanted, tell_html
from ragauge.cli.output import check_targets, echo_json, echo_text, hand_over, refuse_same_target
from ragauge.core.errors import RagaugeError

if TYPE_CHECKING:
    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.records import GateResult
    from ragauge.gating.rules import Config
    from ragauge.report.html.inputs import Inputs

CONFIG = click.option("--config", "config_path", type=click.Path(dir_okay=False),
                      help="The rules; default ./ragauge.toml, then [tool.ragauge] in ./pyproject.toml.")  # fmt: skip
JSON = click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
                    help="Write everything as JSON; - prints it instead of the table.")  # fmt: skip


@click.command(short_help="Hold a scorecard against rules and a baseline: pass, fail, or not enough evidence.")
@click.argument("scorecard", type=click.Path(), required=False)
@CONFIG
@click.option("--baseline", type=click.Path(dir_okay=False), help="The scorecard that budgets are held against.")
@click.option("--base-config", type=click.Path(dir_okay=False),
              help="The rules of the base branch: what this change loosens or drops is told.")  # fmt: skip
@click.option("--common-only", is_flag=True, help="The golden sets may differ: use the questions they share.")
@click.option("--check", is_flag=True, help="Only say which budgets the golden set of the baseline can decide.")
@click.option("--correlation", type=float, default=0.5, show_default=True,
              help="With --check: how alike two versions are taken to be, question by question.")  # fmt: skip
@JSON
@click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True),
              help="Write a summary for pull requests; - prints it instead of the table.")  # fmt: skip
@click.option("--junit", type=click.Path(dir_okay=False, allow_dash=True), help="Write JUnit XML, one case a rule.")
@click.option("--github", is_flag=True,
              help="Print annotations for GitHub, and append the summary to $GITHUB_STEP_SUMMARY.")  # fmt: skip
@html_option
@click.pass_context
def gate(ctx: click.Context, /, scorecard: str | None, config_path: str | None, check: bool, **rest: Any) -> None:
    """Hold SCORECARD (eval --json) against the rules of ragauge.toml, and against a baseline.

    \b
    [gate]
    baseline = "baseline.json"        # made by: ragauge baseline save scores.json
    [[gate.rules]]
    metric = "recall@5"
    min = 0.6                         # a floor, held against the one-sided interval
    max_regression = 0.02             # a budget, held against the interval of the paired difference

    \b
    ragauge gate scores.json
    ragauge gate scores.json --config gates/ragauge.toml --junit gate.xml --github
    ragauge gate --check              which budgets can this golden set decide?

    More keys of a rule: max, min_n, min_coverage, max_error_rate, slices, strict, hard, required, on_inconclusive.

    Exit codes: 0 pass (also with "not enough evidence", unless on_inconclusive = "fail"), 1 measured and bad, 2 could
    not measure: a metric that was not produced, no baseline, another golden set or corpus, a mistake in the rules.
    With --check: 0 all budgets can be decided, 1 some cannot, 2 nobody can say.
    """
    from ragauge.gating.config import find_config
    from ragauge.gating.records import unmeasured
    from ragauge.gating.rules import Config, Rule
    from ragauge.io.files import shown

    _refuse_idle(ctx, scorecard, check=check)
    outputs = {name: rest.pop(name) for name in ("json_path", "markdown", "junit", "html")}
    check_targets(outputs)
    path = find_config(config_path)
    try:
        ctx.exit(_judged(path, scorecard, outputs, check=check, **rest))
    except RagaugeError as error:
        if not check:  # files of an earlier run must not stand there as if they were of this one
            known = Config(shown(path), (Rule("every rule"),), scorecard=scorecard)
            there = {name: out for name, out in outputs.items() if out is not None and Path(out).is_file()}
            _write(unmeasured(known, str(error)), there)
        raise


def _judged(path: Path, scorecard: str | None, outputs: dict[str, Any], *, check: bool, **rest: Any) -> int:
    from dataclasses import replace

    from ragauge.gating.config import read_config
    from ragauge.gating.judging import gate as judge
    from ragauge.io.files import shown
    from ragauge.loading import load_scorecard

    refuse_same_target(outputs, [one for one in (str(path), scorecard, rest["baseline"], rest["base_config"]) if one])
    config = read_config(path)
    config = replace(config, common_only=config.common_only or rest["common_only"])
    base, wanted = rest["baseline"] or config.baseline, scorecard or config.scorecard
    refuse_same_target(outputs, [one for one in (base, wanted) if one])
    baseline = _baseline(base, named=rest["baseline"] is not None)
    if check:
        return _check(config, baseline, base, rest["correlation"], outputs["json_path"])
    if wanted is None:
        raise click.UsageError('no scorecard: name one, or give it in the configuration: [gate] scorecard = "…"')
    card = load_scorecard(wanted).called(shown(wanted))
    result = judge(config, card, baseline)
    result = replace(result, notes=(*_loosened(config, rest["base_config"]), *result.notes))
    _deliver(result, outputs, card, baseline, github=rest["github"])
    return result.exit_code


def _refuse_idle(ctx: click.Context, scorecard: str | None, *, check: bool) -> None:
    """Options that would do nothing."""
    others = ("markdown", "junit", "html", "github", "base_config", "common_only") if check else ("correlation",)
    given = [
        option.opts[0]
        for option in ctx.command.params
        if option.name in others and ctx.get_parameter_source(option.name) == click.core.ParameterSource.COMMANDLINE
    ]
    given += ["a scorecard"] if check and scorecard is not None else []
    if given:
        raise click.UsageError(f"{', '.join(given)}: {'not with' if check else 'only with'} --check")


def _baseline(path: str | None, *, named: bool) -> Scorecard | None:
    """The baseline; one that only the configuration names may not be there yet."""
    from ragauge.io.files import shown
    from ragauge.loading import load_scorecard

    if path is None or (not named and not os.path.lexists(path)):
        return None
    return load_scorecard(path).called(shown(path))


def _check(
    config: Config, baseline: Scorecard | None, path: str | None, correlation: float, json_path: str | None
) -> int:
    from ragauge.core.errors import InputError
    from ragauge.gating.feasibility import feasibility
    from ragauge.gating.words import NO_BASELINE
    from ragauge.report.feasibility import feasibility_lines
    from ragauge.report.terminal import console, print_lines

    if baseline is None:
        raise InputError(f"{path}: {NO_BASELINE}" if path else NO_BASELINE)
    found = feasibility(config, baseline, correlation=correlation)
    if not hand_over([(json_path, found.to_json, echo_json)]):
        print_lines(feasibility_lines(found), console())
    return 0 if found.decidable else 1


def _loosened(config: Config, base_config: str | None) -> list[str]:
    from ragauge.gating.changes import rule_changes
    from ragauge.gating.config import read_config

    return [] if base_config is None else list(rule_changes(read_config(base_config), config))


def _deliver(
    result: GateResult, outputs: dict[str, Any], card: Scorecard, baseline: Scorecard | None, *, github: bool
) -> None:
    from ragauge.report.annotations import gate_annotations
    from ragauge.report.gate_markdown import gate_markdown
    from ragauge.report.gate_terminal import print_gate
    from ragauge.report.terminal import console

    printed = _write(result, outputs, card, baseline)
    if not printed:
        print_gate(result, console())
    tell_html(outputs["html"])
    if not github:
        return
    for line in gate_annotations(result):
        click.echo(line, err=printed)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        try:
            with Path(summary).open("a", encoding="utf-8") as file:
                file.write(gate_markdown(result))
        except OSError as error:  # the verdict stands, whoever hears of it
            say(f"the summary could not be written to $GITHUB_STEP_SUMMARY: {error.strerror}")


def _write(
    result: GateResult, outputs: dict[str, Any], card: Scorecard | None = None, baseline: Scorecard | None = None
) -> bool:
    """Write the files, and say whether something was printed."""
    from ragauge.report.gate_markdown import gate_markdown
    from ragauge.report.junit import gate_junit

    return hand_over(
        (
            (outputs.get("json_path"), result.to_json, echo_json),
            (outputs.get("markdown"), lambda: gate_markdown(result), echo_text),
            (outputs.get("junit"), lambda: gate_junit(result), echo_text),
            html_wanted(outputs.get("html"), lambda: _inputs(result, card, baseline)),
        )
    )


def _inputs(result: GateResult, card: Scorecard | None, baseline: Scorecard | None) -> Inputs:
    """The result with the scorecards that it is of, and their comparison."""
    from ragauge.comparison.comparing import compare
    from ragauge.report.assembling import titled
    from ragauge.report.html.inputs import Inputs

    cards = tuple(one for one in (card, baseline) if one is not None)
    both = None if card is None or baseline is None else compare(baseline, card).to_dict()
    return titled(Inputs("", cards=cards, comparison=both, gate=result.to_dict()))

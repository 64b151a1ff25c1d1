"""``ragauge baseline``: what candidates are held against."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from ragauge.cli.ending import say
from ragauge.cli.gate import CONFIG
from ragauge.cli.output import check_targets, refuse_same_target
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from ragauge.gating.rules import Config

DEFAULT = "baseline.json"


@click.group(short_help="Save or show the scorecard that gates hold others against.")
def baseline() -> None:
    """The scorecard that others are held against; keep it in version control beside ragauge.toml.

    \b
    ragauge baseline save scores.json
    ragauge baseline show
    """


@baseline.command(short_help="Make a scorecard the baseline, if nothing stands against it.")
@click.argument("scorecard", type=click.Path())
@click.option("-o", "--output", "target", type=click.Path(dir_okay=False),
              help="Where to; default the baseline of the configuration, else baseline.json.")  # fmt: skip
@CONFIG
@click.option("--accept", metavar="REASON", help="Let a loss against the present baseline through; kept in the file.")
@click.pass_context
def save(
    ctx: click.Context, /, scorecard: str, target: str | None, config_path: str | None, accept: str | None
) -> None:
    """Make SCORECARD the baseline.

    A scorecard in which questions failed, or nothing was measured, is none; nor is one that breaks a rule of the
    configuration (if there is one), is worse than the present baseline, or cannot be held against it (another golden
    set or corpus): --accept REASON lets that through and is on record.

    \b
    ragauge baseline save scores.json
    ragauge baseline save scores.json --accept "smaller model, agreed in #214"

    Exit codes: 0 saved, 1 a rule is broken, 2 failed questions, or a file that cannot be read.
    """
    from dataclasses import replace

    from ragauge.gating.baseline import judge_baseline
    from ragauge.io.files import shown
    from ragauge.io.writing import write_text
    from ragauge.loading import load_scorecard
    from ragauge.report.gate_terminal import print_gate
    from ragauge.report.terminal import console

    if accept is not None and not accept.strip():
        raise click.UsageError("--accept needs a reason")
    config = _config(config_path)
    place = target or (config.baseline if config else None) or DEFAULT
    refuse_same_target({"target": place}, [scorecard, *([config.source] if config else [])])
    check_targets({"target": place})
    card = load_scorecard(scorecard)
    present = load_scorecard(place).called(shown(place)) if os.path.lexists(place) else None
    judged = judge_baseline(card.called(shown(scorecard)), config, present, accept=accept is not None)
    if not judged.accepted and judged.result is not None:
        print_gate(judged.result, console())
        say(f"not saved: {place} stays as it is" if present else f"not saved: no {place} is made")
        if present and accept is None:
            say("if what it says about the present baseline is agreed on: --accept REASON")
        ctx.exit(judged.result.exit_code or 1)
    kept = card if accept is None else replace(card, provenance={**card.provenance, "accepted": accept})
    write_text(place, kept.to_json())
    say(f"written: {place}" + ("" if config else "; there is no configuration, so no rule was checked"))


@baseline.command(short_help="Show the baseline.")
@click.argument("file", type=click.Path(), required=False)
@CONFIG
def show(file: str | None, config_path: str | None) -> None:
    """Show the scores of the baseline, what it was measured on, and what was accepted for it.

    \b
    ragauge baseline show
    ragauge baseline show old/baseline.json
    """
    from ragauge.loading import load_scorecard
    from ragauge.report.terminal import console, print_lines, print_scorecard

    config = None if file else _config(config_path)
    path = file or (config.baseline if config else None) or DEFAULT
    if not os.path.lexists(path):
        raise InputError(f"{path}: there is no baseline yet; make one with: ragauge baseline save SCORECARD")
    card = load_scorecard(path)
    out = console()
    print_scorecard(card, out)
    prints = card.provenance.get("fingerprints") or {}
    lines = [("dim", f"{name}: {value}") for name, value in prints.items()]
    if (accepted := card.provenance.get("accepted")) is not None:
        lines.append(("warning", f"accepted: {accepted}"))
    print_lines(lines, out)


def _config(path: str | None) -> Config | None:
    """The configuration, if there is one; one that is named has to be there."""
    from ragauge.gating.config import find_config, has_config, read_config

    return read_config(find_config(path)) if path is not None or has_config() else None

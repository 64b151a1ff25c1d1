"""``ragauge compare``: candidates against a base, question by question."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.eval import policy_options
from ragauge.cli.html_output import html_option, html_wanted, tell_html
from ragauge.cli.output import check_targets, echo_json, echo_text, hand_over, input_files, refuse_same_target
from ragauge.cli.reading import matching_options, reading_options, take_reading, take_surroundings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.comparison.records import Comparison
    from ragauge.core.scorecard import Scorecard
    from ragauge.report.cheaper import Which
    from ragauge.report.html.inputs import Inputs

PAIR = 2
OPTIONS = (
    click.option("--gold", type=click.Path(), help="Measure BASE and CAND, which are runs, against this golden set."),
    click.option("-m", "--metric", "names", multiple=True, metavar="NAME",
                 help="A metric, like ndcg@10; repeat for more. Default: all that both scorecards have."),
    click.option("--by", multiple=True, metavar="COLUMN", help="Slice by a column of the golden set; repeat for more."),
    click.option("--k", type=click.IntRange(1), default=5, show_default=True,
                 help="With --gold: cut-off of the default metrics."),
    click.option("--common-only", is_flag=True,
                 help="The golden sets may differ: compare the questions that both have with the same gold."),
    click.option("--all-pairs", is_flag=True, help="Compare each with each, not only with BASE."),
    click.option("--moved", type=click.IntRange(0), default=5, show_default=True,
                 help="How many of the questions that moved most to show."),
    click.option("--test", type=click.Choice(["sign_flips", "wilcoxon", "t"]), default="sign_flips", show_default=True,
                 help="The paired test; sign_flips is McNemar's where all steps are equal."),
    click.option("--correction", type=click.Choice(["holm", "bh", "bonferroni"]), default="holm", show_default=True,
                 help="How p is adjusted for the number of metrics and candidates."),
    click.option("--interval", type=click.Choice(["guarded", "percentile", "bca"]), default="guarded",
                 show_default=True, help="Of the difference: t guarded for rare changes, or the bootstrap."),
    click.option("--resamples", type=click.IntRange(1), default=10_000, show_default=True,
                 help="Sign flips and bootstrap samples, where not all can be counted."),
    click.option("--margin", type=click.FloatRange(0), metavar="SIZE",
                 help="Also say whether CAND is not worse, or the same, within this difference."),
    click.option("--cheaper", type=click.Choice(["base", "candidate"]),
                 help="Say whether the cheaper one of the two is shown to be worse."),
    click.option("--json", "json_path", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write everything as JSON; - prints it instead of the tables."),
    click.option("--markdown", type=click.Path(dir_okay=False, allow_dash=True),
                 help="Write a summary for pull requests; - prints it instead of the tables."),
    html_option,
)  # fmt: skip


def compare_options(command: Any) -> Any:
    """Add the options of this command."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@click.command(short_help="Better, worse, or no difference shown: two results, question by question.")
@click.argument("base", type=click.Path())
@click.argument("candidates", type=click.Path(), nargs=-1, required=True, metavar="CAND...")
@compare_options
@reading_options
@matching_options
@policy_options
@click.pass_context
def compare(ctx: click.Context, /, base: str, candidates: tuple[str, ...], gold: str | None, **rest: Any) -> None:
    """Compare CAND with BASE question by question: two scorecards (eval --json), or with --gold two runs.

    Only questions that both have with the same gold are compared; another golden set, corpus, policy or revision of a
    metric is "not comparable". p is that of a paired test by sign flips (McNemar's where all steps are equal), adjusted
    by Holm for all metrics (and candidates); the verdict is by the adjusted p.

    \b
    ragauge eval gold.csv old.jsonl --json old.json; ragauge eval gold.csv new.jsonl --json new.json
    ragauge compare old.json new.json --by lang
    ragauge compare old.jsonl new.jsonl --gold gold.csv --match all -m recall@5 -m mrr
    ragauge compare size-256.json size-512.json size-1024.json --markdown summary.md

    The options of "ragauge eval" apply with --gold. Exit codes: 0 compared, 2 not comparable or cannot be read.
    """
    from dataclasses import replace

    from ragauge.comparison.asked import Asked
    from ragauge.comparison.comparing import compare_all
    from ragauge.report.cheaper import cheaper_sentence

    outputs = {name: rest.pop(name) for name in ("json_path", "markdown", "html")}
    paths = [base, *candidates]
    others = [path for path in (gold, rest["chunks"], rest["corpus"]) if path is not None]
    refuse_same_target(outputs, [file for path in (*paths, *others) for file in input_files(path)])
    check_targets(outputs)
    asked = Asked(
        rest.pop("names") or None,
        rest.pop("by"),
        common_only=rest.pop("common_only"),
        level=rest["level"],
        seed=rest["seed"],
        **{name: rest.pop(name) for name in ("moved", "test", "correction", "interval", "resamples", "margin")},
    )
    each, cheaper = rest.pop("all_pairs"), rest.pop("cheaper")
    if outputs["html"] is not None and len(paths) > PAIR:
        raise click.UsageError("--html shows one comparison: name one CAND")
    cards = _cards(ctx, paths, gold, asked.metrics, rest)
    pairs = list(combinations(cards, 2)) if each else [(cards[0], one) for one in cards[1:]]
    found = compare_all(pairs, asked)
    if cheaper:
        which: Which = "base" if cheaper == "base" else "candidate"
        found = [replace(one, notes=(*one.notes, cheaper_sentence(one, which))) for one in found]
    _deliver(found, cards, **outputs)
    if not all(one.measured for one in found):
        ctx.exit(2)


def _cards(
    ctx: click.Context, paths: Sequence[str], gold: str | None, metrics: Sequence[str] | None, rest: dict[str, Any]
) -> list[Scorecard]:
    """The scorecards, read or measured; each called by the path that was given."""
    from ragauge.io.files import shown
    from ragauge.loading import load_scorecard

    if gold is None:
        _refuse_idle(ctx)
        cards = [load_scorecard(path) for path in paths]
    else:
        cards = _measured(paths, gold, metrics, rest)
    return [card.called(shown(path)) for card, path in zip(cards, paths, strict=True)]


def _measured(paths: Sequence[str], gold: str, metrics: Sequence[str] | None, rest: dict[str, Any]) -> list[Scorecard]:
    from ragauge.core.options import Options
    from ragauge.evaluation import measure
    from ragauge.loading import golden_from, load_run

    k = rest.pop("k")
    golden = golden_from(gold, take_reading(rest, "compare --gold"))
    runs = [load_run(path) for path in paths]
    around = take_surroundings(rest)
    options = Options(**rest)
    return [measure(golden, run, metrics, by=(), k=k, options=options, around=around)[0] for run in runs]


def _refuse_idle(ctx: click.Context) -> None:
    """Options that only change how runs are measured would do nothing to scorecards."""
    from dataclasses import fields

    from ragauge.comparison.asked import Asked

    asked = (field.name for field in fields(Asked))
    here = {"names", "by", "all_pairs", "cheaper", "json_path", "markdown", "html", *asked}
    given = [
        option.opts[0]
        for option in ctx.command.params
        if isinstance(option, click.Option)
        and option.name not in here
        and ctx.get_parameter_source(option.name or "") == click.core.ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(f"{', '.join(given)}: only with --gold; scorecards are measured already")


def _deliver(
    found: Sequence[Comparison],
    cards: Sequence[Scorecard],
    *,
    json_path: str | None,
    markdown: str | None,
    html: str | None,
) -> None:
    from ragauge.report.comparison_markdown import comparison_markdown
    from ragauge.report.comparison_terminal import print_comparison
    from ragauge.report.terminal import console

    def as_json() -> str:
        if len(found) == 1:
            return found[0].to_json()
        plain = {"comparisons": [one.to_dict() for one in found]}
        return json.dumps(plain, ensure_ascii=False, allow_nan=False, indent=1) + "\n"

    def as_markdown() -> str:
        return "\n".join(comparison_markdown(one) for one in found)

    shown = html_wanted(html, lambda: _inputs(found[0], cards))
    if not hand_over(((json_path, as_json, echo_json), (markdown, as_markdown, echo_text), shown)):
        out = console()
        for place, one in enumerate(found):
            if place:
                out.print()
            print_comparison(one, out)
    tell_html(html)


def _inputs(found: Comparison, cards: Sequence[Scorecard]) -> Inputs:
    from ragauge.report.assembling import titled
    from ragauge.report.html.inputs import Inputs

    base, candidate = cards
    return titled(Inputs("", cards=(candidate, base), comparison=found.to_dict()))

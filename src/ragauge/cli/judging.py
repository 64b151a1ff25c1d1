"""The models that metrics of answers ask: the options that name them, and their set-up."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ragauge.cli.ending import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.answering.judge_run import JudgeRun
    from ragauge.answering.models import Models
    from ragauge.core.scorecard import Scorecard
    from ragauge.io.configuration import Configuration
    from ragauge.judging.configuration import JudgeConfig
    from ragauge.judging.ledger import Spent
    from ragauge.judging.running import Progress
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced

CACHE = ".ragauge/judge.sqlite"
"""Where replies are kept when nobody says where, so that the same run again asks nothing."""
SAID = ("model", "url", "provider", "key", "cache")
WHETHER = click.option("--judge", "judge", is_flag=True, help="Ask the judge of [judge] in the configuration.")
JUDGE = (
    click.option("--judge-model", metavar="NAME", help="Ask this model; with --judge-url on any compatible server."),
    click.option("--judge-url", metavar="URL", help="Where it is, like http://localhost:8000/v1."),
    click.option("--judge-provider", type=click.Choice(["openai", "anthropic", "gemini"]), help="Whose protocol."),
    click.option("--judge-key", metavar="VARIABLE", help="The environment variable that has its key."),
    click.option("--judge-cache", type=click.Path(dir_okay=False),
                 help=f"Where its replies are kept, and not asked for again. Default: {CACHE}."),
    click.option("--dry-run", is_flag=True, help="Count what the judge would be asked and cost; nothing is sent."),
)  # fmt: skip
ENTAILER = (
    click.option("--entailer", metavar="FOLDER",
                 help="A local model of entailment, for metrics that ask one; hub:OWNER/NAME is downloaded."),
    click.option("--entailment-label", metavar="LABEL",
                 help="Which of its labels is entailment, where its configuration does not tell."),
)  # fmt: skip


def judge_options(command: Any) -> Any:
    """Add the options that say which judge is asked, and ``--dry-run``."""
    for option in reversed(JUDGE):
        command = option(command)
    return command


def judging_options(command: Any) -> Any:
    """Add the options that become ``Judging``: whether a judge is asked, which one, and a model of entailment."""
    for option in reversed(ENTAILER):
        command = option(command)
    return WHETHER(judge_options(command))


@dataclass(frozen=True, slots=True)
class Judging:
    """What the command line says of models: ``said`` has values of ``[judge]``, None where nothing was said."""

    asked: bool
    said: Mapping[str, str | None]
    entailer: str | None
    label: str | None
    dry_run: bool

    @property
    def wanted(self) -> bool:
        """Whether a judge is asked for."""
        return self.asked or any(value is not None for value in self.said.values())

    @property
    def asks_models(self) -> bool:
        """Whether any model is asked for."""
        return self.wanted or self.entailer is not None

    def refuse_idle_outputs(self, outputs: Mapping[str, Any]) -> None:
        """Raise a usage error for a dry run of no judge, and for outputs that it does not write."""
        if not self.dry_run:
            return
        if not self.wanted:
            raise click.UsageError("--dry-run is of a judge: name one with --judge or --judge-model")
        unused = {"per_question": "--per-question", "markdown": "--markdown", "html": "--html"}
        if given := [option for name, option in unused.items() if outputs.get(name) is not None]:
            raise click.UsageError(f"{', '.join(given)}: not with --dry-run; --json has all of it")

    def refuse_unasked(self, names: Sequence[str]) -> None:
        """Raise a usage error for a model that none of these metrics asks; no names: the default ones ask."""
        from ragauge.answering.measuring import answer_metrics
        from ragauge.answering.models import ENTAILED
        from ragauge.metrics.judge_cases import JUDGED

        kinds = {one.spec.inputs for one in answer_metrics(names)[1]}
        for told, wanted, kind in (("a judge", self.wanted, JUDGED), ("--entailer", self.entailer, ENTAILED)):
            if names and wanted and kind not in kinds:
                raise click.UsageError(f"{told} is named, and none of the metrics asks one: see ragauge metrics")

    def config(self, content: Configuration | None, path: str) -> JudgeConfig | None:
        """The judge that is asked for; None without one.

        Raises: InputError with everything that is wrong.
        """
        from ragauge.core.errors import InputError, Problem
        from ragauge.io.configuration import Configuration
        from ragauge.judging.configuration import judge_config

        if not self.wanted:
            return None
        known = Configuration("the command line", {}) if content is None else content
        if known.table("judge") is None and self.said["model"] is None:
            where = "no configuration" if content is None else f"no [{content.prefix}judge] in it"
            message = f"{where}: name the judge with --judge-model NAME, or in [judge] of ragauge.toml"
            raise InputError([Problem(message, None if content is None else content.file)])
        found = judge_config(known, path, self.said)
        return replace(found, cache=CACHE) if found is not None and found.cache is None else found


NO_MODELS = Judging(asked=False, said=dict.fromkeys(SAID), entailer=None, label=None, dry_run=False)
"""Nothing is said of models."""


def take_judging(given: dict[str, Any]) -> Judging:
    """The models that the user names; their options are taken out of those given."""
    said = {name: given.pop(f"judge_{name}") for name in SAID}
    if given["entailer"] is not None and not given["entailer"].strip():
        raise click.UsageError("--entailer is empty: name the folder of a model")
    entailer, label = given.pop("entailer"), given.pop("entailment_label")
    return Judging(given.pop("judge"), said, entailer, label, given.pop("dry_run"))


def discovered_configuration(path: str | None) -> tuple[Configuration | None, str]:
    """The configuration that was named, or else the one that is found, and its path."""
    from ragauge.io.configuration import discovered, read_configuration

    found = path if path is not None else discovered()
    return (None, "") if found is None else (read_configuration(found), str(found))


def take_judge(given: dict[str, Any]) -> tuple[Judging, JudgeConfig | None, list[str]]:
    """The models, the judge in the configuration that was named or is found, and the files that this reads."""
    judging, named = take_judging(given), given.pop("config_path")
    content, path = discovered_configuration(named) if judging.wanted or named is not None else (None, "")
    judge = judging.config(content, path)
    return judging, judge, [file for file in (path, None if judge is None else judge.cache) if file]


@contextmanager
def open_models(config: JudgeConfig | None, judging: Judging) -> Iterator[Models | None]:
    """The models, until their files are closed again; for a dry run what it needs of them."""
    if config is None and judging.entailer is None:
        yield None
        return
    from ragauge.answering.judge_run import judge_run
    from ragauge.answering.models import Models

    dry = judging.dry_run
    with ExitStack() as stack:
        judge = None
        if config is not None:
            _keep_out_of_git(config.cache, dry=dry)
            judge = stack.enter_context(judge_run(config, dry=dry))
        yield Models(judge, None if judging.entailer is None or dry else _entailer(judging.entailer, judging.label))


def _entailer(folder: str, label: str | None) -> Any:
    from ragauge.backends.entailer import make_entailer

    return make_entailer(folder, label=label)


def _keep_out_of_git(cache: str | None, *, dry: bool) -> None:
    """The folder of ours that replies are kept in has what judges say of the data, which nobody means to publish."""
    folder = Path(CACHE).parent
    if cache != CACHE or dry or folder.exists():
        return
    folder.mkdir()
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")


def asks_about_answers(names: Sequence[str], judging: Judging) -> bool:
    """Whether answers were asked for, by the name of a metric or of a model."""
    from ragauge.answering.measuring import answer_metrics

    return judging.asks_models or any(answer_metrics(names)[1])


def refuse_unanswered(run: str, traced: Traced | None, names: Sequence[str], judging: Judging) -> None:
    """Raise InputError where a model is to be asked about answers, and there is none."""
    from ragauge.answering.cases import has_answers
    from ragauge.core.errors import InputError, Problem

    if judging.asks_models and (traced is None or not (names or has_answers(traced))):
        raise InputError([Problem("has no answers that could be judged: traces are needed, see docs/traces.md", run)])


def measured(
    golden: Golden,
    run: Run,
    traced: Traced | None,
    names: Sequence[str],
    models: Models | None,
    how: Mapping[str, Any],
) -> tuple[Scorecard, Joined, BaseException | None]:
    """The scorecard, with a bar for the judge and a word on what it took; and the interruption, if there was one.

    Whoever is handed one delivers what there is, and raises it then.
    """
    from ragauge.answering.measuring import InterruptedScores, measure_all
    from ragauge.evaluation import measure

    if traced is None:
        return *measure(golden, run, list(names) or None, **how), None
    stopped = None
    with judging_progress() as progress:
        try:
            card, joined = measure_all(golden, run, traced, names, models=models, progress=progress, **how)
        except InterruptedScores as interrupted:
            stopped, card, joined = interrupted, interrupted.card, interrupted.joined
    if models is not None and models.judge is not None:
        _tell(card, models.judge)
    return card, joined, stopped


def _tell(card: Scorecard, run: JudgeRun) -> None:
    judge = card.provenance.get("judge")
    if judge is None:
        return
    spent = judge["spent"]
    money = "" if spent["money"] is None else f", {spent['money']:.4f} in money"
    told = f"judge {judge['model']}: {spent['calls']:,} calls, {judge['cached']:,} replies from the cache"
    cache = run.cache
    is_kept = cache is not None and cache.path is not None and cache.problem is None
    kept = f"; replies are kept in {cache.path}" if cache is not None and is_kept else ""
    say(f"{told}, {spent['prompt'] + spent['completion']:,} tokens{money}{kept}")


def refuse_unjudged(card: Scorecard) -> None:
    """Raise RagaugeError when a judge was asked, and nothing came of it."""
    judge = card.provenance.get("judge")
    if judge is None or not judge["asked"] or judge["failed"] < judge["asked"]:
        return
    from ragauge.answering.judged import FAILURE
    from ragauge.core.errors import RagaugeError

    kinds = sorted({kind for score in card.scores for kind in score.failed if kind.startswith(FAILURE)})
    raise RagaugeError(f"the judge gave no reply that could be used: {', '.join(kinds)}")


@contextmanager
def judging_progress() -> Iterator[Progress]:
    """A bar with what is done and spent on a terminal, nothing elsewhere; it is there once something is done."""
    if not sys.stderr.isatty():
        yield lambda _done, _total, _spent: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ragauge.report.terminal import console

    columns = ("judging", BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[spent]}"), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("judging", visible=False, spent="")

        def step(done: int, total: int, spent: Spent) -> None:
            bar.update(task, visible=True, completed=done, total=total, spent=_spent(spent))

        yield step


def _spent(spent: Spent) -> str:
    money = "" if spent.money is None else f" · {spent.money:.4f}"
    return f"{spent.calls:,} calls · {spent.prompt + spent.completion:,} tokens{money}"

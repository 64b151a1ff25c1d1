"""What ``ragauge run`` is to do: the tables ``[run]`` and ``[run.pipeline]``, and what the command line says."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ragauge.answering.measuring import answer_metrics
from ragauge.cli.judging import NO_MODELS
from ragauge.core.errors import InputError, Problem, RagaugeError
from ragauge.evaluation import ranking_metrics
from ragauge.io.config_fields import Fields
from ragauge.io.configuration import Configuration, beside, discovered, read_configuration
from ragauge.pipeline.reference.settings import Settings
from ragauge.pipeline.reference.settings_table import idle_keys, settings_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.cli.judging import Judging
    from ragauge.judging.configuration import JudgeConfig

KEYS = (
    "documents", "gold", "match", "metrics", "by", "k", "predicates", "authorization", "traces", "chunks", "json",
    "level", "seed", "pipeline", "judge", "entailer",
)  # fmt: skip
PATHS = ("documents", "gold", "traces", "chunks", "json")
SET = "--set"


@dataclass(frozen=True, slots=True)
class RunConfig:
    """A run: where documents and questions are, how they go through the pipeline, what is measured, what is written."""

    settings: Settings
    documents: str
    gold: str
    match: str | None = None
    metrics: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    predicates: str | None = None
    authorization: str | None = None
    traces: str | None = None
    chunks: str | None = None
    json: str | None = None
    level: float = 0.95
    seed: int = 0
    judging: Judging = NO_MODELS
    judge: JudgeConfig | None = None


def run_config(
    path: str | None, given: Mapping[str, Any], changes: Sequence[str] = (), judging: Judging = NO_MODELS
) -> RunConfig:
    """The run of a configuration file (None: the one that is found, or none), where ``given`` goes before the file.

    ``given`` has values of ``[run]`` by key, None where nothing was said; ``changes`` are texts ``KEY=VALUE`` for
    ``[run.pipeline]``; ``judging`` is what is said of models.

    Raises: InputError with everything that is wrong.
    """
    content, folder = _content(path)
    table = None if content is None else content.table("run")
    if content is not None and table is None and (path is not None or given.get("documents") is None):
        near = get_close_matches("run", content.tables, 1)
        hint = f"; there is [{content.prefix}{near[0]}]" if near else ""
        message = f"no [{content.prefix}run] in it{hint}; ragauge run --example shows one"
        raise InputError([Problem(message, content.file)])
    problems: list[Problem] = []
    if content is not None:
        content.refuse_unknown(problems)
    fields = Fields(table or {}, SET if content is None else content.file, None, "run", problems)
    fields.refuse_unknown(KEYS)
    config = _config(fields, folder, given, changes)
    judging = _judging(fields, folder, judging)
    try:
        judge = judging.config(content, folder)
    except InputError as error:
        problems += error.problems
    if config is not None and judging.asks_models and not config.metrics and config.settings.generator == "none":
        fields.wrong("there is nothing to judge: no generator answers, and no metrics are named")
    if problems or config is None:
        raise InputError(problems)
    return replace(config, judging=judging, judge=judge)


def _judging(fields: Fields, folder: str, given: Judging) -> Judging:
    """The models that the table asks for, where the command line does not go before it."""
    asked, entailer = fields.flag("judge", default=False), fields.text("entailer")
    if entailer is not None and not entailer.startswith("hub:"):
        entailer = beside(folder, entailer)
    return replace(given, asked=given.asked or asked, entailer=given.entailer or entailer)


def _content(path: str | None) -> tuple[Configuration | None, str]:
    """Our part of the file, and the path that its own paths are beside."""
    found = path if path is not None else discovered()
    return (None, "") if found is None else (read_configuration(found), str(found))


def _config(fields: Fields, folder: str, given: Mapping[str, Any], changes: Sequence[str]) -> RunConfig | None:
    k = given.get("k") or fields.whole("k") or 5
    settings = settings_of(_pipeline(fields, changes), k)
    paths = {name: _or(given.get(name), beside(folder, fields.text(name))) for name in PATHS}
    for name in ("documents", "gold"):
        if paths[name] is None and name not in fields.table:
            fields.wrong("is missing: name it here or on the command line", name)
    metrics = given.get("metrics") or fields.texts("metrics")
    _check_metrics(fields, metrics, settings)
    level, seed = fields.number("level", 0.5, 0.9999), fields.whole("seed", 0)
    match = given.get("match") or fields.choice("match", ("all", "any"))
    by = given.get("by") or fields.texts("by")
    columns = {name: _or(given.get(name), fields.text(name)) for name in ("predicates", "authorization")}
    if settings is None or fields.problems:
        return None
    return RunConfig(
        settings=settings,
        documents=str(paths.pop("documents")),
        gold=str(paths.pop("gold")),
        match=match,
        metrics=tuple(metrics),
        by=tuple(by),
        level=_or(given.get("level"), _or(level, 0.95)),
        seed=_or(given.get("seed"), _or(seed, 0)),
        **columns,
        **paths,
    )


def _pipeline(fields: Fields, changes: Sequence[str]) -> Fields:
    """The table of the pipeline with the changes; what these make idle in it is left out, what they say never is."""
    table = fields.table.get("pipeline", {})
    if not isinstance(table, dict):
        fields.wrong("must be a table: [run.pipeline]", "pipeline")
        table = {}
    changed: dict[str, Any] = {}
    for change in changes:
        key, mark, text = change.partition("=")
        if not mark or not key.strip():
            fields.problems.append(Problem(f"is KEY=VALUE, like size=200; got {change!r}", SET))
            continue
        _put(changed, key.strip().split("."), _value(text.strip()))
    merged = _merged(table, changed)
    if changed:
        merged = {key: value for key, value in merged.items() if key in changed or key not in idle_keys(merged)}
    place = f"{fields.file} with {SET}" if changed and fields.file != SET else fields.file
    return Fields(merged, place, None, "run.pipeline", fields.problems)


def _put(table: dict[str, Any], names: list[str], value: Any) -> None:
    for name in names[:-1]:
        inner = table.get(name)
        table[name] = table = inner if isinstance(inner, dict) else {}
    table[names[-1]] = value


def _merged(table: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """A table with changes, table within table; a change to nothing takes a key out."""
    merged = dict(table)
    for key, value in changed.items():
        inner = merged.get(key)
        merged[key] = _merged(inner, value) if isinstance(value, dict) and isinstance(inner, dict) else value
    return {key: value for key, value in merged.items() if value is not None}


def _value(text: str) -> Any:
    """A value as TOML has it, any other text as it is; None where there is none."""
    if not text:
        return None
    try:
        read = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return read["value"] if read.keys() == {"value"} else text


def _check_metrics(fields: Fields, names: Sequence[str], settings: Settings | None) -> None:
    hits = Settings().hits if settings is None else settings.hits
    for name in names:
        try:
            if answer_metrics([name])[1]:
                continue
            (measure,) = ranking_metrics([name])
        except RagaugeError as error:
            fields.wrong(str(error), "metrics")
            continue
        if int(measure.given.get("k", 0)) > hits:
            fields.wrong(f"{name} looks further than the {hits} hits that are kept (hits)", "metrics")


def _or(value: Any, usual: Any) -> Any:
    return usual if value is None else value

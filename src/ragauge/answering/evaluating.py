"""Traces and gold into a Scorecard, with or without models: what ``ragauge eval`` does, for Python."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import fields
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.answering.cases import has_answers
from ragauge.answering.judge_run import JudgeRun, judge_run
from ragauge.answering.loading import is_table_in_memory, load_inputs
from ragauge.answering.measuring import measure_all
from ragauge.answering.models import Models
from ragauge.core.matching import Matching
from ragauge.core.options import make_options
from ragauge.core.reading import Reading
from ragauge.evaluation import DEFAULT_K, Surroundings
from ragauge.io.configuration import Configuration
from ragauge.io.trace_tables import read_traced, traced_of
from ragauge.io.traces import run_of
from ragauge.judging.configuration import JudgeConfig, judge_config
from ragauge.loading import golden_from
from ragauge.tables.golden import Golden

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.ports import Entailer
    from ragauge.core.reading import Match
    from ragauge.core.scorecard import Scorecard
    from ragauge.core.trace import Trace
    from ragauge.judging.judge import Judge
    from ragauge.tables.run import Run
    from ragauge.tables.traced import Traced


def evaluate_answers(
    gold: Any,
    traces: Any,
    metrics: Sequence[str] | None = None,
    *,
    judge: Mapping[str, Any] | JudgeConfig | Judge | JudgeRun | None = None,
    entailer: str | Path | Entailer | None = None,
    by: Sequence[str] = (),
    k: int = DEFAULT_K,
    match: Match | None = None,
    chunks: Any = None,
    corpus: Any = None,
    **policies: Any,
) -> Scorecard:
    """Measure the retrieval and the answers of traces, which are a file (also a plain table of answers) or records.

    Answers may also be a data frame or a list of objects, a row a question; the same one may be gold and answers, as
    the same file may. Gold for answers can do without evidence.

    ``judge`` is a judge, or the keys of ``[judge]`` in a configuration (``{"model": "qwen3", "url": "http://…/v1"}``);
    ``entailer`` a model of entailment, or its folder. Without them no model is asked. Without ``metrics``, the default
    ones of all that is at hand. The others are those of ``ragauge.evaluate``.

    >>> from ragauge.core.trace import StageHits, Trace
    >>> found = (StageHits("bm25", "lane", (("a", 2.5),)),)
    >>> traces = [Trace("q1", stages=found, answer="Two years.", refusal=False)]
    >>> card = evaluate_answers({"q1": ["a"]}, traces, ["mrr", "wrong_refusal"])
    >>> card["mrr"].value, card["wrong_refusal"].value
    (1.0, 0.0)

    Raises: as ``ragauge.evaluate``; InputError for metrics that need a model that is not there; InterruptedScores with
        what there is, when the user interrupts the judge.
    """
    from ragauge.golden.chunks.table import chunk_table
    from ragauge.io.corpus_files import read_corpus

    matching = Matching(**{one.name: policies.pop(one.name) for one in fields(Matching) if one.name in policies})
    around = Surroundings(
        matching,
        chunks=None if chunks is None else chunk_table(chunks),
        corpus=None if corpus is None else read_corpus(corpus),
    )
    golden, run, traced = _inputs(gold, traces, match)
    with ExitStack() as stack:
        models = Models(_judge(judge, stack), _entailer(entailer))
        how: dict[str, Any] = {"by": by, "k": k, "options": make_options(**policies), "around": around}
        return measure_all(golden, run, traced, metrics, models=models, **how)[0]


def _inputs(gold: Any, traces: Any, match: Match | None) -> tuple[Golden, Run, Traced]:
    if isinstance(traces, str | PathLike) or is_table_in_memory(traces):
        inputs = load_inputs(gold, traces, Reading(match=match), asked=True)
        return inputs.golden, inputs.run, inputs.traced or read_traced(traces)
    records: list[Trace] = list(traces)
    traced = traced_of(records)
    golden = gold if isinstance(gold, Golden) else golden_from(gold, Reading(match, evidence=not has_answers(traced)))
    return golden, run_of(records), traced


def _judge(given: Any, stack: ExitStack) -> JudgeRun | None:
    if given is None or isinstance(given, JudgeRun):
        return given
    if isinstance(given, Mapping):
        given = judge_config(Configuration("judge", {"judge": dict(given)}), "")
    if isinstance(given, JudgeConfig):
        return stack.enter_context(judge_run(given))
    return JudgeRun(given, given.identity)


def _entailer(given: str | Path | Entailer | None) -> Entailer | None:
    if isinstance(given, str | Path):
        from ragauge.backends.entailer import make_entailer

        return make_entailer(given)
    return given

"""The cases that answer metrics are computed from: each question of the gold with its trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.answering.answerable import answerable
from ragauge.answering.ranking import can_be_held
from ragauge.answering.texts import document_texts
from ragauge.core.answered import Answered, Answers
from ragauge.core.errors import InputError
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import trace_of_each
from ragauge.funnel.needs import needs_of
from ragauge.funnel.outcomes import references
from ragauge.funnel.standing import standing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.arrays import BoolArray
    from ragauge.funnel.needs import Needs
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced

BEFORE_PROMPT = ("selected", "reranked", "fused", "lane")
"""The lists that can have been handed on to the assembly, the nearest first."""


def answers_of(golden: Golden, traced: Traced, around: Surroundings | None = None) -> Answers:
    """One case a question of the gold.

    The texts of the prompt are those of its chunks: as the traces tell them, else from the table of chunks; where one
    of them is not known, the texts of that prompt are not. Gold that nothing in the prompt is known to meet is not met;
    without a recorded prompt that is not known.

    Raises: InputError when no trace is of a question of the gold.
    """
    around = around or Surroundings()
    needs = needs_of(golden)
    trace_of = trace_of_each(golden, traced).tolist()
    texts = item_texts(traced, around)
    prompts, handed_on = _lists(traced, ("context",)), _lists(traced, BEFORE_PROMPT)
    met, known = _met(traced, needs, around)
    asked = traced.asked.rows(named=True)
    shares = dict(traced.told.select("trace", "confidence").iter_rows())
    right = _right_answers(golden, traced, trace_of)
    has_answer = answerable(golden, right)
    rows: dict[int, list[int]] = {}
    for need, question in enumerate(needs.question.tolist()):
        rows.setdefault(question, []).append(need)
    cases, missing = [], set()
    for place, (question, text) in enumerate(golden.questions.select("question", "text").iter_rows()):
        at = trace_of[place]
        if at < 0:
            missing.add(question)
        told = asked[at] if at >= 0 else {}
        ids = prompts.get(at)
        own = rows.get(place, [])
        cases.append(
            Answered(
                question=question,
                text=text,
                answer=told.get("answer"),
                refusal=told.get("refusal"),
                contexts=_known(ids, texts),
                ids=None if ids is None else tuple(ids),
                citations=None if told.get("citations") is None else tuple(told["citations"]),
                retrieved=_known(handed_on.get(at), texts),
                references=right.get(question, ()),
                answerable=has_answer[place],
                evidence=tuple(tuple(_quotes(needs, need)) for need in own if all(_quotes(needs, need))),
                met=tuple(bool(met[need]) for need in own) if own and known[place] else None,
                prompt_tokens=told.get("prompt_tokens"),
                window=told.get("window"),
                confidence=shares.get(at),
                error=told.get("error"),
            )
        )
    return Answers(tuple(cases), frozenset(missing))


def has_answers(traced: Traced) -> bool:
    """Whether any trace has an answer."""
    return not traced.asked["answer"].is_null().all()


def _quotes(needs: Needs, need: int) -> list[str]:
    anchors = [needs.anchors.get(item) for item in needs.alternatives[need]]
    return [(anchor.quote or "") if anchor else "" for anchor in anchors]


def item_texts(traced: Traced, around: Surroundings) -> dict[str, str]:
    """The text of every item that is known: as the traces tell it, else the chunks, else the corpus."""
    told = dict(traced.anchors.select("item", "quote").drop_nulls().iter_rows())
    if around.chunks is not None:
        told = {**dict(around.chunks.frame.select("item", "quote").drop_nulls().iter_rows()), **told}
    if around.corpus is None:
        return told
    left = [item for item in traced.hits["item"].unique(maintain_order=True) if item not in told]
    exact = around.matching.ids == "exact"
    return {**around.corpus.readable(), **document_texts(left, around.corpus, exact=exact), **told}


def _right_answers(golden: Golden, traced: Traced, trace_of: Sequence[int]) -> dict[str, tuple[str, ...]]:
    """The right answers of each question: those of the gold, else those that stand beside its answer."""
    known = references(golden)
    beside = dict(traced.told.select("trace", "references").drop_nulls().iter_rows())
    asked = zip(golden.questions["question"], trace_of, strict=True)
    every = {question: tuple(known.get(question) or beside.get(at, ())) for question, at in asked}
    return {question: right for question, right in every.items() if right}


def _lists(traced: Traced, kinds: tuple[str, ...]) -> dict[int, list[str]]:
    """The ids of the last list of the first of these kinds that each trace has."""
    found: dict[int, list[str]] = {}
    for kind in kinds:
        for name in reversed(traced.stages(kind)):
            place = traced.names.index(name)
            there = traced.recorded.filter(pl.col("stage") == place)["trace"].to_list()
            rows = traced.hits.filter(pl.col("stage") == place).group_by("trace", maintain_order=True).agg("item")
            items = dict(rows.iter_rows())
            for trace in there:
                found.setdefault(trace, items.get(trace, []))
    return found


def _known(ids: list[str] | None, texts: Mapping[str, str]) -> tuple[str, ...] | None:
    if ids is None or any(item not in texts for item in ids):
        return None
    return tuple(texts[item] for item in ids)


def _met(traced: Traced, needs: Needs, around: Surroundings) -> tuple[BoolArray, BoolArray]:
    """For each need whether its prompt meets it, and for each question whether its prompt is recorded."""
    met = np.zeros(len(needs), dtype=bool)
    known = np.zeros(len(needs.golden), dtype=bool)
    for name in traced.stages("context"):
        run = traced.run(name)
        if not can_be_held(needs.golden, run.frame["item"], run.anchors):
            continue
        try:
            rank, recorded = standing(run, needs, around)
        except InputError:  # ids that mean nothing to the gold: nothing is known of these prompts
            continue
        met |= rank > 0
        known |= recorded
    return met, known

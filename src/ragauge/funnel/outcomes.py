"""What is known of the answers: whether they refuse, whether they are right, and what they cite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.errors import InputError
from ragauge.core.list_text import looks_like_a_list, parse_list
from ragauge.funnel.agreement import agrees
from ragauge.funnel.reach import GONE, PASSED, UNKNOWN
from ragauge.funnel.said import plain_answers
from ragauge.funnel.standing import standing
from ragauge.tables.run import Run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.evaluation import Surroundings
    from ragauge.funnel.needs import Needs
    from ragauge.funnel.reach import Verdicts
    from ragauge.funnel.together import Together
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced

CITED = "citations"


def refusals(traced: Traced, trace_of: IntArray) -> Verdicts:
    """For each question: 1 where its answer refuses, −1 where it is known that it does not: it says so, or cites."""
    cites = pl.when(pl.col("citations").list.len() > 0).then(pl.lit(value=False))
    said = traced.asked.select(pl.coalesce("refusal", cites)).to_series().to_list()
    return _verdicts([None if at < 0 else said[at] for at in trace_of.tolist()])


def right_answers(
    traced: Traced, golden: Golden, trace_of: IntArray, told: Mapping[str, bool] | None = None
) -> Verdicts:
    """For each question whether its answer is right: as ``told``, else by its words (``agrees``) where there is a
    reference and an answer that does not refuse.
    """
    answers, refused = plain_answers(traced), traced.asked["refusal"].to_list()
    known = references(golden)
    found: list[bool | None] = []
    for question, at in zip(golden.questions["question"], trace_of.tolist(), strict=True):
        if told is not None and question in told:
            found.append(told[question])
        elif at < 0 or answers[at] is None or refused[at] or not known.get(question):
            found.append(None)
        else:
            found.append(agrees(answers[at], known[question]))
    return _verdicts(found)


def references(golden: Golden) -> dict[str, list[str]]:
    """The reference answers of each question: its own, which a cell may list, and those of its sources."""
    found: dict[str, list[str]] = {}
    column = golden.roles.get("answer")
    if column in golden.slices.columns:
        cells = golden.slices[column].cast(pl.String).to_list()
        for question, cell in zip(golden.questions["question"], cells, strict=True):
            if answers := _several(cell or ""):
                found.setdefault(question, []).extend(answers)
    for question, answer in golden.answers.select("question", "answer").iter_rows():
        found.setdefault(question, []).append(answer)
    return found


def _several(cell: str) -> list[str]:
    """The answers of a cell: one, or those of a list in it."""
    try:
        listed = parse_list(cell) if looks_like_a_list(cell) else [cell]
    except ValueError:
        listed = [cell]
    return [answer for answer in listed if isinstance(answer, str) and answer.strip()]


def citations(
    traced: Traced, needs: Needs, around: Surroundings, trace_of: IntArray, together: Together | None = None
) -> tuple[Verdicts, tuple[str, ...]]:
    """For each need whether the answer cites it: −1 where citations are recorded and it is not among them.

    Ids that mean nothing to the gold leave it unknown, and a note says so.
    """
    count = len(needs)
    told = traced.asked.select("question", "citations").drop_nulls()
    unknown = np.full(count, UNKNOWN, dtype=np.int8)
    if told.is_empty():
        return unknown, ()
    if together is not None and (rank := together.cited(traced)) is not None:
        recorded = np.append(traced.asked["citations"].is_not_null().to_numpy(), values=False)[trace_of]
        return _uses(rank, recorded, needs), ()
    rows = told.explode("citations").drop_nulls()
    empty = told.filter(pl.col("citations").list.len() == 0)["question"]
    score = pl.lit(None, dtype=pl.Float64)
    frame = rows.select("question", item="citations", score=score)
    texts = dict(traced.asked.select("question", "text").drop_nulls().iter_rows())
    named = traced.anchors.filter(pl.col("item").is_in(frame["item"].unique().implode()))
    run = Run(frame, "given", CITED, empty_questions=tuple(empty), texts=texts, anchors=named)
    try:
        rank, recorded = standing(run, needs, around)
    except InputError:
        return unknown, ("the citations are ids of nothing that the gold names; the use of evidence is not measured",)
    return _uses(rank, recorded, needs), ()


def _uses(rank: IntArray, recorded: BoolArray, needs: Needs) -> Verdicts:
    return np.where(rank > 0, PASSED, np.where(recorded[needs.question], GONE, UNKNOWN)).astype(np.int8)


def _verdicts(values: list[bool | None]) -> Verdicts:
    return np.array([UNKNOWN if one is None else PASSED if one else GONE for one in values], dtype=np.int8)

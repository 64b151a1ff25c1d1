"""The details of every question: its path through the stages, hits, prompt and answer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.answering.cases import answers_of, item_texts
from ragauge.core.errors import InputError
from ragauge.funnel.needs import needs_of
from ragauge.report.charts.waterfall import place_name
from ragauge.report.html.sections.answers import answer_of
from ragauge.report.html.sections.passages import passage
from ragauge.report.html.sections.questions import question_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.answered import Answered
    from ragauge.core.scorecard import Scorecard
    from ragauge.report.html.inputs import Inputs

MOST_HITS = 20
"""So many hits of a stage are shown, and those that are needed."""


def of_questions(inputs: Inputs) -> list[dict[str, Any]]:
    """One mapping a question, in the order of the section ``questions``; what is not known is not in it."""
    needs = _needs(inputs)
    stages = _stages(inputs)
    cases = _cases(inputs)
    texts = {} if inputs.traced is None else item_texts(inputs.traced, inputs.around)
    return [
        _question(place, name, inputs.card, needs.get(name, []), stages.get(name, []), cases.get(name), texts)
        for place, name in enumerate(question_names(inputs))
    ]


def _question(
    place: int,
    name: str,
    card: Scorecard | None,
    needs: Sequence[Mapping[str, Any]],
    stages: Sequence[tuple[str, str, list[tuple[str, float | None]]]],
    case: Answered | None,
    texts: Mapping[str, str],
) -> dict[str, Any]:
    quotes = [quote for need in needs for quote in need["quotes"]]
    shown: dict[str, dict[str, Any]] = {}
    lists = []
    for stage, kind, hits in stages:
        met: dict[int, list[int]] = {}
        for number, need in enumerate(needs):
            if need["ranks"].get(stage):
                met.setdefault(need["ranks"][stage], []).append(number)
        rows = [
            {"rank": rank, "item": item, "score": score, "needs": met.get(rank, [])}
            for rank, (item, score) in enumerate(hits, start=1)
            if rank <= MOST_HITS or rank in met
        ]
        for row in rows:
            item = str(row["item"])
            if item in texts and item not in shown:
                shown[item] = passage(texts[item], quotes).to_dict()
        lists.append({"name": stage, "kind": kind, "count": len(hits), "hits": rows})
    found: dict[str, Any] = {"needs": list(needs), "stages": lists, "texts": shown}
    if card is not None and not stages:
        found["hits"] = _of_card(card, place)
    grounds = None if card is None or "grounds" not in card.evidence else card.evidence["grounds"][place]
    answer = answer_of(case, grounds)
    return found if answer is None else {**found, "answer": answer}


def _of_card(card: Scorecard, place: int) -> dict[str, Any]:
    """The first hits and the ranks of relevant ones, as the scorecard has them, where there are no traces."""
    names = ("hits", "relevant")
    return {name: list(card.evidence[name][place] or ()) for name in names if name in card.evidence}


def _needs(inputs: Inputs) -> dict[str, list[dict[str, Any]]]:
    """By question its needs: in words, where each ended and why, its rank in every list, and its quotes."""
    diagnosis = inputs.diagnosis
    quotes: list[list[str]] = []
    questions: list[str] = []
    if inputs.golden is not None:
        known = needs_of(inputs.golden)
        anchors = [[known.anchors.get(item) for item in items] for items in known.alternatives]
        quotes = [[anchor.quote for anchor in row if anchor is not None and anchor.quote] for row in anchors]
        questions = [known.golden.questions["question"][index] for index in known.question.tolist()]
    found: dict[str, list[dict[str, Any]]] = {}
    for number, need in enumerate(() if diagnosis is None else diagnosis["needs"]):
        same = number < len(questions) and questions[number] == need["question"]
        found.setdefault(need["question"], []).append(
            {
                "need": need["need"],
                "ended": place_name(need["first"], need["last"]),
                "why": need["why"],
                "ranks": dict(need["ranks"]),
                "quotes": quotes[number] if same else [],
            }
        )
    return found


def _stages(inputs: Inputs) -> dict[str, list[tuple[str, str, list[tuple[str, float | None]]]]]:
    """By question its stages in their order, with all that each handed on."""
    traced = inputs.traced
    if traced is None:
        return {}
    names = traced.asked["question"].to_list()
    hits = {
        key: list(zip(frame["item"].to_list(), frame["score"].to_list(), strict=True))
        for key, frame in traced.hits.partition_by("trace", "stage", maintain_order=True, as_dict=True).items()
    }
    found: dict[str, list[tuple[str, str, list[tuple[str, float | None]]]]] = {}
    for trace, stage in traced.recorded.select("trace", pl.col("stage")).iter_rows():
        name = traced.names[stage]
        rows = [(item, _finite(score)) for item, score in hits.get((trace, stage), [])]
        found.setdefault(names[trace], []).append((name, traced.kinds[name], rows))
    return found


def _finite(score: float | None) -> float | None:
    return score if score is not None and math.isfinite(score) else None


def _cases(inputs: Inputs) -> dict[str, Answered]:
    if inputs.golden is None or inputs.traced is None:
        return {}
    try:
        answers = answers_of(inputs.golden, inputs.traced, inputs.around)
    except InputError:  # no trace is of a question of the gold
        return {}
    return {one.question: one for one in answers.cases if one.question not in answers.missing}

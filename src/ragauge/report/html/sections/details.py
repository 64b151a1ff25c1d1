"""The details of every question: its path through the stages, hits, prompt and answer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.answering.cases import answers_of, item_texts
from ragauge.core.errors import InputError
from ragauge.funnel.diagnosing import trace_of_each
from ragauge.funnel.needs import needs_of
from ragauge.report.charts.waterfall import place_name
from ragauge.report.html.sections.answers import answer_of
from ragauge.report.html.sections.passages import passage
from ragauge.report.html.sections.questions import question_names
from ragauge.report.html.sections.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.answered import Answered
    from ragauge.core.scorecard import Scorecard
    from ragauge.report.html.inputs import Inputs

MOST_HITS = 20
"""So many hits of a stage are shown, and those that are needed."""
DIGITS = 5
"""So many of a score are shown."""
Hit = tuple[str, float | None]
Stage = tuple[str, str, list[Hit]]
"""The name of a stage, its kind, and all that it handed on."""


def of_questions(inputs: Inputs) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """One mapping a question, in the order of the section ``questions``, and the texts that they name by their places.

    What is not known is not in it. ``items`` of a question are those that its stages found, with the place of the text
    of each; a hit is its rank, its item (a place in ``items``), its score, and the needs that it meets. ``passages``
    are the texts of items in which a quote of the gold stands, by their places in ``items``.
    """
    needs = _needs(inputs)
    stages = _stages(inputs)
    cases = _cases(inputs)
    texts = Texts({} if inputs.traced is None else item_texts(inputs.traced, inputs.around))
    found = [
        _question(place, name, inputs.card, needs.get(name, []), stages.get(name, []), cases.get(name), texts)
        for place, name in enumerate(question_names(inputs))
    ]
    return found, texts.shown()


def _question(
    place: int,
    name: str,
    card: Scorecard | None,
    needs: Sequence[Mapping[str, Any]],
    stages: Sequence[Stage],
    case: Answered | None,
    texts: Texts,
) -> dict[str, Any]:
    items: dict[str, int] = {}
    lists = [
        {"name": stage, "kind": kind, "count": len(hits), "hits": _hits(stage, hits, needs, items)}
        for stage, kind, hits in stages
    ]
    quotes = [quote for need in needs for quote in need["quotes"]]
    passages = {at: passage(texts.known[item], quotes) for item, at in items.items() if quotes and item in texts.known}
    marked = {at: one.to_dict() for at, one in passages.items() if one.marks}
    found: dict[str, Any] = {
        "needs": list(needs),
        "stages": lists,
        "items": [[item, None if at in marked else texts.place(item)] for item, at in items.items()],
        "passages": marked,
    }
    if card is not None and not stages:
        found["hits"] = _of_card(card, place)
    grounds = None if card is None or "grounds" not in card.evidence else card.evidence["grounds"][place]
    answer = answer_of(case, grounds)
    return found if answer is None else {**found, "answer": answer}


def _hits(
    stage: str, hits: Sequence[Hit], needs: Sequence[Mapping[str, Any]], items: dict[str, int]
) -> list[list[Any]]:
    """The first hits, and those that are needed; their items get a place in ``items``."""
    met: dict[int, list[int]] = {}
    for number, need in enumerate(needs):
        if need["ranks"].get(stage):
            met.setdefault(need["ranks"][stage], []).append(number)
    return [
        [rank, items.setdefault(item, len(items)), score, met.get(rank, [])]
        for rank, (item, score) in enumerate(hits, start=1)
        if rank <= MOST_HITS or rank in met
    ]


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


def _stages(inputs: Inputs) -> dict[str, list[Stage]]:
    """By question its stages in their order, with all that each handed on."""
    traced = inputs.traced
    if traced is None:
        return {}
    names = _called(inputs)
    lists = traced.hits.group_by("trace", "stage", maintain_order=True).agg("item", "score")
    hits = {(trace, stage): list(zip(items, scores, strict=True)) for trace, stage, items, scores in lists.iter_rows()}
    found: dict[str, list[Stage]] = {}
    for trace, stage in traced.recorded.select("trace", pl.col("stage")).iter_rows():
        name = traced.names[stage]
        rows = [(item, _shown(score)) for item, score in hits.get((trace, stage), [])]
        found.setdefault(names[trace], []).append((name, traced.kinds[name], rows))
    return found


def _called(inputs: Inputs) -> list[str]:
    """The question of each trace as the gold calls it, which may know it by its text alone; else as the trace does."""
    traced = inputs.traced
    names: list[str] = [] if traced is None else traced.asked["question"].to_list()
    if traced is None or inputs.golden is None:
        return names
    try:
        places = trace_of_each(inputs.golden, traced).tolist()
    except InputError:  # no trace is of a question of the gold
        return names
    for name, place in zip(inputs.golden.questions["question"].to_list(), places, strict=True):
        if place >= 0:
            names[place] = name
    return names


def _shown(score: float | None) -> float | None:
    """The score in as many digits as are shown.

    >>> _shown(0.123456789), _shown(float("inf"))
    (0.12346, None)
    """
    return float(f"{score:.{DIGITS}g}") if score is not None and math.isfinite(score) else None


def _cases(inputs: Inputs) -> dict[str, Answered]:
    if inputs.golden is None or inputs.traced is None:
        return {}
    try:
        answers = answers_of(inputs.golden, inputs.traced, inputs.around)
    except InputError:  # no trace is of a question of the gold
        return {}
    return {one.question: one for one in answers.cases if one.question not in answers.missing}

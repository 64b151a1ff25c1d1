"""The list of questions: what was asked, what each metric gave, and where its evidence ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.report.charts.waterfall import place_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.report.html.inputs import Inputs

MOST_CELLS = 60
"""A column with more different cells is no slicing of questions."""


def build(inputs: Inputs) -> dict[str, Any] | None:
    """The questions as columns of one length; None where there are none.

    A cell of a metric is its value, or the name of the case in which it has none. ``ended`` has the places of the needs
    of a question, each once, in the order of its needs.
    """
    names = question_names(inputs)
    if not names:
        return None
    card = inputs.card
    texts = texts_of_questions(inputs)
    ended = ended_of(inputs.diagnosis)
    return {
        "ids": names,
        "texts": [texts.get(name) for name in names],
        "status": [] if card is None else list(card.status),
        "slices": {} if card is None else {name: list(cells) for name, cells in card.columns.items() if _slices(cells)},
        "metrics": {} if card is None else {name: list(values.cells()) for name, values in card.values.items()},
        "ended": [ended.get(name, []) for name in names] if ended else [],
    }


def _slices(cells: Sequence[str | None]) -> bool:
    """Whether a column puts questions into groups, and does not say something else of each."""
    return 1 < len(set(cells)) <= min(MOST_CELLS, len(cells) // 2)


def question_names(inputs: Inputs) -> list[str]:
    """The ids of all questions: those of the scorecard, else of the gold, else of the needs of the diagnosis."""
    if inputs.card is not None:
        return list(inputs.card.questions)
    if inputs.golden is not None:
        return inputs.golden.questions["question"].to_list()
    return list(ended_of(inputs.diagnosis))


def texts_of_questions(inputs: Inputs) -> dict[str, str]:
    """What was asked, where gold or traces tell it."""
    told: dict[str, str] = {}
    for frame in (
        None if inputs.traced is None else inputs.traced.asked,
        None if inputs.golden is None else inputs.golden.questions,
    ):
        if frame is not None:
            told.update(frame.select("question", "text").drop_nulls().iter_rows())
    return told


def ended_of(diagnosis: Mapping[str, Any] | None) -> dict[str, list[str]]:
    """By question the places in which its needs ended, each once.

    >>> need = {"question": "q", "first": "cut", "last": "cut"}
    >>> ended_of({"needs": [need, need]})
    {'q': ['place.cut']}
    """
    found: dict[str, dict[str, None]] = {}
    needs: Sequence[Mapping[str, Any]] = [] if diagnosis is None else diagnosis["needs"]
    for need in needs:
        found.setdefault(need["question"], {})[place_name(need["first"], need["last"])] = None
    return {question: list(places) for question, places in found.items()}

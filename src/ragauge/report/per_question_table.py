"""Everything about every question as one table: values, where its evidence ended, hits, answer and grounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ragauge.answering.cases import answers_of
from ragauge.core.judge_marks import recorded_marks
from ragauge.funnel.places import Place
from ragauge.report.grounds_text import grounds_text
from ragauge.report.html.sections.answers import answer_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.core.answered import Answered
    from ragauge.core.scorecard import Scorecard
    from ragauge.report.html.inputs import Inputs

Kind = Literal["text", "number", "flag", "texts", "wholes"]
QUESTION = "question"
FIRST = ("id", "status", QUESTION)
WHY_NOT = "why not"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table: its cells in the order of the questions, None where there is nothing to say.

    ``kind``: ``text``, ``number``, ``flag`` (true or false), ``texts`` and ``wholes`` (lists).
    """

    name: str
    kind: Kind
    cells: tuple[Any, ...]


def question_table(inputs: Inputs) -> tuple[Column, ...]:
    """The columns, each with one cell a question of the scorecard; what is not known has no column.

    A metric has two: its value, and the name of the case in which it has none. Beside the scorecard gold and traces
    are needed for where the evidence of a question ended and for its answer.

    Raises: ValueError without a scorecard; InputError when no trace is of a question of the gold.
    """
    card = inputs.card
    if card is None:
        raise ValueError("there is no scorecard")
    own = [*_of_values(card), *_of_needs(inputs), *_of_hits(card), *_of_answers(inputs), *_of_judge(card)]
    texts = card.columns.get(QUESTION)
    first = [Column("id", "text", card.questions), Column("status", "text", card.status)]
    first += [] if texts is None else [Column(QUESTION, "text", tuple(map(_said, texts)))]
    taken = {*FIRST, *(one.name for one in own)}
    gold = [_of_gold(name, tuple(cells), taken) for name, cells in card.columns.items() if name != QUESTION]
    return tuple(one for one in (*first, *gold, *own) if len(one.cells) == len(card.questions))


def _of_gold(name: str, cells: tuple[Any, ...], taken: set[str]) -> Column:
    """A column of the golden set, under a name that no other one has."""
    own = name
    while own in taken:
        own = f"gold: {own}"
    taken.add(own)
    return Column(own, "text", tuple(map(_said, cells)))


def _said(cell: Any) -> str | None:
    return None if cell is None else str(cell)


def _of_values(card: Scorecard) -> Iterator[Column]:
    for metric, values in card.values.items():
        cells = tuple(values.cells())
        yield Column(metric, "number", tuple(None if isinstance(cell, str) else cell for cell in cells))
        yield Column(f"{metric}: {WHY_NOT}", "text", tuple(cell if isinstance(cell, str) else None for cell in cells))


def _of_needs(inputs: Inputs) -> Iterator[Column]:
    """What each question needs, where each need ended, and why: three lists with the same order."""
    if inputs.diagnosis is None or inputs.card is None:
        return
    found: dict[str, list[Mapping[str, Any]]] = {}
    for need in inputs.diagnosis["needs"]:
        found.setdefault(need["question"], []).append(need)
    rows = [found.get(question, []) for question in inputs.card.questions]
    yield Column("needs", "texts", tuple(tuple(need["need"] for need in row) for row in rows))
    yield Column("ended", "texts", tuple(tuple(map(_place, row)) for row in rows))
    yield Column("why", "texts", tuple(tuple(need["why"] or "" for need in row) for row in rows))


def _place(need: Mapping[str, Any]) -> str:
    first, last = (Place[need[end].upper()].value for end in ("first", "last"))
    return last if first == last else f"not known which: {first} … {last}"


def _of_hits(card: Scorecard) -> Iterator[Column]:
    kinds: tuple[tuple[str, Kind], ...] = (("hits", "texts"), ("relevant", "wholes"))
    for name, kind in kinds:
        if name in card.evidence:
            yield Column(name, kind, tuple(None if one is None else tuple(one) for one in card.evidence[name]))


def _of_answers(inputs: Inputs) -> Iterator[Column]:
    """What was answered, and what of it nothing supports: by a judge's verdicts where there are some."""
    card = inputs.card
    if card is None or inputs.golden is None or inputs.traced is None:
        return
    found = answers_of(inputs.golden, inputs.traced, inputs.around)
    by_name = {one.question: one for one in found.cases if one.question not in found.missing}
    cases = [by_name.get(question) for question in card.questions]
    yield Column("answer given", "text", tuple(_get(one, "answer") for one in cases))
    yield Column("refused", "flag", tuple(_get(one, "refusal") for one in cases))
    yield Column("references", "texts", tuple(_get(one, "references") for one in cases))
    yield Column("prompt", "texts", tuple(_get(one, "ids") for one in cases))
    yield Column("citations", "texts", tuple(_get(one, "citations") for one in cases))
    grounds = card.evidence.get("grounds", [None] * len(cases))
    shown = [answer_of(one, known) or {} for one, known in zip(cases, grounds, strict=True)]
    claims = tuple(_unsupported(one) for one in shown)
    yield Column("claims not supported", "texts", claims)
    yield Column("claims checked by", "text", tuple(one.get("by") for one in shown))
    yield Column("error", "text", tuple(_get(one, "error") for one in cases))


def _get(one: Answered | None, name: str) -> Any:
    return None if one is None else getattr(one, name)


def _unsupported(shown: Mapping[str, Any]) -> tuple[str, ...] | None:
    claims: Sequence[Mapping[str, Any]] | None = shown.get("claims")
    if claims is None:
        return None
    return tuple(str(one["claim"]) for one in claims if one.get("verdict") != "supported")


def _of_judge(card: Scorecard) -> Iterator[Column]:
    """What each value of a judge rests on, and what that judge is worth."""
    grounds: Sequence[Any] = card.evidence.get("grounds", ())
    for metric in dict.fromkeys(name for one in grounds for name in one or {}):
        yield Column(f"{metric}: judge", "text", tuple(grounds_text((one or {}).get(metric)) for one in grounds))
    marks = "; ".join(f"{metric}: {mark.text}" for metric, mark in recorded_marks(card))
    if marks:
        yield Column("calibration", "text", (marks,) * len(card.questions))

"""What the verdicts of a judge are about, for people who label them: answers and texts out of the judged traces."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.answering.cases import answers_of
from ragauge.core.errors import InputError
from ragauge.core.texts.quotations import stands_in
from ragauge.judging.measured.sheet import Shown
from ragauge.metrics.answer_cases import plain_answer
from ragauge.tables.golden import JUDGMENTS, Golden

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.answered import Answered
    from ragauge.core.scorecard import Scorecard
    from ragauge.evaluation import Surroundings
    from ragauge.judging.measured.judgements import Judgement
    from ragauge.judging.measured.sheet import Sheet
    from ragauge.tables.traced import Traced

ROOM = 30_000
"""So many characters go into a cell; spreadsheets cut it at 32,767."""
CUT = "…"
PASSAGES = ("verdict claims", "verdict reference_claims", "support sentences")
"""Verdicts that are held against texts of the prompt; those on answers and references are not."""
REFERENCE = ("right claims",)
BY_REFERENCE = "factual_correctness"
"""Its claims are held against the reference, and those of the reference against the answer; none reads the prompt."""


def with_texts(sheet: Sheet, card: Scorecard, traced: Traced, around: Surroundings) -> tuple[Sheet, int]:
    """The sheet with the answer and the texts of each verdict, and for how many of them no text is known.

    Of a grade it is the graded text; of a sentence the cited ones; of a claim all texts of the prompt, whatever the
    verdict: the supporting ones alone would tell it. They are numbered by their places in the prompt, as in the column
    ``passages``, and cut evenly where together they are longer than a cell. Of a verdict by a reference it is the
    reference. Verdicts on the answer itself need no other text.

    Raises: InputError when no trace is of a question of the scorecard, and where texts are not those that were judged.
    """
    cases = {one.question: one for one in answers_of(_questions(card), traced, around).cases}
    grounds = dict(zip(card.questions, card.evidence.get("grounds", ()), strict=False))
    shown, lacking = [], 0
    for row in sheet.rows:
        case = cases[row.question]
        kept = grounds[row.question][sheet.metric]
        texts = _texts(row, case, sheet.metric, kept)
        lacking += texts is None
        shown.append(Shown(plain_answer(case), _joined(texts or {})))
    return replace(sheet, shown=tuple(shown)), lacking


def _questions(card: Scorecard) -> Golden:
    """The questions of a scorecard, to look up their traces as those of the gold were."""
    texts = card.columns.get("question") or [None] * len(card.questions)
    data = {"question": list(card.questions), "text": list(texts), "status": ["scored"] * len(card.questions)}
    questions = pl.DataFrame(data, schema=dict.fromkeys(data, pl.String))
    gold = card.provenance.get("gold") or {}
    numbered = gold.get("numbered") is True  # such ids are none of the traces: texts are compared first
    return Golden(questions, pl.DataFrame(schema=JUDGMENTS), source="the scorecard", numbered=numbered)


def _texts(row: Judgement, case: Answered, metric: str, grounds: Mapping[str, Any]) -> dict[int, str] | None:
    """The texts by their places; none where the answer is enough, None where they are not known."""
    kind, place = row.place.rpartition(" ")[::2]
    if metric.startswith(BY_REFERENCE):
        return {0: str(grounds["reference"])} if kind == "verdict claims" else {}
    if kind in REFERENCE:
        return dict(enumerate(case.references)) or None
    if kind == "grade texts":
        return _of_prompt(row, case, [int(place) - 1])
    if kind in PASSAGES:
        return _of_prompt(row, case, row.passages if kind == "support sentences" else None)
    return {}


def _of_prompt(row: Judgement, case: Answered, places: Sequence[int] | None) -> dict[int, str] | None:
    """Texts of the prompt, all for None, checked against what the judge said of them."""
    if case.contexts is None:
        return None
    texts = dict(enumerate(case.contexts))
    cited = [*(row.passages if places is None else places)]
    quoted = all(any(stands_in(quote, texts.get(place, "")) for place in cited) for quote in row.quotes)
    if not quoted or any(place not in texts for place in cited) or not _is_of(row, case):
        message = f"question {row.question!r} was judged by other texts than those of its trace: give the same traces"
        raise InputError(message)
    return texts if places is None else {place: texts[place] for place in places}


def _is_of(row: Judgement, case: Answered) -> bool:
    """Whether a graded text has the id that it was graded under, where that is known."""
    kind, place = row.place.rpartition(" ")[::2]
    return kind != "grade texts" or not row.text or case.ids is None or case.ids[int(place) - 1] == row.text


def _joined(texts: Mapping[int, str]) -> str:
    """The texts, numbered where there may be several; evenly cut where they are longer than a cell.

    >>> _joined({0: "It hums.", 2: "Two years."})
    '[1] It hums.\\n\\n[3] Two years.'
    """
    each = ROOM // max(len(texts), 1) - len("[99] \n\n")
    whole = sum(map(len, texts.values())) <= ROOM - len(texts) * len("[99] \n\n")
    cut = {at: text if whole or len(text) <= each else text[: each - 1] + CUT for at, text in texts.items()}
    return "\n\n".join(f"[{place + 1}] {text}" for place, text in cut.items())

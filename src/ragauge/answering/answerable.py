"""Whether each question of the gold has an answer, as far as the gold tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.texts.refusals import says_it_has_no_answer
from ragauge.io.answer_cells import flag_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.tables.golden import Golden

STATUS = {"scored": True, "no_relevant": False}


def answerable(golden: Golden, right: Mapping[str, Sequence[str]]) -> list[bool | None]:
    """For each question whether it has an answer; None where nothing tells.

    One with evidence has, one that is declared unanswerable has not. Of the others those have that a flag says it of,
    and in gold that names no evidence at all those with a ``right`` answer that does not say that there is none.

    >>> from ragauge.loading import load_golden
    >>> rows = [{"question": "a", "gold": "d1"}, {"question": "b", "type": "no_answer"}, {"question": "c"}]
    >>> answerable(load_golden(rows), {})
    [True, False, None]
    """
    flags = _flags(golden)
    silent = golden.judgments.is_empty()
    found: list[bool | None] = []
    for place, (question, status) in enumerate(golden.questions.select("question", "status").iter_rows()):
        told = STATUS.get(status)
        if told is None and (flags[place] or (silent and _answered(right.get(question, ())))):
            told = True
        found.append(told)
    return found


def _flags(golden: Golden) -> list[bool]:
    """Which questions a column of flags says that they have an answer; what else it says is in their status."""
    found = [False] * len(golden)
    for role, yes in (("answerable", True), ("refusal", False)):
        column = golden.roles.get(role)
        if column in golden.slices.columns:
            for place, cell in enumerate(golden.slices[column].to_list()):
                found[place] |= _flag(cell) is yes
    return found


def _flag(cell: object) -> bool | None:
    try:
        return flag_in(cell)
    except ValueError:  # a type of question that stands in such a column
        return None


def _answered(right: Sequence[str]) -> bool:
    return bool(right) and not all(map(says_it_has_no_answer, right))

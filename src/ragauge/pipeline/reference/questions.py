"""The questions of a golden set as the pipeline is asked them: with the predicates of each."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.pipeline.filters.recorded import predicates_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.tables.golden import Golden


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: its id, its text, and the predicates that hold for it."""

    key: str
    text: str
    predicates: tuple[Predicate, ...] = ()


def questions_of(
    golden: Golden, *, predicates: str | None = None, authorization: str | None = None, fields: Collection[str] = ()
) -> list[Question]:
    """The questions, with the predicates of two columns of the golden set; those of the second are of authorization.

    ``fields`` are those that documents have: a predicate on any other is a mistake, since no document could keep it.

    Raises: InputError for a column that there is not, and with every cell that has no predicates.
    """
    problems: list[Problem] = []
    told: dict[str, list[Predicate]] = {}
    for column, secret in ((predicates, False), (authorization, True)):
        if column is not None:
            for key, found in _column(golden, column, fields, problems, secret=secret).items():
                told.setdefault(key, []).extend(found)
    if problems:
        raise InputError(problems)
    texts = golden.questions.select("question", "text").iter_rows()
    return [Question(key, text or key, tuple(told.get(key, ()))) for key, text in texts]


def _column(
    golden: Golden, name: str, fields: Collection[str], problems: list[Problem], *, secret: bool
) -> Mapping[str, tuple[Predicate, ...]]:
    found = {}
    cells = golden.column(name, "filter")
    for key, cell in zip(golden.questions["question"], cells, strict=True):
        try:
            found[key] = predicates_of(cell, authorization=secret)
        except InputError as error:
            problems.append(Problem(f"question {key!r}: {error}", golden.source, column=cells.name))
            continue
        for one in found[key]:
            if one.field not in fields:
                near = get_close_matches(one.field, fields, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(fields) or 'none'}"
                message = f"question {key!r}: no document has a field {one.field!r}; {hint}"
                problems.append(Problem(message, golden.source, column=cells.name))
    return found

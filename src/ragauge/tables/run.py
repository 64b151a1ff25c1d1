"""A Run: what a retriever returned, as one table, whatever it was read from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.tables.anchors import ANCHORS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SCHEMA = {"question": pl.String, "item": pl.String, "score": pl.Float64}
"""The columns of ``Run.frame``; ``score`` is null where the retriever gave none."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """The hits of all questions.

    ``order`` says what ranks them: ``"score"`` (falling score, equal scores by falling id: TREC files) or
    ``"given"`` (the order of the rows: lists and traces). ``questions`` names those that were answered with
    an empty list, which no row can show. ``texts`` maps a question's key to its text where the source has both.
    ``anchors`` says where the items stand, as far as the source tells (see ``tables.anchors``; ``quote`` is the text
    of a hit). ``verbatim``: ids are compared letter by letter, as in TREC files. ``scores_rise``: in the order given
    the scores of most lists rise, as distances do. ``failures`` names the questions whose search failed, with the
    error; they are among ``empty_questions`` too. ``row_line`` gives the line of a row in the source, for messages.
    """

    frame: pl.DataFrame
    order: Literal["score", "given"]
    source: str = "run"
    empty_questions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    scores_rise: bool = False
    row_line: Callable[[int], int] | None = field(default=None, repr=False)
    anchors: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=ANCHORS))
    verbatim: bool = False
    failures: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        questions = self.frame["question"].n_unique() + len(self.empty_questions)
        failed = f", {len(self.failures)} failed" if self.failures else ""
        return f"Run({self.source}: {self.frame.height} hits for {questions} questions{failed})"

    def __post_init__(self) -> None:
        if dict(self.frame.schema) != SCHEMA:
            raise InputError(f"{self.source}: a run has the columns {SCHEMA}, got {dict(self.frame.schema)}")
        self._refuse_odd_scores()

    def __len__(self) -> int:
        return self.frame.height

    @property
    def is_empty(self) -> bool:
        """Whether there is no hit and no question at all."""
        return self.frame.is_empty() and not self.empty_questions

    @property
    def unscored_questions(self) -> int:
        """In how many questions a hit has no score."""
        return self.frame.filter(pl.col("score").is_null())["question"].n_unique()

    def reversed_scores(self) -> Run:
        """The same run where a lower score is better (a distance)."""
        return replace(self, frame=self.frame.with_columns(-pl.col("score")))

    def line(self, row: int) -> int:
        """The line or row number of a row in the source, from 1."""
        return row + 1 if self.row_line is None else self.row_line(row)

    def _refuse_odd_scores(self) -> None:
        finite = self.frame["score"].is_finite()
        if finite.all():  # nulls are ignored: a missing score is no wrong score
            return
        rows = (~finite).fill_null(value=False).arg_true().to_list()
        score = self.frame["score"]
        problems = [
            Problem(f"the score is {score[row]}; a score must be a finite number", self.source, self.line(row), "score")
            for row in rows[:20]
        ]
        raise InputError(problems, total=len(rows))


def scores_rise(hits: pl.DataFrame) -> bool:
    """Whether the scores of most questions rise, and never fall, in the order in which they were given."""
    step = pl.col("score").diff()
    lists = hits.group_by("question").agg(rises=(step > 0).any() & (step >= 0).all(), long=pl.len() > 1)
    return int((lists["rises"] & lists["long"]).sum()) * 2 > int(lists["long"].sum())


def rank_notes(hits: pl.DataFrame, counts: Literal["rank", "score"], *, whole: bool = True) -> tuple[str, ...]:
    """A note when the columns ``rank`` and ``score`` order the hits of a question differently.

    ``counts`` is the one that decides; ``whole`` is false when these are only the first hits of a file. Ranks that
    are no numbers, and missing ones, are passed over.
    """
    hits = hits.with_columns(pl.col("rank").cast(pl.Float64, strict=False))
    ranked = hits.filter(pl.col("rank").is_not_null() & pl.col("score").is_not_null())
    if ranked.is_empty():
        return ()
    rises = pl.col("score").sort_by("rank").diff().gt(0).any()
    against = ranked.group_by("question").agg(rises).filter(pl.col("score")).height
    looked = "" if whole else f" of the first {hits['question'].n_unique()}"
    return (f"the rank contradicts the score in {against}{looked} questions; the {counts} counts",) if against else ()

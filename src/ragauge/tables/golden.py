"""A golden set: questions, and what evidence answers them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.judged import EXCLUSIONS, SCORED
from ragauge.tables.anchors import ANCHORS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ragauge.core.arrays import IntArray

JUDGMENTS = {"question": pl.String, "item": pl.String, "grade": pl.Int64, "need": pl.Int64}
"""The columns of ``Golden.judgments``; ``need`` is null throughout where every relevant item is one need."""

ANSWERS = {"question": pl.String, "item": pl.String, "answer": pl.String}
"""The columns of ``Golden.answers``: what a source answers, where the sources of a question answer differently."""

STATUS = {"scored": SCORED, **{name: code for code, name in enumerate(EXCLUSIONS, start=1)}}


@dataclass(frozen=True, slots=True, eq=False)
class Golden:
    """A golden set.

    ``questions`` has the columns ``question`` (id), ``text`` and ``status`` (``scored``, ``no_relevant``,
    ``gold_unknown``); ``slices`` has the other columns of the file, row by row the same questions, by which
    scores can be sliced. ``judgments`` has one row an (item, need) of a question; a grade of 0 or less means
    judged and not relevant. ``anchors`` says what the items stand for that are more than an id (see
    ``tables.anchors``); any other item is the id of a chunk, a document or a URL. ``match`` is how bare lists of
    items are meant, None where nobody said it. ``roles`` has the columns of the file by what they are (``answer``,
    ``type``, ``reason``, ``language`` …). ``numbered``: the file has no ids, so the rows were numbered.
    ``verbatim``: its ids are compared letter by letter, as in TREC files. ``bare`` names the questions whose list
    of several sources does not say whether all of them are needed, where ``match`` is None. ``answers`` has what
    single sources answer, where they answer differently (editions). ``names``: what plain ids name, ``document``,
    ``url``, ``section`` or ``chunk``, where the file says it.
    """

    questions: pl.DataFrame
    judgments: pl.DataFrame
    source: str = "gold"
    match: str | None = "all"
    notes: tuple[str, ...] = field(default=())
    slices: pl.DataFrame = field(default_factory=pl.DataFrame)
    numbered: bool = False
    anchors: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=ANCHORS))
    roles: Mapping[str, str] = field(default_factory=dict)
    verbatim: bool = False
    bare: tuple[str, ...] = ()
    answers: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=ANSWERS))
    names: str | None = None

    def __len__(self) -> int:
        return self.questions.height

    @property
    def has_alternatives(self) -> bool:
        """Whether some need can be met by more than one item."""
        need = self.judgments["need"]
        return not need.is_null().all() and need.is_duplicated().any()

    def column(self, name: str, purpose: str) -> pl.Series:
        """A column to slice or cluster by, by its name without regard to case, or by its role (``type``).

        Raises: InputError naming the columns there are.
        """
        found = [one for one in self.slices.columns if one == name]
        found = found or [one for one in self.slices.columns if one.casefold() == name.casefold()]
        found = found or [one for one in [self.roles.get(name.casefold())] if one in self.slices.columns]
        if len(found) != 1:
            known = ", ".join(self.slices.columns) or "none"
            raise InputError(f"{self.source}: no column {name!r} to {purpose} by; there are: {known}")
        return self.slices[found[0]]

    def clusters(self, name: str) -> IntArray:
        """Codes of the questions that a column puts together; one without a value stands for itself."""
        alone = self.questions.select(pl.format("\0{}", "question")).to_series()
        cells = self.column(name, "cluster").fill_null(alone)
        codes: IntArray = cells.rank("dense").cast(pl.Int64).to_numpy()
        return codes

    def any_will_do(self) -> Golden:
        """The golden set where any source of a bare list will do: each such question has one need."""
        bare = pl.col("question").is_in(list(self.bare)) & pl.col("need").is_not_null()
        first = pl.col("need").min().over("question")
        rows = self.judgments.with_columns(need=pl.when(bare).then(first).otherwise(pl.col("need")))
        return replace(self, judgments=rows.unique(maintain_order=True), match="any", bare=())

    def fingerprint(self) -> str:
        """A hash of the content: the same for any order of rows, another for any other gold."""
        asked, needs = self._content()
        digest = hashlib.sha256(asked.sort(pl.all()).write_csv().encode())
        digest.update(needs.sort(pl.all()).write_csv().encode())
        return digest.hexdigest()[:32]

    def question_fingerprints(self) -> list[str]:
        """The same for every question alone, so that two golden sets can be compared question by question."""
        asked, needs = self._content()
        lines = pl.concat_str(pl.col("item", "grade", "members").fill_null("\x1e"), separator="\x1f")
        gold = needs.group_by("question").agg(gold=lines.sort().str.join("\n"))
        rows = asked.join(gold, on="question", how="left", maintain_order="left")
        text = rows.select(pl.concat_str(pl.all().fill_null("\x1e"), separator="\n")).to_series()
        return [hashlib.sha256(one.encode()).hexdigest()[:16] for one in text]

    def _content(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        """What the golden set says, without what only tells how the file was written."""
        asked = self.questions.select("question", text=pl.col("text").fill_null(""), status="status")
        asked = asked.with_columns(pl.col("question", "text").str.normalize("NFC"))
        needs = self.judgments.with_columns(pl.col("question", "item").str.normalize("NFC"))
        if self.numbered:  # a number says where a row stands, which is not what it asks
            place = pl.int_range(pl.len()).over("text").cast(pl.String)
            names = asked.select("question", name=pl.concat_str("text", place, separator="\x1f"))
            asked = asked.with_columns(question=names["name"])
            needs = needs.with_columns(question=pl.col("question").replace_strict(names["question"], names["name"]))
        alone = pl.when(pl.col("grade") > 0).then("item")  # without needs every relevant item is one
        members = pl.col("item").sort().str.join("\x1f").over("question", "need")
        needs = needs.with_columns(members=pl.when(pl.col("need").is_null()).then(alone).otherwise(members))
        return asked, needs.drop("need")


def golden_from_qrels(
    judgments: pl.DataFrame,
    *,
    source: str,
    line: Callable[[int], int],
    match: str = "all",
    questions: pl.DataFrame | None = None,
    notes: tuple[str, ...] = (),
) -> Golden:
    """A golden set from (question, item, grade) rows; identical duplicates collapse, conflicting ones stop.

    Raises: InputError naming both rows of every conflict, or an empty table.
    """
    if judgments.is_empty():
        raise InputError([Problem("no judgments in it: there is nothing to measure against", source)])
    if _may_repeat(judgments):
        repeated = judgments.select(pl.struct("question", "item").is_duplicated()).to_series()
        _refuse_conflicts(judgments.with_row_index("row").filter(repeated), source, line)
        kept = judgments.unique(["question", "item"], keep="first", maintain_order=True)
        notes = (*notes, f"{judgments.height - kept.height} identical duplicate judgments collapsed")
        judgments = kept
    judged = judgments["question"].unique(maintain_order=True)
    if questions is None:
        questions = pl.DataFrame({"question": judged}).with_columns(text=pl.lit(None, dtype=pl.String))
    known = pl.col("question").is_in(judged.implode())
    status = pl.when(known).then(pl.lit("scored")).otherwise(pl.lit("gold_unknown"))
    need = pl.lit(None, dtype=pl.Int64)
    if match == "any":
        need = pl.when(pl.col("grade") > 0).then(pl.col("question").rank("dense").cast(pl.Int64) - 1)
    return Golden(
        questions=questions.with_columns(status=status),
        judgments=judgments.select("question", "item", "grade", need=need),
        source=source,
        match=match,
        notes=notes,
    )


def _may_repeat(judgments: pl.DataFrame) -> bool:
    """Whether two rows may judge the same pair: by a hash of both, which is never the same for fewer pairs."""
    keys = judgments.select(pl.col("question").hash() * 31 + pl.col("item").hash()).to_series()
    return keys.n_unique() < len(keys)


def _refuse_conflicts(rows: pl.DataFrame, source: str, line: Callable[[int], int]) -> None:
    conflicts = (
        rows.group_by("question", "item", maintain_order=True)
        .agg("row", "grade")
        .filter(pl.col("grade").list.n_unique() > 1)
    )
    problems = []
    for question, item, places, grades in conflicts.head(20).iter_rows():
        other = int(np.flatnonzero(np.array(grades) != grades[0])[0])
        first = f"grade {grades[other]} for {item!r} of question {question!r} contradicts grade {grades[0]}"
        problems.append(Problem(f"{first} on line {line(places[0])}", source, line(places[other])))
    if problems:
        raise InputError(problems, total=conflicts.height)

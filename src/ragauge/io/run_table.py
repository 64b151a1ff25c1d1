"""A table of hits into a ``Run``: one row a hit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import NO_ID
from ragauge.io.frame_columns import SHOWN, id_column, number_column
from ragauge.io.hit_places import HitColumns, with_places
from ragauge.tables.columns import find_column
from ragauge.tables.run import SCHEMA, Run, rank_notes, scores_rise

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column of a table of hits is what; ``key`` identifies the question."""

    key: str
    text: str | None
    hit: HitColumns
    score: str | None
    rank: str | None

    @classmethod
    def among(cls, names: Sequence[str], source: str) -> Columns:
        """The columns of these names; InputError when a question or an item is not among them."""
        key, text = find_column("id", names, source), find_column("question", names, source)
        key = key or text or find_column("question", names, source, required=True)
        score, rank = find_column("score", names, source), find_column("rank", names, source)
        hit = HitColumns.among(names, source, (key, text, score, rank))
        if hit.item is None and not hit.places:
            find_column("item", names, source, required=True)
        return cls(str(key), text, hit, score, rank)

    @property
    def used(self) -> set[str | None]:
        """The columns that are read."""
        return {self.key, self.text, self.hit.item, *self.hit.places.values(), self.score, self.rank}


def run_from_table(frame: pl.DataFrame, *, source: str, lines: Sequence[int] | None = None) -> Run:
    """A run from one row a hit: question, item, and score or rank or neither (then the order of rows counts).

    An explicit rank column decides; without one the score does. Where there is no id of the hit, its document and
    page name it.

    Raises: InputError for missing columns or questions, ids that are none, ranks or scores that are no numbers.
    """
    if frame.is_empty():
        raise InputError([Problem("no rows in it", source)])
    columns = Columns.among(frame.columns, source)
    table, anchors = _cleaned(frame, columns, source, range(1, frame.height + 1) if lines is None else lines)
    ranked = not table["rank"].is_null().all()
    if ranked:
        refuse_odd_ranks(table, source, columns.rank)
        table = table.sort("question", "rank", maintain_order=True, nulls_last=True)
    order: Literal["score", "given"] = "score" if columns.score is not None and not ranked else "given"
    items, notes = with_placeholders(table["item"], source)
    if columns.score is None and not ranked:
        notes += _order_notes([name for name in frame.columns if name not in columns.used])
    return Run(
        table.select("question", items, "score").cast(pl.Schema(SCHEMA)),
        order,
        source,
        notes=(*rank_notes(table, "rank"), *notes),
        texts=_texts(table, source, columns.text) if columns.text not in (None, columns.key) else {},
        scores_rise=not ranked and scores_rise(table),
        row_line=table["line"].to_list().__getitem__,
        anchors=anchors,
    )


def _cleaned(
    frame: pl.DataFrame, columns: Columns, source: str, lines: Sequence[int]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The columns question, item, score, rank, text and line; and what the items stand for."""
    line = lines.__getitem__
    none = pl.repeat(None, frame.height, dtype=pl.Float64, eager=True)
    question = id_column(frame[columns.key], source, line)
    numbers = {"score": columns.score, "rank": columns.rank}
    named = None if columns.hit.item is None else id_column(frame[columns.hit.item], source, line)
    items, anchors = with_places(frame, columns.hit, named, source, line)
    table = pl.DataFrame(
        {
            "question": question,
            "item": items,
            **{
                role: none if name is None else number_column(frame[name], source, line)
                for role, name in numbers.items()
            },
            "text": question if columns.text in (None, columns.key) else id_column(frame[columns.text], source, line),
            "line": list(lines),
        }
    )
    blank = table["question"].is_null().arg_true().to_list()
    if blank:
        problems = [Problem("the question is missing", source, line(row), columns.key) for row in blank[:SHOWN]]
        raise InputError(problems, total=len(blank))
    return table, anchors


def _texts(table: pl.DataFrame, source: str, column: str | None) -> dict[str, str]:
    """The text of each question.

    Raises: InputError naming the row where a question has another text than before.
    """
    said = table.select("question", "text", "line").drop_nulls().unique(["question", "text"], keep="first")
    other = said.sort("line").filter(~pl.col("question").is_first_distinct())
    problems = [
        Problem(f"question {question!r} has another text on this row: {text!r}", source, line, column)
        for question, text, line in other.head(SHOWN).iter_rows()
    ]
    if problems:
        raise InputError(problems, total=other.height)
    return dict(said.select("question", "text").iter_rows())


def refuse_odd_ranks(table: pl.DataFrame, source: str, column: str | None) -> None:
    """Raise InputError for a rank that is no whole number from 0, or stands twice in a question; blanks are fine."""
    rank = pl.col("rank")
    whole = rank.is_finite() & (rank >= 0) & (rank.floor() == rank)
    odd = table.filter(rank.is_not_null() & ~whole)
    problems = [
        Problem(f"rank {value:g} is not a whole number from 0", source, line, column)
        for value, line in odd.select("rank", "line").head(SHOWN).iter_rows()
    ]
    first = pl.col("line").first().over("question", "rank")
    rows = table.filter(rank.is_not_null() & whole).with_columns(first=first)
    again = rows.filter(~pl.struct("question", "rank").is_first_distinct())
    problems += [
        Problem(f"rank {value:g} of question {question!r} stands on row {place} already", source, line, column)
        for question, value, place, line in again.select("question", "rank", "first", "line").head(SHOWN).iter_rows()
    ]
    if problems:
        raise InputError(problems, total=odd.height + again.height)


def with_placeholders(items: pl.Series, source: str) -> tuple[pl.Series, tuple[str, ...]]:
    """Ids where a hit without one has a stand-in that matches nothing, and a note that counts them.

    Raises: InputError when no hit has an id.
    """
    missing = items.is_null()
    count = int(missing.sum())
    if count == 0:
        return items.rename("item"), ()
    if count == len(items):
        raise InputError([Problem("no hit has an id: there is nothing to compare with the gold", source)])
    places = pl.Series([f"{NO_ID}{row}" for row in range(len(items))])
    note = f"hits without an id: {count}; they hold their place and match nothing"
    return places.zip_with(missing, items).rename("item"), (note,)


def _order_notes(unused: Sequence[str]) -> tuple[str, ...]:
    if not unused:
        return ()
    return (f"no score and no rank column: the order of the rows is the rank; not used: {', '.join(unused)}",)

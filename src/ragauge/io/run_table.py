"""A table of hits into a ``Run``: one row a hit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import polars as pl

from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import NO_ID
from ragauge.tables.columns import find_column
from ragauge.tables.run import SCHEMA, Run, rank_notes, scores_rise

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def run_from_table(frame: pl.DataFrame, *, source: str, lines: Sequence[int] | None = None) -> Run:
    """A run from one row a hit: question, item, and score or rank or neither (then the order of rows counts).

    An explicit rank column decides; without one the score does.

    Raises: InputError for missing columns or questions, ranks or scores that are no numbers.
    """
    names = frame.columns
    if frame.is_empty():
        raise InputError([Problem("no rows in it", source)])
    key, text = find_column("id", names, source), find_column("question", names, source)
    key = key or text or find_column("question", names, source, required=True)
    item = find_column("item", names, source, required=True)
    score, rank = find_column("score", names, source), find_column("rank", names, source)
    places = list(range(1, frame.height + 1)) if lines is None else list(lines)
    table = pl.DataFrame(
        {
            "question": plain(frame[str(key)]),
            "item": plain(frame[str(item)]),
            "score": _numbers(frame, score, source, places.__getitem__),
            "rank": _numbers(frame, rank, source, places.__getitem__),
            "text": plain(frame[str(text or key)]),
            "line": places,
        }
    )
    _refuse_blank(table["question"], source, places, key)
    if rank is not None:
        table = table.sort("question", "rank", maintain_order=True, nulls_last=True)
    order: Literal["score", "given"] = "score" if score is not None and rank is None else "given"
    items, notes = with_placeholders(table["item"], source)
    if score is None and rank is None:
        notes += _order_notes([name for name in names if name not in (key, text, item)])
    return Run(
        table.select("question", items, "score").cast(pl.Schema(SCHEMA)),
        order,
        source,
        notes=(*rank_notes(table, "rank"), *notes),
        texts=dict(table.select("question", "text").unique().iter_rows()) if text and key != text else {},
        scores_rise=rank is None and scores_rise(table),
        row_line=table["line"].to_list().__getitem__,
    )


def plain(column: pl.Series) -> pl.Series:
    """Ids as text, without white space around them; a blank one is missing."""
    return column.cast(pl.String).str.strip_chars().replace("", None)


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


def _refuse_blank(question: pl.Series, source: str, places: Sequence[int], column: str | None) -> None:
    blank = question.is_null().arg_true().to_list()
    if blank:
        problems = [Problem("the question is missing", source, places[row], column) for row in blank[:20]]
        raise InputError(problems, total=len(blank))


def _numbers(frame: pl.DataFrame, name: str | None, source: str, line: Callable[[int], int]) -> pl.Series:
    if name is None:
        return pl.repeat(None, frame.height, dtype=pl.Float64, eager=True)
    column = frame[name]
    if column.dtype == pl.String:
        column = plain(column)
    number = column.cast(pl.Float64, strict=False)
    odd = (number.is_null() & column.is_not_null()).arg_true().to_list()
    if odd:
        problems = [Problem(f"{column[row]!r} is not a number", source, line(row), name) for row in odd[:20]]
        raise InputError(problems, total=len(odd))
    return number


def _order_notes(unused: Sequence[str]) -> tuple[str, ...]:
    if not unused:
        return ()
    return (f"no score and no rank column: the order of the rows is the rank; not used: {', '.join(unused)}",)

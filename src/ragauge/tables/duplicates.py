"""Duplicates in rankings: an error in a TREC file, natural in lists and traces, and never counted twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np
import polars as pl

from ragauge.core.errors import InputError, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ragauge.tables.ranking import Ranked
    from ragauge.tables.run import Run

Duplicates = Literal["error", "first", "best"]


def has_duplicates(ranked: Ranked) -> bool:
    """Whether a question holds an id twice: by sorted 32-bit hashes first, and where two are equal, exactly."""
    hashes = ranked.item_hash.astype(np.uint32)
    suspects = [
        block
        for block, (start, length) in enumerate(zip(ranked.start.tolist(), ranked.length.tolist(), strict=True))
        if _repeats(hashes[start : start + length])
    ]
    if not suspects:
        return False
    names = ranked.question.gather(suspects).implode()
    some = ranked.frame.filter(pl.col("question").is_in(names))
    return bool(some.select(pl.struct("question", "item").is_duplicated().any()).item())


def _repeats(hashes: NDArray[np.uint32]) -> bool:
    hashes.sort()  # in place: a copy of its own, made for this
    return bool((hashes[1:] == hashes[:-1]).any())


def without_duplicates(run: Run, duplicates: Duplicates) -> tuple[Run, pl.DataFrame]:
    """The run with each id once a question, and how many hits each question had before.

    ``first`` keeps the first row in the file, ``best`` the one with the highest score; in a run whose order
    is given the first row always counts.

    Raises: InputError naming both rows, when ``duplicates`` is ``"error"`` and the run is ranked by score.
    """
    if run.order == "score" and duplicates == "error":
        raise _complaint(run)
    returned = run.frame.group_by("question").len("returned")
    frame = run.frame
    if run.order == "score" and duplicates == "best":
        frame = frame.sort("score", descending=True, nulls_last=True, maintain_order=True)
    frame = frame.unique(["question", "item"], keep="first", maintain_order=True)
    return replace(run, frame=frame, row_line=None), returned


def _complaint(run: Run) -> InputError:
    repeated = (
        run.frame.select("question", "item")
        .with_row_index("row")
        .filter(pl.struct("question", "item").is_duplicated())
        .group_by("question", "item", maintain_order=True)
        .agg(pl.col("row"))
        .sort(pl.col("row").list.get(1))
    )
    problems = [
        Problem(
            f"{item!r} is listed again for question {question!r}, first on line {run.line(rows[0])}"
            " (--duplicates first|best accepts it)",
            run.source,
            run.line(rows[1]),
        )
        for question, item, rows in repeated.head(20).iter_rows()
    ]
    return InputError(problems, total=repeated.height)

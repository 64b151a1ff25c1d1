"""Lists that somebody's own pipeline returned, by the questions of a golden set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.records import Hit
from ragauge.tables.questions import match_questions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    """The lists by question of the golden set, best first; ``scored``: whether every hit has a score.

    Where a hit has none its score is 0 and must not be read. ``missing`` are the questions that the run does not have.
    """

    lists: Mapping[str, list[Hit]]
    scored: bool
    missing: tuple[str, ...]


def recorded_lists(run: Run, golden: Golden) -> Recorded:
    """The lists of a run, in the order of its scores or as they were given.

    >>> from ragauge import load_golden, load_run
    >>> found = recorded_lists(load_run({"q1": {"a": 0.5, "b": 0.75}}), load_golden({"q1": ["a"], "q2": ["b"]}))
    >>> found.lists, found.scored, found.missing
    ({'q1': [Hit(item='b', score=0.75), Hit(item='a', score=0.5)]}, True, ('q2',))
    """
    frame = run.frame
    if run.order == "score":
        frame = frame.sort("score", "item", descending=True, nulls_last=True, maintain_order=True)
    by_name: dict[str, list[Hit]] = {}
    for question, item, score in frame.iter_rows():
        by_name.setdefault(question, []).append(Hit(item, 0.0 if score is None else score))
    pairs, _ = match_questions(golden, run, pl.Series(list(by_name), dtype=pl.String))
    names = golden.questions["question"]
    asked = {names[index]: by_name.get(name, []) for index, name in pairs.select("index", "run_question").iter_rows()}
    missing = tuple(name for name in names if name not in asked)
    return Recorded({name: asked[name] for name in names if name in asked}, not frame["score"].has_nulls(), missing)

"""What a person should know before believing the numbers: counted from the gold, the run and their join."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.judged import EXCLUSIONS, SCORED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.judged import Judged
    from ragauge.tables.golden import Golden
    from ragauge.tables.join import Joined
    from ragauge.tables.run import Run


def observations(gold: Golden, run: Run, joined: Joined, judged: Judged) -> Iterator[str]:
    """Sentences, the most consequential first; nothing when there is nothing to say."""
    if run.is_empty:
        yield "the run is empty"
    yield from gold.notes
    yield from run.notes
    yield from _questions(joined, judged)
    yield from _hits(gold, run, joined, judged)


def _questions(joined: Joined, judged: Judged) -> Iterator[str]:
    scored = judged.status == SCORED
    of_scored = f"of {int(scored.sum())} questions with gold"
    if missing := int((scored & ~judged.in_run).sum()):
        yield f"{missing} {of_scored} are not in the run: they score 0 (--skip-missing leaves them out)"
    if empty := int((scored & judged.empty).sum()):
        yield f"{empty} {of_scored} got an empty list: they score 0"
    if nothing := int(judged.none_relevant.sum()):
        yield f"{nothing} {of_scored} are judged with nothing relevant: they score 0 (--no-relevant exclude)"
    if unknown := int((judged.status == 1 + EXCLUSIONS.index("gold_unknown")).sum()):
        yield f"{unknown} of {len(judged)} questions have no gold and declare nothing: left out of everything"
    if joined.ignored_questions:
        yield f"{joined.ignored_questions} questions of the run are not in the golden set: ignored"
    if joined.matched_by == "text":
        yield "the run names its questions by their text"


def _hits(gold: Golden, run: Run, joined: Joined, judged: Judged) -> Iterator[str]:
    retrieved = judged.unit_rank > 0
    tied = np.unique(judged.unit_question[retrieved & (judged.tie_size > 1)])
    if len(tied):
        rule = "ties stand by falling id (--ties average)"
        yield f"in {len(tied)} questions a judged hit shares its score with another: {rule}"
    if run.order == "score" and (unscored := run.unscored_questions):
        yield f"in {unscored} questions hits have no score: there the order of the list counts"
    if joined.duplicate_hits:
        yield f"{joined.duplicate_hits} hits repeat an id of the same question: the first one counts"
    if len(run) and (judged.status == SCORED).any() and not retrieved.any():
        wanted, given = gold.judgments["item"].head(3).to_list(), run.frame["item"].head(3).to_list()
        yield f"no id of the run is a gold id: do both name the same things? The gold has {wanted}, the run {given}"
    if run.order == "given" and _looks_like_distance(run):
        yield "scores rise along the lists: they look like distances; the order of the lists counts"


def _looks_like_distance(run: Run) -> bool:
    step = run.frame.select(pl.col("score").diff().over("question")).to_series().drop_nulls()
    return len(step) > 0 and bool((step >= 0).all()) and bool((step > 0).any())

"""How many of an answer's words and numbers stand in the prompt: a figure that stays high while evidence is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.funnel.agreement import content, numbers
from ragauge.funnel.said import plain_answers
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from ragauge.tables.traced import Traced


def grounding(traced: Traced) -> tuple[float | None, int]:
    """The mean share of an answer's content words and numbers that the prompt has, and the number of answers.

    Formula: |stems and numbers of the answer ∩ those of the texts in the prompt| ÷ |those of the answer|, mean over
    the answers that have some, do not refuse, and whose prompt's texts are all known.

    None where there are none. It is no faithfulness: it cannot see what the words say.
    """
    stages = [traced.names.index(name) for name in traced.stages("context")]
    texts = dict(traced.anchors.select("item", "quote").drop_nulls().iter_rows())
    if not stages or not texts:
        return None, 0
    answers = pl.Series(plain_answers(traced), dtype=pl.String)
    answered = (
        traced.asked.with_columns(answer=answers)
        .with_row_index("trace")
        .filter(pl.col("answer").is_not_null() & ~pl.col("refusal").fill_null(value=False))
    )
    hits = traced.hits.filter(pl.col("stage").is_in(stages)).group_by("trace").agg(pl.col("item"))
    shares = []
    for answer, items in answered.join(hits, on="trace", how="inner").select("answer", "item").iter_rows():
        wanted = content(answer) | numbers(answer)
        if wanted and all(item in texts for item in items):
            prompt = " ".join(texts[item] for item in items)
            shares.append(len(wanted & (content(prompt) | numbers(prompt))) / len(wanted))
    if not shares:
        return None, 0
    return exact_mean(np.array(shares)), len(shares)

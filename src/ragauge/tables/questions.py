"""Which question of the run is which question of the gold: by id, or else by the question's text."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from ragauge.tables.golden import Golden


def match_questions(golden: Golden, asked: pl.Series, empty: tuple[str, ...]) -> tuple[pl.DataFrame, str]:
    """Pairs of gold question (``index``) and run question (``run_question``, ``block``; -1 = an empty list).

    Ids are tried first. Only when no id matches, texts are compared, after NFC and with white space
    collapsed; several gold rows with one text then share the run's list.
    """
    run = pl.DataFrame(
        {"key": asked, "block": pl.int_range(len(asked), eager=True)}, schema={"key": pl.String, "block": pl.Int64}
    )
    run = run.vstack(pl.DataFrame({"key": list(empty), "block": [-1] * len(empty)}, schema=run.schema))
    run = run.with_columns(run_question=pl.col("key"))
    gold = golden.questions.select("question", "text").with_row_index("index").cast({"index": pl.Int64})
    pairs = gold.select("index", key="question").join(run, on="key", how="inner", maintain_order="left")
    if not pairs.is_empty() or golden.questions["text"].is_null().all():
        return pairs.select("index", "run_question", "block"), "id"
    texts = gold.select("index", key=pl.col("text").map_elements(plain_text, return_dtype=pl.String))
    run = run.with_columns(pl.col("key").map_elements(plain_text, return_dtype=pl.String))
    pairs = texts.join(run, on="key", how="inner", maintain_order="left")
    return pairs.select("index", "run_question", "block"), "id" if pairs.is_empty() else "text"


def plain_text(text: str) -> str:
    """NFC, with runs of white space as one space.

    >>> plain_text("  Was\\u00a0ist\\nlos? ")
    'Was ist los?'
    """
    return " ".join(unicodedata.normalize("NFC", text).split())

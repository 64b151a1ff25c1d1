"""Which question of the run is which question of the gold: by id, or else by the question's text."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.errors import InputError, Problem

if TYPE_CHECKING:
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run

RUN = {"key": pl.String, "block": pl.Int64, "run_question": pl.String}


def match_questions(golden: Golden, run: Run, blocks: pl.Series) -> tuple[pl.DataFrame, str]:
    """Pairs of gold question (``index``) and run question (``run_question``, ``block``; -1 = an empty list).

    Ids are compared, and where no id matches, texts (NFC, white space collapsed); several gold rows with one
    text then share the run's list. Where the gold file has no ids, its rows were only numbered, so texts are
    compared first.

    Raises: InputError when ids match and the texts that stand beside them do not.
    """
    asked = pl.DataFrame(
        [(name, place, name) for place, name in enumerate(blocks)] + [(name, -1, name) for name in run.empty_questions],
        schema=RUN,
        orient="row",
    )
    ways = [("text", _by_text), ("id", _by_id)] if golden.numbered else [("id", _by_id), ("text", _by_text)]
    for name, way in ways:
        pairs = way(golden, run, asked)
        if not pairs.is_empty():
            _refuse_two_answers(pairs, golden, run)
            return pairs, name
    return pairs, "id"


def _by_id(golden: Golden, run: Run, asked: pl.DataFrame) -> pl.DataFrame:
    gold = golden.questions.select("question", "text").with_row_index("index").cast({"index": pl.Int64})
    pairs = gold.join(asked, left_on="question", right_on="key", how="inner", maintain_order="left")
    if run.texts:
        _refuse_other_texts(pairs, run, golden)
    return pairs.select("index", "run_question", "block")


def _by_text(golden: Golden, run: Run, asked: pl.DataFrame) -> pl.DataFrame:
    texts = golden.questions["text"]
    if texts.is_null().all():
        return pl.DataFrame(schema={"index": pl.Int64, "run_question": pl.String, "block": pl.Int64})
    gold = pl.DataFrame({"key": [plain_text(text or "") for text in texts]}).with_row_index("index")
    said = [plain_text(run.texts.get(name, name)) for name in asked["key"]]
    pairs = gold.cast({"index": pl.Int64}).join(
        asked.with_columns(key=pl.Series(said, dtype=pl.String)), on="key", how="inner", maintain_order="left"
    )
    return pairs.select("index", "run_question", "block")


def _refuse_two_answers(pairs: pl.DataFrame, golden: Golden, run: Run) -> None:
    twice = pairs.filter(pl.col("index").is_duplicated()).group_by("index", maintain_order=True).agg("run_question")
    if twice.is_empty():
        return
    names = golden.questions["question"]
    problems = [
        Problem(f"question {names[index]!r} of the gold is answered more than once, as {asked}", run.source)
        for index, asked in twice.head(20).iter_rows()
    ]
    raise InputError(problems, total=twice.height)


def _refuse_other_texts(pairs: pl.DataFrame, run: Run, golden: Golden) -> None:
    problems = []
    for question, text in pairs.select("question", "text").iter_rows():
        said = run.texts.get(question)
        if text in (None, question) or said is None:
            continue
        if plain_text(text) != plain_text(said):
            message = f"question {question!r} is {said!r} here and {text!r} in {golden.source}"
            problems.append(Problem(message, run.source))
    if problems:
        raise InputError(problems)


def plain_text(text: str) -> str:
    """NFC, with runs of white space as one space.

    >>> plain_text("  Was\\u00a0ist\\nlos? ")
    'Was ist los?'
    """
    return " ".join(unicodedata.normalize("NFC", text).split())

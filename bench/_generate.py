"""Write a seeded TREC run and two sets of judgments of it: ``python bench/_generate.py FOLDER QUESTIONS``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

SEED = 7
DEPTH = 1_000
COLLECTION = 8_841_823
UNSEEN = 9_000_000
"""Ids from here on are in no list of hits, so documents judged with them are never retrieved."""
LARGEST_SCORE = 15.9
"""Below 16 two scores of six decimals stay different as float32, which pytrec_eval keeps them in."""
TIED = 0.01
SECOND_JUDGMENT = 0.08
RETRIEVED = 0.85
DEEP_RETRIEVED, DEEP_UNSEEN, DEEP_POOL = 35, 15, 300


def generate(folder: Path, questions: int) -> None:
    """Write ``run.trec``, ``sparse.qrels`` and ``deep.qrels`` into the folder."""
    rng = np.random.default_rng(SEED)
    question = rng.choice(max(1_000_000, 2 * questions), questions, replace=False) + 1
    item = _distinct(rng, questions, DEPTH, COLLECTION)
    folder.mkdir(parents=True, exist_ok=True)
    _write_run(folder / "run.trec", question, item, _scores(rng, questions))
    _write_sparse(folder / "sparse.qrels", rng, question, item)
    _write_deep(folder / "deep.qrels", rng, question, item)


def _distinct(rng: np.random.Generator, rows: int, width: int, below: int) -> Ints:
    """Rows of different numbers in random order; adding 0, 1, 2, … to sorted draws parts those that are equal."""
    drawn = np.sort(rng.integers(0, below - width + 1, (rows, width)), axis=1) + np.arange(width)
    return rng.permuted(drawn, axis=1)


def _scores(rng: np.random.Generator, questions: int) -> Floats:
    """Falling within a row; about one in a hundred equals the score before it."""
    falling = -np.sort(-np.round(LARGEST_SCORE * rng.beta(2.0, 5.0, (questions, DEPTH)), 6), axis=1)
    before = np.concatenate((falling[:, :1], falling[:, :-1]), axis=1)
    return np.where(rng.random(falling.shape) < TIED, before, falling)


def _write_run(path: Path, question: Ints, item: Ints, score: Floats) -> None:
    frame = pl.DataFrame({"question": np.repeat(question, DEPTH), "item": item.ravel(), "score": score.ravel()})
    rank = pl.Series(np.tile(np.arange(1, DEPTH + 1), len(question)))
    frame = frame.select("question", pl.lit("Q0").alias("q0"), "item", rank.alias("rank"), "score", pl.lit("bench"))
    frame.write_csv(path, separator=" ", include_header=False, float_precision=6)


def _write_sparse(path: Path, rng: np.random.Generator, question: Ints, item: Ints) -> None:
    """One judgment a question and a second for some, near the top of the list or nowhere in it."""
    row = np.concatenate((np.arange(len(question)), np.flatnonzero(rng.random(len(question)) < SECOND_JUDGMENT)))
    place = np.minimum(rng.exponential(60.0, len(row)).astype(np.int64), DEPTH - 1)
    unseen = UNSEEN + rng.integers(0, 100_000, len(row))
    judged = np.where(rng.random(len(row)) < RETRIEVED, item[row, place], unseen)
    _write_qrels(path, question[row], judged, np.ones_like(row))


def _write_deep(path: Path, rng: np.random.Generator, question: Ints, item: Ints) -> None:
    """Fifty judgments a question with grades 0 to 3."""
    count = len(question)
    pool = rng.permuted(item[:, :DEEP_POOL], axis=1)[:, :DEEP_RETRIEVED]
    judged = np.concatenate((pool, UNSEEN + _distinct(rng, count, DEEP_UNSEEN, 900_000)), axis=1)
    _write_qrels(path, np.repeat(question, judged.shape[1]), judged.ravel(), rng.integers(0, 4, judged.size))


def _write_qrels(path: Path, question: Ints, item: Ints, grade: Ints) -> None:
    frame = pl.DataFrame({"question": question, "zero": np.zeros_like(question), "item": item, "grade": grade})
    frame.unique(["question", "item"], keep="first", maintain_order=True).write_csv(
        path, separator=" ", include_header=False
    )


if __name__ == "__main__":
    generate(Path(sys.argv[1]), int(sys.argv[2]))

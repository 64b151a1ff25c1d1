"""The join of a golden set with a run, made once for all metrics."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ragauge.core.assemble import assemble
from ragauge.core.errors import InputError, Problem
from ragauge.tables.duplicates import Duplicates, has_duplicates, without_duplicates
from ragauge.tables.golden import STATUS
from ragauge.tables.questions import match_questions
from ragauge.tables.ranking import Ranked, rank_run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.core.judged import Judged
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run


FILTER_BITS = 24
"""Ids are first looked up by this many bits of their hash, in a table of 16 MiB."""
PART = 1 << 16
NAMED = 3


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """The join, the ranking it came from, and which block of it answers each question (-1: none).

    ``ignored`` are the first of the questions of the run that no gold asks; if there are any, ``texts`` has the
    questions of the gold. ``failures`` are the questions whose search failed, by their error.

    ``condensed``: ``judged`` reads the lists without the hits that nobody judged.
    """

    judged: Judged
    ranked: Ranked
    block: IntArray
    ignored_questions: int
    ignored: tuple[str, ...]
    texts: Mapping[str, str | None]
    duplicate_hits: int
    matched_by: str
    depth: int | None
    failures: Mapping[str, BoolArray] = field(default_factory=dict)
    condensed: bool = False


def join(golden: Golden, run: Run, *, duplicates: Duplicates = "error", depth: int | None = None) -> Joined:
    """Find rank and grade of every judged unit.

    ``depth`` looks at the first ``depth`` hits of a question only (trec_eval's -M).

    Raises: InputError for duplicates in a run ranked by score, and when run and gold share no question.
    """
    ranked = rank_run(run)
    with ThreadPoolExecutor(1) as pool:  # nearly always there are none, so the join need not wait for it
        repeated = pool.submit(has_duplicates, ranked)
        joined = _join(golden, run, ranked, None, depth)
        if not repeated.result():
            return joined
    single, returned = without_duplicates(run, duplicates)
    joined = _join(golden, single, rank_run(single), returned, depth)
    return replace(joined, duplicate_hits=len(run) - len(single))


def _join(golden: Golden, run: Run, ranked: Ranked, returned: pl.DataFrame | None, depth: int | None) -> Joined:
    pairs, matched_by = match_questions(golden, run, ranked.question)
    questions = golden.questions["question"]
    if pairs.is_empty() and not run.is_empty:
        raise _no_common_question(golden, run, ranked)
    block = np.full(len(questions), -1, dtype=np.int64)
    known = pairs.filter(pl.col("block") >= 0)
    block[known["index"].to_numpy()] = known["block"].to_numpy()
    in_run = np.zeros(len(questions), dtype=bool)
    in_run[pairs["index"].to_numpy()] = True
    length = np.append(ranked.length, 0)[block]
    units, links = _units(golden)
    found = units.join(_hits(ranked, units["item"], known), on=["index", "item"], how="left", maintain_order="left")
    rank, first, size = _unit_ranks(found["row"], ranked, depth)
    if depth is not None:
        length = np.minimum(length, depth)
    ignored = len(ranked.question) + len(run.empty_questions) - pairs["run_question"].n_unique()
    return Joined(
        judged=assemble(
            questions=tuple(questions),
            status=golden.questions["status"].replace_strict(STATUS, return_dtype=pl.Int8).to_numpy(),
            in_run=in_run,
            retrieved=length,
            returned=_returned(length, block, ranked, returned, depth),
            unit_question=found["index"].to_numpy(),
            unit_grade=found["grade"].to_numpy(),
            unit_rank=rank,
            tie_first=first,
            tie_size=size,
            **links,
        ),
        ranked=ranked,
        block=block,
        ignored_questions=ignored,
        ignored=_some_ignored(ranked, run, pairs) if ignored else (),
        texts=dict(golden.questions.select("question", "text").iter_rows()) if ignored else {},
        duplicate_hits=0,
        matched_by=matched_by,
        depth=depth,
        failures=_failures(run, pairs, len(questions)),
    )


def _failures(run: Run, pairs: pl.DataFrame, count: int) -> dict[str, BoolArray]:
    """Which questions of the gold have a search that failed, by its error."""
    found: dict[str, BoolArray] = {}
    if run.failures:
        for index, name in pairs.select("index", "run_question").iter_rows():
            if (error := run.failures.get(name)) is not None:
                found.setdefault(error, np.zeros(count, dtype=bool))[index] = True
    return found


def _some_ignored(ranked: Ranked, run: Run, pairs: pl.DataFrame) -> tuple[str, ...]:
    """The first questions of the run that no gold asks."""
    asked = pairs["run_question"].unique().implode()
    left = ranked.question.filter(~ranked.question.is_in(asked)).head(NAMED).to_list()
    taken = set(pairs["run_question"])
    return tuple([*left, *(name for name in run.empty_questions if name not in taken)][:NAMED])


def _unit_ranks(rows: pl.Series, ranked: Ranked, depth: int | None) -> tuple[IntArray, IntArray, IntArray]:
    """Rank, first rank of the tie and size of the tie for each unit; 0, 0, 1 where it was not retrieved."""
    row = rows.fill_null(-1).to_numpy()
    rank, first, size = np.zeros_like(row), np.zeros_like(row), np.ones_like(row)
    retrieved = row >= 0
    rank[retrieved], first[retrieved], size[retrieved] = ranked.ranks(row[retrieved])
    if depth is not None:
        beyond = rank > depth
        rank[beyond], first[beyond], size[beyond] = 0, 0, 1
    return rank, first, size


def _units(golden: Golden) -> tuple[pl.DataFrame, dict[str, IntArray]]:
    """Every judged (question index, item) once, and which of them meet which need."""
    places = golden.questions.select("question").with_row_index("index").cast({"index": pl.Int64})
    rows = golden.judgments.join(places, on="question", how="left", maintain_order="left")
    if rows["need"].is_null().all():
        return rows.select("index", "item", "grade"), {}
    units = rows.group_by("index", "item", maintain_order=True).agg(pl.col("grade").max())
    numbered = units.select("index", "item").with_row_index("unit").cast({"unit": pl.Int64})
    linked = rows.filter(pl.col("need").is_not_null()).join(numbered, on=["index", "item"], how="left")
    need = linked.select(pl.struct("index", "need").rank("dense").cast(pl.Int64) - 1).to_series()
    return units, {"link_need": need.to_numpy(), "link_unit": linked["unit"].to_numpy()}


def _hits(ranked: Ranked, items: pl.Series, known: pl.DataFrame) -> pl.DataFrame:
    """The rows of the run whose id is (very likely) judged for some question, by question index."""
    row = _likely_rows(ranked, items)
    block = ranked.block_of(row)
    if known["block"].is_duplicated().any():  # one list answers several questions of the same text
        pairs = pl.DataFrame({"block": block, "row": row}).join(known.select("block", "index"), on="block", how="inner")
        index, row = pairs["index"].to_numpy(), pairs["row"].to_numpy()
    else:
        index_of_block = np.full(len(ranked.start), -1, dtype=np.int64)
        index_of_block[known["block"].to_numpy()] = known["index"].to_numpy()
        index = index_of_block[block]
        index, row = index[index >= 0], row[index >= 0]
    return pl.DataFrame({"index": index, "item": ranked.frame["item"].gather(row), "row": row})


def _likely_rows(ranked: Ranked, items: pl.Series) -> IntArray:
    """Rows whose id has the same leading hash bits as one of the items: all that matter, and a few more."""
    spare = np.uint64(64 - FILTER_BITS)
    wanted = np.zeros(1 << FILTER_BITS, dtype=bool)
    wanted[(items.hash().to_numpy() >> spare).view(np.int64)] = True
    rows = [
        start + np.flatnonzero(wanted.take((part >> spare).view(np.int64), mode="clip"))
        for start, part in _parts(ranked.item_hash)
    ]
    return np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)


def _parts(hashes: NDArray[np.uint64]) -> Iterator[tuple[int, NDArray[np.uint64]]]:
    """Parts that stay in the processor's cache while they are looked at."""
    for start in range(0, len(hashes), PART):
        yield start, hashes[start : start + PART]


def _returned(
    length: IntArray, block: IntArray, ranked: Ranked, returned: pl.DataFrame | None, depth: int | None
) -> IntArray:
    if returned is None:
        return length
    blocks = pl.DataFrame({"question": ranked.question})
    before = blocks.join(returned, on="question", how="left", maintain_order="left")["returned"].to_numpy()
    full = np.append(before, 0).astype(np.int64)[block]
    return full if depth is None else np.minimum(full, np.maximum(length, depth))


def _no_common_question(golden: Golden, run: Run, ranked: Ranked) -> InputError:
    wanted = golden.questions["question"].head(3).to_list()
    given = [*ranked.question.head(3).to_list(), *run.empty_questions][:3]
    message = f"no question of the run is in the golden set {golden.source}: the gold has {wanted}, the run {given}"
    return InputError([Problem(message, run.source)])

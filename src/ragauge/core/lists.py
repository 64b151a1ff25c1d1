"""Judged from plain Python rankings and gold: for one question, for tests and for worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.assemble import assemble
from ragauge.core.entries import hits_of
from ragauge.core.errors import InputError
from ragauge.core.ids import NO_ID
from ragauge.core.judged import EXCLUSIONS, SCORED
from ragauge.core.needs import Need, read_needs

if TYPE_CHECKING:
    from ragauge.core.judged import Judged

Ranking = Iterable[str] | Iterable[tuple[str, float]] | Mapping[str, float]
Gold = Mapping[str, int] | Iterable[str] | Iterable[tuple[str, int]] | Iterable[Iterable[str]]


def judge_lists(rankings: Mapping[str, Ranking], gold: Mapping[str, Gold], *, match: str = "all") -> Judged:
    """Join rankings with gold, both given as Python objects.

    A ranking is a list of ids (its order is the rank), a list of (id, score) pairs (the same), or a mapping
    id → score (falling score, equal scores by falling id; with a score missing, the order it is in). The first
    of several equal ids counts.
    Gold is a mapping id → grade, a list of ids, or a list of lists (every inner list is one need, any of its
    ids meets it). ``match="any"`` makes a bare list one need. Empty gold is "gold_unknown".

    >>> judged = judge_lists({"q": ["d2", "d1"]}, {"q": {"d1": 3, "d9": 1}})
    >>> judged.unit_rank.tolist(), judged.unit_grade.tolist()
    ([2, 0], [3, 1])

    Raises: InputError for a score that is not finite, or a grade that is not an integer.
    """
    questions = tuple(gold)
    columns: dict[str, list[int]] = {name: [] for name in ("question", "grade", "rank", "need", "unit")}
    status, in_run, retrieved, returned = [], [], [], []
    needs_so_far = 0
    for index, question in enumerate(questions):
        needs, others = needs_of(gold[question], match=match)
        ids = ranked_ids(rankings[question]) if question in rankings else []
        rank = {item: place for place, item in enumerate(dict.fromkeys(ids), start=1)}
        status.append(SCORED if needs or others else 1 + EXCLUSIONS.index("gold_unknown"))
        in_run.append(question in rankings)
        retrieved.append(len(rank))
        returned.append(len(ids))
        unit_of: dict[str, int] = {}
        for need in [*needs, others]:
            for item, grade in need.items():
                if item not in unit_of:
                    unit_of[item] = len(columns["question"])
                    columns["question"].append(index)
                    columns["grade"].append(grade)
                    columns["rank"].append(rank.get(item, 0))
        for need in needs:
            columns["need"] += [needs_so_far] * len(need)
            columns["unit"] += [unit_of[item] for item in need]
            needs_so_far += 1
    arrays = {name: np.array(cells, dtype=np.int64) for name, cells in columns.items()}
    return assemble(
        questions=questions,
        status=np.array(status, dtype=np.int8),
        in_run=np.array(in_run, dtype=bool),
        retrieved=np.array(retrieved, dtype=np.int64),
        returned=np.array(returned, dtype=np.int64),
        unit_question=arrays["question"],
        unit_grade=arrays["grade"],
        unit_rank=arrays["rank"],
        link_need=arrays["need"],
        link_unit=arrays["unit"],
    )


def ranked_ids(ranking: Ranking) -> list[str]:
    """The ids of a ranking, best first, duplicates kept.

    >>> ranked_ids({"a": 0.1, "b": 0.7, "c": 0.7})
    ['c', 'b', 'a']

    Raises: InputError in words for anything that is no ranking.
    """
    try:
        hits, by_score = hits_of(ranking)
    except ValueError as error:
        raise InputError(str(error)) from error
    named = [(name or f"{NO_ID}{place}", score) for place, (name, score) in enumerate(hits)]
    if by_score:
        scored = [(score, name) for name, score in named if score is not None]
        if len(scored) == len(named):
            return [name for _, name in sorted(scored, key=lambda hit: (hit[0], hit[1].encode()), reverse=True)]
    return [name for name, _ in named]


def needs_of(gold: Gold, *, match: str = "all") -> tuple[list[Need], Need]:
    """The needs of one question's gold, and the units that are judged but meet none (grade ≤ 0).

    >>> needs_of([["a", "b"], ["c"]])
    ([{'a': 1, 'b': 1}, {'c': 1}], {})
    >>> needs_of({"a": 2, "x": 0})
    ([{'a': 2}], {'x': 0})

    Raises: InputError in words for anything that is no gold.
    """
    try:
        return read_needs(gold, match=match)
    except ValueError as error:
        raise InputError(str(error)) from error

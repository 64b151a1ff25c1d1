"""From raw judgments and ranks to ``Judged``: the one place where its sort order and its needs are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.judged import Judged

if TYPE_CHECKING:
    from ragauge.core.arrays import BoolArray, CodeArray, IntArray


def assemble(
    *,
    questions: tuple[str, ...],
    status: CodeArray,
    in_run: BoolArray,
    retrieved: IntArray,
    returned: IntArray,
    unit_question: IntArray,
    unit_grade: IntArray,
    unit_rank: IntArray,
    tie_first: IntArray | None = None,
    tie_size: IntArray | None = None,
    link_need: IntArray | None = None,
    link_unit: IntArray | None = None,
) -> Judged:
    """Sort units, and merge needs that name the same units.

    Without links every relevant unit (grade ≥ 1) is one need of its own: the usual qrels.
    """
    order = np.lexsort((-unit_grade, unit_question))
    if link_need is None or link_unit is None:
        link_unit = np.flatnonzero(unit_grade[order] >= 1)
        link_need = np.arange(len(link_unit))
        need_copies = np.ones(len(link_unit), dtype=np.int64)
    else:
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        link_need, link_unit, need_copies = _merge_needs(link_need, place[link_unit])
    # units are sorted by question, so needs in the order of their first unit are too
    need_question = np.zeros(len(need_copies), dtype=np.int64)
    need_question[link_need] = unit_question[order][link_unit]
    first = unit_rank if tie_first is None else tie_first
    size = np.ones_like(unit_rank) if tie_size is None else tie_size
    return Judged(
        questions=questions,
        status=status,
        in_run=in_run,
        retrieved=retrieved,
        returned=returned,
        unit_question=unit_question[order],
        unit_grade=unit_grade[order],
        unit_rank=unit_rank[order],
        tie_first=first[order],
        tie_size=size[order],
        need_question=need_question,
        need_copies=need_copies,
        link_need=link_need,
        link_unit=link_unit,
    )


def _merge_needs(link_need: IntArray, link_unit: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Needs with the same set of units become one, with the number of copies it stands for."""
    sets: dict[int, set[int]] = {}
    for need, unit in zip(link_need.tolist(), link_unit.tolist(), strict=True):
        sets.setdefault(need, set()).add(unit)
    copies: dict[tuple[int, ...], int] = {}
    for units in sets.values():
        key = tuple(sorted(units))
        copies[key] = copies.get(key, 0) + 1
    distinct = sorted(copies)
    need = [index for index, units in enumerate(distinct) for _ in units]
    unit = [one for units in distinct for one in units]
    return (
        np.array(need, dtype=np.int64),
        np.array(unit, dtype=np.int64),
        np.array([copies[units] for units in distinct], dtype=np.int64),
    )

"""Two other readings of hits that nobody judged: leave them out, or take them all as relevant."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.assemble import assemble
from ragauge.core.judged import running_count

if TYPE_CHECKING:
    from ragauge.core.judged import Judged


def condensed(judged: Judged) -> Judged:
    """The same rankings with every unjudged hit taken out (trec_eval's -J); negative grades are unjudged.

    >>> from ragauge.core.lists import judge_lists
    >>> condensed(judge_lists({"q": ["u", "n", "u2", "d"]}, {"q": {"d": 1, "n": 0}})).unit_rank.tolist()
    [2, 1]
    """
    hits = judged.hits[judged.unit_grade[judged.hits] >= 0]
    rank = np.zeros_like(judged.unit_rank)
    rank[hits] = running_count(judged.unit_question[hits]).astype(np.int64)
    kept = judged.count(judged.unit_question[hits]).astype(np.int64)
    return replace(judged, unit_rank=rank, tie_first=rank, tie_size=np.ones_like(rank), retrieved=kept, returned=kept)


def all_relevant(judged: Judged) -> Judged:
    """The same rankings with every unjudged hit relevant at grade 1: the other extreme of an assumption.

    >>> from ragauge.core.lists import judge_lists
    >>> all_relevant(judge_lists({"q": ["u", "d"]}, {"q": ["d", "e"]})).unit_rank.tolist()
    [2, 0, 1]
    """
    length = np.where(judged.status == 0, judged.retrieved, 0)
    question = np.repeat(np.arange(len(judged)), length)
    rank = running_count(question).astype(np.int64)
    start = np.concatenate(([0], np.cumsum(length)))[:-1]
    inside = judged.hits[judged.unit_rank[judged.hits] <= length[judged.unit_question[judged.hits]]]
    free = np.ones(len(question), dtype=bool)
    free[start[judged.unit_question[inside]] + judged.unit_rank[inside] - 1] = False
    question, rank = question[free], rank[free]
    units = len(judged.unit_question)
    extra = np.arange(units, units + len(question))
    needs = len(judged.need_question)
    return assemble(
        questions=judged.questions,
        status=judged.status,
        in_run=judged.in_run,
        retrieved=judged.retrieved,
        returned=judged.returned,
        unit_question=np.concatenate((judged.unit_question, question)),
        unit_grade=np.concatenate((judged.unit_grade, np.ones_like(rank))),
        unit_rank=np.concatenate((judged.unit_rank, rank)),
        link_need=np.concatenate((judged.link_need, np.arange(needs, needs + len(extra)))),
        link_unit=np.concatenate((judged.link_unit, extra)),
    )

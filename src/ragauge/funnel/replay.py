"""What fixing a stage really brings back: the pipeline asked again with the stage repaired, and the needs counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from ragauge.core.errors import InputError
from ragauge.funnel.diagnosing import follow
from ragauge.funnel.index_listing import IndexListing
from ragauge.funnel.losses import followed
from ragauge.funnel.oracle import LAST, ORACLES, Put, with_oracle
from ragauge.funnel.origins import origins
from ragauge.funnel.places import Place
from ragauge.funnel.recovery import goal_of
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.trace_tables import traced_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.arrays import BoolArray, IntArray
    from ragauge.evaluation import Surroundings
    from ragauge.funnel.diagnosing import Diagnosis
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.pipeline.reference.pipeline import Pipeline

    At = Literal["found", "first"]


@dataclass(frozen=True, slots=True)
class Replay:
    """What a replay has counted.

    Of the ``lost`` needs of the place, ``to_prompt`` now enter the prompt, and ``needs`` come as far as the estimate's
    goal. ``others`` is the change among the other needs of the same questions: a question that has all of its evidence
    can now be answered (above 0), and what was put back can push others out (below).
    """

    place: Place
    lost: int
    to_prompt: int
    needs: int
    others: int


def oracle_replay(
    diagnosis: Diagnosis,
    pipeline: Pipeline,
    place: Place,
    around: Surroundings,
    *,
    predicates: Mapping[str, Sequence[Predicate]] | None = None,
    repaired: Pipeline | None = None,
    at: At = "found",
    seed: int = 0,
) -> Replay:
    """Ask the questions that lost needs at a place again, with these put back at its exit, and count what comes of it.

    ``pipeline`` is the one that the traces of the diagnosis are of, ``predicates`` has those of each question. ``at``
    says at which rank a need is put back. ``found``: in a lane where another need stood that the lanes found (drawn,
    with ``seed``), after fusion or rerank where it stood before, in the selection and the prompt behind all others.
    ``first``: before all others, which is the most that any fix can do.

    ``repaired`` is asked in place of the oracle. Stages before the filter can only be replayed by it.

    Raises: InputError for a place that is no loss, or that needs a repaired pipeline.
    """
    if repaired is None and place not in ORACLES:
        raise InputError(f"{place.value}: no oracle can put it back; give the pipeline in which it is repaired")
    lost = np.flatnonzero((diagnosis.fates.first == place.position) & (diagnosis.fates.last == place.position))
    asked = np.unique(diagnosis.reach.question[lost])
    around = replace(around, chunks=chunk_table((repaired or pipeline).index.rows()))
    puts = {} if repaired is not None else _puts(diagnosis, pipeline, around, lost, at, seed)
    traces = []
    for question in asked.tolist():
        key = diagnosis.reach.questions[question]
        text = diagnosis.golden.questions["text"][question] or key
        mine = repaired or with_oracle(pipeline, place, puts[question])
        traces.append(mine.ask(text, key, (predicates or {}).get(key, ())))
    index = IndexListing(frozenset((repaired or pipeline).index.chunks))
    told = {name: diagnosis.provenance[name] for name in ("near", "k")}
    again = follow(diagnosis.golden, traced_of(traces), around, index=index, **told) if traces else diagnosis
    return _counted(place, diagnosis, again, lost, np.isin(diagnosis.reach.question, asked))


def _counted(place: Place, before: Diagnosis, now: Diagnosis, lost: IntArray, asked: BoolArray) -> Replay:
    goal = goal_of(before)
    prompt, _ = now.reach.best("context")
    came, had = (_is_kept(one, goal) for one in (now, before))
    others = asked.copy()
    others[lost] = False
    return Replay(
        place,
        len(lost),
        int((prompt[lost] > 0).sum()),
        int(came[lost].sum()),
        int(came[others].sum()) - int(had[others].sum()),
    )


def _is_kept(diagnosis: Diagnosis, goal: Place) -> BoolArray:
    """Which needs came through: not lost, and where answers are judged, not beside evidence that is lacking."""
    kept = followed(diagnosis) & ~diagnosis.fates.is_lost
    if goal is Place.RIGHT:
        kept &= diagnosis.fates.last != Place.COMPANION.position
    return kept


def _puts(
    diagnosis: Diagnosis, pipeline: Pipeline, around: Surroundings, lost: IntArray, at: At, seed: int
) -> dict[int, list[Put]]:
    """For each question the chunks that are put back: one for each need."""
    found = origins(diagnosis.needs, around)
    reach = diagnosis.reach
    donors = _donors(diagnosis)
    rng = np.random.default_rng(seed)
    puts: dict[int, list[Put]] = {}
    for need in lost.tolist():
        holding = frozenset().union(*(found[item].chunks for item in diagnosis.needs.alternatives[need]))
        known = sorted(chunk for chunk in holding if chunk in pipeline.index.texts)
        mine = puts.setdefault(int(reach.question[need]), [])
        if known:
            ranks = {} if at == "first" else _ranks(diagnosis, need, donors, rng)
            mine.append(Put(known[0], ranks, holding))
    return puts


def _donors(diagnosis: Diagnosis) -> IntArray:
    """The needs that every lane has found."""
    lanes = diagnosis.reach.of_kind("lane")
    there = np.ones(len(diagnosis.reach), dtype=bool)
    for lane in lanes:
        there &= lane.rank > 0
    donors: IntArray = np.flatnonzero(there)
    return donors


def _ranks(diagnosis: Diagnosis, need: int, donors: IntArray, rng: np.random.Generator) -> dict[str, int]:
    """The ranks at which a need is put back, by the name of the list."""
    reach = diagnosis.reach
    ranks = {"selected": LAST, "context": LAST}
    if len(donors):
        donor = int(rng.choice(donors))
        ranks |= {lane.name: int(lane.rank[donor]) for lane in reach.of_kind("lane")}
    lane, fused = int(reach.best("lane")[0][need]), int(reach.best("fused")[0][need])
    return ranks | {"fused": lane or 1, "reranked": fused or lane or 1}

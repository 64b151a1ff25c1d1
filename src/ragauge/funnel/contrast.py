"""Which numbers see a loss and which do not: both from the same traces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.funnel.grounding import grounding
from ragauge.funnel.losses import followed
from ragauge.funnel.places import CHECKS, Place
from ragauge.funnel.reach import GONE, PASSED
from ragauge.funnel.walking import at_the_cut

if TYPE_CHECKING:
    from ragauge.core.arrays import BoolArray
    from ragauge.funnel.diagnosing import Diagnosis

LOW, HIGH = 0.6, 0.85
"""What counts as low and as high in the advice; there is no sharp border, and the figures stand beside it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A share of needs, questions or answers, and of how many; None where nothing of it was recorded."""

    name: str
    value: float | None
    n: int


@dataclass(frozen=True, slots=True)
class Contrast:
    """For a place: the figures that fall when evidence is lost there, and those that stay as they are."""

    place: Place
    sees: tuple[Figure, ...]
    blind: tuple[Figure, ...]


EVERY = "needs in every lane"
LANES, CUT, PROMPT = "needs in some lane", "needs within the cut (recall)", "needs in the prompt (context recall)"
FUSED, RANKED = "needs in the fused list", "needs in the reranked list"
FILTERED, ANSWERED = "needs that the filter lets pass", "answers that are no refusal"
CITED, RIGHT, GROUNDED = "needs that are cited", "answers that are right", "words of answers found in the prompt"

SEES: dict[Place, tuple[str, ...]] = {
    Place.CORPUS: (LANES, CUT), Place.PARSING: (LANES, CUT), Place.CHUNKING: (LANES, CUT), Place.INDEX: (LANES, CUT),
    Place.FILTER: (FILTERED, LANES, CUT), Place.RETRIEVAL: (EVERY, CUT), Place.FUSION: (FUSED, CUT),
    Place.RERANK: (CUT,), Place.CUT: (CUT,), Place.ASSEMBLY: (PROMPT,), Place.REFUSAL: (ANSWERED, RIGHT),
    Place.USE: (CITED, RIGHT), Place.ANSWER: (RIGHT,),
}  # fmt: skip
BLIND: dict[Place, tuple[str, ...]] = {
    **dict.fromkeys(CHECKS[:6], (GROUNDED, ANSWERED)),
    Place.FUSION: (LANES, GROUNDED, ANSWERED),
    Place.RERANK: (LANES, FUSED, RANKED, GROUNDED),
    Place.CUT: (LANES, FUSED, GROUNDED),
    Place.ASSEMBLY: (LANES, CUT, GROUNDED),
    Place.REFUSAL: (CUT, PROMPT),
    Place.USE: (CUT, PROMPT, ANSWERED),
    Place.ANSWER: (CUT, PROMPT, GROUNDED),
}


def figures(diagnosis: Diagnosis) -> dict[str, Figure]:
    """All figures by name, each over the needs or questions of which it is recorded."""
    reach = diagnosis.reach
    inside = followed(diagnosis)
    right, refused = (side[np.unique(reach.question)] for side in (reach.right, reach.refused))
    found = [
        _share(FILTERED, reach.origin[inside, 4] == PASSED, reach.origin[inside, 4] != 0),
        _in_every_lane(diagnosis, inside),
        *(_listed(diagnosis, kind, name) for kind, name in (("lane", LANES), ("fused", FUSED), ("reranked", RANKED))),
        _within(diagnosis, inside),
        _listed(diagnosis, "context", PROMPT),
        _share(CITED, reach.cited[inside] == PASSED, reach.cited[inside] != 0),
        _share(ANSWERED, refused == GONE, refused != 0),
        _share(RIGHT, right == PASSED, right != 0),
        Figure(GROUNDED, *grounding(diagnosis.traced)),
    ]
    return {one.name: one for one in found}


def contrast(diagnosis: Diagnosis, place: Place) -> Contrast:
    """The figures for one place, without those of which nothing is recorded."""
    known = figures(diagnosis)
    sees, blind = (
        tuple(known[name] for name in names[place] if known[name].value is not None) for names in (SEES, BLIND)
    )
    return Contrast(place, sees, blind)


def _share(name: str, good: BoolArray, known: BoolArray) -> Figure:
    n = int(known.sum())
    return Figure(name, float((good & known).sum()) / n if n else None, n)


def _listed(diagnosis: Diagnosis, kind: str, name: str) -> Figure:
    rank, recorded = diagnosis.reach.best(kind)
    inside = followed(diagnosis)
    return _share(name, rank[inside] > 0, recorded[inside])


def _in_every_lane(diagnosis: Diagnosis, inside: BoolArray) -> Figure:
    """Of the needs of questions that all lanes have recorded."""
    lanes = diagnosis.reach.of_kind("lane")
    question = diagnosis.reach.question[inside]
    there, known = np.ones(len(question), dtype=bool), np.full(len(question), bool(lanes))
    for one in lanes:
        there, known = there & (one.rank[inside] > 0), known & one.recorded[question]
    return _share(EVERY, there, known)


def _within(diagnosis: Diagnosis, inside: BoolArray) -> Figure:
    verdicts = at_the_cut(diagnosis.reach)[inside]
    return _share(CUT, verdicts == PASSED, verdicts != 0)


def advice(diagnosis: Diagnosis) -> list[str]:
    """What the figures say together, in the order in which to act on it."""
    known = figures(diagnosis)
    found = next((known[name] for name in (CUT, LANES, PROMPT) if known[name].value is not None), None)
    recall = known[PROMPT] if known[PROMPT].value is not None else found
    faithful, right = known[GROUNDED].value, known[RIGHT].value
    if found is None or found.value is None or recall is None or recall.value is None:
        return []
    said = f"{recall.name}: {recall.value:.2f}"
    told = []
    if found.value < LOW:
        beside = "" if faithful is None else f", whatever the answers' faithfulness says ({GROUNDED}: {faithful:.2f})"
        told.append(f"{found.name}: {found.value:.2f}: fix the search first{beside}")
    elif recall.value < LOW:
        told.append(
            f"{found.name}: {found.value:.2f}, {said}: the search finds it, the prompt loses it; fix the assembly"
        )
    elif recall.value >= HIGH and faithful is not None and faithful < LOW:
        told.append(f"{said}, {GROUNDED}: {faithful:.2f}: the evidence is there and is not used; fix generation")
    elif recall.value >= HIGH and faithful is not None and faithful >= HIGH and right is not None and right < LOW:
        told.append(
            f"{said}, {GROUNDED}: {faithful:.2f}, {RIGHT}: {right:.2f}: check the reference answers and whether the "
            "documents are current"
        )
    return told

"""The path of one need through the stages, and the one line that says how it was lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.funnel.losses import PLACES
from ragauge.funnel.places import CHECKS, MEANINGS, Place
from ragauge.funnel.reach import GONE, PASSED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.funnel.diagnosing import Diagnosis
    from ragauge.funnel.reach import Ranking

ORIGINS = CHECKS[:5]
PASSES = ("in the corpus", "in its text", "in one chunk", "in the index", "let pass by the filter")
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Step:
    """What is known of a need at one stage: ``verdict`` is 1, −1 or 0 (not recorded)."""

    stage: str
    verdict: int
    words: str


def path_of(diagnosis: Diagnosis, need: int) -> list[Step]:
    """Every stage that a need came by, or could have, in the order of the pipeline."""
    reach, question = diagnosis.reach, int(diagnosis.reach.question[need])
    steps = _before_search(diagnosis, need, is_found=any(one.rank[need] > 0 for one in reach.rankings))
    steps += [_standing(diagnosis, one, need, question) for one in reach.rankings]
    cited = int(reach.cited[need])
    if cited:
        steps.append(Step("citations", cited, "cited" if cited == PASSED else "not cited"))
    for name, verdict, yes, no in (
        ("refusal", -int(reach.refused[question]), "answered", "refused"),
        ("answer", int(reach.right[question]), "right", "wrong"),
    ):
        if verdict:
            steps.append(Step(name, verdict, yes if verdict == PASSED else no))
    return steps


def _before_search(diagnosis: Diagnosis, need: int, *, is_found: bool) -> list[Step]:
    reach = diagnosis.reach
    unknown = "passed, since it was found" if is_found else "not known"
    steps = []
    for stage, (place, passed) in enumerate(zip(ORIGINS, PASSES, strict=True)):
        verdict = int(reach.origin[need, stage])
        gone = reach.why.get(need) or place.value
        words = passed if verdict == PASSED else gone if verdict == GONE else unknown
        steps.append(Step(place.name.lower(), verdict, words))
    return steps


def _standing(diagnosis: Diagnosis, ranking: Ranking, need: int, question: int) -> Step:
    if not ranking.recorded[question]:
        return Step(ranking.name, 0, "not recorded")
    rank = int(ranking.rank[need])
    k = int(diagnosis.reach.k[question])
    if not rank:
        return Step(ranking.name, GONE, "not in its list")
    below = f", below the first {k}" if k and rank > k and ranking.kind not in ("selected", "context") else ""
    return Step(ranking.name, PASSED, f"rank {rank}{below}")


def reason(diagnosis: Diagnosis, need: int) -> str:
    """How a need was lost, in one line; what its place means where there is nothing more to say.

    A need that was lost within a span of stages is told by its ranks.
    """
    place = PLACES[int(diagnosis.fates.last[need])]
    if place in ORIGINS:
        return diagnosis.reach.why.get(need) or MEANINGS[place]
    if not place.is_loss or place.position > Place.ASSEMBLY.position:
        return MEANINGS[place]
    question = int(diagnosis.reach.question[need])
    told = []
    for one in diagnosis.reach.rankings:
        if one.recorded[question]:
            rank = int(one.rank[need])
            told.append(f"{one.name}: rank {rank}" if rank else f"{one.name}: not there")
    k = int(diagnosis.reach.k[question])
    return " → ".join(told) + (f" (k = {k})" if k and place is Place.CUT else "") or MEANINGS[place]


@dataclass(frozen=True, slots=True)
class Example:
    """A need that was lost: its question, what was needed, and how it was lost."""

    question: str
    text: str
    need: str
    how: str


def examples(diagnosis: Diagnosis, first: Place, last: Place, *, most: int = SHOWN) -> list[Example]:
    """The first needs that ended there, each of another question."""
    fates, texts = diagnosis.fates, question_texts(diagnosis)
    mine = np.flatnonzero((fates.first == first.position) & (fates.last == last.position))
    found: dict[str, Example] = {}
    for need in mine.tolist():
        question = diagnosis.reach.questions[int(diagnosis.reach.question[need])]
        if question not in found:
            text = texts.get(question) or question
            found[question] = Example(question, text, diagnosis.needs.label[need], reason(diagnosis, need))
        if len(found) == most:
            break
    return list(found.values())


def question_texts(diagnosis: Diagnosis) -> Mapping[str, str | None]:
    """The texts of the questions by id."""
    return dict(diagnosis.golden.questions.select("question", "text").iter_rows())


def needs_of_question(diagnosis: Diagnosis, question: str) -> Sequence[int]:
    """The rows of the needs of a question.

    Raises: KeyError for a question that is not in the golden set.
    """
    if question not in diagnosis.reach.questions:
        raise KeyError(question)
    index = diagnosis.reach.questions.index(question)
    rows: list[int] = np.flatnonzero(diagnosis.reach.question == index).tolist()
    return rows

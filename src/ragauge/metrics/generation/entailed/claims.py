"""The claims of an answer against the texts in its prompt, by an entailment model: the best score of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.metrics.answer_cases import cases, is_blank, plain_answer
from ragauge.metrics.generation.claims import claims_of, without_repeats
from ragauge.metrics.generation.faithfulness import not_to_verify

if TYPE_CHECKING:
    from ragauge.core.answered import Answered
    from ragauge.core.ports import Entailer

ENTAILED = ("answers", "entailer")
"""The inputs of a metric that asks an entailment model: ``metric(one: Answered, entailer: Entailer, *, …)``."""
TOO_LONG = "too_long"
UNDEFINED = {
    **cases("refused", "no_answer", "no_context", "no_claims"),
    TOO_LONG: "failed: a claim leaves the model no room for a passage",
}
FAILURES = (TOO_LONG,)
"""The cases that are failures, and no exclusions."""


@dataclass(frozen=True, slots=True)
class ScoredClaim:
    """A claim, how surely the best passage entails it, and which one that is (its place, from 0); None: no passage."""

    claim: str
    score: float
    passage: int | None


def claim_pairs(one: Answered) -> list[tuple[str, str]]:
    """All pairs (passage, claim) that the metrics of an answer ask for; none where nothing can be verified.

    >>> from ragauge.core.answered import Answered
    >>> claim_pairs(Answered("q", answer="Mars has two moons.", contexts=("Two moons orbit Mars.", " ")))
    [('Two moons orbit Mars.', 'Mars has two moons.')]
    """
    if not_to_verify(one):
        return []
    passages = [text for text in one.contexts or () if not is_blank(text)]
    return [(passage, claim) for claim in _claims(one) for passage in passages]


def scored_claims(one: Answered, entailer: Entailer) -> list[ScoredClaim] | str:
    """Each claim with its best score, repeated claims once; or the case in which there are none.

    A passage is a text in the prompt by itself. A blank one entails nothing and is not asked about; without any other
    the score is 0.
    """
    case = not_to_verify(one)
    if case:
        return case
    claims = _claims(one)
    if not claims:
        return "no_claims"
    places = [place for place, text in enumerate(one.contexts or ()) if not is_blank(text)]
    if not places:
        return [ScoredClaim(claim, 0.0, None) for claim in claims]
    found = entailer.scores(claim_pairs(one)).reshape(len(claims), len(places))
    if np.isnan(found).any():
        return TOO_LONG
    best = found.argmax(axis=1).tolist()
    rows = zip(claims, found, best, strict=True)
    return [ScoredClaim(claim, float(row[column]), places[column]) for claim, row, column in rows]


def _claims(one: Answered) -> list[str]:
    return without_repeats(claims_of(plain_answer(one)))

"""RM3: a question expanded by the relevance model of the documents that a first search found."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.rewriting.terms import heaviest, sum_to_one

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SHORTEST, LONGEST = 2, 20
"""Characters of an expansion term."""
SMALLEST = 100
"""Documents; below it, frequent terms are not told from others by their share of the collection."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """In how many documents of a collection each term is, and which terms are too frequent to expand with."""

    frequencies: Mapping[str, int]
    documents: int
    most: float = 0.1

    def allows(self, term: str) -> bool:
        """Whether a term is in at most the share ``most`` of the documents; any term is, of fewer than 100.

        >>> Rarity({"the": 900, "lamp": 100}, 1000).allows("the"), Rarity({"the": 90}, 99).allows("the")
        (False, True)
        """
        return self.documents < SMALLEST or self.frequencies.get(term, 0) <= self.most * self.documents


def rm3(
    question: Sequence[str],
    feedback: Sequence[tuple[Mapping[str, int], float]],
    *,
    terms: int = 10,
    documents: int = 10,
    original: float = 0.5,
    rarity: Rarity | None = None,
) -> dict[str, float]:
    """The weights of the terms of an expanded question, the heaviest first; they sum to one.

    Formula: original × q + (1 − original) × RM. q: counts of the terms of the question ÷ their number. RM: the
    sum over the first ``documents`` documents of score × counts ÷ Σ counts, where first each document and then the sum
    keeps its heaviest ``terms`` terms; divided by its sum.

    ``feedback`` holds the counts of the terms and the retrieval score of each document, best first. Expansion
    terms have 2 to 20 characters, of any script, and pass ``rarity`` where it is given; terms of the question always
    stay. Equal weights stand in the order of the alphabet. Without feedback, or without any term in it, the
    question itself is returned; an empty question gives RM alone.
    Source: Abdul-Jaleel et al. 2004, in the order of Anserini's ``Rm3Reranker``, except that Anserini drops terms
    that are not ``[a-z0-9]+`` and thereby every Russian one.

    Example: the first document keeps apple and pie, so sugar is lost before the documents are added.
        >>> found = [({"apple": 3, "pie": 2, "sugar": 1}, 2.0), ({"apple": 1, "tree": 4}, 1.0)]
        >>> {term: round(weight, 4) for term, weight in rm3(["apple"], found, terms=2).items()}
        {'apple': 0.8182, 'pie': 0.1818}

    Raises: InputError for a negative, NaN or infinite score, or weights and numbers out of range.
    """
    if terms < 1 or documents < 1 or not 0 <= original <= 1:
        raise InputError(
            f"terms and documents begin at 1, original lies within 0 to 1: {terms}, {documents}, {original}"
        )
    model: defaultdict[str, float] = defaultdict(float)
    for counts, score in feedback[:documents]:
        if not (math.isfinite(score) and score >= 0):
            raise InputError(f"RM3 weighs documents by their scores, which must be numbers from 0, not {score}")
        for term, share in sum_to_one(heaviest(_candidates(counts, rarity), terms)).items():
            model[term] += score * share
    relevance = sum_to_one(heaviest({term: weight for term, weight in model.items() if weight > 0}, terms))
    asked = sum_to_one(Counter(question))
    if not relevance or not asked:
        return heaviest(asked or relevance, len(asked or relevance))
    mixed = {
        term: original * asked.get(term, 0.0) + (1 - original) * relevance.get(term, 0.0)
        for term in asked.keys() | relevance.keys()
    }
    return heaviest(mixed, len(mixed))


def _candidates(counts: Mapping[str, int], rarity: Rarity | None) -> dict[str, float]:
    return {
        term: float(count)
        for term, count in counts.items()
        if SHORTEST <= len(term) <= LONGEST and count > 0 and (rarity is None or rarity.allows(term))
    }

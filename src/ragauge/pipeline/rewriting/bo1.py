"""Bo1: a question expanded by the terms that are more frequent in its first documents than chance would have them."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.rewriting.terms import heaviest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEAST_DOCUMENTS = 2


def bo1_weight(tf: float, collection_tf: float, documents: int) -> float:
    """How informative a term is, by Bose–Einstein statistics.

    Formula: tf × log2((1 + P) ÷ P) + log2(1 + P), with P = collection_tf ÷ documents; tf is its count in the feedback.
    Source: Amati 2003; Terrier's ``Bo1``.

    >>> round(bo1_weight(5, 20, 1000), 4)
    28.3907

    Raises: InputError where the counts cannot be: no documents, or fewer occurrences in the collection than in the
        feedback, which is a part of it (Terrier gives infinity where there are none).
    """
    if documents < 1 or not 0 < tf <= collection_tf:
        raise InputError(
            f"a term with {tf:g} occurrences in the feedback and {collection_tf:g} in a collection of {documents}"
            " documents: the counts are not of one collection"
        )
    p = collection_tf / documents
    return tf * math.log2((1 + p) / p) + math.log2(1 + p)


def bo1(
    question: Sequence[str],
    feedback: Sequence[Mapping[str, int]],
    collection: Mapping[str, int],
    size: int,
    *,
    terms: int = 10,
    documents: int = 3,
) -> dict[str, float]:
    """The weights of the terms of an expanded question, the heaviest first.

    Formula: count in the question ÷ the largest such count + bo1_weight ÷ its greatest value, which is that of
    the same count in the feedback if it occurred nowhere else. The ``terms`` heaviest terms of the feedback take part.

    ``feedback`` holds the counts of the terms of each document, best first; ``collection`` how often each term occurs
    in all ``size`` documents. Terms in fewer than two of at least two feedback documents are left out unless the
    question has them. Equal weights stand in the order of the alphabet. Without feedback the question is returned.
    Source: Amati 2003; Terrier's ``DFRBagExpansionTerms``, parameter-free.

    >>> found = [{"apple": 3, "pie": 2, "sugar": 1}, {"apple": 1, "pie": 4}]
    >>> weights = bo1(["apple"], found, {"apple": 40, "pie": 10, "sugar": 1}, 1000)
    >>> {term: round(weight, 4) for term, weight in weights.items()}
    {'apple': 1.4253, 'pie': 0.9012}

    Raises: InputError for counts that are not of one collection, or numbers out of range.
    """
    if terms < 1 or documents < 1:
        raise InputError(f"terms and documents begin at 1, not at {terms} and {documents}")
    used = [{term: count for term, count in counts.items() if count > 0} for counts in feedback[:documents]]
    asked = Counter(question)
    tf = Counter[str]()
    for counts in used:
        tf.update(counts)
    within = Counter(term for counts in used for term in counts)
    least = LEAST_DOCUMENTS if len(used) >= LEAST_DOCUMENTS else 1
    known = sorted(term for term in tf if term in asked or within[term] >= least)
    raw = heaviest({term: bo1_weight(tf[term], collection.get(term, 0), size) for term in known}, terms)
    most = max(asked.values(), default=1)
    weights = {term: count / most for term, count in asked.items()}
    if raw:
        greatest = tf[next(iter(raw))]
        scale = bo1_weight(greatest, greatest, size)
        for term, weight in raw.items():
            weights[term] = weights.get(term, 0.0) + weight / scale
    return heaviest(weights, len(weights))

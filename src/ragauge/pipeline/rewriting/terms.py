"""Terms and their counts, and weighted terms as words that any lexical lane can search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def term_counts(text: str) -> Counter[str]:
    """How often each word occurs, in any script.

    >>> sorted(term_counts("Лампа и лампа, C-400").items())
    [('400', 1), ('c', 1), ('и', 1), ('лампа', 2)]
    """
    return Counter(words(text))


def heaviest(weights: Mapping[str, float], count: int) -> dict[str, float]:
    """The terms of the largest weights, the heaviest first; equal weights stand in the order of the alphabet.

    >>> heaviest({"pie": 0.8, "tree": 0.8, "apple": 1.4}, 2)
    {'apple': 1.4, 'pie': 0.8}
    """
    return dict(sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))[:count])


def sum_to_one(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights divided by their sum; as they are where that is 0.

    >>> sum_to_one({"apple": 3, "pie": 1})
    {'apple': 0.75, 'pie': 0.25}
    """
    total = sum(weights.values())
    return {term: weight / total for term, weight in weights.items()} if total else dict(weights)


def as_words(weights: Mapping[str, float], *, total: int = 50) -> list[str]:
    """Every term repeated in proportion to its weight, ``total`` words: how a lane that weighs no terms is asked.

    Remainders go to the largest first, so each term is at most one repetition from its share; terms of a share
    below that may be left out.

    >>> as_words({"apple": 0.6, "pie": 0.3, "tree": 0.1}, total=5)
    ['apple', 'apple', 'apple', 'pie', 'pie']
    """
    shares = {term: weight * total for term, weight in sum_to_one(weights).items()}
    repeats = {term: int(share) for term, share in shares.items()}
    left = heaviest({term: share - repeats[term] for term, share in shares.items()}, total - sum(repeats.values()))
    for term, rest in left.items():
        repeats[term] += rest > 0
    return list(_repeated(heaviest(shares, len(shares)), repeats))


def _repeated(terms: Iterable[str], repeats: Mapping[str, int]) -> Iterable[str]:
    for term in terms:
        yield from [term] * repeats[term]

"""Which documents share rare runs of characters with which quotes, without comparing every pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ragauge.golden.quotes.plain_text import gram_hashes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import IntArray
    from ragauge.golden.quotes.folding import CodePoints

SAMPLE = 32
"""So many runs of a quote are looked up, evenly spread."""
COMMON = 64
"""A run in more documents than this says nothing about where a quote is from; further ones are not noted."""
SLOTS = 1 << 22


class Candidates(NamedTuple):
    """The documents that may have a quote, by number: with all its telling runs, and with most, best first."""

    holding: list[int]
    sharing: list[int]


class RunIndex:
    """Holds the runs of all quotes while the documents pass by one at a time.

    >>> from ragauge.golden.quotes.plain_text import plain_text
    >>> index = RunIndex([plain_text("a lamp that hums").codes, plain_text("hum").codes], run=6)
    >>> index.add(0, plain_text("the lamp that fell").codes)
    >>> index.add(1, plain_text("find a lamp that hums at night").codes)
    >>> index.candidates(most=5)
    [Candidates(holding=[1], sharing=[1, 0]), None]
    """

    def __init__(self, quotes: Sequence[CodePoints], *, run: int) -> None:
        runs = [_sampled(gram_hashes(codes, run)) for codes in quotes]
        self._length = run
        self._size = len(runs)
        self._quote = np.repeat(np.arange(self._size), [len(one) for one in runs])
        self._runs, self._run = np.unique(np.concatenate([_NONE, *runs]), return_inverse=True)
        # most runs of a document are in no quote: one look at this table settles them
        self._known = np.zeros(SLOTS, dtype=bool)
        self._known[self._runs & (SLOTS - 1)] = True
        self._seen = np.zeros(len(self._runs), dtype=np.int64)
        self._found: list[IntArray] = []
        self._documents: list[IntArray] = []

    def add(self, document: int, codes: CodePoints) -> None:
        """Note which runs the document of this number has."""
        hashes = gram_hashes(codes, self._length)
        hashes = hashes[self._known[hashes & (SLOTS - 1)]]
        if not len(hashes):
            return
        slot = np.minimum(np.searchsorted(self._runs, hashes), len(self._runs) - 1)
        found = np.unique(slot[self._runs[slot] == hashes])
        self._seen[found] += 1
        found = found[self._seen[found] <= COMMON]
        self._found.append(found)
        self._documents.append(np.full(len(found), document))

    def candidates(self, *, most: int) -> list[Candidates | None]:
        """For each quote the documents to look through, ``most`` of those that only share something with it.

        None where the index cannot tell: the quote is too short, or all its runs are common.
        """
        telling = np.bincount(self._quote[self._seen[self._run] <= COMMON], minlength=self._size)
        quote, document, weight, count = self._votes()
        order = np.lexsort((document, -weight, quote))
        quote, document, all_of_it = quote[order], document[order], (count == telling[quote])[order]
        bounds = np.searchsorted(quote, np.arange(self._size + 1)).tolist()
        return [
            Candidates(document[low:high][all_of_it[low:high]].tolist(), document[low : min(high, low + most)].tolist())
            if tells
            else None
            for tells, low, high in zip(telling.tolist(), bounds[:-1], bounds[1:], strict=True)
        ]

    def _votes(self) -> tuple[IntArray, IntArray, IntArray, IntArray]:
        """Quote, document, how rare the runs are that both have, and how many."""
        found = np.concatenate([_NONE, *self._found])
        document = np.concatenate([_NONE, *self._documents])
        telling = self._seen[found] <= COMMON
        found, document = found[telling], document[telling]
        order = np.argsort(self._run, kind="stable")
        first = np.searchsorted(self._run[order], np.arange(len(self._runs) + 1))
        copies = np.diff(first)[found]
        within = np.arange(copies.sum()) - np.repeat(np.cumsum(copies) - copies, copies)
        quote = self._quote[order][np.repeat(first[found], copies) + within]
        width = int(document.max(initial=0)) + 1
        pairs, place, count = np.unique(
            quote * width + np.repeat(document, copies), return_inverse=True, return_counts=True
        )
        # whole numbers, so that no sum hangs on the order it was added in
        rarity = np.repeat(SLOTS // self._seen[found], copies)
        weight = np.bincount(place, weights=rarity, minlength=len(pairs)).astype(np.int64)
        return pairs // width, pairs % width, weight, count


_NONE = np.empty(0, dtype=np.int64)


def _sampled(hashes: IntArray) -> IntArray:
    if len(hashes) > SAMPLE:
        hashes = hashes[np.linspace(0, len(hashes) - 1, SAMPLE).astype(np.int64)]
    return np.unique(hashes)

"""The passage of a text that is nearest to a quote by edit distance."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from ragauge.backends.rapidfuzz_edits import nearest_passage
from ragauge.golden.quotes.plain_text import gram_hashes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.arrays import IntArray
    from ragauge.golden.quotes.plain_text import PlainText

GRAM = 4
REGIONS = 5
"""How many regions are aligned with the quote: enough for a passage that is repeated with small changes."""
WORTH = 0.5
"""Regions that share less than this much of what the first one shares are not looked at."""
SLOTS = 1 << 16
RARE = 1 << 20


def passages_near(
    quote: PlainText, text: PlainText, grams: IntArray, *, limit: int | None = None, regions: int = REGIONS
) -> Iterator[tuple[int, int, int]]:
    """Start, end and edit distance of the best passage of each region that shares much with the quote.

    The regions are those of the quote's length with the greatest share of its runs of four characters, each run
    weighted by how rarely it occurs in the text, so that rows of dots do not outweigh words. ``grams`` are the
    hashes of the text's runs; passages of more than ``limit`` edits are left out.
    """
    size = len(quote)
    around = size // 2 + GRAM
    for start in islice(_regions(quote, grams, size), regions):
        low, high = max(0, start - around), start + size + around
        found = nearest_passage(quote.text, text.text[low:high], limit=limit)
        if found is not None and found[0] < found[1]:
            yield low + found[0], low + found[1], found[2]


def _regions(quote: PlainText, grams: IntArray, size: int) -> Iterator[int]:
    """The starts of the regions, the most promising first."""
    weight = _weights(gram_hashes(quote.codes, GRAM), grams)
    width = max(1, min(size - GRAM + 1, len(weight)))
    total = np.concatenate(([0], np.cumsum(weight)))
    score = total[width:] - total[:-width]
    least = max(1.0, WORTH * score.max(initial=0))
    while score.max(initial=0) >= least:
        # where several starts are as good, the middle one: damage at either end of the quote has room then
        first = int(score.argmax())
        worse = score[first : first + width] < score[first]
        run = int(worse.argmax()) if worse.any() else len(worse)
        place = first + (run - 1) // 2
        yield place
        score[max(0, place - width + 1) : place + width] = 0


def _weights(wanted: IntArray, grams: IntArray) -> IntArray:
    """For each run of the text how rare it is there if the quote has it, else 0; whole numbers, so sums are exact."""
    wanted = np.unique(wanted)
    weight = np.zeros(len(grams), dtype=np.int64)
    # most runs of the text are not in the quote: one look at this table settles them
    known = np.zeros(SLOTS, dtype=bool)
    known[wanted & (SLOTS - 1)] = True
    hits = np.flatnonzero(known[grams & (SLOTS - 1)])
    if not len(hits):
        return weight
    slot = np.minimum(np.searchsorted(wanted, grams[hits]), len(wanted) - 1)
    same = wanted[slot] == grams[hits]
    hits, slot = hits[same], slot[same]
    weight[hits] = RARE // np.bincount(slot, minlength=len(wanted))[slot]
    return weight

"""Edit distances by rapidfuzz: the nearest passage of a text, and whether the edits change a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz import fuzz, process
from rapidfuzz.distance import Levenshtein

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Span = tuple[int, int]

LEAST_REACH, FARTHEST = 4, 8
"""The ends move by up to the distance, or an eighth of the quote where little is in common anyway."""


def nearest_passage(quote: str, text: str, *, limit: int | None = None) -> tuple[int, int, int] | None:
    """Start, end and edit distance of the passage of ``text`` that is nearest to ``quote``.

    The distance is Levenshtein's: characters inserted, deleted or replaced. The passage with the most in common
    is the first guess, whose ends then move by turns for as long as that brings it nearer.

    >>> nearest_passage("parse damage", "without panse damagc at all")
    (8, 20, 2)

    None for an empty quote or text, and beyond a ``limit`` of edits.
    """
    if not quote or not text:
        return None
    # d edits leave a similarity of 1 - d / n at least; twice that, as the guess may lie beside the best passage
    cutoff = None if limit is None else 100 * (1 - 2 * limit / len(quote))
    guess = fuzz.partial_ratio_alignment(quote, text, score_cutoff=cutoff)
    if guess is None:
        return None
    # rapidfuzz slides the shorter of the two along the other
    span = (guess.dest_start, guess.dest_end) if len(quote) <= len(text) else (0, len(text))
    best = Levenshtein.distance(quote, text[span[0] : span[1]])
    while best:
        before, reach = best, max(LEAST_REACH, min(best, len(quote) // FARTHEST))
        start, end = span
        ends = ((start, place) for place in range(max(start, end - reach), min(len(text), end + reach) + 1))
        best, span = _nearest(quote, text, ends, best, span)
        start, end = span
        starts = ((place, end) for place in range(max(0, start - reach), min(end, start + reach) + 1))
        best, span = _nearest(quote, text, starts, best, span)
        if best == before:
            break
    return None if limit is not None and best > limit else (*span, best)


def changes_a_number(quote: str, passage: str) -> bool:
    """Whether the edits from one to the other give a number another value.

    A digit that stands for another, or that comes or goes beside another, is another fact and not damage. One
    that turns into a letter (0 and O) is, and so is one that comes alone (the mark of a footnote).

    >>> changes_a_number("warranty of 12 months", "warranty of 24 months")
    True
    >>> changes_a_number("warranty of 10 months", "warrantv of 1O months2")
    False
    """
    for edit in Levenshtein.editops(quote, passage):
        before, after = quote[edit.src_pos : edit.src_pos + 1], passage[edit.dest_pos : edit.dest_pos + 1]
        if edit.tag == "replace" and before.isdigit() and after.isdigit():
            return True
        if edit.tag == "delete" and before.isdigit() and _beside_digit(quote, edit.src_pos):
            return True
        if edit.tag == "insert" and after.isdigit() and _beside_digit(passage, edit.dest_pos):
            return True
    return False


def likely_pairs(first: Sequence[str], second: Sequence[str], *, least: float) -> list[tuple[int, int, float]]:
    """Places in two lists of texts that are alike in pairs, each at most once, the most alike first.

    The likeness is one less the share of characters to insert, delete or replace.

    >>> likely_pairs(["How long is the warranty?", "Who pays?"], ["Who calls?", "How long is a warranty?"], least=0.8)
    [(0, 1, 0.88)]
    """
    found = []
    for place, text in enumerate(first):
        for _, likeness, other in process.extract(
            text, second, scorer=Levenshtein.normalized_similarity, score_cutoff=least, limit=None
        ):
            found.append((-likeness, text, second[other], place, other))
    taken: tuple[set[int], set[int]] = (set(), set())
    pairs = []
    for likeness, _, _, place, other in sorted(found):
        if place not in taken[0] and other not in taken[1]:
            taken[0].add(place)
            taken[1].add(other)
            pairs.append((place, other, -likeness))
    return pairs


def _beside_digit(text: str, place: int) -> bool:
    return text[max(0, place - 1) : place].isdigit() or text[place + 1 : place + 2].isdigit()


def _nearest(quote: str, text: str, spans: Iterable[Span], best: int, span: Span) -> tuple[int, Span]:
    """The span of the smallest distance; of equals the one whose length is most like the quote's."""
    for start, end in spans:
        distance = Levenshtein.distance(quote, text[start:end], score_cutoff=best)
        if (distance, abs(end - start - len(quote))) < (best, abs(span[1] - span[0] - len(quote))):
            best, span = distance, (start, end)
    return best, span

"""Find a quote in the text of a document, and say where it stands in the original text."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from ragauge.backends.rapidfuzz_edits import changes_a_number
from ragauge.golden.quotes.passages import GRAM, passages_near
from ragauge.golden.quotes.plain_text import Folded, gram_hashes
from ragauge.golden.quotes.turning_words import same_sense

if TYPE_CHECKING:
    from ragauge.core.arrays import IntArray
    from ragauge.golden.quotes.plain_text import PlainText

How = Literal["exact", "normalised", "fuzzy"]

SHORTEST_FUZZY = 12
"""Shorter quotes, counted without white space, have too many neighbours by chance."""
FIRST_WITHOUT_SPACES = "\u2e80"
"""From here on are the characters of languages that put no spaces between words."""
LONGEST_FUZZY = 5_000
"""Aligning takes the square of the length; longer quotes are found as they stand, or not."""
SHORTEST_INSIDE = 4
"""Shorter quotes that are not there letter by letter must be whole words: «Я» is not any я."""
MAX_RATE = 0.12
"""Edits per character beyond ``UNEDITED``. Two wrong characters in a hundred stay below it in nearly all quotes, and
no passage of another document came near it (tests/golden/test_quote_recovery.py)."""
UNEDITED = 8
"""So many characters allow no edit: one edit makes another form of a word out of a quote of two words."""
FEW_REGIONS = 2
"""What is nearest to a quote that is not there at all needs no long search."""


@dataclass(frozen=True, slots=True)
class Located:
    """Where a quote stands: ``text[start:end]`` of the original.

    ``how``: *exact*, letter by letter; *normalised*, as plain or loose text; *fuzzy*, after ``distance`` edits:
    the document lost something when it was parsed. ``count`` is how often the quote stands there in this way.
    """

    start: int
    end: int
    how: How
    distance: int = 0
    count: int = 1


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the original text, and its edit distance to a quote."""

    start: int
    end: int
    distance: int
    rate: float


class QuoteFinder:
    """Finds quotes in one text; what it derives from the text is made once, when it is first needed.

    >>> finder = QuoteFinder("The ﬁrst exam-\\nple: “a lamp”.")
    >>> finder.find('example: "a lamp"')
    Located(start=9, end=28, how='normalised', distance=0, count=1)
    >>> finder.find("the lost chapter") is None
    True
    """

    def __init__(self, text: str, *, max_rate: float = MAX_RATE) -> None:
        self.text = text
        self.max_rate = max_rate
        self._forms = Folded(text)

    @cached_property
    def _grams(self) -> IntArray:
        return gram_hashes(self._forms.loose.codes, GRAM)

    def find(self, quote: str, *, near: int | None = None, fuzzy: bool = True) -> Located | None:
        """The place of a quote: letter by letter, else as plain text, else as loose text, else with a few edits.

        White space around the quote does not count. If it stands more than once, the place nearest to ``near``
        is taken, else the first. None where no passage is near enough, or the edits would change a number.
        """
        forms = Folded(quote)
        return (
            self.find_exact(quote, near=near)
            or self.find_folded(forms, near=near)
            or (self.find_fuzzy(forms, near=near) if fuzzy else None)
        )

    def find_exact(self, quote: str, *, near: int | None = None) -> Located | None:
        """The place of a quote letter by letter, which needs nothing but the text as it is."""
        quote = quote.strip()
        places = _places(self.text, quote)
        if len(quote) < SHORTEST_INSIDE and quote < FIRST_WITHOUT_SPACES:
            places = [place for place in places if self._whole_words(place, place + len(quote))]
        if not places:
            return None
        start = _choose(places, near)
        return Located(start, start + len(quote), "exact", count=len(places))

    def find_folded(self, quote: Folded, *, near: int | None = None) -> Located | None:
        """The place of a quote as plain text, else as loose text; whole words are taken before parts of others."""
        forms = self._forms
        for form, wanted in ((forms.plain, quote.plain), (forms.loose, quote.loose)):
            places = _places(form.text, wanted.text)
            spans = dict(self._original(form, place, place + len(wanted)) for place in reversed(places))
            whole = {start: end for start, end in spans.items() if self._whole_words(start, end)}
            if len(wanted) < SHORTEST_INSIDE or (whole and near is None):
                spans = whole
            if spans:
                start = _choose(sorted(spans), near)
                return Located(start, spans[start], "normalised", count=len(spans))
        return None

    def find_fuzzy(self, quote: Folded, *, near: int | None = None) -> Located | None:
        """The place of the passage with the fewest edits, if these are few and change no number, sign or negation."""
        wanted, loose = quote.loose, self._forms.loose
        limit = int(self.max_rate * (len(wanted) - UNEDITED))
        if not SHORTEST_FUZZY <= len(wanted) <= LONGEST_FUZZY or limit < 1:
            return None
        passages = passages_near(wanted, loose, self._grams, limit=limit)
        kept = [one for one in passages if not changes_a_number(wanted.text, loose.text[one[0] : one[1]])]
        if not kept:
            return None
        told = [(*self._original(loose, start, end), distance) for start, end, distance in kept]
        told = [one for one in told if same_sense(quote.text, self.text[one[0] : one[1]])]
        if not told:
            return None
        best = min(distance for _, _, distance in told)
        spans = {start: end for start, end, distance in told if distance == best}
        start = _choose(sorted(spans), near)
        return Located(start, spans[start], "fuzzy", best, count=len(spans))

    def nearest(self, quote: Folded) -> Passage | None:
        """The passage that is nearest to a quote, however far it is; None where they have nothing in common.

        >>> from ragauge.golden.quotes.plain_text import Folded
                >>> QuoteFinder("lter re ll o er").nearest(Folded("filter refill offer"))
                Passage(start=0, end=15, distance=6, rate=0.35294117647058826)
        """
        wanted, loose = quote.loose, self._forms.loose
        if len(wanted) > LONGEST_FUZZY:
            return None
        passages = passages_near(wanted, loose, self._grams, regions=FEW_REGIONS)
        found = [(distance, start, end) for start, end, distance in passages]
        if not found:
            return None
        distance, start, end = min(found)
        return Passage(*self._original(loose, start, end), distance, distance / len(wanted))

    def _whole_words(self, start: int, end: int) -> bool:
        return not (_within_word(self.text, start) or _within_word(self.text, end))

    def _original(self, form: PlainText, start: int, end: int) -> tuple[int, int]:
        """The original span, with the marks on its last letter that the form left out."""
        first, last = form.span(start, end)
        while last < len(self.text) and unicodedata.combining(self.text[last]):
            last += 1
        return first, last


def _places(text: str, part: str) -> list[int]:
    """Every place of the part, also of copies that overlap."""
    places: list[int] = []
    place = text.find(part) if part else -1
    while place >= 0:
        places.append(place)
        place = text.find(part, place + 1)
    return places


def _choose(places: list[int], near: int | None) -> int:
    return places[0] if near is None else min(places, key=lambda place: abs(place - near))


def _within_word(text: str, place: int) -> bool:
    """Whether the characters on both sides belong to one word, in scripts that part words."""
    sides = text[place - 1 : place + 1] if place else ""
    return len(sides) == 2 and all(side.isalnum() and unicodedata.east_asian_width(side) not in "WF" for side in sides)

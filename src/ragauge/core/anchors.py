"""Anchors: where a piece of evidence stands, in any of the ways that people write it down."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields, replace

Pages = tuple[int, int]
SHOWN_QUOTE = 40


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in the corpus: what is not None must hold, all of it.

    ``chunk`` is the id of a chunk, ``document`` and ``url`` name a document, ``page_from`` and ``page_to`` a range
    of its pages, ``section`` a path of headings, ``start`` and ``end`` a span of its characters, ``quote`` words
    that stand there. ``answer`` is the answer that this source gives, where sources give different ones.
    """

    chunk: str | None = None
    document: str | None = None
    url: str | None = None
    page_from: int | None = None
    page_to: int | None = None
    section: str | None = None
    start: int | None = None
    end: int | None = None
    quote: str | None = None
    answer: str | None = None

    @property
    def is_id(self) -> bool:
        """Whether it is nothing but one id, of a chunk, a document or a URL."""
        if self.page_from is not None or self.section is not None or self.start is not None or self.quote is not None:
            return False
        return [self.chunk, self.document, self.url].count(None) == 2

    def key(self) -> str:
        """The anchor as one line: the same for equal places, different for different ones.

        The id of a chunk says it all; what else is told of its place describes it further.

        >>> Anchor(document="atlas.pdf").key(), Anchor(document="atlas.pdf", page_from=3, page_to=5).key()
        ('atlas.pdf', 'atlas.pdf, p. 3–5')
        >>> Anchor(document="a.md", section="Rules > Refunds", start=5, end=9).key()
        'a.md, § Rules > Refunds, [5:9]'
        >>> Anchor(quote="Погрузите фильтр в воду на пять минут и дайте высохнуть.").key()
        '“Погрузите фильтр в воду на пять минут и…” #d86a0fe5'
        """
        if self.chunk is not None:
            return self.chunk
        names = [name for name in (self.document, self.url) if name is not None]
        return ", ".join([*names, *self._places()])

    def hit_name(self) -> str:
        """What a hit is called that stands here: its id, else its place, with a mark of its words.

        >>> Anchor(document="a.pdf", page_from=3, page_to=3, quote="Насос гудит.").hit_name()
        'a.pdf, p. 3 #90b4d2a1'
        """
        if self.chunk is not None:
            return self.chunk
        place = replace(self, quote=None, answer=None).key()
        if not place:
            return self.key()
        return place if self.quote is None else f"{place} #{_mark(self.quote)}"

    def _places(self) -> list[str]:
        parts = []
        if self.page_from is not None:
            last = self.page_from if self.page_to is None else self.page_to
            parts.append(f"p. {self.page_from}" if last == self.page_from else f"p. {self.page_from}–{last}")
        if self.section is not None:
            parts.append(f"§ {self.section}")
        if self.start is not None:
            parts.append(f"[{self.start}:{self.end}]")
        if self.quote is not None:
            words = " ".join(self.quote.split())
            shown = words if len(words) <= SHOWN_QUOTE else f"{words[: SHOWN_QUOTE - 1].rstrip()}…"
            parts.append(f"“{shown}” #{_mark(self.quote)}")
        return parts


def _mark(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:8]


ANCHOR_FIELDS = tuple(field.name for field in fields(Anchor))

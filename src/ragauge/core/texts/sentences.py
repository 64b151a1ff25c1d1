"""Where sentences end: a few rules for English, Russian and scripts with full stops of their own."""

from __future__ import annotations

import re

from ragauge.core.texts.graphemes import joined
from ragauge.core.texts.spans import Span, trimmed

_NEVER = (
    "mr mrs ms dr prof mt rev sgt capt gov messrs mme mlle fig figs eq eqs ch vol vols pp eds cf viz approx dept ca "
    "resp nos refs e.g i.e vs st "
    "рис табл гл стр ст разд прил черт прим ред изд см ср напр проф акад доц канд им ул пл просп пер бул наб оф кв "
    "тел обл р-н пос дер г-н г-жа т.е т.к т.н т.о т.ч пп абз илл сост вып "
    "bzw z.b d.h u.a ggf vgl nr abb bspw sr sra srta"
)
_DOTTED = "a.m p.m ph.d b.c a.d т.д т.п н.э"
NEVER = frozenset(_NEVER.split())
"""Abbreviations that something always follows."""
DOTTED = frozenset(_DOTTED.split())
"""Abbreviations with full stops inside that end a sentence where a capital letter follows."""
ALONE = {"т": "дп", "н": "э"}
"""Letters that, after another one with a full stop, make an abbreviation that can end a sentence: т. д., н. э."""
LOOKED_BACK = 40

_CLOSERS = "\"'”’»›)\\]}」』）】〉》"
_OPENERS = "\"'«„“‘([{/"
_WIDE = "。！？｡"
_STOPS = ".．!?…؟۔।॥։።‼⁇⁈⁉"
_NEWLINE = r"(?:\r\n|[\n\r\x85\u2028])"
_CANDIDATE = re.compile(
    rf"(?P<stop>[{_STOPS}{_WIDE}]++[{_CLOSERS}]*+)(?=\s|\Z)|(?P<wide>[{_WIDE}][{_STOPS}{_WIDE}]*+[{_CLOSERS}]*+)"
    rf"|(?P<within>[{_STOPS}]++)|(?P<break>{_NEWLINE}[^\S\n\r]*+{_NEWLINE}|[\u2029\f\v]"
    rf"|{_NEWLINE}(?=[^\S\n\r]*+(?:[-*+•–]|[0-9]{{1,3}}[.)]|\#{{1,6}}|\|)[^\S\n\r]))"
)
_NEXT = re.compile(r"[\s\"'“‘„«‹(\[{\-–—*_]*+(.?)", re.DOTALL)
_EARLIER = re.compile(r"([^\W_]+)(\.?)\s*\Z")
_LIST_NUMBER = re.compile(r"(?:^|[\n\r])[^\S\n\r]*\d{1,3}\Z")


def sentence_spans(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """The sentences of a part of a text, without the white space between them.

    A sentence ends at a full stop, question mark, exclamation mark or ellipsis, with the quotes and brackets that
    close after it, where white space follows (none need follow a CJK full stop), and at a blank line, a page break
    or the line before an item of a list. It does not end where a small letter follows, after an abbreviation or an
    initial, or within a number. Every character that is no white space is in one of them.

    >>> text = "Dr. Smith paid 3.5 dollars... and left. «Стой!» — крикнул он. См. рис. 5, т. е. схему. 東京。次。"
    >>> for start, end in sentence_spans(text): print(text[start:end])
    Dr. Smith paid 3.5 dollars... and left.
    «Стой!» — крикнул он.
    См. рис. 5, т. е. схему.
    東京。
    次。
    """
    end = len(text) if end is None else end
    spans, first = [], start
    for match in _CANDIDATE.finditer(text, start, end):
        if match["break"] is None and not _ends(text, match, first, end):
            continue
        span = trimmed(text, first, match.end())
        if span[1] > span[0]:
            spans.append(span)
        first = match.end()
    last = trimmed(text, first, end)
    return [*spans, last] if last[1] > last[0] else spans


def _ends(text: str, match: re.Match[str], first: int, end: int) -> bool:
    if match["within"] is not None or joined(text, match.end(), first):
        return False
    if match["wide"] is not None:  # 「止まれ。」と言った goes on after the quote
        return match["wide"][-1] in _WIDE or not text.startswith("と", match.end())
    following = _NEXT.match(text, match.end(), end)
    letter = following[1] if following else ""
    if letter.islower():
        return False
    stop = match["stop"]
    return not letter or stop[0] != "." or stop.startswith("..") or not _abbreviated(text, match.start(), first)


def _abbreviated(text: str, stop: int, first: int) -> bool:
    """Whether the full stop at a place belongs to the word before it, no small letter following."""
    head = text[max(first, stop - LOOKED_BACK) : stop]
    word = head.rsplit(None, 1)[-1].lstrip(_OPENERS) if head and not head[-1].isspace() else ""
    if word.isdigit():
        return _LIST_NUMBER.search(head) is not None
    plain = word.casefold()
    if plain in NEVER or word in ("No", "Nos"):
        return True
    if "." in word:
        return plain not in DOTTED and all(len(part) == 1 for part in word.split("."))
    return len(word) == 1 and word.isalpha() and not _closes(head[: -len(word)], plain)


def _closes(head: str, letter: str) -> bool:
    """Whether a single letter ends an abbreviation that may stand last: т. д., 2024 г., XX в."""
    earlier = _EARLIER.search(head)
    if earlier is None:
        return False
    word, dot = earlier.groups()
    if letter in "гвч":
        return not dot and (word.isdigit() or not word.strip("IVXLC"))
    return bool(dot) and letter in ALONE.get(word.casefold(), "")

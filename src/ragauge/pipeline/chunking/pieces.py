"""Parts of a text that are kept whole where they fit, and their merging up to a size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ragauge.pipeline.chunking.graphemes import joined
from ragauge.pipeline.chunking.rulers import longest
from ragauge.pipeline.chunking.sentence_ends import sentence_spans
from ragauge.pipeline.chunking.spans import Span, skip_space, trimmed

if TYPE_CHECKING:
    from ragauge.pipeline.chunking.rulers import Ruler

Splitter = Callable[[str, int, int], Iterable[Span]]
"""Parts of ``text[start:end]`` in order, which together hold all that is no white space."""
_PARAGRAPH = re.compile(r"(?:\r\n|[\n\r\x85\u2028])(?:[^\S\n\r\x85\u2028]*+(?:\r\n|[\n\r\x85\u2028]))++|[\u2029\f]")
_LINE = re.compile(r"\r\n|[\n\r\x85\u2028\u2029\f]")


def paragraphs(text: str, start: int, end: int) -> Iterator[Span]:
    r"""Parts between blank lines or page breaks.

    >>> list(paragraphs("One.\n\nTwo\nlines.", 0, 16))
    [(0, 4), (6, 16)]
    """
    return _between(_PARAGRAPH, text, start, end)


def lines(text: str, start: int, end: int) -> Iterator[Span]:
    """Lines that are not blank."""
    return _between(_LINE, text, start, end)


PROSE: tuple[Splitter, ...] = (paragraphs, sentence_spans)
ROWS: tuple[Splitter, ...] = (lines,)


def pieces(ruler: Ruler, text: str, span: Span, splitters: Sequence[Splitter], size: int) -> Iterator[Span]:
    """The largest parts that fit a size, each of the first splitter that gives parts that do; else cuts between words.

    >>> from ragauge.pipeline.chunking.rulers import make_ruler
    >>> text = "One two. Three four five six."
    >>> [text[a:b] for a, b in pieces(make_ruler(text, "words"), text, (0, len(text)), PROSE, 2)]
    ['One two.', 'Three four', 'five six.']
    """
    start, end = trimmed(text, *span)
    if end <= start:
        return
    if ruler.length(start, end) <= size:
        yield start, end
    elif splitters:
        for part in splitters[0](text, start, end):
            yield from pieces(ruler, text, part, splitters[1:], size)
    else:
        yield from _cuts(ruler, text, (start, end), size)


def merged(ruler: Ruler, text: str, parts: Sequence[Span], size: int, overlap: int = 0) -> Iterator[Span]:
    """Neighbouring parts as spans of at most a size, each beginning with up to an overlap of the end of the last.

    >>> from ragauge.pipeline.chunking.rulers import make_ruler
    >>> text = "One. Two. Three. Four."
    >>> parts = sentence_spans(text)
    >>> [text[a:b] for a, b in merged(make_ruler(text, "words"), text, parts, 3, 1)]
    ['One. Two. Three.', 'Three. Four.']
    """
    first, start = 0, parts[0][0] if parts else 0
    guess = 1
    while first < len(parts):
        fits = _fitting(ruler, parts, first, start, size, guess)
        if not fits:  # not with the overlap, or one character that is longer than the size
            start = parts[first][0]
            fits = max(_fitting(ruler, parts, first, start, size, guess), 1)
        guess, last = fits, first + fits
        end = parts[last - 1][1]
        yield start, end
        if last < len(parts):
            start = _beginning(ruler, text, (start, end), parts[last], size, overlap)
        first = last


def _fitting(ruler: Ruler, parts: Sequence[Span], first: int, start: int, size: int, guess: int) -> int:
    return longest(lambda count: ruler.length(start, parts[first + count - 1][1]) <= size, len(parts) - first, guess)


def _beginning(ruler: Ruler, text: str, last: Span, following: Span, size: int, overlap: int) -> int:
    """Where the chunk of the following part begins: at a word within the last chunk, or with the part itself."""
    room = min(overlap, size - ruler.length(last[1], following[1]))
    if room <= 0:
        return following[0]
    back = skip_space(text, ruler.back(*last, room), last[1])
    while last[0] < back < last[1] and not _starts_word(text, back):
        back += 1
    return back if last[0] < back < last[1] else following[0]


def _starts_word(text: str, place: int) -> bool:
    return text[place - 1].isspace() and not joined(text, place) and not text[place].isspace()


def _cuts(ruler: Ruler, text: str, span: Span, size: int) -> Iterator[Span]:
    start, end = span
    while start < end:
        cut = min(ruler.reach(start, size, whole=True), end)
        yield start, cut
        start = skip_space(text, cut, end)


def _between(marks: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Span]:
    for match in marks.finditer(text, start, end):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if end > start:
        yield start, end

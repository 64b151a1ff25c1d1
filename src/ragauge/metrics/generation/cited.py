"""What an answer cites, sentence by sentence where it has markers: a marker is a place in the prompt, and no other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.texts.markers import MARKER, read_markers, without_markers
from ragauge.core.texts.sentences import sentence_spans

if TYPE_CHECKING:
    from ragauge.core.answered import Answered

_LEADING = re.compile(rf"(?:\s*{MARKER.pattern})+[.,;:]?")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an answer without its markers, the places of the texts that it cites, from 0, and how many of its
    citations name no text in the prompt.
    """

    text: str
    cited: tuple[int, ...]
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class Cited:
    """The statements of an answer. ``by_sentence``: its markers tell which sentence cites what; else the citations are
    those of the whole answer, each sentence has all of them, and ``unknown`` counts those that are not in the prompt.
    """

    statements: tuple[Statement, ...]
    by_sentence: bool
    unknown: int

    @property
    def places(self) -> tuple[int, ...]:
        """The places that are cited anywhere, each once, in the order of the answer."""
        return tuple(dict.fromkeys(place for one in self.statements for place in one.cited))

    @property
    def count(self) -> int:
        """How many citations there are: pairs of a sentence and what it cites, or those of the whole answer."""
        if self.by_sentence:
            return sum(len(one.cited) for one in self.statements) + self.unknown
        return len(self.places) + self.unknown


def cited(one: Answered) -> Cited | str:
    """The statements and their citations, or the case in which there are none.

    Markers ([1], [1, 2], [1-3]) count from 1 in the order of the prompt; one that names no text there is unknown,
    [0] too. A marker after the full stop belongs to the sentence before it. Where a sentence cites a text more than
    once, it counts once.

    >>> from ragauge.core.answered import Answered
    >>> one = Answered("q", answer="Lamps hum [1]. [2] Two years [7].", contexts=("...", "..."), ids=("c", "a"))
    >>> cited(one).statements
    (Statement(text='Lamps hum.', cited=(0, 1), unknown=0), Statement(text='Two years.', cited=(), unknown=1))
    >>> cited(Answered("q", answer="Lamps hum.", contexts=("...",), ids=("c",), citations=("c", "x"))).unknown
    1
    """
    if one.contexts is None:
        return "no_context"
    text = one.answer or ""
    if MARKER.search(text):
        statements = _by_sentence(text, len(one.contexts))
        return Cited(statements, by_sentence=True, unknown=sum(statement.unknown for statement in statements))
    if one.citations is None or (one.ids is None and one.citations):
        return "citations_unknown"
    return _as_a_whole(one, text)


def cited_chunks(one: Answered) -> tuple[str, ...] | None:
    """The ids of the chunks that an answer cites: by its markers where it has some, else as recorded; None: unknown.

    >>> from ragauge.core.answered import Answered
    >>> cited_chunks(Answered("q", answer="So it is [1].", contexts=("text c", "text a"), ids=("c", "a")))
    ('c',)
    """
    found = cited(one)
    if isinstance(found, str) or one.ids is None:
        return one.citations
    return tuple(dict.fromkeys(one.ids[place] for place in found.places))


def _by_sentence(text: str, passages: int) -> tuple[Statement, ...]:
    parts: list[str] = []
    for start, end in sentence_spans(text):
        part = text[start:end]
        leading = _LEADING.match(part)
        if leading and parts:
            parts[-1] += leading[0]
            part = part[leading.end() :]
        if part.strip():
            parts.append(part)
    read = [(without_markers(part), read_markers(part, passages)) for part in parts]
    return tuple(
        Statement(plain, tuple(number - 1 for number in markers.known), markers.unknown) for plain, markers in read
    )


def _as_a_whole(one: Answered, text: str) -> Cited:
    """Citations of the whole answer; a text that stands twice in the prompt is cited where it stands first."""
    place_of: dict[str, int] = {}
    for place, name in enumerate(one.ids or ()):
        place_of.setdefault(name, place)
    named = tuple(dict.fromkeys(one.citations or ()))
    places = tuple(place_of[name] for name in named if name in place_of)
    statements = tuple(Statement(text[start:end], places) for start, end in sentence_spans(text))
    return Cited(statements, by_sentence=False, unknown=len(named) - len(places))

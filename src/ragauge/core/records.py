"""Single records, for people and for the parts of a pipeline; at scale the same things are tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the corpus: its id, its text, and what is known about it.

    >>> Document("warranty", "Two years from delivery.", {"locale": "en-GB"}).metadata["locale"]
    'en-GB'
    """

    id: str
    text: str
    metadata: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document: ``document.text[start:end]`` is its text, code points counted.

    ``section`` is the path of headings that it stands under, ``page`` the page where that is known. ``parent`` names
    the larger chunk that is handed on in its place. ``embedded`` is what is indexed where that is more than the text
    (a title before it); spans and lengths are always those of the text.

    >>> Chunk("a.md#5", "a.md", 5, 9, "lamp").indexed
    'lamp'
    """

    id: str
    document: str
    start: int
    end: int
    text: str
    section: tuple[str, ...] = ()
    page: int | None = None
    parent: str | None = None
    embedded: str | None = None

    @property
    def indexed(self) -> str:
        """The text that is indexed and embedded."""
        return self.text if self.embedded is None else self.embedded


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a retriever: the id of what was found, and its score.

    >>> Hit("warranty", 7.5)
    Hit(item='warranty', score=7.5)
    """

    item: str
    score: float


@dataclass(frozen=True, slots=True)
class Failure:
    """A question whose evidence was not all found: what was needed, where it stood, and what came instead.

    ``needs`` holds each need as pairs of an id and its rank (None: not retrieved).

    >>> Failure("q1", "How long?", ((("warranty", None),),), ("returns",)).found
    0
    """

    question: str
    text: str | None
    needs: tuple[tuple[tuple[str, int | None], ...], ...]
    came: tuple[str, ...]

    @property
    def found(self) -> int:
        """How many needs have an alternative anywhere in the list."""
        return sum(any(rank is not None for _, rank in need) for need in self.needs)

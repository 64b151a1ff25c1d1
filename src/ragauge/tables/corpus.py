"""A corpus: the documents that a golden set speaks of, by id, with their texts where these can be read."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Documents by id.

    ``texts`` has the text of each document, None where it cannot be read here (PDF, Word); ``digests`` then has
    the SHA-256 of its bytes. ``notes`` say in words what was passed over on the way. ``metadata`` has the fields that
    are known of a document, for filters: texts, numbers, truth values (1 is not "1"), or tuples of these. A document of
    which nothing is known is not in it. It has no part in the fingerprint.

    >>> corpus = Corpus({"a.md": "The lamp hums.", "plan.pdf": None}, digests={"plan.pdf": "5f3a"})
    >>> len(corpus), corpus.readable(), corpus.unreadable()
    (2, {'a.md': 'The lamp hums.'}, ['plan.pdf'])
    """

    texts: Mapping[str, str | None]
    source: str = "corpus"
    notes: tuple[str, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.texts)

    def __contains__(self, document: object) -> bool:
        return document in self.texts

    def readable(self) -> dict[str, str]:
        """The documents whose text is known."""
        return {name: text for name, text in self.texts.items() if text is not None}

    def unreadable(self) -> list[str]:
        """The ids of the documents whose text is not known."""
        return [name for name, text in self.texts.items() if text is None]

    def fingerprint(self) -> str:
        """A hash of the content: the ids and texts, or bytes, of all documents, in whatever order they come.

        Where the corpus lies on a disk has no part in it. Ids count in their composed form (NFC), line ends as one
        newline: a copy by another operating system is the same corpus. Any other change of a text is another one.

        >>> mac = Corpus({"b.md": "two", "u\\u0308bung.md": "one\\r\\n"})
        >>> mac.fingerprint() == Corpus({"übung.md": "one\\n", "b.md": "two"}).fingerprint()
        True
        """
        marks = [f"{unicodedata.normalize('NFC', name)}\0{self._mark(name)}\n" for name in self.texts]
        return hashlib.sha256("".join(sorted(marks)).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def _mark(self, name: str) -> str:
        text = self.texts[name]
        if text is None:
            return f"bytes:{self.digests.get(name, '')}"
        plain = one_line_end(text).encode("utf-8", "surrogatepass")
        return f"text:{hashlib.sha256(plain).hexdigest()}"


def one_line_end(text: str) -> str:
    """The text with every line end as one newline, as Python reads text files.

    >>> one_line_end("a\\r\\nb\\rc\\n")
    'a\\nb\\nc\\n'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

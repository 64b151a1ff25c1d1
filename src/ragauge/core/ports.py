"""What the exchangeable parts of a pipeline take and give; anything that fits can stand in for a built-in part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import FloatArray
    from ragauge.core.records import Chunk, Document, Hit


class Chunker(Protocol):
    """Cuts a document into chunks whose offsets are exact: ``document.text[start:end]`` is the text of the chunk."""

    def __call__(self, document: Document, /) -> Sequence[Chunk]:
        """The chunks in the order of their starts."""


class Embedder(Protocol):
    """Gives texts and questions vectors of one length, whose dot product says how alike they are."""

    def fit(self, texts: Sequence[str], /) -> None:
        """Look at the texts of the corpus; what needs no fitting does nothing."""

    def texts(self, texts: Sequence[str], /) -> FloatArray:
        """One row a text."""

    def questions(self, questions: Sequence[str], /) -> FloatArray:
        """One row a question."""


class Lane(Protocol):
    """A first stage of retrieval over a fixed list of texts."""

    def search(self, questions: Sequence[str], k: int, /) -> list[list[Hit]]:
        """The k best texts of every question, best first; equal scores stand by falling id."""


class Reranker(Protocol):
    """Scores texts for a question, higher is better."""

    def scores(self, question: str, texts: Sequence[str], /) -> Sequence[float]:
        """One score a text."""


class Generator(Protocol):
    """Answers a question from passages, or completes a prompt."""

    def complete(self, prompt: str, /) -> str:
        """The text that follows the prompt."""

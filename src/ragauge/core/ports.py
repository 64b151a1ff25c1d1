"""What the exchangeable parts of a pipeline take and give; anything that fits can stand in for a built-in part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, FloatArray, IntArray
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


class Entailer(Protocol):
    """Says how surely premises entail hypotheses: a classifier of natural language inference, or of hallucination."""

    @property
    def identity(self) -> str:
        """Which model it is: equal only for those that score alike."""

    def scores(self, pairs: Sequence[tuple[str, str]], /) -> FloatArray:
        """For each (premise, hypothesis) how surely the premise entails it, from 0 to 1."""


class Generator(Protocol):
    """Answers a question from passages, or completes a prompt."""

    def complete(self, prompt: str, /) -> str:
        """The text that follows the prompt."""


class Condition(Protocol):
    """What a filter asks of one field of the metadata; ``pipeline.filters.predicate`` says what the operators mean."""

    @property
    def field(self) -> str:
        """The field."""

    @property
    def op(self) -> str:
        """The operator."""

    @property
    def value(self) -> object:
        """The value, or a tuple of them."""


class VectorIndex(Protocol):
    """Finds the rows of an array that have the largest dot products with a vector, exactly or nearly.

    ``effort`` has what a search may be given more or less of (``ef``, ``nprobe``); it can be changed between searches.
    """

    effort: dict[str, int]

    def build(self, vectors: NDArray[np.float32], metadata: Sequence[Mapping[str, object]], /) -> None:
        """Take all vectors, at least one, finite, and the metadata of every row."""

    def among(self, allowed: BoolArray, conditions: Sequence[Condition], /) -> Any:
        """A filter in the engine's own form, made once for many searches.

        ``allowed`` and ``conditions`` say the same: row by row, and in terms of the metadata.
        """

    def search(self, vector: NDArray[np.float32], k: int, among: Any = None, /) -> tuple[IntArray, FloatArray]:
        """At most k rows, best first, with the dot products as the engine has them; fewer where it finds fewer."""

    def nbytes(self) -> int | None:
        """The size of the index when it is written down; None where the engine does not tell."""

    def close(self) -> None:
        """Give back what is held outside of this process."""

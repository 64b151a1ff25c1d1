"""Embeddings that are kept: no text is embedded twice by the same model."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ragauge.io.writing import write_text
from ragauge.pipeline.embedding.vector_shards import VectorShards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragauge.core.arrays import FloatArray
    from ragauge.metrics.chunking.truncation import Truncation
    from ragauge.pipeline.embedding.model import ModelEmbedder

KEPT = 256
"""Vectors that are written together; a kill loses fewer."""


class CachedEmbedder:
    """Gives the vectors of another embedder, from a folder if they were made before.

    They are kept by the sha256 of the embedder's identity, of whether it is a question, and of the text, in single
    precision. Any number of processes can share the folder, and any number of models.
    """

    def __init__(self, embedder: ModelEmbedder, folder: str | Path) -> None:
        self.embedder, self._identity = embedder, embedder.identity
        self.embedded = 0
        """How many texts and questions were not found, and embedded."""
        place = Path(folder) / hashlib.sha256(self._identity.encode()).hexdigest()[:16]
        self._shards = VectorShards(place)
        note = place / "identity.json"  # for people
        if not note.exists():
            write_text(note, self._identity)

    @property
    def identity(self) -> str:
        """That of the embedder."""
        return self._identity

    def fit(self, texts: Sequence[str]) -> None:
        """Do nothing, as models do."""

    def texts(self, texts: Sequence[str]) -> FloatArray:
        """One row a text."""
        return self._kept(texts, "text", self.embedder.texts)

    def questions(self, questions: Sequence[str]) -> FloatArray:
        """One row a question."""
        return self._kept(questions, "question", self.embedder.questions)

    def truncation(self, texts: Sequence[str], counter: str) -> Truncation | None:
        """What of the texts the model does not read; see ``ModelEmbedder.truncation``."""
        return self.embedder.truncation(texts, counter)

    def keep_questions(self, questions: Sequence[str], vectors: FloatArray) -> None:
        """Take vectors of questions that were made elsewhere, as by whoever took the time of each."""
        new = {self._key("question", text): row for row, text in enumerate(questions)}
        if new:
            self._shards.add(list(new), vectors[list(new.values())])

    def _kept(self, texts: Sequence[str], kind: str, embed: Callable[[Sequence[str]], FloatArray]) -> FloatArray:
        if not texts:
            return embed(texts)
        keys = [self._key(kind, text) for text in texts]
        if any(key not in self._shards for key in keys):
            self._shards.refresh()
        unseen = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._shards}
        waiting = sorted(unseen, key=lambda key: len(unseen[key]))
        for start in range(0, len(waiting), KEPT):
            part = waiting[start : start + KEPT]
            self._shards.add(part, embed([unseen[key] for key in part]))
            self.embedded += len(part)
        return self._shards.rows(keys).astype(np.float64)

    def _key(self, kind: str, text: str) -> bytes:
        return hashlib.sha256(f"{self._identity}\0{kind}\0{text}".encode("utf-8", "surrogatepass")).digest()

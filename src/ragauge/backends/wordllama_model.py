"""Static English word vectors by wordllama, whose weights are in its package: fast, and nothing is downloaded."""

from __future__ import annotations

import json
import logging
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Iterator


class WordLlamaModel:
    """The mean of the vectors of a text's tokens (256 numbers), of texts of any length."""

    batch = 64
    limit: int | None = None

    def __init__(self) -> None:
        with _logging_as_it_was():
            try:
                import wordllama
            except ImportError as error:
                message = "wordllama is not installed: pip install 'ragauge[embed]'"
                raise MissingDependencyError(message) from error
        # by default it looks for its tokenizer where it is not, and then downloads one
        folder = Path(wordllama.__file__).parent
        self._model: Any = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)

    @property
    def identity(self) -> str:
        """The model and the version of its package."""
        return json.dumps({"model": "wordllama", "version": version("wordllama"), "weights": "l2_supercat_256"})

    def encode(self, texts: list[str], *, questions: bool) -> Any:
        """Questions are embedded like any text."""
        return self._model.embed(texts)

    def tokens(self, texts: list[str]) -> list[int] | None:
        """The tokens of each text, without the padding of its batch."""
        return [sum(encoded.attention_mask) for encoded in self._model.tokenize(texts)]


@contextmanager
def _logging_as_it_was() -> Iterator[None]:
    """Importing wordllama sets the program's logging up, which is the program's to do."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)

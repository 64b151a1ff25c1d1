"""ONNX models by fastembed, without torch."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ragauge.backends.sentence_transformers_model import folder_digest
from ragauge.core.errors import MissingDependencyError, RagaugeError


class FastembedModel:
    """A model that fastembed knows by name, read from ``folder`` or downloaded.

    fastembed puts no prompts before texts; give those that the model was trained with.
    """

    batch = 64

    def __init__(
        self, name: str, *, folder: str | None = None, query_prompt: str = "", passage_prompt: str = ""
    ) -> None:
        try:
            import fastembed
        except ImportError as error:
            message = "fastembed is not installed: pip install 'ragauge[fastembed]'"
            raise MissingDependencyError(message) from error
        self._files = None if folder is None else folder_digest(Path(folder))
        self._name, self._prompts = name, {True: query_prompt, False: passage_prompt}
        options: dict[str, Any] = {} if folder is None else {"specific_model_path": folder}
        try:
            self._model: Any = fastembed.TextEmbedding(name, providers=["CPUExecutionProvider"], **options)
        except Exception as error:  # whatever reading a folder or asking a hub can raise
            raise RagaugeError(f"the model {name!r} cannot be loaded: {error}") from error
        tokenizer: Any = getattr(self._model.model, "tokenizer", None)
        cut = getattr(tokenizer, "truncation", None)
        self.limit: int | None = cut["max_length"] if cut else None
        self._counter: Any = None
        if tokenizer is not None:
            self._counter = type(tokenizer).from_str(tokenizer.to_str())
            self._counter.no_truncation()
            self._counter.no_padding()

    @property
    def identity(self) -> str:
        """The name of the model, its files where a folder was given, the version of the package, and the parameters."""
        facts = {
            "model": "fastembed",
            "name": self._name,
            "files": self._files,
            "version": version("fastembed"),
            "query_prompt": self._prompts[True],
            "passage_prompt": self._prompts[False],
        }
        return json.dumps(facts, sort_keys=True)

    def encode(self, texts: list[str], *, questions: bool) -> Any:
        """Models with a part for questions take it."""
        prompted = [self._prompts[questions] + text for text in texts]
        return list(self._model.query_embed(prompted) if questions else self._model.passage_embed(prompted))

    def tokens(self, texts: list[str]) -> list[int] | None:
        """The tokens of each text as a passage, prompt and special ones included."""
        if self._counter is None:
            return None
        return [len(encoded.ids) for encoded in self._counter.encode_batch([self._prompts[False] + t for t in texts])]

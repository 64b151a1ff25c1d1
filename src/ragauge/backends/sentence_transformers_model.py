"""Any model of a folder or of the Hugging Face hub by sentence-transformers, on the CPU."""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ragauge.core.errors import MissingDependencyError, RagaugeError

BLOCK = 1 << 20


class SentenceTransformersModel:
    """A bi-encoder by the name of a folder or a hub repository; a name that is not here is downloaded.

    Prompts stand before the texts. Those not given are the model's own (``query`` and ``document`` or ``passage`` of
    its configuration), if it has any: models such as E5 want ``query: `` and ``passage: `` and do not always say so.
    """

    batch = 64

    def __init__(
        self,
        name: str,
        *,
        query_prompt: str | None = None,
        passage_prompt: str | None = None,
        revision: str | None = None,
        max_tokens: int | None = None,
    ) -> None:
        try:
            import sentence_transformers
        except ImportError as error:
            message = "sentence-transformers is not installed: pip install 'ragauge[sentence-transformers]'"
            raise MissingDependencyError(message) from error
        try:
            self._model: Any = sentence_transformers.SentenceTransformer(name, device="cpu", revision=revision)
        except Exception as error:  # whatever reading a folder or asking a hub can raise
            raise RagaugeError(f"the model {name!r} cannot be loaded: {error}") from error
        if max_tokens is not None:
            self._model.max_seq_length = max_tokens
        own = self._model.prompts
        self._prompts = {
            True: own.get("query", "") if query_prompt is None else query_prompt,
            False: (own.get("document") or own.get("passage", "")) if passage_prompt is None else passage_prompt,
        }
        self._source = _source(name, revision, self._model)

    @property
    def limit(self) -> int | None:
        """The longest input of the model, where it has one."""
        longest = self._model.max_seq_length
        return longest if isinstance(longest, int) else None

    @property
    def identity(self) -> str:
        """The model by its files or its revision on the hub, the version of the package, and the parameters."""
        facts = {
            "model": "sentence-transformers",
            "version": version("sentence-transformers"),
            "query_prompt": self._prompts[True],
            "passage_prompt": self._prompts[False],
            "max_tokens": self.limit,
        }
        return json.dumps(facts | self._source, sort_keys=True)

    def encode(self, texts: list[str], *, questions: bool) -> Any:
        """Models of two towers take the one for questions, or the one for documents."""
        encode = self._model.encode_query if questions else self._model.encode_document
        return encode(texts, prompt=self._prompts[questions], batch_size=self.batch, show_progress_bar=False)

    def tokens(self, texts: list[str]) -> list[int] | None:
        """The tokens of each text as a passage, prompt and special ones included."""
        tokenizer: Any = self._model.tokenizer
        if not callable(tokenizer):  # a tokenizer of the tokenizers package: models of static vectors
            return None
        prompted = [self._prompts[False] + text for text in texts]
        encoded = tokenizer(prompted, truncation=False, padding=False, verbose=False)
        return [len(ids) for ids in encoded["input_ids"]]


def _source(name: str, revision: str | None, model: Any) -> dict[str, str | None]:
    """What the weights are: a digest of the folder wherever it stands, or the name and the commit of the hub."""
    folder = Path(name)
    if not folder.is_dir():
        configuration = getattr(getattr(model[0], "auto_model", None), "config", None)
        return {"name": name, "revision": getattr(configuration, "_commit_hash", None) or revision}
    return {"files": folder_digest(folder)}


def folder_digest(folder: Path) -> str:
    """What stands in the files of a model, wherever its folder stands; descriptions (``.md``) do not matter."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md"):
        digest.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    return digest.hexdigest()

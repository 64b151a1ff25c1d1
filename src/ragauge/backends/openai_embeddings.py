"""Embeddings by a server that speaks OpenAI's protocol."""

from __future__ import annotations

import json
from typing import Any

from ragauge.backends.web import OPENAI, Server
from ragauge.core.errors import RagaugeError

LIMITS = {"text-embedding-3-small": 8192, "text-embedding-3-large": 8192, "text-embedding-ada-002": 8192}


class OpenAIEmbeddings:
    """A model on a server; what cannot be had is an error, never a missing vector. Key and attempts: see ``Server``."""

    def __init__(
        self,
        name: str,
        *,
        url: str = OPENAI,
        key_variable: str = "OPENAI_API_KEY",
        dimensions: int | None = None,
        query_prompt: str = "",
        passage_prompt: str = "",
        batch: int = 64,
        timeout: float = 60.0,
        attempts: int = 5,
        first_wait: float = 1.0,
        longest_wait: float = 60.0,
    ) -> None:
        if batch < 1:
            raise RagaugeError(f"batch must be at least 1, not {batch}")
        self._server = Server(
            url,
            name=f"embeddings of {name!r}",
            key_variable=key_variable,
            timeout=timeout,
            attempts=attempts,
            first_wait=first_wait,
            longest_wait=longest_wait,
        )
        self._name, self._dimensions = name, dimensions
        self._prompts = {True: query_prompt, False: passage_prompt}
        self.batch, self.limit = batch, LIMITS.get(name)

    @property
    def identity(self) -> str:
        """The server, the model and the parameters; the server says no version."""
        facts = {
            "model": "openai",
            "name": self._name,
            "url": self._server.url,
            "dimensions": self._dimensions,
            "query_prompt": self._prompts[True],
            "passage_prompt": self._prompts[False],
        }
        return json.dumps(facts, sort_keys=True)

    def encode(self, texts: list[str], *, questions: bool) -> Any:
        """One request, repeated where that can help.

        Raises: RagaugeError naming the server and what it said.
        """
        asked: dict[str, Any] = {"model": self._name, "input": [self._prompts[questions] + text for text in texts]}
        asked |= {"encoding_format": "float"} | ({"dimensions": self._dimensions} if self._dimensions else {})
        return self._vectors(self._server.ask("/embeddings", asked), len(texts))

    def tokens(self, texts: list[str]) -> list[int] | None:
        """Not known: the tokenizer is the server's."""
        return None

    def _vectors(self, answer: Any, count: int) -> list[list[float]]:
        """The vectors in the order of the texts, whatever order they came in."""
        try:
            rows = answer["data"]
            found = {int(row["index"]): [float(number) for number in row["embedding"]] for row in rows}
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise self._server.error(f"gave no embeddings that can be read ({type(error).__name__})") from None
        if len(rows) != count or sorted(found) != list(range(count)):
            raise self._server.error(f"gave {len(rows)} embeddings for {count} texts, or numbered them wrongly")
        widths = sorted({len(vector) for vector in found.values()})
        if len(widths) > 1 or self._dimensions not in (None, *widths):
            raise self._server.error(
                f"gave vectors of {widths} numbers: not of one length, or not the length asked for"
            )
        return [found[place] for place in range(count)]

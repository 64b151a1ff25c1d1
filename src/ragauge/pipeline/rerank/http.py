"""A reranker behind HTTP, by the /rerank call that Cohere, Jina, vLLM and others share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.backends.web import Server, is_number
from ragauge.core.brief import brief
from ragauge.core.errors import RagaugeError

if TYPE_CHECKING:
    from collections.abc import Sequence


class HttpReranker:
    """Asks a service for the relevance of texts: one call a question. Key and attempts: see ``Server``.

    Sent: ``{"model", "query", "documents", "top_n"}``. Understood: ``{"results": [{"index", "relevance_score"}]}`` in
    any order; each index once, each text scored. Where the service sends the text back, it must be the one that
    was sent under that index.

    >>> HttpReranker("ftp://host/rerank", model="m")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: the url of a server is http(s)://host/path, no name, password, query (reranker 'm')
    """

    def __init__(
        self,
        url: str,
        *,
        model: str,
        key_variable: str = "RAGAUGE_RERANK_KEY",
        timeout: float = 60.0,
        attempts: int = 3,
        first_wait: float = 1.0,
        longest_wait: float = 60.0,
    ) -> None:
        self._model = model
        self._server = Server(
            url,
            name=f"reranker {model!r}",
            key_variable=key_variable,
            timeout=timeout,
            attempts=attempts,
            first_wait=first_wait,
            longest_wait=longest_wait,
        )

    def scores(self, question: str, texts: Sequence[str], /) -> list[float]:
        """One score a text.

        Raises: RagaugeError where the service cannot be reached or refuses, or where its answer is not understood.
        """
        if not texts:
            return []
        body = {"model": self._model, "query": question, "documents": list(texts), "top_n": len(texts)}
        return _scores(self._server.ask("", body), texts)


def _scores(answer: Any, texts: Sequence[str]) -> list[float]:
    """The scores in the order of the texts, whatever the order of the answer."""
    rows = answer.get("results") if isinstance(answer, dict) else None
    if not isinstance(rows, list):
        raise RagaugeError(f"the reranker's answer has no list of results: {brief(answer)}")
    found: dict[int, float] = {}
    for row in rows:
        index, score = _row(row, len(texts))
        _same_text(row, texts[index])
        if index in found:
            raise RagaugeError(f"the reranker scored text {index} twice")
        found[index] = score
    if len(found) != len(texts):
        raise RagaugeError(f"the reranker scored {len(found)} of {len(texts)} texts")
    return [found[index] for index in range(len(texts))]


def _row(row: Any, count: int) -> tuple[int, float]:
    index = row.get("index") if isinstance(row, dict) else None
    score = row.get("relevance_score") if isinstance(row, dict) else None
    if type(index) is not int or not 0 <= index < count or not is_number(score):
        raise RagaugeError(f"the reranker gave {brief(row)}; a result is an index below {count} and a relevance_score")
    return index, float(score)


def _same_text(row: dict[str, Any], sent: str) -> None:
    document = row.get("document")
    text = document.get("text") if isinstance(document, dict) else document
    if isinstance(text, str) and text != sent:
        raise RagaugeError(f"the reranker scored {brief(text)} under the index of {brief(sent)}")

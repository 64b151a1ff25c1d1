"""A reranker behind HTTP, by the /rerank call that Cohere, Jina, vLLM and others share."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, RagaugeError
from ragauge.core.ids import is_truth_value

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BUSY = frozenset({429, 502, 503, 504})
"""Answers after which the same call may succeed."""
LONGEST_WAIT = 60.0


class HttpReranker:
    """Asks a service for the relevance of texts: one call a question.

    Sent: ``{"model", "query", "documents", "top_n"}``. Understood: ``{"results": [{"index", "relevance_score"}]}`` in
    any order; each index once, each text scored. Where the service sends the text back, it must be the one that
    was sent under that index. ``key`` goes into the Authorization header and into no message. An answer that
    says *busy* is waited for, ``attempts`` times at most; redirections are not followed.

    >>> HttpReranker("ftp://host/rerank", model="m")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: the address of a reranker begins with http:// or https://, not 'ftp://host/rerank'
    """

    def __init__(
        self,
        url: str,
        *,
        model: str,
        key: str | None = None,
        timeout: float = 60.0,
        attempts: int = 3,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        if urlsplit(url).scheme not in {"http", "https"}:
            raise InputError(f"the address of a reranker begins with http:// or https://, not {url!r}")
        if attempts < 1:
            raise InputError(f"attempts must be at least 1, not {attempts}")
        self._url, self._model, self._key = url, model, key
        self._timeout, self._attempts, self._wait = timeout, attempts, wait
        self._opener = urllib.request.build_opener(_NoRedirect)

    def scores(self, question: str, texts: Sequence[str], /) -> list[float]:
        """One score a text.

        Raises: RagaugeError where the service cannot be reached or refuses, or where its answer is not understood.
        """
        if not texts:
            return []
        body = {"model": self._model, "query": question, "documents": list(texts), "top_n": len(texts)}
        return _scores(self._answer(json.dumps(body).encode()), texts)

    def _answer(self, body: bytes) -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self._url, body, headers)  # noqa: S310  (the scheme is checked)
        for attempt in range(1, self._attempts + 1):
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    return json.loads(response.read())
            except urllib.error.HTTPError as error:
                with error:
                    if error.code not in BUSY or attempt == self._attempts:
                        said = error.read(500).decode(errors="replace")
                        raise RagaugeError(f"{self._url} answered {error.code}: {said}") from error
                    self._wait(_pause(error.headers.get("Retry-After"), attempt))
            except ValueError as error:
                raise RagaugeError(f"{self._url} did not answer in JSON") from error
            except (OSError, HTTPException) as error:
                raise RagaugeError(f"{self._url} cannot be reached: {error}") from error
        raise RagaugeError(f"{self._url} gave no answer")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key belongs to the host it was given for."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _pause(told: str | None, attempt: int) -> float:
    seconds = float(told) if told is not None and told.isdecimal() else 2.0 ** (attempt - 1)
    return min(seconds, LONGEST_WAIT)


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
    if type(index) is not int or not 0 <= index < count or not isinstance(score, int | float) or is_truth_value(score):
        raise RagaugeError(f"the reranker gave {brief(row)}; a result is an index below {count} and a relevance_score")
    return index, float(score)


def _same_text(row: dict[str, Any], sent: str) -> None:
    document = row.get("document")
    text = document.get("text") if isinstance(document, dict) else document
    if isinstance(text, str) and text != sent:
        raise RagaugeError(f"the reranker scored {brief(text)} under the index of {brief(sent)}")

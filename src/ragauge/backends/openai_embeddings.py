"""Embeddings by a server that speaks OpenAI's protocol, with nothing but the standard library."""

from __future__ import annotations

import http.client
import json
import os
import time
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ragauge.core.errors import RagaugeError

OPENAI = "https://api.openai.com/v1"
LIMITS = {"text-embedding-3-small": 8192, "text-embedding-3-large": 8192, "text-embedding-ada-002": 8192}
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
NEVER_AGAIN = "insufficient_quota"
READ = 65_536
"""So much of an error's body is read."""


class OpenAIEmbeddings:
    """A model on a server; what cannot be had after a few attempts is an error, never a missing vector.

    The key is read from the environment at each request and stands in no message, identity or attribute; without one
    the request goes out without. Redirections are not followed, as they could carry the key elsewhere. Attempts after
    a refusal for load, a fault of the server or a broken connection wait twice as long each time, or as long as
    ``Retry-After`` says.
    """

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
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
            raise RagaugeError("the url of the embeddings must be http(s)://host/path, without a name or password")
        if batch < 1 or attempts < 1:
            raise RagaugeError(f"batch and attempts must be at least 1, not {batch} and {attempts}")
        self._name, self._url, self._key_variable = name, url.rstrip("/"), key_variable
        self._dimensions, self._prompts = dimensions, {True: query_prompt, False: passage_prompt}
        self.batch, self.limit = batch, LIMITS.get(name)
        self._timeout, self._attempts = timeout, attempts
        self._first_wait, self._longest_wait = first_wait, longest_wait
        self._opener = build_opener(_NoRedirection)

    @property
    def identity(self) -> str:
        """The server, the model and the parameters; the server says no version."""
        facts = {
            "model": "openai",
            "name": self._name,
            "url": self._url,
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
        return self._vectors(self._answer(json.dumps(asked).encode()), len(texts))

    def tokens(self, texts: list[str]) -> list[int] | None:
        """Not known: the tokenizer is the server's."""
        return None

    def _answer(self, body: bytes) -> bytes:
        wait = self._first_wait
        for left in range(self._attempts - 1, -1, -1):
            pause = wait
            try:
                with self._opener.open(self._request(body), timeout=self._timeout) as answer:
                    whole: bytes = answer.read()
                    return whole
            except HTTPError as error:
                said = _said(error)
                why = f"HTTP {error.code}: {' '.join(said.split())}"
                pause = max(wait, _retry_after(error.headers.get("Retry-After")))
                final = error.code not in AGAIN or NEVER_AGAIN in said
            except (OSError, http.client.HTTPException) as error:
                why, final = f"{type(error).__name__}: {error}", False
            if final or not left:
                raise self._error(why) from None
            if pause > self._longest_wait:
                raise self._error(
                    f"asks to wait {pause:.0f} s, longer than {self._longest_wait:.0f} s; {why}"
                ) from None
            time.sleep(pause)
            wait = min(2 * wait, self._longest_wait)
        raise AssertionError("unreachable")

    def _request(self, body: bytes) -> Request:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "ragauge"}
        if key := self._key():
            headers["Authorization"] = f"Bearer {key}"
        return Request(f"{self._url}/embeddings", data=body, headers=headers)  # noqa: S310 the scheme was checked

    def _key(self) -> str:
        key = os.environ.get(self._key_variable, "").strip()
        if not (key.isascii() and key.isprintable()):
            raise RagaugeError(f"the key in {self._key_variable} has characters that no key has")
        if not key and self._url == OPENAI:
            raise RagaugeError(f"no key: set the environment variable {self._key_variable}")
        return key

    def _vectors(self, answer: bytes, count: int) -> list[list[float]]:
        """The vectors in the order of the texts, whatever order they came in."""
        try:
            rows = json.loads(answer)["data"]
            found = {int(row["index"]): [float(number) for number in row["embedding"]] for row in rows}
        except (ValueError, TypeError, KeyError, OverflowError) as error:
            raise self._error(f"gave no embeddings that can be read ({type(error).__name__})") from None
        if len(rows) != count or sorted(found) != list(range(count)):
            raise self._error(f"gave {len(rows)} embeddings for {count} texts, or numbered them wrongly")
        widths = sorted({len(vector) for vector in found.values()})
        if len(widths) > 1 or self._dimensions not in (None, *widths):
            raise self._error(f"gave vectors of {widths} numbers, not of one length or not of the length asked for")
        return [found[place] for place in range(count)]

    def _error(self, why: str) -> RagaugeError:
        key = os.environ.get(self._key_variable, "").strip()
        return RagaugeError(f"embeddings of {self._name!r} at {self._url}: {why.replace(key, '***') if key else why}")


class _NoRedirection(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Give up: the status becomes an error."""


def _said(error: HTTPError) -> str:
    try:
        return error.read(READ).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException):
        return "(and no more)"


def _retry_after(value: str | None) -> float:
    """Seconds from a number or a date; 0 for what is neither.

    >>> _retry_after("2"), _retry_after("Sun, 06 Nov 1994 08:49:37 GMT"), _retry_after("soon")
    (2.0, 0.0, 0.0)
    """
    try:
        return max(0.0, float(value or 0))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value or "").timestamp() - time.time())
    except ValueError:
        return 0.0

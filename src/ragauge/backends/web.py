"""Asking servers over HTTP with nothing but the standard library."""

from __future__ import annotations

import json
import math
import os
import time
from email.utils import parsedate_to_datetime
from http.client import HTTPException, IncompleteRead
from typing import TYPE_CHECKING, Any, TypeGuard
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, RagaugeError
from ragauge.core.ids import is_truth_value
from ragauge.core.json_text import json_complaint, parse_json

if TYPE_CHECKING:
    from collections.abc import Mapping

OPENAI = "https://api.openai.com/v1"
AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Answers after which the same request may succeed."""
NEVER_AGAIN = "insufficient_quota"
READ = 65_536
"""So much of an error's body is read, and of an answer at a time."""
LARGEST = 2**28
"""Bytes of an answer."""


class Server:
    """A server that is asked in JSON; what cannot be had after a few attempts is an error, never half an answer.

    The key is read from the environment at each request and stands in no message, identity or attribute; without one
    the request goes out without, except to OpenAI. Redirections are not followed, as they could carry the key
    elsewhere. Attempts after a refusal for load, a fault of the server or a broken connection wait twice as long each
    time, or as long as ``Retry-After`` says. ``name`` says in messages what is asked.

    >>> Server("ftp://host/rerank", name="reranker")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: the url of a server is http(s)://host/path, no name, password, query (reranker)
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        key_variable: str = "OPENAI_API_KEY",
        timeout: float = 60.0,
        attempts: int = 5,
        first_wait: float = 1.0,
        longest_wait: float = 60.0,
    ) -> None:
        if not is_address(url):
            raise InputError(f"the url of a server is http(s)://host/path, no name, password, query ({name})")
        if type(attempts) is not int or attempts < 1:
            raise InputError(f"attempts must be at least 1, not {brief(attempts)} ({name})")
        for what, value in {"timeout": timeout, "first_wait": first_wait, "longest_wait": longest_wait}.items():
            if not is_number(value) or value < 0 or (what == "timeout" and not value):
                raise InputError(f"{what} must be a number of seconds, got {brief(value)} ({name})")
        if type(key_variable) is not str or not key_variable or "=" in key_variable:
            raise InputError(f"key_variable must name an environment variable, got {brief(key_variable)} ({name})")
        self.url, self._name = url.rstrip("/"), name
        self._key_variable = key_variable
        self._timeout, self._attempts = timeout, attempts
        self._first_wait, self._longest_wait = first_wait, longest_wait
        self._opener = opener()

    def ask(self, path: str, body: Mapping[str, Any]) -> Any:
        """What the server answers to a POST of the body, read as JSON; asked again where that can help.

        Raises: RagaugeError naming the server and what it said.
        """
        said = self._answer(path, json.dumps(body, allow_nan=False).encode())
        try:
            return parse_json(said.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise self.error("did not answer in JSON (it is no UTF-8)") from None
        except ValueError as error:
            raise self.error(f"did not answer in JSON ({json_complaint(error)})") from None

    def error(self, why: str) -> RagaugeError:
        """An error of this server, without the key whatever it said."""
        key = os.environ.get(self._key_variable, "").strip()
        told = f"{self._name} at {self.url}: {why}"
        return RagaugeError(told.replace(key, "***") if key else told)

    def _answer(self, path: str, body: bytes) -> bytes:
        wait = self._first_wait
        for left in range(self._attempts - 1, -1, -1):
            pause = wait
            try:
                with self._opener.open(self._request(path, body), timeout=self._timeout) as answer:
                    return _whole(answer, self._timeout)
            except HTTPError as error:
                said = _said(error)
                why = f"HTTP {error.code}: {' '.join(said.split())}"
                pause = max(wait, retry_after(error.headers.get("Retry-After")))
                final = error.code not in AGAIN or NEVER_AGAIN in said
            except (OSError, HTTPException) as error:
                why, final = f"{type(error).__name__}: {error}", False
            if final or not left:
                raise self.error(why) from None
            if pause > self._longest_wait:
                raise self.error(f"asks to wait {pause:.0f} s, longer than {self._longest_wait:.0f} s; {why}") from None
            time.sleep(pause)
            wait = min(2 * wait, self._longest_wait)
        raise AssertionError("unreachable")

    def _request(self, path: str, body: bytes) -> Request:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "ragauge"}
        if key := self._key():
            headers["Authorization"] = f"Bearer {key}"
        return Request(f"{self.url}{path}", data=body, headers=headers)  # noqa: S310 the scheme was checked

    def _key(self) -> str:
        key = os.environ.get(self._key_variable, "").strip()
        if not (key.isascii() and key.isprintable()):
            raise RagaugeError(f"the key in {self._key_variable} has characters that no key has")
        if not key and self.url == OPENAI:
            raise RagaugeError(f"no key: set the environment variable {self._key_variable}")
        return key


def is_number(value: object) -> TypeGuard[float]:
    """Whether it is a finite number that a float can hold.

    >>> is_number(2), is_number(float("nan")), is_number(True), is_number(10**400)
    (True, False, False, False)
    """
    try:
        return isinstance(value, int | float) and not is_truth_value(value) and math.isfinite(value)
    except OverflowError:
        return False


def is_address(url: object) -> TypeGuard[str]:
    """Whether it is an http or https address to which a path can be added, and that holds no secret.

    A name, a password or a query could be one, and addresses are told in messages.

    >>> is_address("http://localhost:8000/v1"), is_address("file:///etc/passwd"), is_address("http://me:pass@host/")
    (True, False, False)
    >>> is_address("http://localhost:8000/v1?key=secret")
    False
    """
    if not (isinstance(url, str) and url.isascii() and url.isprintable() and " " not in url):
        return False
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    secret = parts.username or parts.password or parts.query or parts.fragment or "?" in url or "#" in url
    return named and parts.scheme in ("http", "https") and not secret


def opener() -> OpenerDirector:
    """What opens addresses and follows no redirection: its status becomes an error."""
    return build_opener(_NoRedirection)


def retry_after(value: str | None) -> float:
    """Seconds from a number or a date; 0 for what is neither.

    >>> retry_after("2"), retry_after("Sun, 06 Nov 1994 08:49:37 GMT"), retry_after("soon")
    (2.0, 0.0, 0.0)
    """
    try:
        return max(0.0, float(value or 0))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value or "").timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0


def _whole(answer: Any, seconds: float) -> bytes:
    """All of a body; a server that sends it drop by drop, or without end, is given up like one that does not answer."""
    whole, end = bytearray(), time.monotonic() + seconds
    told: int | None = answer.length
    while (told is None or len(whole) < told) and (part := answer.read1(READ)):
        whole += part
        if time.monotonic() > end:
            raise TimeoutError(f"the answer was not complete after {seconds:g} s")
        if len(whole) > LARGEST:
            raise OSError(f"the answer is larger than {LARGEST:,} bytes")
    if told is not None and len(whole) < told:
        raise IncompleteRead(bytes(whole), told - len(whole))
    return bytes(whole)


class _NoRedirection(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Give up: the status becomes an error."""


def _said(error: HTTPError) -> str:
    try:
        with error:
            return error.read(READ).decode("utf-8", "replace")
    except (OSError, HTTPException):
        return "(and no more)"

"""Asking one server in JSON many times at once, over one pool of connections."""

from __future__ import annotations

import asyncio
import json
import math
import os
import re
from email.utils import parsedate_to_datetime
from time import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from ragauge.backends.call_error import CallError
from ragauge.backends.web import AGAIN, NEVER_AGAIN, is_address
from ragauge.core.errors import InputError, MissingDependencyError, RagaugeError, shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

OVERLOADED = 529
OF_SERVER = frozenset({401, 402, 403, 404})
"""Refusals of the key, the bill or the model: no request gets through."""
LONGEST = 8 << 20
"""No reply of a judge is longer; what goes on is cut off."""
ALWAYS = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "ragauge"}
SAID = 400
DELAY = re.compile(r'"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"')
"""Where Gemini says how long to wait."""
GUARD = 600.0


class AsyncServer:
    """A server that is asked with POST; every call is made once: whoever runs many of them owns waits and attempts.

    The key is read from the environment at each call and stands in no message, identity or attribute. Redirections
    are not followed and cookies not kept, as they could carry it elsewhere. ``header`` makes the header of a key,
    ``headers`` go out always; ``needs_key``: there is nothing to be had without one. The pool is as wide as calls are
    in flight.

    >>> AsyncServer("ftp://host/v1", name="judge", key_variable="KEY", header=lambda key: {})
    Traceback (most recent call last):
    ragauge.core.errors.InputError: the url of a judge is http(s)://host/path, no name, password, query (judge)
    """

    def __init__(
        self,
        url: str,
        *,
        name: str,
        key_variable: str,
        header: Callable[[str], Mapping[str, str]],
        headers: Mapping[str, str] | None = None,
        needs_key: bool = False,
    ) -> None:
        if not is_address(url):
            raise InputError(f"the url of a judge is http(s)://host/path, no name, password, query ({name})")
        try:
            import aiohttp
        except ImportError as error:
            raise MissingDependencyError("aiohttp is not installed: pip install 'ragauge[judge]'") from error
        self._library: Any = aiohttp
        self._always = {**ALWAYS, **(headers or {})}
        self.url, self._name = url.rstrip("/"), name
        self._key_variable, self._header, self._needs_key = key_variable, header, needs_key
        self._proxy = _proxy(self.url)
        self._session: Any = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def place(self) -> str:
        """Host, port and path of the address."""
        return self.url.partition("://")[2]

    async def ask(self, path: str, body: Mapping[str, Any]) -> Any:
        """What the server answers, read as JSON.

        Raises: CallError where it gives none; RagaugeError where there is no key that could be sent.
        """
        headers = self._headers()
        sent = json.dumps(body).encode()
        try:
            async with self._connected().post(
                self.url + path, data=sent, headers=headers, proxy=self._proxy, allow_redirects=False
            ) as answer:
                whole = await self._whole(answer)
                if answer.status != 200:
                    raise self._refusal(answer.status, answer.headers, whole.decode("utf-8", "replace"))
        except TimeoutError:
            raise self.fault("timeout", "no answer in time", again=True, of_server=True) from None
        except (self._library.ClientError, OSError) as error:
            why = f"{type(error).__name__}: {error}".rstrip(": ")
            raise self.fault("unreachable", why, again=True, of_server=True) from None
        try:
            return json.loads(whole)
        except (ValueError, RecursionError) as error:
            why = f"did not answer in JSON ({type(error).__name__})"
            raise self.fault("unparsable", why, again=True) from None

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
        self._session = self._loop = None

    def fault(self, kind: str, why: str, **more: Any) -> CallError:
        """A fault of this server, without the key whatever it said."""
        key = os.environ.get(self._key_variable, "").strip()
        why = " ".join((why.replace(key, "***") if key else why).split())
        place = f"{self._name} at {self.url}"
        place = place.replace(key, "***") if key else place
        return CallError(kind, f"{place}: {shorten(why, SAID)}", said=why, **more)

    def _connected(self) -> Any:
        """The pool of the loop that runs now; one pool a loop, however many calls."""
        loop = asyncio.get_running_loop()
        if self._session is None or self._loop is not loop:
            self._loop = loop
            self._session = self._library.ClientSession(
                connector=self._library.TCPConnector(limit=0),
                timeout=self._library.ClientTimeout(total=GUARD),
                cookie_jar=self._library.DummyCookieJar(),
            )
        return self._session

    async def _whole(self, answer: Any) -> bytes:
        parts, size = [], 0
        while part := await answer.content.readany():
            parts.append(part)
            size += len(part)
            if size > LONGEST:
                raise self.fault("unparsable", f"answers without end: more than {LONGEST >> 20} MiB")
        return b"".join(parts)

    def _refusal(self, status: int, headers: Mapping[str, str], said: str) -> CallError:
        why = f"HTTP {status}: {said}"
        if NEVER_AGAIN in said:
            return self.fault("refused", why, of_server=True)
        if status == 429:
            return self.fault("rate_limited", why, again=True, wait=asked_wait(headers, said), of_server=True)
        if status in AGAIN or status == OVERLOADED:
            return self.fault("unreachable", why, again=True, wait=asked_wait(headers), of_server=True)
        return self.fault("refused", why, of_server=status in OF_SERVER or status < 400)

    def _headers(self) -> dict[str, str]:
        key = os.environ.get(self._key_variable, "").strip()
        if not (key.isascii() and key.isprintable()):
            raise RagaugeError(f"the key in {self._key_variable} has characters that no key has")
        if not key and self._needs_key:
            raise RagaugeError(f"no key: set the environment variable {self._key_variable}")
        return {**self._always, **(self._header(key) if key else {})}


def asked_wait(headers: Mapping[str, str], said: str = "") -> float | None:
    """The seconds that a server asks to wait, in a header or in what it said; None where nothing can be read.

    A date is held against the server's own ``Date``: neither its clock nor ours has to be right.

    >>> asked_wait({"Retry-After": "2"}), asked_wait({"Retry-After": "soon"}), asked_wait({})
    (2.0, None, None)
    >>> asked_wait({"Retry-After": "Sun, 06 Nov 1994 08:49:47 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"})
    10.0
    >>> asked_wait({}, '{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "17s"}')
    17.0
    """
    value = headers.get("Retry-After")
    if value is None:
        delay = DELAY.search(said)
        return None if delay is None else float(delay[1])
    try:
        seconds = float(value)
    except ValueError:
        until, now = _date(value), _date(headers.get("Date", ""))
        if until is None:
            return None
        seconds = until - (time() if now is None else now)
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _date(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, OverflowError):
        return None


def _proxy(url: str) -> str | None:
    """The proxy of the environment for an address; passwords of .netrc are never looked for."""
    parts = urlsplit(url)
    return None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)

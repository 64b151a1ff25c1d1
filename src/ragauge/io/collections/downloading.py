"""Downloading a large file: gone on with where it broke off, never beyond the size that it can have."""

from __future__ import annotations

import re
import time
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.request import Request

from ragauge.backends.web import AGAIN, opener, retry_after
from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem, RagaugeError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PIECE = 1 << 16
TIMEOUT = 60.0
LONGEST_WAIT = 60.0
RANGE = re.compile(r"bytes (?:(\d+)-\d+|\*)/(\d+)")


class DownloadError(RagaugeError):
    """A file that could not be had; the text says why."""


def download(
    url: str,
    part: Path,
    *,
    most: int,
    progress: Callable[[int, int], None],
    expected: int = 0,
    attempts: int = 4,
    first_wait: float = 1.0,
) -> None:
    """Append to the file ``part`` what of the address it has not yet, until it is whole.

    A broken connection or a server that is busy is tried again, after twice as long each time or as ``Retry-After``
    says; attempts are counted from the last byte that came. Redirections are not followed. What ``part`` has is kept
    whatever happens, so that the next call goes on with it; that it belongs to the same file is for a checksum to say.
    ``progress`` gets the bytes that are here and their total, ``expected`` where the server does not tell it.

    Raises: DownloadError saying why; InputError for a file larger than ``most``; OSError of the disk.
    """
    left, wait = attempts, first_wait
    while True:
        before = _size(part)
        pause = 0.0
        try:
            if _go_on(url, part, most, expected, progress):
                return
            why = "the connection broke off"
        except HTTPError as error:
            with error:
                why, pause = _told(error), retry_after(error.headers.get("Retry-After"))
            if error.code not in AGAIN or pause > LONGEST_WAIT:
                raise DownloadError(why) from None
        except _NetworkError as error:
            why = str(error)
        left, wait = (attempts, first_wait) if _size(part) > before else (left, wait)
        left -= 1
        if not left:
            raise DownloadError(why) from None
        time.sleep(max(wait, pause))
        wait *= 2


class _NetworkError(Exception):
    """A fault of the network, kept apart from those of the disk."""


def _go_on(url: str, part: Path, most: int, expected: int, progress: Callable[[int, int], None]) -> bool:
    """One request for what is missing; whether the file is whole now."""
    have = _size(part)
    try:
        response = opener().open(_request(url, have), timeout=TIMEOUT)
    except HTTPError as error:
        if error.code != 416 or not have:
            raise
        with error:  # nothing follows what is here: it is all, or of another file
            whole = _range(error.headers)[1] == have
        if not whole:
            part.unlink()
        return whole or _go_on(url, part, most, expected, progress)
    except (OSError, HTTPException) as error:
        raise _NetworkError(_reason(error)) from error
    with response:
        start, total = (0, _length(response.headers)) if response.status != 206 else _range(response.headers)
        if start not in (0, have):
            raise DownloadError("the server gave another part of the file than was asked for")
        with part.open("ab" if start else "wb") as file:
            done = _copy(response, file, start, total or expected, most, progress)
    return not total or done == total


def _copy(source: Any, target: Any, done: int, total: int, most: int, progress: Callable[[int, int], None]) -> int:
    while True:
        if max(done, total) > most:
            raise InputError([Problem(f"larger than it can be ({max(done, total)} bytes)", source.url)])
        progress(done, total)
        try:
            piece = source.read(PIECE)
        except (OSError, HTTPException) as error:
            raise _NetworkError(_reason(error)) from error
        if not piece:
            return done
        target.write(piece)
        done += len(piece)


def _request(url: str, have: int) -> Request:
    headers = {"User-Agent": "ragauge", "Accept-Encoding": "identity"}
    return Request(url, headers=headers | ({"Range": f"bytes={have}-"} if have else {}))  # noqa: S310 checked before


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _length(headers: Any) -> int:
    told = headers.get("Content-Length") or ""
    return int(told) if told.isascii() and told.isdecimal() else 0


def _range(headers: Any) -> tuple[int, int]:
    """First byte and total of a ``Content-Range``; -1 and 0 where it does not tell."""
    found = RANGE.fullmatch(headers.get("Content-Range") or "")
    return (int(found[1] or -1), int(found[2])) if found else (-1, 0)


def _told(error: HTTPError) -> str:
    if 300 <= error.code < 400:
        return f"HTTP {error.code}, moved to {brief(error.headers.get('Location'))}, which is not followed"
    return f"HTTP {error.code} {brief(error.reason)}"


def _reason(error: Exception) -> str:
    why = error.reason if isinstance(error, URLError) else error
    return brief(str(why) or type(why).__name__).strip("'\"")

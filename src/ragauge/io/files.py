"""Opening files: one clear message for everything that is not a readable text file."""

from __future__ import annotations

import gzip
import os
import stat
import zlib
from pathlib import Path

from ragauge.core.errors import InputError, Problem

LONGEST_LINE = 1 << 24
"""No line of a data file is longer (16 MiB): a larger one is no data file."""
LARGEST_UNPACKED = 1 << 32
HEAD = 1 << 16
BOM = b"\xef\xbb\xbf"
WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


def shown(path: str | Path) -> str:
    """A path as text that can be printed and written, whatever bytes are in the name.

    >>> shown("gold/вопросы.csv")
    'gold/вопросы.csv'
    """
    return os.fspath(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def existing_file(path: str | Path) -> Path:
    """The path, when it is a file that can be read.

    Raises: InputError for a missing path, a directory, a pipe or a file without permission.
    """
    path = Path(path)
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise InputError([Problem("this is a directory; a file is needed", shown(path))])
        if not stat.S_ISREG(kind):  # it is read more than once, and a pipe gives its content only once
            raise InputError([Problem("this is a pipe or a device; save its content to a file", shown(path))])
        with path.open("rb"):
            return path
    except FileNotFoundError as error:
        raise InputError([Problem("no such file", shown(path))]) from error
    except OSError as error:
        raise InputError([Problem(f"cannot be read: {error.strerror}", shown(path))]) from error


def is_gzip(path: Path) -> bool:
    """Whether the file starts like a gzip file."""
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


def read_bytes(path: Path) -> bytes:
    """The content, unpacked when gzipped, without a UTF-8 byte order mark.

    Raises: InputError for a broken gzip file, another encoding, NUL bytes or an overlong line.
    """
    data = raw_bytes(path)
    refuse_odd_bytes(data, path)
    return data.removeprefix(BOM)


def raw_bytes(path: Path) -> bytes:
    """The content as it is, unpacked when gzipped.

    Raises: InputError for a broken gzip file, or one that unpacks to more than any data file.
    """
    return _unpacked(path) if is_gzip(path) else path.read_bytes()


def _unpacked(path: Path) -> bytes:
    parts, size = [], 0
    try:
        with gzip.open(path) as file:
            while part := file.read(1 << 24):
                parts.append(part)
                size += len(part)
                if size > LARGEST_UNPACKED:
                    raise InputError([Problem(f"unpacks to more than {LARGEST_UNPACKED >> 30} GiB", shown(path))])
    except (OSError, EOFError, zlib.error) as error:
        raise InputError([Problem(f"a broken gzip file: {error}", shown(path))]) from error
    return b"".join(parts)


def refuse_odd_bytes(data: bytes, path: Path) -> None:
    """Raise InputError unless the bytes are UTF-8 text with lines of a sane length."""
    if data.startswith(WIDE_BOMS):
        raise InputError([Problem("the file is UTF-16 or UTF-32; save it as UTF-8", shown(path), 1)])
    if (at := data.find(b"\0")) >= 0:
        raise InputError([Problem("a NUL byte: this is a binary file, not text", shown(path), _line(data, at))])
    refuse_long_lines(data, shown(path))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte, line = data[error.start], _line(data, error.start)
        raise InputError(
            [Problem(f"byte 0x{byte:02x} is not UTF-8; save the file as UTF-8", shown(path), line)]
        ) from error


def refuse_long_lines(data: bytes, source: str) -> None:
    """Raise InputError when a line is longer than ``LONGEST_LINE``."""
    start, line = 0, 1
    while len(data) - start > LONGEST_LINE:
        end = data.rfind(b"\n", start, start + LONGEST_LINE)
        if end < 0:
            end = data.rfind(b"\r", start, start + LONGEST_LINE)
        if end < 0:
            raise InputError([Problem(f"a line of more than {LONGEST_LINE >> 20} MiB", source, line)])
        line += data.count(b"\n", start, end + 1)
        start = end + 1


def refuse_long_first_line(path: Path) -> None:
    """Raise InputError when the first line is longer than ``LONGEST_LINE``, before the file is read at all."""
    with path.open("rb") as file:
        start = file.readline(LONGEST_LINE + 1)
    if len(start) > LONGEST_LINE:
        raise InputError([Problem(f"a line of more than {LONGEST_LINE >> 20} MiB", shown(path), 1)])


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1

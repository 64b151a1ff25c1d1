"""Writing files: all of them whole, or none."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def write_text(path: str | Path, text: str) -> None:
    """Write one file, as ``write_all`` does.

    Raises: InputError when it cannot be written.
    """
    write_all([(path, text)])


def write_all(texts: Iterable[tuple[str | Path, str | bytes]]) -> None:
    """Write files to temporary ones beside their targets, then rename them all: nobody ever reads half of one.

    A symbolic link is followed, a file keeps its mode, and what is no regular file (a pipe, a device) is written to.

    Raises: InputError when one of them cannot be written; then none is.
    """
    contents = [(path, _as_bytes(text), _is_special(check_target(path))) for path, text in texts]
    made: list[tuple[Path, str | Path]] = []
    try:
        for path, data, special in sorted(contents, key=lambda content: content[2]):
            with told(path):  # what cannot be taken back comes last
                if special:
                    Path(path).write_bytes(data)
                else:
                    made.append((_temporary(path, data), path))
        for temporary, path in made:
            with told(path):
                temporary.replace(os.path.realpath(path))
    except BaseException:
        for temporary, _ in made:
            temporary.unlink(missing_ok=True)
        raise


def check_target(path: str | Path) -> os.stat_result | None:
    """What is known of the file that is there already.

    Raises: InputError when the target is a directory or read-only, or its folder is missing or read-only.
    """
    with told(path):
        try:
            known = Path(path).stat()
        except FileNotFoundError:
            known = None
        if known and stat.S_ISDIR(known.st_mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        folder = Path(os.path.realpath(path)).parent
        places = [Path(path)] if known else []
        if not _is_special(known):
            folder.stat()  # tells what is wrong with it
            places.append(folder)
        if not all(os.access(place, os.W_OK) for place in places):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    return known


def _as_bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _is_special(known: os.stat_result | None) -> bool:
    return known is not None and not stat.S_ISREG(known.st_mode)


def _temporary(path: str | Path, data: bytes) -> Path:
    target = Path(os.path.realpath(path))
    # a prefix of its own: the name of the target may already be as long as a name can be
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".ragauge-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)  # mkstemp makes it private
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


@contextmanager
def told(path: str | Path) -> Iterator[None]:
    """Whatever goes wrong on the disk in here is an InputError that names the path.

    A write that finds the disk full does not name its file by itself.
    """
    try:
        yield
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror}", shown(path))]) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""Where collections are kept, and one process at a time on each."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIABLE = "RAGAUGE_CACHE"


def data_folder() -> Path:
    """The folder ``data`` in RAGAUGE_CACHE, or in the folder for caches of this system.

    Raises: InputError where the system does not say where the user's files are.
    """
    if given := os.environ.get(VARIABLE, ""):
        return Path(given) / "data"
    try:
        return _caches() / "ragauge" / "data"
    except RuntimeError:
        raise InputError(f"no home folder is known; set {VARIABLE}, or give --folder") from None


def _caches() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    given = os.environ.get("XDG_CACHE_HOME", "")
    return Path(given) if Path(given).is_absolute() else Path.home() / ".cache"


@contextmanager
def alone(folder: Path, name: str) -> Iterator[None]:
    """Hold a lock for as long as this process works; it goes when the process does, however it ends.

    Raises: InputError where another process has it.
    """
    with (folder / f".{name}.lock").open("wb") as file:
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            raise InputError([Problem(f"another process is fetching {name} to this folder", shown(folder))]) from None
        yield


def _lock(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

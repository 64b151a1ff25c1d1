"""Vectors on disk by key: files that are written once, whole, and never changed."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.errors import RagaugeError
from ragauge.io.writing import told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

KEY = 32
SMALL, MANY = 4096, 32
"""Files of fewer vectors are put together when there are more of them than that."""
STALE = 3600.0
"""Unfinished files of a process that was killed are removed after so many seconds."""


class VectorShards:
    """A folder of files of (key, vector in single precision), for any number of processes at once.

    A file appears under its name only when it is complete and on the disk, so that a kill loses at most the vectors
    that were being written. No process changes a file of another, and the same key twice is of no consequence: no
    lock is needed. Files that cannot be read are passed over.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     VectorShards(Path(folder)).add([b"k" * 32], np.array([[1.0, 2.0]]))
    ...     again = VectorShards(Path(folder))
    ...     (b"k" * 32 in again, b"x" * 32 in again, again.rows([b"k" * 32]).tolist())
    (True, False, [[1.0, 2.0]])
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, NDArray[Any]] = {}
        self._places: dict[bytes, tuple[str, int]] = {}
        self._width: int | None = None
        folder.mkdir(parents=True, exist_ok=True)
        for unfinished in folder.glob("*.tmp"):
            with suppress(OSError):
                if time.time() - unfinished.stat().st_mtime > STALE:
                    unfinished.unlink()
        self.refresh()

    def __contains__(self, key: bytes) -> bool:
        return key in self._places

    def refresh(self) -> None:
        """See what other processes have added."""
        for path in sorted(self._folder.glob("*.npy")):
            if path.name not in self._files and (table := _read(path)) is not None:
                self._take(path.name, table)

    def rows(self, keys: Sequence[bytes]) -> NDArray[np.float32]:
        """The vector of each key, all of which are here."""
        found = np.empty((len(keys), self._width or 0), dtype=np.float32)
        for row, key in enumerate(keys):
            name, place = self._places[key]
            found[row] = self._files[name]["vector"][place]
        return found

    def add(self, keys: Sequence[bytes], vectors: NDArray[Any]) -> None:
        """Write the vectors in a file of their own.

        Raises: InputError when it cannot be written.
        """
        with told(self._folder):
            self._write(_table(keys, vectors))
        small = [name for name, table in self._files.items() if len(table) < SMALL]
        if len(small) > MANY:
            with told(self._folder):
                self._put_together(small)

    def _put_together(self, names: Sequence[str]) -> None:
        keys = [key for key, (name, _) in self._places.items() if name in set(names)]
        whole = self._write(_table(keys, self.rows(keys)))
        for name in names:
            if name != whole:
                del self._files[name]
                with suppress(OSError):  # another process was faster, or reads it where that forbids removing it
                    (self._folder / name).unlink()

    def _write(self, table: NDArray[Any]) -> str:
        name = _name(table)
        with tempfile.NamedTemporaryFile(dir=self._folder, suffix=".tmp", delete=False) as file:
            try:
                np.save(file, table, allow_pickle=False)
                file.flush()
                os.fsync(file.fileno())
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
        Path(file.name).replace(self._folder / name)  # the name is that of the content: nothing else is overwritten
        self._take(name, table)
        return name

    def _take(self, name: str, table: NDArray[Any]) -> None:
        width = table.dtype["vector"].shape[0]
        if self._width not in (None, width):
            raise RagaugeError(
                f"{self._folder} holds vectors of {self._width} numbers, and now of {width}: the model has changed "
                "under its name; remove the folder"
            )
        self._width = width
        self._files[name] = table
        keys = np.ascontiguousarray(table["key"]).tobytes()
        for place in range(len(table)):
            self._places[keys[KEY * place : KEY * (place + 1)]] = (name, place)


def _table(keys: Sequence[bytes], vectors: NDArray[Any]) -> NDArray[Any]:
    table = np.empty(len(keys), dtype=[("key", np.uint8, (KEY,)), ("vector", np.float32, (vectors.shape[1],))])
    table["key"] = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(-1, KEY)
    table["vector"] = vectors
    return table


def _name(table: NDArray[Any]) -> str:
    """The name of the file of a table: a hash of all that is in it."""
    return f"{hashlib.sha256(np.ascontiguousarray(table).data).hexdigest()[:KEY]}.npy"


def _read(path: Path) -> NDArray[Any] | None:
    try:
        table: NDArray[Any] = np.lib.format.open_memmap(path, mode="r")  # nothing but this format, whatever is in it
    except (OSError, ValueError, EOFError, SyntaxError, MemoryError, OverflowError):
        return None
    if _name(table) != path.name:  # changed on the disk: these are not the vectors that were written
        return None
    fits = table.ndim == 1 and set(table.dtype.names or ()) == {"key", "vector"} and table.dtype["key"].shape == (KEY,)
    return table if fits and table.dtype["vector"].ndim == 1 else None

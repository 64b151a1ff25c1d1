"""The traces of a run while it runs: every one is on disk as soon as it is made, and the file is renamed at the end."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ragauge.io.traces import read_traces, traces_text, write_traces
from ragauge.io.writing import told, write_all

if TYPE_CHECKING:
    from collections.abc import Iterable
    from io import BufferedWriter
    from types import TracebackType

    from ragauge.core.trace import Trace

PART = ".part"


class Journal:
    """The file beside the traces to be, with a line for every question that was asked so far.

    ``finished`` gives what an earlier run left: that file, or else the traces themselves.
    """

    def __init__(self, target: str | Path) -> None:
        self.target = Path(target)
        self.part = self.target.with_name(self.target.name + PART)
        self._file: BufferedWriter | None = None

    def finished(self) -> tuple[Trace, ...]:
        """The traces that are there already; a last line that was cut off while it was written is none.

        Raises: InputError for a file that is no file of traces.
        """
        if self.part.exists():
            data = self.part.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            if whole != data:
                write_all([(self.part, whole)])
            return read_traces(self.part) if whole else ()
        return read_traces(self.target) if self.target.exists() else ()

    def begin(self, kept: Iterable[Trace]) -> Self:
        """Start the file anew with the traces that are kept."""
        write_all([(self.part, traces_text(kept))])
        with told(self.part):
            self._file = self.part.open("ab")
        return self

    def add(self, trace: Trace) -> None:
        """Write one trace, whole."""
        if self._file is not None:
            with told(self.part):
                self._file.write(traces_text([trace]).encode())
                self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        if self._file is not None:
            with suppress(OSError):  # what could not be written was told by ``add``
                self._file.close()

    def end(self, traces: Iterable[Trace]) -> None:
        """Put the traces in their place, and take the file of the run away."""
        write_traces(self.target, traces)
        self.part.unlink(missing_ok=True)

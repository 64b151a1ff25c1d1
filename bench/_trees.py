"""The memory of a process and all that it started, together."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

from _processes import FailedError

if TYPE_CHECKING:
    from collections.abc import Sequence

EVERY = 0.02


def peak_of_tree(command: Sequence[str]) -> tuple[float, int]:
    """The largest sum of resident memory in MiB, looked at fifty times a second, and how many processes that were.

    What they share (libraries) counts in each of them. Linux only.
    """
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    peak, most = 0.0, 0
    while process.poll() is None:
        sizes = [size for one in _tree(process.pid) if (size := _resident(one))]
        peak, most = max((peak, most), (sum(sizes), len(sizes)))
        time.sleep(EVERY)
    said = process.stderr.read().decode() if process.stderr else ""
    if process.returncode:
        raise FailedError(said.strip())
    return peak, most


def _tree(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return [pid]
    return [pid, *(one for child in children for one in _tree(int(child)))]


def _resident(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

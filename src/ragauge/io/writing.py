"""Writing files: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import shown


def write_text(path: str | Path, text: str) -> None:
    """Write to a temporary file beside the target and rename it, so that nobody ever reads half of it.

    Raises: InputError when the folder does not exist or cannot be written to.
    """
    target = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    except OSError as error:
        raise InputError([Problem(f"cannot be written: {error.strerror}", shown(target))]) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(temporary).chmod(0o644 & ~_umask())  # mkstemp makes it private
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""Checksums of files."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from ragauge.core.brief import brief
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

PIECE = 1 << 20
ALGORITHMS = {32: "md5", 64: "sha256"}
"""Which checksum it is, by the number of its digits."""


def check_digest(digest: str) -> None:
    """Refuse what is no MD5 or SHA-256 sum.

    >>> check_digest("abc")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: a checksum is the 32 (MD5) or 64 (SHA-256) digits 0-9a-f, not 'abc'
    """
    if len(digest) not in ALGORITHMS or not re.fullmatch("[0-9a-f]+", digest):
        raise InputError(f"a checksum is the 32 (MD5) or 64 (SHA-256) digits 0-9a-f, not {brief(digest)}")


def digests(path: Path) -> dict[str, str]:
    """The sums of a file by the name of the algorithm."""
    sums = {name: hashlib.new(name, usedforsecurity=False) for name in ALGORITHMS.values()}
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            for one in sums.values():
                one.update(piece)
    return {name: one.hexdigest() for name, one in sums.items()}


def disagreement(found: dict[str, str], wanted: str) -> str | None:
    """What is wrong with a file of these sums; None where it has the one that is wanted.

    >>> disagreement({"md5": "0" * 32}, "0" * 32) is None
    True
    """
    name = ALGORITHMS[len(wanted)]
    return None if found[name] == wanted else f"its {name} is {found[name]}, and should be {wanted}"

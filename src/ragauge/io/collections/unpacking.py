"""Taking a BEIR collection out of a zip file that nobody needs to trust."""

from __future__ import annotations

import re
import stat
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.io.files import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from zipfile import ZipInfo

PIECE = 1 << 20
LARGEST = 1 << 34
"""No collection is larger when it is unpacked (16 GiB)."""
DENSEST = 100
"""No text shrinks to less than a hundredth."""
MEMBER = re.compile(r"(?:(?!__MACOSX/)[^/]+/)?((?:corpus|queries)\.jsonl|qrels/[\w-]+\.tsv)((?:\.gz)?)")
NEEDED = ("corpus.jsonl", "queries.jsonl", "qrels/")
ENCRYPTED = 0x1


def unpack_beir(archive: Path, into: Path, progress: Callable[[int, int], None] = lambda _done, _all: None) -> None:
    """Write ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/*.tsv`` (or ``.gz``) of a zip file to an empty folder.

    They may stand in a folder of the zip file; nothing else is unpacked. Names in the file are never used as paths
    to write to. An entry that leaves its folder, is a link or encrypted, or a file that unpacks to more than a text
    can, refuses the whole file: what has one is no collection.

    Raises: InputError naming everything that is wrong; OSError of the disk.
    """
    try:
        with ZipFile(archive) as packed:
            members = _members(packed, archive)
            total = sum(info.file_size for info in members.values())
            done = 0
            for target, info in members.items():
                place = into / target
                place.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(info) as source, place.open("wb") as file:
                    while piece := source.read(PIECE):
                        file.write(piece)
                        done += len(piece)
                        progress(done, total)
    except (BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise InputError([Problem(f"no zip file, or a damaged one ({brief(str(error))})", shown(archive))]) from error


def _members(packed: ZipFile, archive: Path) -> dict[str, ZipInfo]:
    """The entries to unpack by their paths in a BEIR folder."""
    entries = packed.infolist()
    problems = [Problem(complaint, shown(archive)) for complaint in _complaints(entries, archive.stat().st_size)]
    found: dict[str, ZipInfo] = {}
    for info in entries:
        match = MEMBER.fullmatch(info.filename)
        if match is None:
            continue
        if any(f"{match[1]}{end}" in found for end in ("", ".gz")):
            problems.append(Problem(f"{match[1]} stands in it twice", shown(archive)))
        found[match[1] + match[2]] = info
    missing = [name for name in NEEDED if not any(target.startswith(name) for target in found)]
    if missing:
        problems.append(Problem(f"no BEIR collection: {', '.join(missing)} not in it", shown(archive)))
    if problems:
        raise InputError(problems)
    return found


def _complaints(entries: Iterable[ZipInfo], size: int) -> list[str]:
    """What no collection has."""
    found = []
    unpacked = 0
    for info in entries:
        unpacked += info.file_size
        name = info.orig_filename
        if _leaves(name):
            found.append(f"entry {brief(name)} would be written outside of its folder")
        if stat.S_ISLNK(info.external_attr >> 16):
            found.append(f"entry {brief(name)} is a link")
        if info.flag_bits & ENCRYPTED:
            found.append(f"entry {brief(name)} is encrypted")
    if unpacked > min(LARGEST, max(DENSEST * size, 1 << 20)):
        found.append(f"{size} bytes that unpack to {unpacked}: more than a collection can")
    return found


def _leaves(name: str) -> bool:
    r"""Whether a name is no plain path within a folder, on any system.

    >>> [_leaves(name) for name in ("a/b.tsv", "../b", "/etc/b", "a\\b", "C:b", "a\0b")]
    [False, True, True, True, True, True]
    """
    path = PurePosixPath(name)
    return path.is_absolute() or ".." in path.parts or any(sign in name for sign in "\\:\0")

"""The files of a folder of documents, each once and in one order on every computer."""

from __future__ import annotations

import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ragauge.core.errors import InputError, Problem
from ragauge.io.files import shown

BEIR = ("corpus.jsonl", "corpus.jsonl.gz")
"""What the documents of a BEIR folder stand in."""
HIDDEN = (".", "~$")
"""How the names of files start that are no documents: hidden ones, and the locks of office files that are open."""


class Found(NamedTuple):
    """A file, and its id: the path within the folder, with ``/``, in composed form (NFC)."""

    id: str
    path: Path


@dataclass(frozen=True, slots=True)
class Walk:
    """The files of a folder by id, and what was passed over: ``odd`` entries (broken links, pipes), and linked
    folders that were ``seen`` already.
    """

    files: tuple[Found, ...]
    odd: tuple[str, ...]
    seen: tuple[str, ...]


def walk(folder: Path) -> Walk:
    """All files under a folder.

    Links to files are read. A link to a folder is followed once all real folders are read, and only when it leads
    to none of these: there are no loops, and no folder is read twice.

    Raises: InputError naming folders that cannot be opened, and files whose names differ only in their form.
    """
    files: list[Found] = []
    odd: list[str] = []
    seen: list[str] = []
    problems: list[Problem] = []
    known: set[tuple[int, int]] = set()
    linked = [folder]
    while linked:
        linked.sort(key=os.fsencode)
        top = linked.pop(0)
        if not _is_new(top, known):
            seen.append(_id(top, folder))
            continue
        for place, entries in _folders(top, known, problems):
            for entry in entries:
                path = place / entry.name
                if entry.is_file():
                    files.append(Found(_id(path, folder), path))
                elif entry.is_dir():
                    linked.append(path)
                else:
                    odd.append(_id(path, folder))
    problems += _same_ids(files)
    if problems:
        raise InputError(problems)
    return Walk(tuple(sorted(files)), tuple(odd), tuple(sorted(seen)))


def is_document(path: str | Path, folder: str | Path) -> bool:
    """Whether a file that is there would be read as a document of the folder; a BEIR folder has none but its tables."""
    top = Path(folder)
    if not (top.is_dir() and Path(path).is_file()) or any((top / name).is_file() for name in BEIR):
        return False
    real, home = Path(path).resolve(), top.resolve()
    return real.is_relative_to(home) and not any(part.startswith(HIDDEN) for part in real.relative_to(home).parts)


def _folders(
    top: Path, known: set[tuple[int, int]], problems: list[Problem]
) -> list[tuple[Path, list[os.DirEntry[str]]]]:
    """A folder and the real folders in it, each with its entries that are no real folders."""
    found = []
    left = [top]
    while left:
        place = left.pop()
        try:
            with os.scandir(place) as scan:
                entries = [entry for entry in scan if not entry.name.startswith(HIDDEN)]
        except OSError as error:
            problems.append(Problem(f"cannot be read: {error.strerror}", shown(place)))
            continue
        real = [entry for entry in entries if entry.is_dir(follow_symlinks=False)]
        left += [place / entry.name for entry in real if _is_new(place / entry.name, known)]
        found.append((place, [entry for entry in entries if entry not in real]))
    return found


def _is_new(folder: Path, known: set[tuple[int, int]]) -> bool:
    state = folder.stat()
    key = (state.st_dev, state.st_ino)
    new = key not in known
    known.add(key)
    return new


def _id(path: Path, folder: Path) -> str:
    return unicodedata.normalize("NFC", shown(path.relative_to(folder).as_posix()))


def _same_ids(files: list[Found]) -> list[Problem]:
    first: dict[str, Path] = {}
    return [
        Problem(f"has the same name as {shown(other)!r} but for the form of its letters", shown(path))
        for name, path in files
        if (other := first.setdefault(name, path)) != path
    ]

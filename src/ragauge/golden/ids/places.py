"""Which paths with one file name may be one file: folders may be missing, but must not contradict."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOTS = frozenset(
    ("app", "code", "content", "data", "home", "kaggle", "media", "mnt", "opt", "private", "repo", "root", "srv",
     "tmp", "users", "usr", "var", "volumes", "work", "workspace", "workspaces")
)  # fmt: skip
"""First folders of a machine, not of a collection of documents."""
LEAST = 2
"""Paths of two machines must share this many last parts: the file and its folder."""
MOST = 50
"""An end of a path that is shared by more paths says nothing about two machines."""

_DRIVE = re.compile(r"[a-z]:/")
_HOME = re.compile(r"\A(?:[a-z]:)?/(?:home|users)/[^/]+/(?=.*/)")


class Places:
    """Folded paths by their ends.

    >>> places = Places([("Отчёт", "2021/отчёт.pdf"), ("A", "in/2020/a.pdf"), ("B", "c:/users/anna/docs/2021/b.pdf")])
    >>> places.alike("отчёт.pdf"), places.alike("/data/2021/отчёт.pdf"), places.alike("2020/отчёт.pdf")
    (['Отчёт'], ['Отчёт'], [])
    >>> places.alike("2020/a.pdf"), places.alike("2021/a.pdf")
    (['A'], [])
    >>> places.alike("/app/docs/2021/b.pdf"), places.alike("/app/docs/2020/b.pdf")
    (['B'], [])
    """

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        self._whole: dict[str, list[str]] = defaultdict(list)
        self._longer: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for name, path in named:
            whole, *shorter = _ends(path)
            self._whole[whole].append(name)
            for end in shorter:
                self._longer[end].append((name, path))

    def alike(self, path: str) -> list[str]:
        """The names whose paths share the longest end with this one, and do not contradict it before that.

        One path must be the end of the other. Full paths of two machines may differ before an end of a file and
        its folder, if one of them has nothing there but a home, a drive or a folder that every machine has.
        """
        ends = _ends(path)
        for end in ends:
            found = list(self._whole.get(end, ()))
            longer = self._longer.get(end, ())
            if end is ends[0]:
                found += [name for name, _ in longer]
            elif end.count("/") + 1 >= LEAST and len(longer) <= MOST and _is_full(path):
                found += [name for name, other in longer if _apart(path, other, end)]
            if found:
                return found
        return []


def _ends(path: str) -> list[str]:
    """The path and its ends, the longest first."""
    ends = [path.lstrip("/")]
    while "/" in ends[-1]:
        ends.append(ends[-1].partition("/")[2])
    return ends


def _is_full(path: str) -> bool:
    return _DRIVE.match(path) is not None or (path.startswith("/") and path[1:].partition("/")[0] in ROOTS)


def _apart(one: str, other: str, end: str) -> bool:
    """Whether both are full paths, and one of them has no folder of its own before their common end."""
    if not _is_full(other):
        return False
    ours, theirs = (_folders(path, end) for path in (one, other))
    return not ours or not theirs


def _folders(path: str, end: str) -> list[str]:
    """The folders before an end of a full path that say something: no home, no drive, no first folder of a machine."""
    before = _DRIVE.sub("/", _HOME.sub("/", path)).removesuffix(end).strip("/")
    return [name for place, name in enumerate(before.split("/")) if name and (place or name not in ROOTS)]

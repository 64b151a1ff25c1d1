"""Gold ids that are only how a file name begins: ``handbook`` for ``handbook-2024-final.pdf``."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from ragauge.golden.ids.cascade import listed
from ragauge.golden.ids.folding import file_name, fold_ids, has_extension, without_extension
from ragauge.golden.ids.kinds import is_opaque
from ragauge.golden.ids.parts import parts_among

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.golden.ids.cascade import Cascade

SHORTEST = 4
"""Shorter beginnings fit too many names; a character of a script without letters counts for two."""

_GAP = re.compile(r"[-_ .,()\[\]+~–—]+")
_WIDE = "\u2e80"

Names = dict[str, list[str]]


def match_prefixes(
    cascade: Cascade, missing: Iterable[str], run: Sequence[str], given_to: dict[str, str]
) -> dict[str, str]:
    """Label the one document that each missing gold id begins; return the gold ids that found one, and the stage.

    A beginning ends where a word ends, and a number that goes on is no end: ``section-1`` is not the beginning of
    ``section-1.2``. Several documents, or several gold ids, are a problem of the cascade.
    """
    path_of = _paths(missing)
    beginnings = _beginnings(path_of)
    if not beginnings:
        return {}
    ids: Names = defaultdict(list)
    documents_of = parts_among(run)
    for name in run:
        ids[documents_of[name][-1] if name in documents_of else name].append(name)
    begun, begins = _hits(beginnings, path_of, list(ids))
    matched = {}
    for name, documents in begun.items():
        if len(documents) > 1:
            cascade.contest(name, f"gold id {name!r} begins the names of {listed(documents, last='and')}")
        elif len(begins[documents[0]]) > 1:
            cascade.contest(name, f"id {documents[0]!r} begins like gold {listed(begins[documents[0]], last='and')}")
        elif not any(each in given_to for each in ids[documents[0]]):
            given_to |= dict.fromkeys(ids[documents[0]], name)
            matched[name] = "prefix"
    return matched


class Beginnings:
    """The beginnings of file names that gold ids may be; ``folded`` is how they are compared.

    >>> gold = Beginnings(["handbook", "section-1"])
    >>> gold.folded, gold.begin_none(["section-1.2"]), gold.begin_none(["handbook-2024.pdf"])
    (['handbook', 'section-1'], True, False)
    """

    def __init__(self, gold: Iterable[str]) -> None:
        self._path_of = _paths(gold)
        self._beginnings = _beginnings(self._path_of)

    @property
    def folded(self) -> list[str]:
        """The names without their folders, in small letters."""
        return list(self._beginnings)

    def begin_none(self, documents: Sequence[str]) -> bool:
        """Whether no gold id is how one of the documents begins."""
        return not documents or not _hits(self._beginnings, self._path_of, list(documents))[0]


def _paths(gold: Iterable[str]) -> dict[str, str]:
    """The gold ids that may be beginnings, as they are compared."""
    usable = [name for name in gold if _is_usable(name)]
    return dict(zip(usable, fold_ids(usable, "case"), strict=True))


def _beginnings(path_of: dict[str, str]) -> Names:
    found: Names = defaultdict(list)
    for name, path in path_of.items():
        found[file_name(path)].append(name)
    found.pop("", None)
    return found


def _hits(beginnings: Names, path_of: dict[str, str], documents: list[str]) -> tuple[Names, Names]:
    """Gold id → documents that it begins, and document → gold ids that begin it."""
    begun, begins = defaultdict(list), defaultdict(list)
    for document, path in zip(documents, fold_ids(documents, "case"), strict=True):
        stem = without_extension(file_name(path))
        folder = f"/{path[: len(path) - len(file_name(path))]}"
        for gap in _GAP.finditer(stem):
            for name in beginnings.get(stem[: gap.start()], ()):
                number_goes_on = stem[gap.start() - 1].isdigit() and stem[gap.end() : gap.end() + 1].isdigit()
                own = path_of[name].rpartition("/")[0].strip("/")
                if not number_goes_on and (not own or folder.endswith(f"/{own}/")):
                    begun[name].append(document)
                    begins[document].append(name)
    return begun, begins


def _is_usable(name: str) -> bool:
    long = len(name) >= SHORTEST or sum(2 if char >= _WIDE else 1 for char in name) >= SHORTEST
    return long and "\0" not in name and not has_extension(name) and not is_opaque(name)

"""What ids look like, in words: for messages about gold and runs that have no id in common."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from ragauge.golden.ids.folding import has_extension
from ragauge.golden.ids.parts import document_of

if TYPE_CHECKING:
    from collections.abc import Iterable

LOOKED_AT = 1000
MOST = 0.8
"""The share of the ids that must be of one kind, else they are mixed."""
SHOWN = 2

_UUID = re.compile(r"[{(]?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[)}]?|[0-9a-f]{32}", re.IGNORECASE)
_HASH = re.compile(r"(?:(?:sha\d+|md5)[:\-])?(?=[a-f]*\d)(?:(?=\d*[a-f])[0-9a-f]{8,}|[0-9a-f]{20,})", re.IGNORECASE)
_ENDING = re.compile(r".*[^.]\.[^\W\d_]\w{0,4}", re.DOTALL)

FILES, FILE_PARTS, PARTS = "file names", "file names with a page or chunk", "names with a page or chunk"
PATHS, WINDOWS_PATHS, URLS = "paths", "Windows paths", "URLs"
NUMBERS, UUIDS, HASHES, WORDS, MIXED = "whole numbers", "UUIDs", "hashes", "words", "mixed"
OF_CHUNKS = {FILE_PARTS, PARTS, NUMBERS, UUIDS, HASHES}
OF_DOCUMENTS = {FILES, PATHS, WINDOWS_PATHS, URLS, WORDS}


def is_opaque(name: str) -> bool:
    """Whether an id has no words in it: a number, a UUID or a hash. Likeness says nothing about such ids.

    >>> [is_opaque(name) for name in ("2021", "1.2", "3f2a9c1e7b", "отчёт-2021", "facade")]
    [True, True, True, False, False]
    """
    if not any(char.isalpha() for char in name):
        return True
    return _UUID.fullmatch(name) is not None or _HASH.fullmatch(name) is not None


def kind_of_ids(ids: Iterable[str]) -> str:
    """The kind that at least four of five ids are of, or "mixed"; of many ids, a thousand are looked at.

    >>> kind_of_ids(["атлас.pdf", "lamps.md"]), kind_of_ids(["17", "18"]), kind_of_ids(["a.pdf#page=3", "a.pdf#page=4"])
    ('file names', 'whole numbers', 'file names with a page or chunk')
    >>> kind_of_ids(["https://example.org/a", "17"])
    'mixed'
    """
    listed = list(ids)
    sample = listed[:: max(1, len(listed) // LOOKED_AT)]
    if not sample:
        return "nothing"
    kind, count = Counter(map(_kind, sample)).most_common(1)[0]
    return kind if count >= MOST * len(sample) else MIXED


def diagnosis(wanted: Iterable[str], given: Iterable[str]) -> str:
    """What the gold ids and the ids of a run look like, when none of a run's ids is a gold id, and what to do.

    >>> print(diagnosis(["атлас.pdf", "lamps.pdf"], ["17", "18", "21"]))
    gold ids look like file names ('lamps.pdf', 'атлас.pdf'), run ids like whole numbers ('17', '18', …). \
If these are ids of chunks, give the chunks' documents with --chunks; if the ids really name the same things, \
--ids exact
    """
    wanted, given = sorted(set(wanted)), sorted(set(given))
    if not given:
        return "the run holds no ids at all"
    ours, theirs = kind_of_ids(wanted), kind_of_ids(given)
    if ours == theirs:
        alike = "" if ours == MIXED else f" look like {ours}"
        shown = f"gold ids ({_examples(wanted)}) and run ids ({_examples(given)}) both{alike or ' are mixed'}"
        return f"{shown}, yet none is the same. Is this the run of these questions? If it is, --ids exact"
    shown = f"gold ids look {_like(ours)} ({_examples(wanted)}), run ids {_like(theirs)} ({_examples(given)})"
    return f"{shown}. {_advice(ours, theirs)}if the ids really name the same things, --ids exact"


def _like(kind: str) -> str:
    return kind if kind == MIXED else f"like {kind}"


def _advice(ours: str, theirs: str) -> str:
    if ours in OF_DOCUMENTS and theirs in OF_CHUNKS:
        return "If these are ids of chunks, give the chunks' documents with --chunks; "
    if ours in OF_CHUNKS and theirs in OF_DOCUMENTS:
        return "If the gold names chunks and the run documents, give the chunks' documents with --chunks; "
    return "Give the same kind of id on both sides; "


def _examples(ids: list[str]) -> str:
    shown = [repr(name if len(name) <= 40 else f"{name[:39]}…") for name in ids[:SHOWN]]
    return ", ".join([*shown, "…"] if len(ids) > SHOWN else shown)


def _kind(name: str) -> str:
    if name.isdecimal():
        return NUMBERS
    if _UUID.fullmatch(name):
        return UUIDS
    if _HASH.fullmatch(name):
        return HASHES
    document = document_of(name)
    if document is not None:
        return FILE_PARTS if has_extension(document) else PARTS
    if "://" in name:
        return URLS
    if "\\" in name:
        return WINDOWS_PATHS
    if "/" in name:
        return PATHS
    return FILES if _ENDING.fullmatch(name) else WORDS

"""Foldings of ids: each one takes a difference of spelling away that does not make another document.

Every folding includes those before it. They work on many ids at once, joined by a NUL, which no id contains.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

EXTENSIONS = frozenset(
    ("pdf", "md", "markdown", "txt", "html", "htm", "docx", "doc", "pptx", "ppt", "xlsx", "xls", "csv", "tsv", "json",
     "jsonl", "xml", "epub", "rtf", "odt", "rst", "adoc", "tex", "gz")
)  # fmt: skip
"""What is taken off as a file extension; anything else behind a point is a part of the name."""

_ENDINGS = re.compile(rf"(?: *\.(?:{'|'.join(sorted(EXTENSIONS))}))+(?=\0|\Z)")
_INVISIBLE = re.compile(
    "[\x01-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]+"
)
_WHITE = re.compile(r"[^\S ]\s*| \s+")
_ENCODED = re.compile("(?:%[0-9A-Fa-f]{2})+")
_SLASHES = re.compile("/{2,}")
_EMPTY_FRAGMENT = re.compile(r"((?:\A|(?<=\0))https?:/[^\0#]*)#+(?=\0|\Z)", re.IGNORECASE)
_SCHEME = re.compile(r"(?:\A|(?<=\0))(?:(?:\./)*https?:/(?:www\.)?)+", re.IGNORECASE)
_PORT = re.compile(r"((?:\A|(?<=\0))https?:/[^/\0:?#]*):(?:80|443)(?=[/\0?#]|\Z)", re.IGNORECASE)
_FILE = re.compile(r"(\A|\0)(?:file:)+(?:/localhost(?=/))?(?:/(?=[A-Za-z]:))?", re.IGNORECASE)
_LEADING = re.compile(r"(\A|\0)(?:\./)+")
_INNER = re.compile(r"/(?:\./)+")
_TRAILING = re.compile(r"/+(?=\0|\Z)")


def fold_ids(ids: Iterable[str], stage: str) -> list[str]:
    """The ids as they are compared at a stage of ``FOLDINGS``.

    >>> fold_ids(["./Docs//Отчёт%20 2024.PDF", "https://www.example.org:443/a/"], "path")
    ['Docs/Отчёт 2024.PDF', 'example.org/a']
    >>> fold_ids(["./Docs//Отчёт%20 2024.PDF", "data.json.gz", "v1.2"], "stem")
    ['отчёт 2024', 'data', 'v1.2']
    """
    folded = list(ids)
    for name, folding in FOLDINGS.items():
        folded = folding(folded)
        if name == stage:
            break
    return folded


def same_spelling(known: Iterable[str], given: Iterable[str]) -> dict[str, str]:
    """Which given id is which known one: as written, else but for Unicode form, slashes and case where that is sure.

    >>> same_spelling(["Атлас#1", "b"], ["атлас#1", "b", "b-side"])
    {'b': 'b', 'атлас#1': 'Атлас#1'}
    """
    names, ids = list(known), list(given)
    exact = set(names)
    found = {name: name for name in ids if name in exact}
    rest = [name for name in ids if name not in exact]
    if not rest:
        return found
    folded: dict[str, str | None] = {}
    for name, key in zip(names, fold_ids(names, "case"), strict=True):
        folded[key] = None if key in folded else name
    for name, key in zip(rest, fold_ids(rest, "case"), strict=True):
        if (label := folded.get(key)) is not None:
            found[name] = label
    return found


def without_extension(name: str) -> str:
    """A name without its known file extensions.

    >>> [without_extension(name) for name in ("Отчёт.pdf", "a.csv.gz", "v1.2", ".md")]
    ['Отчёт', 'a', 'v1.2', '.md']
    """
    stem, point, ending = name.rpartition(".")
    while point and ending.casefold() in EXTENSIONS and stem.strip() and stem[-1] != "/":
        name = stem.rstrip()
        stem, point, ending = name.rpartition(".")
    return name


def has_extension(name: str) -> bool:
    """Whether a name ends with a known file extension.

    >>> has_extension("Отчёт.PDF"), has_extension("s.4"), has_extension("pdf")
    (True, False, False)
    """
    return name.rpartition(".")[2].casefold() in EXTENSIONS and without_extension(name) != name


def _unicode(text: str) -> str:
    if text.isascii() and text.replace("\0", "").isprintable():
        spaced = "  " in text or " \0" in text or "\0 " in text or text != text.strip(" ")
        return _white(text) if spaced else text
    text = _white(_INVISIBLE.sub("", text))
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _white(text: str) -> str:
    return _WHITE.sub(" ", text).replace(" \0", "\0").replace("\0 ", "\0").strip(" ")


def _path(text: str) -> str:
    if "%" in text:
        text = _unicode(_ENCODED.sub(_decoded, text))
    text = text.replace("\\", "/")
    if "/" not in text:
        return text
    text = _SLASHES.sub("/", text.replace(" /", "/").replace("/ ", "/"))
    lowered = text.casefold()
    if "http" in lowered:
        if "#\0" in text or text.endswith("#"):
            text = _EMPTY_FRAGMENT.sub(r"\1", text)
        if ":80" in text or ":443" in text:
            text = _PORT.sub(r"\1", text)
        text = _SCHEME.sub("", text)
    if "file:" in lowered:
        text = _FILE.sub(r"\1", text)
    if "./" in text:
        text = _INNER.sub("/", _LEADING.sub(r"\1", text))
    return _TRAILING.sub("", text)


def _decoded(found: re.Match[str]) -> str:
    try:
        text = bytes.fromhex(found[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return found[0]
    return found[0] if "\0" in text else text


def _case(text: str) -> str:
    text = text.casefold()
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _joined(rule: Callable[[str], str]) -> Callable[[list[str]], list[str]]:
    def folding(ids: list[str]) -> list[str]:
        text = "\0".join(ids)
        folded = rule(text)
        return ids if folded == text else folded.split("\0")

    return folding


def file_name(path: str) -> str:
    """The last part of a folded path; a slash in the query of a URL does not count.

    >>> file_name("docs/Отчёт.pdf"), file_name("example.org/find?from=/a/b")
    ('Отчёт.pdf', 'find?from=/a/b')
    """
    if "?" in path:
        path, mark, query = path.partition("?")
        return path.rpartition("/")[2] + mark + query
    return path.rpartition("/")[2]


def _names(paths: list[str]) -> list[str]:
    text = "\0".join(paths)
    if "/" not in text:
        return paths
    if "?" not in text:
        return [path.rpartition("/")[2] for path in paths]
    return [file_name(path) for path in paths]


def _stems(names: list[str]) -> list[str]:
    text = "\0".join(names)
    stems = _ENDINGS.sub("", text)
    if len(stems) == len(text):
        return names
    return [stem.rstrip(" ") or name for stem, name in zip(stems.split("\0"), names, strict=True)]


FOLDINGS: dict[str, Callable[[list[str]], list[str]]] = {
    "unicode": _joined(_unicode),
    "path": _joined(_path),
    "case": _joined(_case),
    "basename": _names,
    "stem": _stems,
}
"""The foldings in their order: each takes ids that went through those before it."""

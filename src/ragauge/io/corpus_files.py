"""Corpora from what people have: a folder of documents, one file with all of them, or a mapping."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ragauge.core.errors import InputError, Problem
from ragauge.io.corpus_rows import corpus_from_mapping, corpus_from_table
from ragauge.io.corpus_text import document_text, is_text
from ragauge.io.corpus_walk import BEIR, Found, walk
from ragauge.io.files import shown
from ragauge.io.front_matter import ENDINGS, FrontMatter, front_matter
from ragauge.io.source_table import source_table
from ragauge.tables.corpus import Corpus

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SHOWN = 5
TABLES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet", ".xlsx")


def read_corpus(
    source: Any, *, encoding: str | None = None, progress: Callable[[int, int], None] | None = None
) -> Corpus:
    """A corpus from a folder, a file, a mapping from id to text, a data frame, or a list of objects.

    A folder is read with all its folders; the id of a document is its path in there, with ``/`` and in composed
    form (NFC). Hidden files and folders (``.git``), and the locks of open office files (``~$…``), are no documents.
    Text files (Markdown, plain text, reStructuredText, CSV …) are taken as they stand, HTML without its tags; of all
    other files (PDF, Word …) only the bytes are counted, and their text stays None. A folder with a ``corpus.jsonl``
    is a BEIR collection. In a file with all documents (JSONL, JSON, CSV, Parquet, XLSX) the columns are called ``_id``,
    ``id``, ``document`` …, ``title`` and ``text``, ``content`` …; a title comes before the text.

    ``metadata`` comes from the front matter of text files (see ``io.front_matter``), which stays in the text, and from
    the other columns of a table (see ``io.corpus_metadata``).

    ``encoding`` is that of the text files, where it is not UTF-8 or one that they show. ``progress`` is called with
    the documents read and their total.

    >>> read_corpus({"a": "The lamp hums.", "b": None}).notes
    ('1 of 2 documents cannot be read as text: b',)

    Raises: InputError with everything that is wrong.
    """
    if isinstance(source, Corpus):
        return source
    if isinstance(source, Mapping):
        return corpus_from_mapping(source, "corpus")
    if not isinstance(source, str | PathLike):
        return corpus_from_table(source_table(source, "corpus"))
    if not os.fsdecode(source):
        raise InputError([Problem("the name of the documents is empty", "corpus")])
    path = Path(os.fsdecode(source))
    if path.is_dir():
        packed = [path / name for name in BEIR if (path / name).is_file()]
        if not packed:
            return _from_folder(path, encoding, progress)
        path = packed[0]
    return _from_file(path, encoding)


def _from_file(path: Path, encoding: str | None) -> Corpus:
    """All documents in one table, or else the one document that the file is."""
    if path.exists() and not path.name.lower().removesuffix(".gz").endswith(TABLES):
        return _corpus([_read(Found(path.name, path), encoding)], shown(path), ())
    return corpus_from_table(source_table(path, "corpus", lists=("documents", "docs", "corpus"), encoding=encoding))


def _from_folder(folder: Path, encoding: str | None, progress: Callable[[int, int], None] | None) -> Corpus:
    walked = walk(folder)
    if not walked.files:
        raise InputError([Problem("no documents in this folder", shown(folder))])
    read = []
    problems: list[Problem] = []
    for place, found in enumerate(walked.files, start=1):
        try:
            read.append(_read(found, encoding))
        except OSError as error:
            problems.append(Problem(f"cannot be read: {error.strerror}", shown(found.path)))
        if progress is not None:
            progress(place, len(walked.files))
    if problems:
        raise InputError(problems)
    passed = [(walked.odd, "entries are no readable files and were passed over")]
    passed += [(walked.seen, "linked folders were read already and were passed over")]
    return _corpus(read, shown(folder), tuple(_note(names, words) for names, words in passed if names))


class _Read(NamedTuple):
    """One file: its text, or the hash of its bytes and, where it should be text, why it is none."""

    id: str
    text: str | None
    digest: str = ""
    why: str = ""
    guessed: str | None = None
    front: FrontMatter | None = None


def _read(found: Found, encoding: str | None) -> _Read:
    data = found.path.read_bytes()
    why = ""
    if is_text(suffix := found.path.suffix.lower()):
        try:
            text, guessed = document_text(data, suffix, encoding=encoding)
        except ValueError as error:
            why = str(error)
        else:
            return _Read(found.id, text, guessed=guessed, front=front_matter(text) if suffix in ENDINGS else None)
    return _Read(found.id, None, hashlib.sha256(data).hexdigest(), why)


def _corpus(read: Sequence[_Read], source: str, notes: tuple[str, ...]) -> Corpus:
    of = f"of {len(read)} documents"
    told = [
        ([one.id for one in read if one.text is None and not one.why], f"{of} are of a kind whose text is not read"),
        ([f"{one.id} ({one.why})" for one in read if one.why], f"{of} could not be decoded, and have no text here"),
        ([one.id for one in read if one.text is not None and not one.text.strip()], f"{of} are empty"),
    ]
    for guess in dict.fromkeys(one.guessed for one in read if one.guessed):
        names = [one.id for one in read if one.guessed == guess]
        told.append((names, f"{of} were read as {guess}, which was guessed; --encoding says otherwise"))
    fronts = {one.id: one.front for one in read if one.front is not None}
    doubts = [f"{name} ({'; '.join(front.doubts)})" for name, front in fronts.items() if front.doubts]
    told.append((doubts, f"{of} have front matter that is not all read as metadata"))
    return Corpus(
        texts={one.id: one.text for one in read},
        source=source,
        notes=(*notes, *(_note(names, words) for names, words in told if names)),
        digests={one.id: one.digest for one in read if one.text is None},
        metadata={name: front.fields for name, front in fronts.items() if front.fields},
    )


def _note(names: Sequence[str], words: str) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{len(names)} {words}: {', '.join(names[:SHOWN])}{more}"

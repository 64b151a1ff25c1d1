"""Where the chunks of a table stand in the documents of a corpus."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.golden.chunks.spans import chunk_spans
from ragauge.golden.ids.match import STAGES
from ragauge.golden.ids.stages import match_ids
from ragauge.tables.corpus import one_line_end

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.golden.chunks.spans import Span
    from ragauge.golden.chunks.table import Chunks
    from ragauge.golden.ids.match import IdMatch
    from ragauge.tables.corpus import Corpus

Row = tuple[str, str | None, int | None, int | None]
"""Chunk id, text, start, end."""
SHOWN = 5


@dataclass(frozen=True, slots=True, eq=False)
class ChunkPlaces:
    """The chunks of each document with their spans, None where a chunk has no place in the text.

    ``spans`` has (chunk id, span) pairs by document. ``count`` says how many spans were *proven* (the text at
    the given offset is the chunk), *searched* (no offset was given), *relocated* (a wrong one was), *given* (there is
    no text to prove them by), and how many chunks are *unlocated*; *normalised* counts those of the searched and
    relocated ones that stand there only as folded text. ``notes`` say it in sentences.
    """

    spans: Mapping[str, Sequence[tuple[str, Span | None]]]
    count: Mapping[str, int]
    notes: tuple[str, ...] = ()


def spans_in(chunks: Chunks, corpus: Corpus) -> ChunkPlaces:
    """The chunks by document of the corpus, with their spans in its text.

    >>> from ragauge.golden.chunks.table import chunk_table
    >>> from ragauge.tables.corpus import Corpus
    >>> rows = [{"id": "c1", "document": "a.md", "text": "The lamp", "start": 0}, {"id": "c2", "text": "hums"}]
    >>> rows[1] |= {"document": "a.md", "start": -1}
    >>> found = spans_in(chunk_table(rows), Corpus({"a.md": "The lamp hums."}))
    >>> found.spans, found.count["proven"], found.count["searched"]
    ({'a.md': [('c1', (0, 8)), ('c2', (9, 13))]}, 1, 1)

    Raises: InputError where the name of a document may mean several of the corpus.
    """
    match = _documents(chunks, corpus)
    given_to = match.given_to
    by_document: dict[str, list[Row]] = defaultdict(list)
    lost: Counter[str | None] = Counter()
    columns = chunks.frame.select("item", "document", "url", "quote", "start", "end")
    for name, document, url, text, start, end in columns.iter_rows():
        found = given_to.get(document or url or "")
        if found is None:
            lost[document or url] += 1
        else:
            by_document[found].append((name, text, start, end))
    count: Counter[str] = Counter()
    spans = {document: _spans(rows, corpus.texts[document], count) for document, rows in by_document.items()}
    count["unlocated"] += sum(lost.values())
    bare = [name for name, text in corpus.texts.items() if text is not None and text.strip() and name not in spans]
    return ChunkPlaces(spans, dict(count), (*_matched(match), *_notes(count, lost, bare, len(chunks))))


def _documents(chunks: Chunks, corpus: Corpus) -> IdMatch:
    """Which document of the corpus the table means by each of its names."""
    frame = chunks.frame
    named = dict.fromkeys(name for name in (*frame["document"], *frame["url"]) if name is not None)
    match = match_ids(corpus.texts, named)
    if match.problems:
        raise InputError([Problem(_turned(problem), chunks.source) for problem in match.problems])
    return match


def _turned(problem: str) -> str:
    """A problem of ids, where it is the corpus that names the wanted ones."""
    return f"document {problem.removeprefix('gold id ')}" if problem.startswith("gold id ") else problem


def _spans(rows: Sequence[Row], text: str | None, count: Counter[str]) -> list[tuple[str, Span | None]]:
    """The spans of the chunks of one document; a chunk without text is believed if its span is in the document."""
    if text is None:
        count["unlocated"] += len(rows)
        count["no document text"] += len(rows)
        return [(name, None) for name, *_ in rows]
    worded = [(one_line_end(words), start) for _, words, start, _ in rows if words]
    found = chunk_spans(text, worded)
    for key in ("proven", "searched", "relocated", "normalised"):
        count[key] += getattr(found, key)
    proven = iter(found.spans)
    spans: list[tuple[str, Span | None]] = []
    for name, words, start, end in rows:
        if words:
            span = next(proven)
        else:
            span = (start, end) if start is not None and end is not None and end <= len(text) else None
            count["given"] += span is not None
        count["unlocated"] += span is None
        spans.append((name, span))
    return spans + _other_places(rows, spans, text)


def _other_places(
    rows: Sequence[Row], spans: Sequence[tuple[str, Span | None]], text: str
) -> list[tuple[str, Span | None]]:
    """All other places of repeated chunks, where rows are not in the order of the text: nobody can tell which is which.

    The letters are the same, so whoever has the chunk has what stands at any of them.
    """
    searched = [
        (name, words, span)
        for (name, words, start, _), (_, span) in zip(rows, spans, strict=True)
        if words and span is not None and (start is None or start != span[0])
    ]
    if all(one[2] <= two[2] for one, two in pairwise(searched)):
        return []
    more: list[tuple[str, Span | None]] = []
    for name, words, span in searched:
        at = text.find(one_line_end(words))
        while at >= 0:
            more += [(name, (at, at + span[1] - span[0]))] if at != span[0] else []
            at = text.find(one_line_end(words), at + 1)
    return more


def _notes(count: Counter[str], lost: Counter[str | None], bare: Sequence[str], chunks: int) -> Iterator[str]:
    told = {
        "proven": "proven at their offset",
        "searched": "found by their text",
        "relocated": "found by their text elsewhere than at their offset",
        "given": "taken as given, for want of a text to prove them by",
        "unlocated": "without a place",
    }
    if count["proven"] < chunks:
        yield f"of {chunks} chunks " + ", ".join(f"{count[key]} {words}" for key, words in told.items() if count[key])
    if count["normalised"]:
        yield f"{count['normalised']} chunks stand in their document only but for white space, case or signs"
    if count["no document text"]:
        yield f"{count['no document text']} chunks are of documents whose text cannot be read here"
    nameless = lost.pop(None, 0)
    if nameless:
        yield f"{nameless} chunks name no document"
    if lost:
        names = [str(name) for name in lost]
        yield f"{sum(lost.values())} chunks name {len(names)} documents that the corpus has not: {_listed(names)}"
    if bare:
        yield f"{len(bare)} documents of the corpus have no chunk: {_listed(bare)}"


def _matched(match: IdMatch) -> Iterator[str]:
    """How documents were matched that the table names in another way than the corpus."""
    for stage, number in match.counts.items():
        if stage != "exact":
            yield f"{number} documents of the corpus matched {STAGES[stage]}"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{', '.join(names[:SHOWN])}{more}"

"""Corpora from one table of documents, or from a mapping."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import clean_id
from ragauge.io.corpus_metadata import rows_of_fields
from ragauge.tables.corpus import Corpus, one_line_end

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.io.corpus_metadata import Fields
    from ragauge.io.table import Table

IDS = (
    "_id", "id", "doc_id", "docid", "document_id", "document", "doc", "corpus_id", "path", "file", "file_name",
    "filename", "source", "url", "документ", "файл", "источник",
)  # fmt: skip
TEXTS = ("text", "content", "contents", "page_content", "body", "document_text", "текст", "содержание")
TITLES = ("title", "название", "заголовок")
SHOWN = 5


def corpus_from_table(table: Table) -> Corpus:
    """A corpus from rows with an id and a text; a title comes before the text, on a line of its own.

    The other columns are metadata. Rows that say the same twice count once.

    >>> from ragauge.io.table import Table
    >>> rows = [(1, {"_id": "d1", "title": "Lamps", "text": "They hum."})]
    >>> corpus_from_table(Table.of_rows(rows, source="corpus.jsonl")).texts
    {'d1': 'Lamps\\nThey hum.'}

    Raises: InputError without such columns, and with every row without an id, with a text that is none, or with an
        id that stands on an earlier row with another text.
    """
    names, source = table.names, table.source
    key, body, title = (_column(known, names) for known in (IDS, TEXTS, TITLES))
    if key is None or body is None:
        what, known = ("id", IDS) if key is None else ("text", TEXTS)
        message = f"no column for the {what} among {names}; it may be called: {', '.join(known)}"
        raise InputError([Problem(message, source, 1)])
    columns = table.columns
    heads = columns[title] if title else [None] * len(table)
    whole = map(_whole, heads, columns[body])
    fields, notes = rows_of_fields(table, {key, body, title})
    rows = zip(table.lines, columns[key], whole, strict=True)
    return _gather(rows, source, key, body, (*table.notes, *notes), fields)


def corpus_from_mapping(texts: Mapping[Any, Any], source: str) -> Corpus:
    """A corpus from id → text; None is a document whose text is not known.

    >>> corpus_from_mapping({17: "The lamp hums."}, "corpus").texts
    {'17': 'The lamp hums.'}

    Raises: InputError naming every id and text that is none.
    """
    rows = ((place, name, text) for place, (name, text) in enumerate(texts.items(), start=1))
    return _gather(rows, source, None, None, ())


def _gather(
    rows: Iterable[tuple[int, Any, Any]],
    source: str,
    key: str | None,
    body: str | None,
    notes: tuple[str, ...],
    fields: Sequence[Fields] = (),
) -> Corpus:
    texts: dict[str, str | None] = {}
    first: dict[str, int] = {}
    metadata: dict[str, Fields] = {}
    problems: list[Problem] = []
    repeated = otherwise = 0
    for place, (line, given, text) in enumerate(rows):
        try:
            name = clean_id(given)
        except ValueError as error:
            problems.append(Problem(str(error), source, line, key))
            continue
        if name is None:
            problems.append(Problem("no id", source, line, key))
        elif text is not None and not isinstance(text, str):
            problems.append(Problem(f"{brief(text)} is no text", source, line, body))
        elif name not in texts:
            texts[name], first[name] = _read(text), line
            if fields and fields[place]:
                metadata[name] = fields[place]
        elif texts[name] == _read(text):
            repeated += 1
            otherwise += bool(fields) and fields[place] != metadata.get(name, {})
        else:
            problems.append(Problem(f"{name!r} stands on row {first[name]} with another text", source, line, key))
    if not texts and not problems:
        problems.append(Problem("no documents in it", source))
    if problems:
        raise InputError(problems)
    return Corpus(texts, source, (*notes, *_notes(texts, repeated, otherwise)), metadata=metadata)


def _read(text: str | None) -> str | None:
    return None if text is None else one_line_end(text)


def _whole(head: Any, text: Any) -> Any:
    if not isinstance(text, str | None) or head is None or not str(head).strip():
        return text
    return f"{str(head).strip()}\n{(text or '').strip()}".strip()


def _column(known: Sequence[str], names: Sequence[str]) -> str | None:
    """The column of the first name that there is; what else may be called so is another thing about the document."""
    plain = {name.strip().casefold().replace("-", "_").replace(" ", "_"): name for name in reversed(names)}
    return next((plain[name] for name in known if name in plain), None)


def _notes(texts: Mapping[str, str | None], repeated: int, otherwise: int) -> Iterable[str]:
    if repeated:
        yield f"{repeated} rows repeat a document and count once"
    if otherwise:
        yield f"{otherwise} of them have other metadata; that of the first row counts"
    told = (
        ([name for name, text in texts.items() if text is None], "cannot be read as text"),
        ([name for name, text in texts.items() if text is not None and not text.strip()], "are empty"),
    )
    for names, why in told:
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        if names:
            yield f"{len(names)} of {len(texts)} documents {why}: {', '.join(names[:SHOWN])}{more}"

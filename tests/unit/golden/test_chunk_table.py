import json

import pandas as pd
import polars as pl
import pytest

from ragauge.core.anchors import Anchor
from ragauge.core.errors import InputError
from ragauge.golden.chunks.places import spans_in
from ragauge.golden.chunks.table import chunk_table
from ragauge.tables.anchors import ANCHORS
from ragauge.tables.corpus import Corpus

LANGCHAIN = [
    {"page_content": "The lamp hums.", "metadata": {"source": "docs/a.pdf", "page": 0, "start_index": 0}},
    {"page_content": "It glows.", "metadata": {"source": "docs/a.pdf", "page": 1, "start_index": 15}},
]


def anchors_of(frame):
    return {item: Anchor(*values) for item, *values in frame.iter_rows()}


def only(source, **more):
    (anchor,) = anchors_of(chunk_table(source, **more).frame).values()
    return anchor


def test_the_result_is_a_table_of_anchors():
    chunks = chunk_table([{"chunk_id": "c1", "doc_id": "a.md", "page": 3, "section": "Rules", "text": "The lamp"}])
    assert dict(chunks.frame.schema) == ANCHORS
    (item,) = anchors_of(chunks.frame)
    anchor = only(chunks)
    assert (item, anchor.chunk, anchor.document, anchor.page_from, anchor.page_to) == ("c1", "c1", "a.md", 3, 3)
    assert (anchor.section, anchor.quote, anchor.start, anchor.end) == ("Rules", "The lamp", None, None)


def test_langchain_documents():
    chunks = chunk_table(LANGCHAIN)
    first, second = anchors_of(chunks.frame).values()
    assert (first.document, first.page_from, first.start, first.end) == ("docs/a.pdf", 0, 0, 14)
    assert second.chunk == "docs/a.pdf#15"
    assert any(note.startswith("page 0 stands in 1 chunks") for note in chunks.notes)
    assert any(note.startswith("2 chunks have no id") for note in chunks.notes)


def test_pages_are_shifted_only_when_asked_to():
    chunks = chunk_table(LANGCHAIN, first_page=0)
    assert chunks.frame["page_from"].to_list() == [1, 2]
    assert any(note.startswith("every page was raised by 1") for note in chunks.notes)


def test_llama_index_nodes():
    node = {
        "id_": "n1",
        "embedding": None,
        "metadata": {"file_name": "a.pdf", "page_label": "12", "header_path": "/Rules/Refunds/"},
        "relationships": {"1": {"node_id": "x"}},
        "text": "The lamp",
        "start_char_idx": 5,
        "end_char_idx": 13,
        "class_name": "TextNode",
    }
    anchor = only([node])
    assert (anchor.chunk, anchor.document, anchor.page_from, anchor.start, anchor.end) == ("n1", "a.pdf", 12, 5, 13)
    assert anchor.section == "Rules > Refunds"
    odd = chunk_table([node | {"metadata": {"file_name": "a.pdf", "page_label": "iv"}}])
    assert odd.frame["page_from"].to_list() == [None]
    assert any("are no numbers" in note for note in odd.notes)
    assert only([{"node": node, "score": 0.5}]) == anchor


def test_haystack_documents():
    anchor = only(
        [{"id": "h1", "content": "Лампа", "meta": {"file_path": "в/а.txt", "page_number": 2, "split_idx_start": 7}}]
    )
    assert (anchor.chunk, anchor.document, anchor.page_to, anchor.start, anchor.end) == ("h1", "в/а.txt", 2, 7, 12)


def test_headings_of_a_splitter_are_a_section():
    row = {
        "page_content": "x",
        "metadata": {"Header 2": "Refunds", "Header 1": "Rules", "source": "https://a.example/r"},
    }
    anchor = only([row])
    assert (anchor.section, anchor.url, anchor.document) == (
        "Rules > Refunds",
        "https://a.example/r",
        "https://a.example/r",
    )


def test_russian_columns_and_page_ranges():
    anchor = only([{"id": 7, "файл": "устав.pdf", "страницы": "10–12", "раздел": "3.1", "текст": "Лампа"}])
    assert (anchor.chunk, anchor.document, anchor.page_from, anchor.page_to) == ("7", "устав.pdf", 10, 12)
    assert (anchor.section, anchor.quote) == ("3.1", "Лампа")
    ends = only([{"id": 1, "document": "a", "page_start": 3, "page_end": 5}])
    assert (ends.page_from, ends.page_to) == (3, 5)


def test_every_kind_of_source_gives_the_same(tmp_path):
    rows = [{"id": f"c{i}", "document": "a.md", "page": i, "start": 10 * i, "text": f"lamp {i}"} for i in range(1, 4)]
    frame = pl.DataFrame(rows)
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "c.json").write_text(json.dumps({"chunks": rows}))
    frame.write_csv(tmp_path / "c.csv")
    frame.write_parquet(tmp_path / "c.parquet")
    nested = [{"id": row.pop("id"), "text": row.pop("text"), "metadata": row} for row in frame.to_dicts()]
    pl.DataFrame(nested).write_parquet(tmp_path / "n.parquet")
    pd.DataFrame(nested).to_csv(tmp_path / "n.csv", index=False)
    chroma = {"ids": [], "documents": [], "metadatas": []}
    for row in nested:
        for key, values in zip(("id", "text", "metadata"), chroma.values(), strict=True):
            values.append(row[key])
    sources = [tmp_path / name for name in ("c.jsonl", "c.json", "c.csv", "c.parquet", "n.parquet", "n.csv")]
    for source in [*sources, frame, frame.to_pandas(), nested, chroma]:
        chunks = chunk_table(source)
        assert chunks.frame.equals(chunk_table(frame).frame), source
        assert chunks.fingerprint() == chunk_table(frame[::-1]).fingerprint()


def test_an_offset_of_minus_one_is_no_place_and_is_counted():
    rows = [
        {"id": str(at), "document": "a", "text": "lamp", "start_index": start} for at, start in enumerate([0, -1, -1])
    ]
    chunks = chunk_table(rows)
    assert chunks.frame["start"].to_list() == [0, None, None]
    assert chunks.frame["end"].to_list() == [4, None, None]
    assert any(note.startswith("2 chunks have an offset below 0") for note in chunks.notes)


def test_a_span_that_is_not_as_long_as_its_text_is_no_place():
    rows = [{"id": "1", "document": "a", "text": "лампа", "start": 0, "end": 10}]
    chunks = chunk_table(rows)
    assert chunks.frame.select("start", "end").row(0) == (None, None)
    assert any("do not fit the length" in note for note in chunks.notes)


def test_all_problems_are_told_at_once():
    rows = [
        {"id": "a", "text": "one"},
        {"id": "a", "text": "two"},
        {"id": 1.5, "text": "three"},
        {"id": "b", "text": 7},
        {"id": "c", "text": "x", "start": "first"},
        {"id": "d", "text": "x", "metadata": "{source: a}"},
        {"id": "e", "text": "x", "page_start": 5, "page_end": 3},
    ]
    with pytest.raises(InputError) as caught:
        chunk_table(rows)
    places = sorted((problem.row, problem.column) for problem in caught.value.problems if problem.column)
    assert places == [(3, "id"), (4, "text"), (5, "start"), (6, "metadata")]
    messages = str(caught.value)
    assert "chunks:2: chunk id 'a' stands on row 1 with another content" in messages
    assert "chunks:7: pages from 5 to 3" in messages


def test_equal_rows_count_once_and_odd_tables_are_refused():
    row = {"id": "a", "text": "one"}
    chunks = chunk_table([row, row])
    assert (len(chunks), chunks.notes[-1]) == (1, "1 rows repeat a chunk and count once")
    with pytest.raises(InputError, match="no column for the document or the text"):
        chunk_table([{"id": "a", "colour": "red"}])
    with pytest.raises(InputError, match="cannot read 7"):
        chunk_table(7)


def test_spans_fit_the_projection_of_needs():
    text = "The lamp hums.\nIt glows at night."
    rows = [
        {"id": "c1", "document": "a.md", "text": "The lamp hums.\r\n", "start": 0},
        {"id": "c2", "document": "a.md", "text": "It glows at night.", "start": 16},
        {"id": "c3", "document": "a.md", "text": "It is not there"},
        {"id": "c4", "document": "gone.md", "text": "The lamp"},
        {"id": "c5", "text": "The lamp"},
        {"id": "c6", "document": "b.pdf", "text": "The loom"},
        {"id": "c7", "document": "a.md", "start": 0, "end": 8},
    ]
    corpus = Corpus({"a.md": text, "b.pdf": None, "c.md": "No chunk of this."})
    found = spans_in(chunk_table(rows), corpus)
    assert found.spans == {
        "a.md": [("c1", (0, 15)), ("c2", (15, 33)), ("c3", None), ("c7", (0, 8))],
        "b.pdf": [("c6", None)],
    }
    counted = {key: found.count[key] for key in ("proven", "searched", "relocated", "given", "unlocated")}
    assert counted == {"proven": 1, "searched": 0, "relocated": 1, "given": 1, "unlocated": 4}
    notes = " | ".join(found.notes)
    for words in ("name no document", "that the corpus has not: gone.md", "have no chunk: c.md", "cannot be read here"):
        assert words in notes

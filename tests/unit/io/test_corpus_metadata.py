"""Metadata of documents that stand in tables: the other columns, with their types."""

import gzip
import json
from datetime import date

import polars as pl
import pytest

from ragauge.io.corpus_files import read_corpus


def lines(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def test_everything_in_csv_is_text_and_an_empty_cell_is_no_value(tmp_path):
    (tmp_path / "d.csv").write_text("id,text,tier,note\na,one,1,\nb,two,01,x\n", encoding="utf-8")
    assert read_corpus(tmp_path / "d.csv").metadata == {"a": {"tier": "1"}, "b": {"tier": "01", "note": "x"}}


def test_jsonl_keeps_types(tmp_path):
    rows = [
        {"id": "a", "text": "one", "tier": 1, "tags": ["x", 2], "old": False},
        {"id": "b", "text": "two", "tier": "1", "tags": [], "note": ""},
        {"id": "c", "text": "three", "tier": None},
    ]
    (tmp_path / "d.jsonl").write_text(lines(*rows), encoding="utf-8")
    corpus = read_corpus(tmp_path / "d.jsonl")
    assert corpus.metadata == {
        "a": {"tier": 1, "tags": ("x", 2), "old": False},
        "b": {"tier": "1", "tags": (), "note": ""},
    }
    assert corpus.notes == ()


def test_parquet_keeps_types_and_dates_are_iso(tmp_path):
    frame = pl.DataFrame({"id": ["a"], "text": ["one"], "year": [2024], "from": [date(2024, 5, 31)], "p": [1.5]})
    frame.write_parquet(tmp_path / "d.parquet")
    assert read_corpus(tmp_path / "d.parquet").metadata == {"a": {"year": 2024, "from": "2024-05-31", "p": 1.5}}
    assert read_corpus(frame).metadata == read_corpus(tmp_path / "d.parquet").metadata


def test_the_metadata_of_beir(tmp_path):
    rows = [
        {"_id": "1", "title": "Lamps", "text": "hum", "metadata": {"url": "x.org", "year": 2024}},
        {"_id": "2", "title": "", "text": "glow", "metadata": {}},
    ]
    (tmp_path / "corpus.jsonl.gz").write_bytes(gzip.compress(lines(*rows).encode()))
    corpus = read_corpus(tmp_path)
    assert corpus.metadata == {"1": {"url": "x.org", "year": 2024}}
    plain = read_corpus({"1": "Lamps\nhum", "2": "glow"})
    assert corpus.fingerprint() == plain.fingerprint()


def test_what_is_no_plain_value_is_told(tmp_path):
    rows = [
        {"id": "a", "text": "one", "place": {"x": 1}, "tier": 1, "meta": {"tier": 2, "deep": [[1]]}},
        {"id": "b", "text": "two", "place": {"x": 2}},
    ]
    (tmp_path / "d.jsonl").write_text(lines(*rows), encoding="utf-8")
    corpus = read_corpus(tmp_path / "d.jsonl")
    assert corpus.metadata == {"a": {"tier": 1}}
    told = " | ".join(corpus.notes)
    assert "metadata 'place': 2 values are passed over, first in row 1" in told
    assert "metadata 'deep': 1 values are passed over" in told
    assert "metadata 'tier' is in a column and otherwise in an object (rows 1)" in told


def test_a_document_that_is_repeated_with_other_metadata_is_told(tmp_path):
    rows = [{"id": "a", "text": "one", "tier": 1}, {"id": "a", "text": "one", "tier": 2}]
    (tmp_path / "d.jsonl").write_text(lines(*rows), encoding="utf-8")
    corpus = read_corpus(tmp_path / "d.jsonl")
    assert corpus.metadata == {"a": {"tier": 1}}
    assert corpus.notes == (
        "1 rows repeat a document and count once",
        "1 of them have other metadata; that of the first row counts",
    )


@pytest.mark.parametrize("name", ["id", "text", "title"])
def test_id_text_and_title_are_no_metadata(tmp_path, name):
    (tmp_path / "d.jsonl").write_text(lines({"id": "a", "text": "one", "title": "T"}), encoding="utf-8")
    assert name not in read_corpus(tmp_path / "d.jsonl").metadata.get("a", {})

"""Collections of SQuAD's form."""

import gzip
import json

import pytest

from ragauge.core.errors import InputError
from ragauge.core.reading import Reading
from ragauge.io.collections.squad import squad_to_beir
from ragauge.io.corpus_files import read_corpus
from ragauge.loading import golden_from

TEXT = "\ufeffЛампа горит два года. "


def source(folder, start=7, answer="горит", **more):
    asked = {"id": "q1", "question": "Что лампа? ", "answers": [{"answer_start": start, "text": answer}], **more}
    path = folder / "s.json"
    path.write_text(json.dumps({"data": [{"paragraphs": [{"context": TEXT, "qas": [asked]}]}]}), "utf-8")
    return path


@pytest.fixture
def into(tmp_path):
    (tmp_path / "made").mkdir()
    return tmp_path / "made"


def test_texts_and_answers_are_as_they_were(tmp_path, into):
    squad_to_beir(source(tmp_path), into)
    assert read_corpus(into).texts == {"a0p0": TEXT[1:]}
    (row,) = [json.loads(line) for line in (into / "golden.jsonl").read_text("utf-8").splitlines()]
    assert row["evidence"] == [[{"document": "a0p0", "start": 6, "end": 11, "quote": "горит"}]]
    assert (into / "qrels" / "test.tsv").read_text() == "query-id\tcorpus-id\tscore\nq1\ta0p0\t1\n"
    assert golden_from(into, Reading()).questions["question"].to_list() == ["q1"]


@pytest.mark.parametrize(
    ("start", "answer"), [(8, "горит"), (7, "светит"), (999, "горит"), (7, ""), (0, "Л"), (0, ".")]
)
def test_an_answer_that_is_not_where_it_should_be(tmp_path, into, start, answer):
    with pytest.raises(InputError, match="the answer of 'q1' is not where it should be"):
        squad_to_beir(source(tmp_path, start, answer), into)
    assert list(into.iterdir()) == []


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"data": [{}]}', '{"data": 1}', "[" * 100_000, '{"data": [{"paragraphs": [{"qas": [{}]}]}]}'],
)
def test_other_forms(tmp_path, into, text):
    (tmp_path / "s.json").write_text(text)
    with pytest.raises(InputError, match="not of the form of SQuAD"):
        squad_to_beir(tmp_path / "s.json", into)


def test_no_answers(tmp_path, into):
    with pytest.raises(InputError, match="not of the form of SQuAD"):
        squad_to_beir(source(tmp_path, answers=[]), into)


@pytest.mark.data
@pytest.mark.parametrize("language", ["ru", "en", "de"])
def test_xquad_as_it_is_kept(data_dir, tmp_path, into, language):
    """The same ids, texts, judgments and spans as in copies that were made otherwise, but for byte order marks."""
    path = tmp_path / "x.json"
    path.write_bytes(gzip.decompress((data_dir / "xquad" / f"xquad.{language}.json.gz").read_bytes()))
    squad_to_beir(path, into)
    kept = data_dir / "xquad" / f"beir_{language}"
    lines = gzip.decompress((kept / "corpus.jsonl.gz").read_bytes()).decode().split("\n")
    texts = {row["_id"]: row["text"] for row in map(json.loads, filter(None, lines))}
    assert read_corpus(into).texts == {name: text.removeprefix("\ufeff") for name, text in texts.items()}
    assert (into / "qrels" / "test.tsv").read_bytes() == (kept / "qrels" / "test.tsv").read_bytes()
    spans = [json.loads(line) for line in (kept / "answer_spans.jsonl").read_text("utf-8").splitlines()]
    golden = [json.loads(line) for line in (into / "golden.jsonl").read_text("utf-8").splitlines()]
    places = [(row["id"], one["document"], one["start"], one["quote"]) for row in golden for one in row["evidence"][0]]
    assert places == [
        (one["query_id"], one["doc_id"], one["start"] - texts[one["doc_id"]].startswith("\ufeff"), one["text"])
        for one in spans
    ]
    read = read_corpus(into).texts
    assert all(read[document][start:].startswith(quote) for _, document, start, quote in places)

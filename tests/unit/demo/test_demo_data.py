"""The embedded demo: every quote stands in its document, every promise about its shape holds."""

import json
import unicodedata
from collections import Counter
from importlib.resources import files

import pytest

from ragauge.demo.corpus import demo_documents, demo_golden

QUESTIONS = [
    json.loads(line) for line in (files("ragauge.demo") / "golden.jsonl").read_text(encoding="utf-8").splitlines()
]
DOCUMENTS = {document.id: document for document in demo_documents()}
KEYS = {"title", "tenant", "locale", "product", "version", "status", "valid_from"}


def test_it_is_large_and_varied_enough():
    assert len(DOCUMENTS) >= 60
    assert len(QUESTIONS) >= 80
    types = Counter(question["type"] for question in QUESTIONS)
    assert set(types) == {"single", "multi_hop", "numeric", "negation", "comparison", "no_answer", "version_sensitive"}
    assert min(types.values()) >= 10
    assert Counter(question["lang"] for question in QUESTIONS)["ru"] >= 30
    assert len({question["question"] for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=lambda document: document.id)
def test_documents_have_metadata_and_sections(document):
    assert set(document.metadata) == KEYS
    assert document.metadata["locale"] in {"en-US", "en-GB", "ru-RU"}
    assert document.metadata["status"] in {"current", "superseded", "draft"}
    assert document.text.startswith("# ")
    assert document.text.count("\n## ") >= 2
    assert unicodedata.is_normalized("NFC", document.text)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["id"])
def test_quotes_stand_exactly_once_in_their_documents(question):
    assert bool(question["evidence"]) == (question["type"] != "no_answer")
    for need in question["evidence"]:
        assert need
        for alternative in need:
            assert DOCUMENTS[alternative["document"]].text.count(alternative["quote"]) == 1


def test_the_golden_set_reads_as_it_was_meant():
    golden = demo_golden()
    status = Counter(golden.questions["status"])
    assert status == {"scored": 95, "no_relevant": 13}
    assert golden.has_alternatives
    assert not golden.notes

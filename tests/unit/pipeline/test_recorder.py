"""The recorder keeps what a retriever gives, and says whose answer is none."""

import pytest

import ragauge
from ragauge.core.records import Document
from ragauge.pipeline.lexical import LexicalRetriever


def test_ids_pairs_and_generators_are_hits():
    answers = {"a": ["d1", "d2"], "b": [("d2", 0.5), ("d1", 0.9)], "c": (x for x in ["d1"]), "d": []}
    steps = []
    run = ragauge.record(
        answers.get, list(answers), name="mine", progress=lambda done, total: steps.append((done, total))
    )
    assert run.frame.rows() == [
        ("a", "d1", None),
        ("a", "d2", None),
        ("b", "d2", 0.5),
        ("b", "d1", 0.9),
        ("c", "d1", None),
    ]
    assert run.empty_questions == ("d",)
    assert run.source == "mine"
    assert steps == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("answer", [None, "d1", 5, {"d1": 1.0}, b"d1"])
def test_anything_else_is_refused_with_the_question(answer):
    with pytest.raises(ragauge.InputError, match=r"search\('Почему\?'\) gave"):
        ragauge.record(lambda _: answer, ["Почему?"])


def test_what_search_raises_is_passed_on():
    def search(question):
        raise TimeoutError(question)

    with pytest.raises(TimeoutError):
        ragauge.record(search, ["a"])


def test_questions_may_be_a_mapping_or_a_golden_set():
    seen = []
    gold = ragauge.load_golden({"q1": ["d"]})
    for questions in ({"q1": "text one"}, gold):
        run = ragauge.record(lambda q: seen.append(q) or ["d"], questions)
        assert ragauge.evaluate(gold, run, ["recall"])["recall"].value == 1.0
    assert seen == ["text one", "q1"]


def test_the_gold_mapping_itself_names_the_questions():
    seen = []
    gold = {"Что?": ["d"], "Why?": {"d": 1}}
    ragauge.record(lambda question: seen.append(question) or ["d"], gold)
    assert seen == ["Что?", "Why?"]
    with pytest.raises(ragauge.InputError, match="not a string or a path"):
        ragauge.record(lambda question: ["d"], "Why?")


def test_the_lexical_retriever_does_not_depend_on_the_order_of_documents():
    documents = [Document(str(i), f"слово word{i % 3} общий text") for i in range(20)]
    first = LexicalRetriever(documents).search("общие words word1")
    assert first == LexicalRetriever(documents[::-1]).search("общие words word1")
    assert first
    assert LexicalRetriever(documents).search("ничего nothing") == []
    assert LexicalRetriever([]).search("a") == []
    assert LexicalRetriever([Document("a", "...")]).search("a") == []


def test_document_ids_must_be_unique():
    with pytest.raises(ragauge.InputError, match="not: a"):
        LexicalRetriever([Document("a", "x"), Document("a", "y")])

"""The recorder keeps what a retriever gives, and says whose answer is none."""

import pytest

import ragauge
from ragauge.core.records import Document
from ragauge.pipeline.lexical import LexicalRetriever
from ragauge.pipeline.trace_recorder import Recorder


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


def failing(*bad, error=TimeoutError):
    def search(question):
        if question in bad:
            raise error(f"no answer to {question}") if error is TimeoutError else error
        return ["d1"]

    return search


QUESTIONS = {f"q{number}": f"question {number}" for number in range(1, 301)}


def test_a_failure_at_question_299_is_kept_counted_and_told():
    run = ragauge.record(failing("question 299"), QUESTIONS)
    assert dict(run.failures) == {"q299": "TimeoutError: no answer to question 299"}
    assert run.empty_questions == ("q299",)
    assert len(run) == 299
    gold = {name: ["d1"] for name in QUESTIONS}
    card = ragauge.evaluate(gold, run, ["recall@5"])
    (score,) = card.scores
    assert (score.value, score.n) == (1.0, 299)
    assert score.failed == {"TimeoutError: no answer to question 299": 1}
    assert any(note.startswith("1 searches failed (TimeoutError: no answer") for note in card.warnings)


@pytest.mark.parametrize("answer", [None, {"d1"}, [("d1", float("nan"))], [("d1", 1, 2)]])
def test_an_answer_that_is_no_ranking_is_a_failure_too(answer):
    run = ragauge.record(lambda question: answer if question == "b" else ["d1"], ["a", "b", "c"])
    assert list(run.failures) == ["b"]
    assert run.failures["b"].startswith(("InputError: search('b') gave", "InputError: question 'b': "))


def test_a_generator_that_fails_halfway_is_a_failure():
    def search(question):
        yield "d1"
        if question == "b":
            raise ConnectionError

    run = ragauge.record(search, ["a", "b"])
    assert dict(run.failures) == {"b": "ConnectionError"}
    assert run.frame.rows() == [("a", "d1", None)]


def test_many_messages_are_told_by_their_kind():
    run = ragauge.record(failing(*(f"question {number}" for number in range(20, 40))), QUESTIONS)
    assert set(run.failures.values()) == {"TimeoutError"}


def test_what_search_raises_is_passed_on_where_that_is_asked_for():
    with pytest.raises(TimeoutError, match="question 7"):
        ragauge.record(failing("question 7"), QUESTIONS, errors="raise")
    with pytest.raises(ragauge.InputError, match="errors='ignore'; there are: keep, raise"):
        ragauge.record(failing(), QUESTIONS, errors="ignore")


def test_a_search_that_fails_every_time_is_no_run():
    asked = []

    def search(question):
        asked.append(question)
        raise TimeoutError(question)

    with pytest.raises(TimeoutError):
        ragauge.record(search, ["a"])
    with pytest.raises(TimeoutError, match="question 10"):
        ragauge.record(search, QUESTIONS)
    assert len(asked) == 11


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_always_passes(error):
    with pytest.raises(error):
        ragauge.record(failing("question 5", error=error), QUESTIONS)


def test_the_trace_of_a_failure_has_its_error_and_what_came_before_it():
    recorder = Recorder()

    @recorder.step("rerank")
    def rerank(question):
        raise ValueError("model not loaded")

    def search(question):
        return rerank(question) if question == "b" else ["d1"]

    run = ragauge.record(search, {"q1": "a", "q2": "b"}, recorder=recorder)
    assert dict(run.failures) == {"q2": "ValueError: model not loaded"}
    assert [trace.failed_in for trace in recorder.traces] == [None, "rerank"]


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

"""Answers beside retrieval: cases from traces, defaults, failures apart, and files that read back."""

import pytest

from ragauge.answering.cases import answers_of
from ragauge.answering.measuring import answer_metrics, measure_all
from ragauge.core.anchors import Anchor
from ragauge.core.options import Options
from ragauge.core.scorecard import Scorecard
from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.io.trace_tables import traced_of
from ragauge.io.traces import run_of
from ragauge.loading import load_golden

GOLD = [
    {"id": "q1", "question": "How long is the warranty?", "documents": ["a"], "answer": "Two years.", "type": "single"},
    {"id": "q2", "question": "Сколько стоит лампа?", "documents": ["b"], "answer": "1 200 рублей", "type": "single"},
    {"id": "q3", "question": "Who founded it?", "documents": [], "type": "no_answer"},
    {"id": "q4", "question": "Which plug?", "documents": ["c"], "answer": "Type G", "type": "single"},
    {"id": "q5", "question": "Which cable?", "documents": ["c"], "answer": "Blue", "type": "single"},
]
PLACES = {
    "a": Anchor(document="a", quote="The warranty is two years."),
    "b": Anchor(document="b", quote="Лампа стоит 1 200 рублей."),
    "x": Anchor(document="x", quote="Other words."),
}


def trace(question, *items, **parts):
    hits = tuple((item, None) for item in items)
    lists = (StageHits("bm25", "lane", hits), StageHits("prompt", "context", hits))
    return Trace(question, stages=lists, anchors={item: PLACES[item] for item in items if item in PLACES}, **parts)


TRACES = [
    trace("q1", "a", "x", answer="Two years.", citations=("a",), refusal=False),
    trace("q2", "x", answer="Лампа стоит 900 рублей.", citations=("x",), refusal=False),
    trace("q3", "x", answer="I cannot tell.", citations=(), refusal=True),
    Trace("q4", error="TimeoutError: too slow", failed_in="bm25"),
]


def card(names=None):
    golden = load_golden(GOLD, match="all")
    how = {"by": [], "k": 5, "options": Options(), "around": Surroundings()}
    return measure_all(golden, run_of(TRACES), traced_of(TRACES), names, **how)[0]


def test_cases_have_what_is_recorded_and_nothing_else():
    cases = {one.question: one for one in answers_of(load_golden(GOLD, match="all"), traced_of(TRACES)).cases}
    assert cases["q1"].contexts == (PLACES["a"].quote, PLACES["x"].quote)
    assert cases["q1"].references == ("Two years.",)
    assert (cases["q1"].met, cases["q2"].met, cases["q3"].met) == ((True,), (False,), None)
    assert (cases["q3"].answerable, cases["q4"].error) == (False, "TimeoutError: too slow")
    assert cases["q5"].answer is None


def test_failed_and_missing_questions_have_no_value():
    found = card(["context_recall", "exact_match", "number_grounding", "wrong_refusal", "abstention_correct"])
    recall = found["context_recall"]
    assert (recall.value, recall.n, dict(recall.failed)) == (0.5, 2, {"failed": 1})
    assert dict(recall.excluded) == {"unanswerable": 1, "missing": 1}
    assert recall.bounds == {"failed_low": 1 / 3, "failed_high": 2 / 3}
    assert found["exact_match"].value == 0.5
    assert found["number_grounding"].value == 0.5  # two is in its prompt, 900 is not
    assert found["abstention_correct"].value == 1.0


def test_defaults_have_both_and_the_file_reads_back():
    found = card()
    assert {"recall@5", "context_recall", "lexical_faithfulness"} <= set(found.metrics)
    assert Scorecard.from_json(found.to_json()) == found


def test_names_are_told_apart():
    ranking, ours = answer_metrics(["mrr", "exact_match", "mrr"])
    assert (ranking, [one.name for one in ours]) == (["mrr"], ["exact_match"])


def test_an_unknown_text_in_the_prompt_is_no_context():
    golden = load_golden(GOLD, match="all")
    (case, *_) = answers_of(golden, traced_of([trace("q1", "a", "unknown", answer="Two years.")])).cases
    assert case.contexts is None


@pytest.mark.parametrize("name", ["context_recall", "token_f1"])
def test_answer_metrics_are_refused_for_a_plain_run(name):
    from ragauge import evaluate
    from ragauge.core.errors import InputError

    with pytest.raises(InputError, match="answers"):
        evaluate({"q1": ["a"]}, {"q1": ["a"]}, [name])

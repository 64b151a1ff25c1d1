"""Reports of little: one result, one question, nothing at all, and runs in which much went wrong."""

from dataclasses import replace

import pytest
from demo_report import report_of
from odd_reports import odd_inputs
from watched_page import texts

from ragauge.answering.evaluating import evaluate_answers
from ragauge.core.trace import StageHits, Trace
from ragauge.funnel.diagnosing import follow
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden
from ragauge.report.diagnosis_json import diagnosis_data
from ragauge.report.html.inputs import Inputs

PARTS = ("cards", "diagnosis", "comparison", "sweep", "gate", "calibrations", "golden", "traced", "traces")
SHOWN = {
    "cards": {"verdict", "stages", "slices", "questions", "provenance"},
    "diagnosis": {"verdict", "funnel", "questions", "provenance"},
    "comparison": {"verdict", "comparison", "provenance"},
    "sweep": {"sweep", "provenance"},
    "gate": {"verdict", "gate", "provenance"},
    "calibrations": {"judge", "provenance"},
    "golden": {"questions", "provenance"},
    "traces": {"latency", "provenance"},
}


def sections(page):
    return set(page.locator("main > section").evaluate_all("(all) => all.map((one) => one.id)"))


def whole(page):
    assert page.locator(".problem").all_inner_texts() == []
    assert page.locator(".chart svg").count() == page.locator(".chart").count()
    if page.locator("#questions").count():
        page.locator("#question-list tbody a").first.click()
        page.wait_for_selector("#question-title")
    links = page.locator("main a[href^='#']").evaluate_all(
        "(all) => all.map((one) => one.hash.slice(1).split(/[?/]/)[0])"
    )
    known = {*sections(page), "question"}
    assert set(links) <= known


@pytest.mark.parametrize("name", SHOWN)
def test_each_result_alone(show, demo, name):
    page = show(report_of(Inputs("alone", **{name: getattr(demo.inputs, name)})).html)
    assert sections(page) == SHOWN[name]
    whole(page)


def test_without_traces_the_hits_of_the_scorecard_are_shown(show, demo):
    page = show(report_of(Inputs("alone", cards=demo.inputs.cards[:1], golden=demo.inputs.golden)).html)
    page.evaluate("() => { location.hash = 'question/0'; }")
    page.wait_for_selector("#question-title")
    assert texts(page, ".hits .mono") == demo.inputs.card.evidence["hits"][0]


def test_nothing_at_all(show):
    page = show(report_of(Inputs("")).html)
    assert sections(page) == {"provenance"}
    whole(page)


def test_no_question_and_no_need(show):
    empty = odd_inputs(["a"], questions=["a"])
    found = {**empty.diagnosis, "rows": [], "needs": []}
    compared = {**empty.comparison, "differences": [], "moved": []}
    swept = {**empty.sweep, "points": [], "curve": None, "best": None, "recommended": None}
    page = show(
        report_of(Inputs("a", diagnosis=found, comparison=compared, sweep=swept, gate={**empty.gate, "rules": []})).html
    )
    assert sections(page) >= {"comparison", "sweep", "gate"}
    assert page.locator("text=Nothing here").count() >= 2
    whole(page)


def run_with(traces, gold):
    golden, traced = load_golden(gold), traced_of(traces)
    card = evaluate_answers(golden, traces, by=["type"])
    diagnosis = diagnosis_data(follow(golden, traced))
    return Inputs("run", cards=(card,), diagnosis=diagnosis, golden=golden, traced=traced, traces=tuple(traces))


def asked(name, need="d1", **known):
    evidence = {"evidence": [[{"document": need}]]} if need else {"evidence": [], "answerable": False}
    return {
        "id": name,
        "question": f"{name}?",
        "type": known.pop("kind", "a"),
        "answer": "Two years." if need else None,
        **evidence,
    }


FOUND = (StageHits("bm25", "lane", (("d1", 2.0), ("d2", 1.0))), StageHits("context", "context", (("d1", None),)))


def test_one_question(show):
    inputs = run_with([Trace("q1", text="q1?", stages=FOUND, answer="Two years.", refusal=False)], [asked("q1")])
    page = show(report_of(inputs).html)
    whole(page)
    assert page.inner_text("#question-count") == "1 of 1 questions"
    assert page.locator(".question-nav a").count() == 1


def test_failures_exclusions_and_questions_without_an_answer(show):
    gold = [asked("q1"), asked("q2"), asked("q3", kind="b"), asked("q4", None, kind="b"), asked("q5")]
    told = [
        Trace("q1", text="q1?", stages=FOUND, answer="Two years.", refusal=False),
        Trace("q2", text="q2?", stages=FOUND[:1], error="TimeoutError: <b>no</b> reply", failed_in="context"),
        Trace("q3", text="q3?", stages=(StageHits("bm25", "lane", ()),), answer=None, refusal=True),
        Trace("q4", text="q4?", stages=FOUND, answer="Nobody knows.", refusal=False),
    ]
    inputs = run_with(told, gold)
    page = show(report_of(inputs).html)
    whole(page)
    for place, words in ((1, "TimeoutError: <b>no</b> reply"), (2, "nothing was handed on"), (3, "Nobody knows.")):
        page.evaluate("(place) => R.openQuestion(place, true)", place)
        page.locator(".stage > summary").evaluate_all(
            "(all) => all.forEach((one) => { one.parentElement.open = true; })"
        )
        assert words in page.inner_text("#question")
    page.evaluate("(place) => R.openQuestion(place, true)", 4)
    assert page.locator(".stage").count() == 0
    left = inputs.card["recall@5"]
    assert f"n = {left.n} of {left.items}" in page.inner_text("#stages")


def test_a_metric_that_was_not_measured_is_said_so_and_is_no_number(show, demo):
    card = demo.inputs.card
    nothing = {"value": None, "interval": None, "n": 0, "failed": {}, "missing": 0, "flagged": {}}
    none = tuple(replace(one, **nothing, excluded={"left": one.items}) for one in card.scores)
    page = show(report_of(Inputs("none", cards=(replace(card, scores=none),))).html)
    assert set(texts(page, "[data-metric]")) == {"not measured"}
    assert page.locator("#chart-metrics").count() == 0
    told = page.inner_text(".said.unknown")
    assert [name for name in card.metrics if name not in told] == []

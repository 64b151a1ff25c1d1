"""Judges as other tools have them wrong: replies, limits of the rate, verdicts and contexts, through the whole run.

The formulas over verdicts are held to the same rows in test_generation_cases.py, and the rows of plain answers too.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ragauge import all_metrics, find_metric, load_golden
from ragauge.answering.cases import answers_of
from ragauge.answering.judge_run import JudgeRun
from ragauge.answering.judged import score_judged
from ragauge.backends.call_error import CallError
from ragauge.core.answered import Answered, Answers, Nugget
from ragauge.core.flows import Asking, JudgeError, Reply, Request
from ragauge.io.otel.importing import import_spans
from ragauge.io.otel.reading import spans_of
from ragauge.io.trace_tables import traced_of
from ragauge.judging.limits import Limits
from ragauge.judging.measured.calibrating import calibrate
from ragauge.judging.measured.labels import read_labels
from ragauge.judging.measured.plain_label import plain_label
from ragauge.judging.results import Failure, Results
from ragauge.judging.running import run_flows, run_flows_async
from ragauge.metrics.context.judged.reference_claims import reference_claim_recall
from ragauge.metrics.generation.grounding import number_grounding
from ragauge.metrics.generation.judged.faithfulness import faithfulness
from ragauge.metrics.generation.scored_replies import read_score
from ragauge.metrics.judge_cases import JUDGED
from ragauge.stats.partial_mean import partial_mean
from virtual_time import in_virtual_time

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ragauge.core.flows import Flow

SUPPORTED = {
    "type": "object",
    "properties": {"verdict": {"type": "string", "enum": ["yes", "no"]}},
    "required": ["verdict"],
}
REFUSED = CallError("rate_limited", "HTTP 429", again=True, of_server=True)


class Judge:
    """Answers by a function of the request; an error is raised."""

    identity, tells_probabilities = "a judge of this test", False

    def __init__(self, answer: Callable[[Request], Any]) -> None:
        self.answer = answer
        self.asked: list[Request] = []

    async def complete(self, request: Request, /, draw: int | None = None) -> Reply:
        self.asked.append(request)
        said = self.answer(request)
        if isinstance(said, Exception):
            raise said
        return Reply(said if isinstance(said, str) else json.dumps(said), tokens={"prompt": 1, "completion": 1})

    async def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def rows(cases_dir: Path) -> dict[str, dict[str, Any]]:
    texts = [(cases_dir / f"{name}.jsonl").read_text("utf-8") for name in ("users", "peers")]
    return {row["id"]: row["input"] for text in texts for row in map(json.loads, text.splitlines())}


def verdict(prompt: str) -> Flow:
    (reply,) = yield (Request("verdict", 1, prompt, SUPPORTED),)
    return float(reply.data["verdict"] == "yes")


def answered(claims: list[str], contexts: list[str]) -> Answered:
    return Answered("q", text="?", answer=". ".join(claims), contexts=tuple(contexts), refusal=False)


# M03, M04, M05: verdicts that are not one for each claim, each of them one of the verdicts.


def entailment(verdicts: list[Any]) -> list[dict[str, Any]]:
    """As the judge of the metric would say it: 1 is supported, and what is no verdict stays what it is."""
    plain = {"passages": [], "quotes": [], "rationale": "", "failure_mode": "fabrication"}
    good = {**plain, "passages": [1], "quotes": ["Velden Mill"], "failure_mode": "none"}
    words = {1: ("supported", good), 0: ("not_found", plain)}
    told = [words.get(one, (one, plain)) for one in verdicts]
    return [{"claim": place, "verdict": word, **rest} for place, (word, rest) in enumerate(told, start=1)]


def outcome_of(claims: list[str], verdicts: list[Any], contexts: list[str]) -> tuple[Any, Judge]:
    def answer(request: Request) -> Any:
        return {"claims": claims} if request.task == "claims" else {"verdicts": entailment(verdicts)}

    judge = Judge(answer)
    return run_flows({"q": faithfulness(answered(claims, contexts), Asking())}, judge).outcomes["q"], judge


@pytest.mark.parametrize("name", ["M03", "M04", "M05"])
def test_broken_verdicts_are_an_error_of_the_judge(rows: dict[str, Any], name: str) -> None:
    given = rows[name]
    claims = [f"{letter.upper()} is said" for letter in given.get("claims", given.get("statements"))]
    contexts = given.get("contexts", ["Velden Mill staff must give six weeks of notice."])
    outcome, judge = outcome_of(claims, given["judge_verdicts"], contexts)
    assert isinstance(outcome, Failure)
    assert [request.task for request in judge.asked] == ["claims", "entailment", "entailment"]  # asked once more
    whole, _ = outcome_of(claims, [1] * len(claims), contexts)
    assert whole == 1.0


def test_verdicts_too_many_twice_or_out_of_order_are_errors_too() -> None:
    claims, contexts = ["A is said", "B is said"], ["Velden Mill"]
    many = [1, 0, 1]
    assert isinstance(outcome_of(claims, many, contexts)[0], Failure)
    for places in ((1, 1), (2, 1), (0, 1), (2, 3)):
        told = [{**one, "claim": place} for one, place in zip(entailment([1, 0]), places, strict=True)]
        replies = {"claims": {"claims": claims}, "entailment": {"verdicts": told}}
        judge = Judge(lambda request, replies=replies: replies[request.task])
        found = run_flows({"q": faithfulness(answered(claims, contexts), Asking())}, judge)
        assert found.failed == {"wrong_count": 1}


# M07, M13: nobody is asked where there is nothing to ask.


def test_a_refusal_and_an_empty_context_ask_nobody(rows: dict[str, Any]) -> None:
    given = rows["M13"]
    judge = Judge(lambda _: AssertionError("the judge was asked"))
    refused = Answered("r", answer="The manual does not say.", contexts=("...",), references=("a", "b"))
    empty = Answered("e", contexts=tuple(given["contexts"]), references=(given["expected"],), answerable=True)
    flows = {"r": faithfulness(refused, Asking()), "e": reference_claim_recall(empty, Asking())}
    assert run_flows(flows, judge).outcomes == {"r": "refused", "e": 0.0}
    assert judge.asked == []


# M28: one spelling of a verdict, and what is none is an error.


def test_one_spelling_for_a_stored_verdict(rows: dict[str, Any]) -> None:
    said = rows["M28"]["judge_verdict"]
    spellings = [said, "Yes", " YES ", "**yes**", '"yes"', "yes!", "ＹＥＳ"]
    assert {plain_label(one) for one in spellings} == {"yes"}
    assert {plain_label(one) for one in ("да.", "«Да»", " ДА")} == {"да"}
    unknown = ["perhaps", "yes and no", "not yes", "yess", "1"]
    humans = ["yes"] * len(spellings) + ["no"] * len(unknown) + ["no", "no"]
    judged = zip(humans, [*spellings, *unknown, "No.", ""], strict=True)
    stored = [{"item": str(n), "human": human, "judge": judge} for n, (human, judge) in enumerate(judged)]
    found = calibrate(read_labels(stored)).to_dict()
    assert found["labels"]["failed"] == {**dict.fromkeys(unknown, 1), "(empty)": 1}
    assert found["labels"]["n"] == len(spellings) + 1
    assert found["figures"]["agreement"]["value"] == 1.0


@pytest.mark.parametrize("said", ["yes.", "Yes", "maybe", "", "{}", '{"verdict": "yes."}', '{"verdict": null}', "[]"])
def test_a_reply_that_is_no_verdict_is_an_error_and_no_number(rows: dict[str, Any], said: str) -> None:
    assert rows["M28"]["judge_verdict"] == "yes."
    judge = Judge(lambda _: said)
    assert run_flows({"q": verdict("?")}, judge).failed == {"unparsable": 1}
    assert len(judge.asked) == 2
    again = iter([said, '{"verdict": "yes"}'])
    assert run_flows({"q": verdict("?")}, Judge(lambda _: next(again))).outcomes == {"q": 1.0}


TRUE = "The warranty is two years."
WHOLE = Answered(
    "q", text="How long is the warranty?", answer="It is two years [1].", refusal=False, ids=("c1", "c2"),
    contexts=(TRUE, "Lamps hum."), citations=("c1",), references=(TRUE,), nuggets=(Nugget(TRUE),), answerable=True,
)  # fmt: skip
JUDGED_NAMES = [name for name, spec in all_metrics().items() if spec.inputs == JUDGED]


@pytest.mark.parametrize("name", JUDGED_NAMES)
def test_no_metric_makes_a_number_of_a_reply_that_is_none(name: str) -> None:
    measure = find_metric(name)
    assert measure.spec.function is not None
    for said in ("yes.", "I cannot grade this.", "", "{}", "null", "[1, 0]", "5 or 6", "Да."):
        judge = Judge(lambda _, said=said: said)
        found = run_flows({"q": measure.spec.function(WHOLE, Asking(), **measure.given)}, judge)  # type: ignore[dict-item]
        assert found.failed == {"unparsable": 1}, said
        assert judge.asked


# U055: a reply that cannot be read is not the pass mark.


def test_a_reply_that_cannot_be_read_neither_passes_nor_fails(rows: dict[str, Any]) -> None:
    given = rows["U055"]
    for text in (given["reply"], "Оценить не могу.", "3 or 4", "three", ""):
        with pytest.raises(JudgeError) as raised:
            read_score(text)
        assert raised.value.kind == "unparsable"
    found = run_flows({"bad": verdict("1"), "good": verdict("2")}, Judge(
        lambda request: given["reply"] if "1" in request.prompt.partition("\n")[0] else '{"verdict": "yes"}'
    ))  # fmt: skip
    assert found.outcomes["good"] == 1.0
    assert isinstance(found.outcomes["bad"], Failure)
    scores = [None, given["pass_at"], 5.0]
    told = partial_mean(scores, 1, 5)
    assert (told.value, told.n, told.items) == (4.0, 2, 3)
    assert (told.worst, told.best) == ((1 + 3 + 5) / 3, (5 + 3 + 5) / 3)


# M33, M34: some requests are refused for ever, and the others have their values in seconds.


def limited(number: int, always: set[int], limits: Limits | None = None, wait: float | None = None) -> tuple[
    Results, float, Judge
]:  # fmt: skip
    refused = REFUSED if wait is None else CallError("rate_limited", "429", again=True, of_server=True, wait=wait)

    def answer(request: Request) -> Any:
        return refused if int(request.prompt) in always else '{"verdict": "yes"}'

    judge = Judge(answer)
    flows = {str(one): verdict(str(one)) for one in range(number)}
    found, seconds = in_virtual_time(run_flows_async(flows, judge, limits))
    return found, seconds, judge


def spread(number: int, count: int) -> set[int]:
    return {number * place // count for place in range(count)}


@pytest.mark.parametrize("shape", ["spread", "first", "last"])
@pytest.mark.parametrize("more", [{}, {"concurrency": 1}, {"concurrency": 256}])
def test_refused_for_ever(rows: dict[str, Any], shape: str, more: Mapping[str, int]) -> None:
    for name in ("M33", "M34"):
        number, count = rows[name]["n"], rows[name]["always_429"]
        always = {"spread": spread(number, count), "first": set(range(count)),
                  "last": set(range(number - count, number))}[shape]  # fmt: skip
        limits = Limits(**more)
        found, seconds, judge = limited(number, always, limits)
        assert list(found.outcomes.values()).count(1.0) == number - count == 45
        assert found.failed == {"rate_limited": count}
        assert found.coverage == 45 / 50
        assert len(judge.asked) == found.spent.calls == number - count + count * limits.attempts
        # one after another, each of the five has its own waits
        assert seconds < (10 if limits.concurrency > 1 else 10 * count)


@pytest.mark.parametrize("name", ["M33", "M34"])
def test_what_was_refused_for_ever_is_counted_beside_the_mean(rows: dict[str, Any], name: str) -> None:
    """On the scorecard: 45 of 50 with their mean, five failed by their kind, and what these could make of it."""
    number, count = rows[name]["n"], rows[name]["always_429"]
    texts = [f"Lamp {place} hums." for place in range(number)]
    always = {texts[place] for place in spread(number, count)}

    def answer(request: Request) -> Any:
        said = next(text for text in texts if text in request.prompt)
        if request.task == "claims":
            return REFUSED if said in always else {"claims": [said]}
        return {"verdicts": [{**entailment([1])[0], "quotes": [said]}]}

    cases = tuple(Answered(text, answer=text, contexts=(text,), refusal=False) for text in texts)
    run = JudgeRun(Judge(answer), "m", Limits(first_wait=0.001, longest_wait=0.001))
    found = score_judged(Answers(cases), [find_metric("faithfulness")], [(None, np.ones(number, dtype=bool))], run)
    (score,) = found.scores
    assert (score.value, score.n, score.items) == (1.0, number - count, number)
    assert (score.failed, score.excluded) == ({"judge_rate_limited": count}, {})
    assert score.bounds == {"failed_low": 0.9, "failed_high": 1.0}
    assert found.provenance["coverage"] == 0.9


def test_a_server_that_names_a_time_that_is_too_long_is_not_waited_for() -> None:
    found, seconds, judge = limited(50, spread(50, 5), wait=3600.0)
    assert (list(found.outcomes.values()).count(1.0), found.failed) == (45, {"rate_limited": 5})
    assert len(judge.asked) == 50
    assert seconds < 1


def test_a_server_that_refuses_everybody_is_given_up_in_seconds() -> None:
    found, seconds, judge = limited(500, set(range(500)))
    assert found.failed == {"rate_limited": 500}
    assert len(judge.asked) <= 32 * Limits().attempts
    assert seconds < 20
    assert "given up" in found.notes[0]


# M31: a document's text under any of its names; where it has none, there is no context to judge.


def grounded(document: Mapping[str, Any]) -> Any:
    """The grounding of an answer in one document that a retriever hands on to the prompt, as spans tell it."""
    found = json.dumps([document])
    asked = {"input.value": "When does the gate close?", "output.value": found, "ragauge.prompt.chunks": found}
    times = {"start_time": "2031-05-02T10:00:00Z", "end_time": "2031-05-02T10:00:01Z"}
    spans = [
        {"name": kind, "context": {"trace_id": "0xa1", "span_id": kind}, **times,
         "attributes": {"openinference.span.kind": kind, **told}}
        for kind, told in {"RETRIEVER": asked, "LLM": {"output.value": "At 21:00."}}.items()
    ]  # fmt: skip
    (trace,) = import_spans(spans_of(spans)).traces
    golden = load_golden([{"id": trace.question, "question": trace.text, "expected_docs": [document["id"]]}])
    return next(number_grounding(answers_of(golden, traced_of([trace]))).cells())


@pytest.mark.parametrize("name", ["content", "text", "page_content", "document.content"])
def test_a_document_has_its_text_under_any_name(rows: dict[str, Any], name: str) -> None:
    ((document,),) = rows["M31"].values()
    told = {name: document["content"], "id": document["id"]}
    assert grounded(told) == 1.0
    assert grounded({**told, name: "Nothing of the kind."}) == 0.0
    assert grounded({**told, name: ""}) == grounded({"id": document["id"]}) == "no_context"

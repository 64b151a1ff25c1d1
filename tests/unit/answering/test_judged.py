"""Metrics that ask a judge on a scorecard: values, failures apart from undefined cases, grounds, and who judged."""

import json

import pytest

from ragauge.answering.evaluating import evaluate_answers
from ragauge.answering.judge_run import JudgeRun
from ragauge.answering.judged import score_judged
from ragauge.answering.measuring import InterruptedScores
from ragauge.backends.call_error import CallError
from ragauge.catalog import find_metric
from ragauge.core.anchors import Anchor
from ragauge.core.answered import Answered, Answers
from ragauge.core.errors import InputError
from ragauge.core.flows import JudgeError
from ragauge.core.scorecard import Scorecard
from ragauge.core.trace import StageHits, Trace
from ragauge.io.scorecards import contradictions
from ragauge.judging.limits import Budget, Limits
from ragauge.judging.results import InterruptedRun, Results
from stub_judge import LexicalJudge

TEXTS = {"a": "The warranty is two years.", "b": "Лампа стоит 1200 рублей.", "c": "The plug is of type G."}
CASES = (
    Answered("q1", "How long is the warranty?", "The warranty is two years. It covers theft.", contexts=(TEXTS["a"],)),
    Answered("q2", "Сколько стоит лампа?", "Лампа стоит 1200 рублей.", contexts=(TEXTS["b"],)),
    Answered("q3", "Who founded it?", "I cannot tell.", refusal=True, contexts=(TEXTS["a"],)),
    Answered("q4", "Which plug?", "Type G.", contexts=(TEXTS["c"],), error=None),
    Answered("q5", "Which cable?", error="TimeoutError: too slow"),
    Answered("q6", "Which colour?"),
)
ANSWERS = Answers(CASES, missing=frozenset({"q6"}))
ONE = find_metric("faithfulness")


def whole(number):
    import numpy as np

    return [(None, np.ones(number, dtype=bool))]


def judged(judge, *names, answers=ANSWERS, **more):
    measures = [find_metric(name) for name in names or ("faithfulness",)]
    return score_judged(answers, measures, whole(len(answers)), JudgeRun(judge, "lexical", **more))


class Faulty(LexicalJudge):
    """Raises an error for prompts with a word."""

    def __init__(self, word, error):
        super().__init__()
        self.word, self.error = word, error

    async def complete(self, request, /, draw=None):
        if self.word in request.prompt:
            raise self.error
        return await super().complete(request, draw)


def test_values_and_grounds_of_what_can_be_judged():
    judge = LexicalJudge()
    found = judged(judge)
    assert list(found.values["faithfulness"].cells()) == [0.5, 1.0, "refused", 1.0, "failed", "missing"]
    (score,) = found.scores
    assert (score.value, score.n, dict(score.excluded)) == (
        pytest.approx(5 / 6, abs=1e-15),
        3,
        {"refused": 1, "missing": 1},
    )
    assert dict(score.failed) == {"failed": 1}
    assert [bool(one) for one in found.grounds] == [True, True, False, True, False, False]
    assert [one["verdict"] for one in found.grounds[0]["faithfulness"]["claims"]] == ["supported", "not_found"]
    assert not any("Which cable" in one.prompt or "Which colour" in one.prompt for one in judge.asked)


def test_what_metrics_ask_alike_is_asked_once():
    judge = LexicalJudge()
    found = judged(judge, "faithfulness", "fact_score")
    claims = [one.prompt for one in judge.asked if one.task == "claims"]
    assert len(claims) == len(set(claims)) == 3
    prompts = {"claims": 1, "entailment": 1}
    assert found.provenance["prompts"] == {"faithfulness": prompts, "fact_score": prompts}
    assert found.provenance["calls"] == len(judge.asked)


def test_who_judged_is_told():
    told = judged(LexicalJudge()).provenance
    assert (told["identity"], told["model"], told["coverage"], told["notes"]) == ("lexical", "lexical", 1.0, [])
    assert told["calibration"] == {"faithfulness": None}
    assert told["spent"]["replies"] == told["calls"] == 6
    json.dumps(told, allow_nan=False)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (CallError("refused", "will not answer"), "judge_refused"),
        (CallError("timeout", "too slow"), "judge_timeout"),
        (JudgeError("unparsable", "no JSON"), "judge_unparsable"),
    ],
)
def test_a_failure_of_the_judge_is_no_undefined_case(error, kind):
    found = judged(Faulty("type G", error), limits=Limits(attempts=1))
    (score,) = found.scores
    assert list(found.values["faithfulness"].cells())[2:4] == ["refused", kind]
    assert (dict(score.failed), score.excluded["refused"]) == ({kind: 1, "failed": 1}, 1)
    assert (score.value, score.n) == (0.75, 2)
    assert score.bounds == {"failed_low": 1.5 / 4, "failed_high": 3.5 / 4}
    assert found.provenance["coverage"] == 0.75
    assert (
        f"1 of 4 judgements failed: {kind.removeprefix('judge_')}; the first, faithfulness of q4:" in found.warnings[0]
    )


def test_a_budget_that_is_used_up_leaves_the_first_cases():
    limits = Limits(concurrency=1, budget=Budget(calls=10))
    found = judged(LexicalJudge(), "faithfulness", "answer_relevance", limits=limits)
    asked = [place for place, one in enumerate(CASES) if one.answer and not one.refusal]
    assert len(found.grounds[asked[0]]) == 2
    assert found.grounds[asked[-1]] == {}
    assert all(score.failed["judge_budget"] >= 1 for score in found.scores)
    assert found.provenance["calls"] <= 10
    assert "the budget of 10 calls is used up" in " ".join(found.warnings)


def test_an_interrupted_run_keeps_what_it_has(monkeypatch):
    def stopped(flows, *_):
        outcomes = {"faithfulness of q1": 0.5}
        results = Results(outcomes, tuple(name for name in flows if name not in outcomes))
        for flow in flows.values():
            flow.close()
        raise InterruptedRun(results, "replies.sqlite")

    monkeypatch.setattr("ragauge.answering.judged.run_flows", stopped)
    found = judged(LexicalJudge())
    (score,) = found.scores
    assert (score.value, score.n, dict(score.failed)) == (0.5, 1, {"judge_unfinished": 3, "failed": 1})
    assert found.provenance["coverage"] == 0.25
    assert "interrupted: 1 of 4 are done; replies are kept in replies.sqlite" in found.warnings[-1]
    with pytest.raises(InterruptedScores, match="1 of 4") as error:
        card_of("faithfulness")
    assert error.value.card["faithfulness"].failed["judge_unfinished"] == 3


def traces():
    def trace(question, item, **parts):
        lists = (StageHits("bm25", "lane", ((item, None),)), StageHits("prompt", "context", ((item, None),)))
        return Trace(question, stages=lists, anchors={item: Anchor(document=item, quote=TEXTS[item])}, **parts)

    said = {"q1": "a", "q2": "b", "q3": "a", "q4": "c"}
    by_id = {one.question: one for one in CASES}
    found = [trace(q, item, answer=by_id[q].answer, refusal=by_id[q].refusal) for q, item in said.items()]
    return [*found, Trace("q5", error="TimeoutError: too slow", failed_in="bm25")]


GOLD = [
    {"id": one.question, "question": one.text, "documents": [item], "type": kind}
    for one, item, kind in zip(CASES, "abaccc", "xyxyxy", strict=True)
]


def card_of(*names, judge=None, **more):
    return evaluate_answers(GOLD, traces(), list(names), judge=judge or LexicalJudge(), match="all", **more)


def test_a_scorecard_with_a_judge_reads_back():
    card = card_of("recall@5", "faithfulness", "lexical_faithfulness", by=["type"])
    assert card.metrics == ("recall@5", "lexical_faithfulness", "faithfulness")
    assert card.score("faithfulness", type="x").value == 0.5
    assert card.evidence["grounds"][0]["faithfulness"]["claims"][1]["failure_mode"] == "fabrication"
    assert len(card.evidence["hits"]) == len(card.evidence["grounds"]) == 6
    again = Scorecard.from_json(card.to_json())
    assert again == card
    assert list(contradictions(again)) == []
    assert again.provenance["metrics"]["faithfulness"] == 1


def test_without_names_a_few_are_asked_for():
    metrics = evaluate_answers(GOLD, traces(), judge=LexicalJudge(), match="all").metrics
    judged = [name for name in metrics if find_metric(name).spec.inputs == ("answers", "judge")]
    assert judged == [
        "faithfulness", "citation_precision", "citation_recall", "context_relevance", "answer_relevance",
    ]  # fmt: skip
    gold = [{**row, "answer": "Two years."} for row in GOLD]
    assert "factual_correctness" in evaluate_answers(gold, traces(), judge=LexicalJudge(), match="all").metrics
    assert "faithfulness" not in evaluate_answers(gold, traces(), match="all").metrics


def test_a_metric_without_its_model_says_what_it_needs():
    with pytest.raises(InputError, match="faithfulness needs a judge: --judge") as error:
        evaluate_answers(GOLD, traces(), ["faithfulness", "entailed_faithfulness"], match="all")
    assert "entailed_faithfulness needs a model of entailment: --entailer" in str(error.value)


class Entailer:
    identity = "shared words"

    def scores(self, pairs):
        import numpy as np

        return np.array([float(set(claim.split()) <= set(text.split())) for text, claim in pairs])


def test_models_of_entailment_and_judges_side_by_side():
    card = card_of("faithfulness", "entailed_faithfulness", entailer=Entailer())
    assert card.metrics[-2:] == ("entailed_faithfulness", "faithfulness")
    assert card.provenance["entailer"] == {"identity": "shared words"}
    assert card["entailed_faithfulness"].n == 3


def test_calibrations_that_cannot_be_read_are_told_before_anybody_is_asked(tmp_path):
    (tmp_path / "c.json").write_text("{}")
    judge = LexicalJudge()
    with pytest.raises(InputError, match="no calibration"):
        judged(judge, calibrations=(str(tmp_path / "c.json"),))
    assert judge.asked == []


def test_a_judge_as_a_table_of_the_configuration():
    with pytest.raises(InputError, match="unknown key 'modle'"):
        card_of("faithfulness", judge={"modle": "m"})

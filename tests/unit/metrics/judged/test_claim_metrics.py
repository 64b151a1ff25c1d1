"""Metrics over claims: what they share, their values by hand, and what is tried to raise them."""

import itertools

import pytest

from judge_replies import Judging, blocks_of, careless, honest, play
from ragauge.core.answered import Answered, Answers
from ragauge.core.flows import Asking, Grounded, Reply
from ragauge.judging.cache import Cache
from ragauge.judging.running import run_flows
from ragauge.metrics.context.judged.reference_claims import claim_context_precision, reference_claim_recall
from ragauge.metrics.generation.facts import lexical_fact_score
from ragauge.metrics.generation.faithfulness import lexical_faithfulness
from ragauge.metrics.generation.judged.correctness import factual_correctness
from ragauge.metrics.generation.judged.facts import fact_score
from ragauge.metrics.generation.judged.faithfulness import faithfulness
from ragauge.metrics.generation.judged.hallucination import hallucination, self_knowledge
from ragauge.metrics.generation.judged.noise import noise_sensitivity
from ragauge.metrics.generation.judged.utilisation import claim_utilisation

MARS = "Mars has two moons, Phobos and Deimos. NASA's Curiosity rover landed on Mars in 2012."
SAID = "Mars has two moons. Phobos and Deimos orbit Mars. Mars has a thick atmosphere. Curiosity landed in 2012."
LAMPS = (
    "Lamps have a warranty of two years.",
    "Batteries have a warranty of six months. Lamps glow green.",
    "Lamps hum at night.",
)
ONE = Answered(
    "q1",
    answer="Lamps have a warranty of two years. Lamps glow green. Lamps weigh 7 kg. Lamps are made in Velden.",
    contexts=LAMPS,
    references=("Lamps have a warranty of two years. Lamps are made in Velden.", "Lamps hum at night."),
)
"""Its claims: right and in the context, wrong and in it, made up, and right without it."""
RELEVANT, IRRELEVANT = {"by": "relevant"}, {"by": "irrelevant"}
EVERY = [
    (faithfulness, {}), (hallucination, {}), (self_knowledge, {}), (noise_sensitivity, RELEVANT),
    (noise_sensitivity, IRRELEVANT), (factual_correctness, {}), (factual_correctness, {"mode": "precision"}),
    (factual_correctness, {"mode": "recall"}), (fact_score, {}), (claim_utilisation, {}), (reference_claim_recall, {}),
    (claim_context_precision, {}),
]  # fmt: skip


def value(metric, one=ONE, judge=honest, **parameters):
    found, _ = play(metric(one, Asking(), **parameters), judge)
    return found.value if isinstance(found, Grounded) else found


@pytest.mark.parametrize(
    ("metric", "parameters", "expected"),
    [
        (faithfulness, {}, 2 / 4),
        (hallucination, {}, 1 / 4),
        (self_knowledge, {}, 1 / 4),
        (noise_sensitivity, RELEVANT, 0.0),
        (noise_sensitivity, IRRELEVANT, 1 / 4),
        (factual_correctness, {"mode": "precision"}, 2 / 4),
        (factual_correctness, {"mode": "recall"}, 2 / 2),
        (factual_correctness, {}, 2 / 3),
        (fact_score, {"gamma": 0.0}, 2 / 4),
        (claim_utilisation, {}, 1.0),
        (reference_claim_recall, {}, 1.0),
        (claim_context_precision, {}, 2 / 3),
    ],
)
def test_values_by_hand(metric, parameters, expected):
    assert value(metric, **parameters) == pytest.approx(expected, abs=1e-15)


def test_the_worked_example_by_words_and_by_a_judge():
    one = Answered("q", answer=SAID, contexts=(MARS,))
    assert list(lexical_faithfulness(Answers((one,))).cells()) == [0.75]
    found, _ = play(faithfulness(one, Asking()), honest)
    assert found.value == 0.75
    assert [row["claim"] for row in found.grounds["claims"] if row["verdict"] != "supported"] == [
        "Mars has a thick atmosphere."
    ]


def test_every_claim_is_in_one_share():
    shares = [value(hallucination), value(self_knowledge), value(noise_sensitivity, **RELEVANT)]
    shares += [value(noise_sensitivity, **IRRELEVANT)]
    found, _ = play(hallucination(ONE, Asking()), honest)
    right_and_there = sum(row["right"] and bool(row["passages"]) for row in found.grounds["claims"]) / 4
    assert sum(shares) + right_and_there == 1.0
    assert [row["right"] for row in found.grounds["claims"]] == [True, False, False, True]


def flows(one=ONE):
    return {f"{metric.__name__} {parameters}": metric(one, Asking(), **parameters) for metric, parameters in EVERY}


def test_all_metrics_together_ask_each_thing_once():
    judge = Judging(honest)
    results = run_flows(flows(), judge)
    assert results.coverage == 1
    # claims: of the answer and of two references; verdicts: on the answer's by the context and by each reference, and
    # on each reference's by the context and by the answer
    assert [request.task for request in judge.asked].count("claims") == 3
    assert [request.task for request in judge.asked].count("entailment") == 1 + 2 + 2 + 2
    assert len({request.prompt for request in judge.asked}) == 10
    alone = {name: play(flow, honest)[0] for name, flow in flows().items()}
    assert results.outcomes == {name: found.value for name, found in alone.items()}
    assert results.grounds == {name: found.grounds for name, found in alone.items()}


def test_a_metric_asks_no_more_than_it_needs():
    needed = {
        "faithfulness {}": 2, "fact_score {}": 2, "hallucination {}": 4, "self_knowledge {}": 4,
        "noise_sensitivity {'by': 'relevant'}": 3 + 5, "factual_correctness {}": 3 + 4,
        "factual_correctness {'mode': 'precision'}": 1 + 2, "factual_correctness {'mode': 'recall'}": 2 + 2,
        "claim_utilisation {}": 2 + 4, "reference_claim_recall {}": 2 + 2, "claim_context_precision {}": 2 + 2,
    }  # fmt: skip
    for name, flow in flows().items():
        if name in needed:
            assert len(play(flow, honest)[1]) == needed[name], name


def test_a_second_run_asks_nobody(tmp_path):
    judge = Judging(honest)
    with Cache(tmp_path / "replies") as cache:
        first = run_flows(flows(), judge, cache=cache)
        second = run_flows(flows(), judge, cache=cache)
    assert len(judge.asked) == 10
    assert first.outcomes == second.outcomes


def test_an_answer_that_is_the_reference_shares_its_claims():
    text = "Lamps hum at night."
    one = Answered("q", answer=text, references=(text,), contexts=(text,))
    judge = Judging(honest)
    assert run_flows({"q": factual_correctness(one, Asking())}, judge).outcomes == {"q": 1.0}
    assert [request.task for request in judge.asked] == ["claims", "entailment"]


def test_short_answers_are_read_with_their_question():
    one = Answered("q", "How long is the warranty of lamps?", "Two years.", references=("2 years",), contexts=LAMPS)

    def judge(request):
        if request.task == "claims":
            return Reply("", {"claims": ["The warranty of lamps is two years."]})
        return honest(request)

    assert value(factual_correctness, one, judge) == 1.0
    asked = play(factual_correctness(one, Asking()), judge)[1]
    assert blocks_of(asked[-1], "passage")[1] == "How long is the warranty of lamps?\nTwo years."


REPEATED = f"{SAID} Mars has two moons! MARS HAS TWO MOONS. Curiosity landed in 2012!"
PADDED = f"{REPEATED} Mars has moons. Two moons has Mars. Curiosity landed."


@pytest.mark.parametrize("judge", [honest, careless])
@pytest.mark.parametrize("metric", [faithfulness, factual_correctness])
def test_facts_that_are_repeated_do_not_pay(metric, judge):
    def scored(answer):
        mode = {"mode": "precision"} if metric is factual_correctness else {}
        return value(metric, Answered("q", answer=answer, contexts=(MARS,), references=(MARS,)), judge, **mode)

    assert scored(SAID) == scored(REPEATED) == 0.75


@pytest.mark.parametrize("metric", [faithfulness, factual_correctness, fact_score])
def test_trivial_facts_do_not_pay_with_a_judge_that_goes_by_the_rules(metric):
    question = "Which moons has Mars, and when did Curiosity land?"
    parameters = {factual_correctness: {"mode": "precision"}, fact_score: {"gamma": 0.0}}.get(metric, {})

    def scored(answer):
        one = Answered("q", question, answer, contexts=(MARS,), references=(MARS,))
        return value(metric, one, **parameters)

    assert scored(SAID) == scored(PADDED) == scored(f"{PADDED} Mars has moons, and Curiosity did land.") == 0.75


def test_trivial_facts_do_not_pay_in_fact_score_whatever_the_judge_takes_for_a_claim():
    def scored(answer, judge, gamma):
        return value(fact_score, Answered("q", answer=answer, contexts=(MARS,)), judge, gamma=gamma)

    for gamma in (0.0, 10.0):
        assert scored(PADDED, careless, gamma) == scored(SAID, honest, gamma)
    assert value(faithfulness, Answered("q", answer=PADDED, contexts=(MARS,)), careless) == 6 / 7
    words = Answers((Answered("q", answer=PADDED, contexts=(MARS,)),))
    assert list(lexical_fact_score(words, gamma=10.0).cells()) == [scored(PADDED, careless, 10.0)]


def test_what_is_left_out_is_told():
    found, _ = play(fact_score(Answered("q", answer=PADDED, contexts=(MARS,)), Asking()), careless)
    assert found.grounds["padding"] == ["Mars has moons.", "Two moons has Mars.", "Curiosity landed."]


def test_a_wrong_fact_does_not_hide_behind_the_same_words():
    text = "Lyon beat Paris. Anna left before Boris came."
    one = Answered("q", answer="Lyon beat Paris. Paris beat Lyon. Anna left before Boris came. Boris came.",
                   contexts=(text,))  # fmt: skip

    def by_order(request):
        if request.task == "claims":
            return careless(request)
        rows = []
        for number, claim in blocks_of(request, "claim").items():
            good = claim.rstrip(".") in text
            rows.append({
                "claim": number, "rationale": "", "verdict": "supported" if good else "contradicted",
                "passages": [1] * good, "quotes": [claim] * good, "failure_mode": "none" if good else "wrong_entity",
            })  # fmt: skip
        return Reply("", {"verdicts": rows})

    assert value(faithfulness, one, by_order) == 3 / 4
    assert value(fact_score, one, by_order, gamma=0.0) == 2 / 3


def test_the_order_of_sentences_and_passages_changes_nothing():
    sentences = SAID.split(". ")
    passages = MARS.split(". ")
    for order in itertools.permutations(sentences):
        said = ". ".join(one.rstrip(".") for one in order) + "."
        for texts in (passages, passages[::-1]):
            one = Answered("q", answer=said, contexts=tuple(texts), references=(MARS,))
            assert value(faithfulness, one) == 0.75
            assert value(factual_correctness, one, mode="precision") == 0.75


def test_the_penalty_of_saying_little():
    one = Answered("q", answer="Mars has two moons.", contexts=(MARS,))
    assert value(fact_score, one) == pytest.approx(0.0001234098, abs=1e-10)
    assert value(fact_score, one, gamma=1.0) == 1.0


def test_an_empty_context_supports_nothing_and_makes_no_noise():
    one = Answered("q", answer="Lamps hum at night.", contexts=(), references=("Lamps hum at night.",))
    assert (value(faithfulness, one), value(self_knowledge, one), value(hallucination, one)) == (0.0, 1.0, 0.0)
    assert value(noise_sensitivity, one) == value(claim_context_precision, one) == "empty_context"
    assert value(reference_claim_recall, one) == 0.0
    assert value(claim_utilisation, one) == "not_in_context"


def test_an_answer_without_claims_is_not_free_of_hallucinations():
    one = Answered("q", answer="Yes.", contexts=LAMPS, references=("Lamps hum at night.",))
    assert {value(metric, one) for metric in (faithfulness, hallucination, self_knowledge, noise_sensitivity)} == {
        "no_claims"
    }
    assert value(factual_correctness, one) == value(factual_correctness, one, mode="precision") == "no_claims"
    assert value(factual_correctness, one, mode="recall") == 0.0
    assert value(reference_claim_recall, one) == 1.0


def test_a_reference_without_claims_makes_no_passage_relevant():
    one = Answered("q", answer="Lamps weigh 7 kg.", contexts=LAMPS, references=("Yes.",))
    assert value(noise_sensitivity, one) == value(reference_claim_recall, one) == "no_claims"
    assert value(factual_correctness, one) == value(factual_correctness, one, mode="recall") == "no_claims"
    assert value(factual_correctness, one, mode="precision") == 0.0
    assert value(hallucination, one) == 1.0


def test_a_refusal_of_a_question_that_has_an_answer():
    one = Answered("q", answer="I don't know.", contexts=LAMPS, references=("Lamps hum at night.",), answerable=True)
    assert value(factual_correctness, one) == value(factual_correctness, one, mode="recall") == 0.0
    assert value(factual_correctness, one, mode="precision") == "refused"
    assert value(hallucination, one) == "refused"


def test_the_best_of_several_references():
    one = Answered("q", answer="Lamps hum at night.", references=("Lamps weigh 7 kg.", "Lamps hum at night."))
    found, _ = play(factual_correctness(one, Asking()), honest)
    assert (found.value, found.grounds["reference"]) == (1.0, "Lamps hum at night.")
    turned = Answered("q", answer=one.answer, references=one.references[::-1])
    assert value(factual_correctness, turned) == 1.0


def test_russian():
    context = "Гарантия на лампы действует два года с даты поставки. Лампы гудят по ночам."
    one = Answered(
        "q", answer="Гарантия на лампы действует 2 года. Гарантия на лампы действует 3 года.",
        contexts=(context,), references=("Гарантия на лампы — два года.",),
    )  # fmt: skip
    assert value(faithfulness, one) == 0.5
    assert value(factual_correctness, one, mode="precision") == 0.5
    assert value(hallucination, one) == 0.5
    assert "Вы сверяете утверждения" in play(faithfulness(one, Asking()), honest)[1][1].prompt

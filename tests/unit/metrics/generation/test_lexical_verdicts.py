"""The lexical verifier: faithfulness, facts, and what is tried to raise them."""

import itertools
import math

import pytest

from ragauge.core.answered import Answered, Answers
from ragauge.metrics.generation.claims import claims_of, without_padding
from ragauge.metrics.generation.facts import fact_verdicts, lexical_fact_score, penalised
from ragauge.metrics.generation.faithfulness import faithfulness_verdicts, lexical_faithfulness
from ragauge.metrics.generation.lexical import verify

MARS = "Mars has two moons, Phobos and Deimos. NASA's Curiosity rover landed on Mars in 2012."
SAID = "Mars has two moons. Phobos and Deimos orbit Mars. Mars has a thick atmosphere. Curiosity landed in 2012."
PASSAGES = (
    "Гарантия на лампы Velden действует два года с даты поставки. Повреждения водой не покрываются.",
    "Employees of Velden Mill must give six weeks of notice before 31 March 2025.",
)


def value(metric, answer, contexts=(MARS,), text=None, **parameters):
    one = Answered("q", text, answer, refusal=False, contexts=contexts)
    (cell,) = metric(Answers((one,)), **parameters).cells()
    return cell


def test_the_worked_example_and_the_claim_that_is_not_supported():
    assert value(lexical_faithfulness, SAID) == 0.75
    verdicts = faithfulness_verdicts(Answered("q", answer=SAID, contexts=(MARS,)))
    assert [one.claim for one in verdicts if not one.supported] == ["Mars has a thick atmosphere."]


@pytest.mark.parametrize(
    ("claim", "reason", "passage"),
    [
        ("Лампы имеют гарантию 2 года.", "supported", 0),
        ("Гарантия действует 3 года.", "numbers", 0),
        ("Гарантия покрывает повреждения водой.", "negation", 0),
        ("Повреждения водой гарантией не покрываются.", "supported", 0),
        ("Staff must give 42 days of notice.", "supported", 1),
        ("You must give notice of six months.", "numbers", 1),
        ("Employees at Lindt must give six weeks of notice.", "names", 1),
        ("Notice is due before 31.03.2025.", "supported", 1),
        ("Notice is due before 31.03.2026.", "numbers", 1),
        ("Employees need not give six weeks of notice.", "negation", 1),
        ("The mill has a canteen with vegan food.", "words", 1),
    ],
)
def test_verdicts_in_two_languages(claim, reason, passage):
    verdict = verify(claim, PASSAGES)
    assert (verdict.reason, verdict.passage) == (reason, passage)
    assert verdict.supported == (reason == "supported")


def test_a_claim_needs_one_passage_for_all_of_it():
    assert not verify(
        "The mill opened in 1900 and closed in 1950.", ["The mill opened in 1900.", "It closed in 1950."]
    ).supported
    assert verify(
        "The mill opened in 1900 and closed in 1950.", ["The mill opened in 1900. It closed in 1950."]
    ).supported


@pytest.mark.parametrize("claim", ["", "?!", "Yes.", "и не"])
def test_what_says_nothing_is_no_claim(claim):
    assert claims_of(claim) == []
    assert value(lexical_faithfulness, claim or "?") == "no_claims"


def test_nothing_is_supported_by_an_empty_context():
    assert value(lexical_faithfulness, SAID, ()) == 0.0
    assert value(lexical_faithfulness, SAID, None) == "no_context"


def test_repeating_a_supported_claim_does_not_raise_faithfulness():
    once = "Mars has two moons. Mars has a thick atmosphere."
    again = once + " Two moons has Mars!" * 5 + " Mars has 2 moons."
    assert value(lexical_faithfulness, once) == value(lexical_faithfulness, again) == 0.5


TRUE = ("Mars has two moons.", "Phobos and Deimos are moons of Mars.", "Curiosity landed on Mars in 2012.")


@pytest.mark.parametrize(
    "padding",
    [
        TRUE[0] * 5,
        "Mars has moons. Moons has Mars. Mars has 2 moons.",
        "You ask about Mars.",
        "Curiosity landed. It landed in 2012. Curiosity landed on Mars.",
        "Indeed. Yes. Sure!",
    ],
)
def test_padding_does_not_raise_the_score_of_facts(padding):
    plain = " ".join(TRUE) + " Mars has a thick atmosphere."
    assert value(lexical_fact_score, f"{plain} {padding}", text="What do you know about Mars? You ask.") == value(
        lexical_fact_score, plain
    )


def test_made_up_facts_never_raise_the_score_and_did_in_factscore():
    right = [True] * 5
    for wrong in range(1, 30):
        assert penalised(right + [False] * wrong) < penalised(right)
    assert penalised(right + [False] * 5, by="facts") > penalised(right, by="facts")


def test_the_order_of_claims_is_not_seen_and_does_not_raise_anything():
    """A misleading order of true facts has the value of the right order: a limit that the pages name."""
    orders = [" ".join(order) for order in itertools.permutations(TRUE)]
    assert {value(lexical_fact_score, said) for said in orders} == {math.exp(1 - 10 / 3)}
    assert {value(lexical_faithfulness, said) for said in orders} == {1.0}


def test_a_single_echo_of_the_question_is_the_answer():
    assert without_padding(["The warranty covers water."], "Does the warranty cover water?") == [
        "The warranty covers water."
    ]
    one = Answered("q", "Does Mars have two moons?", "Mars has two moons.", contexts=(MARS,))
    assert [verdict.supported for verdict in fact_verdicts(one)] == [True]


def test_gamma_0_is_no_penalty():
    assert value(lexical_fact_score, SAID, gamma=0.0) == 0.75
    assert penalised([True, False], gamma=0) == 0.5

"""Sheets for people to label: which verdicts, in which order."""

from collections import Counter

import pytest

from judged_cards import claim, judged_card
from ragauge.core.errors import InputError
from ragauge.judging.measured import judgements
from ragauge.judging.measured.judgements import judgements_of
from ragauge.judging.measured.sheet import make_sheet
from ragauge.metrics.judge_grades import HIGHEST
from ragauge.metrics.judge_nuggets import LABELS
from ragauge.metrics.judge_support import SUPPORTS


def found(metric, *grounds):
    card = judged_card(*[1.0] * len(grounds), metric=metric, grounds=[{metric: one} for one in grounds])
    return [(one.question, one.place, one.text, one.label, one.detail) for one in judgements_of(card, metric)]


def test_claims_are_labelled_as_the_metric_counts_them():
    grounds = {"claims": [claim("It hums."), claim("It sings.", "contradicted"), claim("It flies.", "not_found")]}
    assert found("faithfulness", grounds) == [
        ("q000", "verdict claims 1", "It hums.", "supported", ""),
        ("q000", "verdict claims 2", "It sings.", "not supported", "contradicted"),
        ("q000", "verdict claims 3", "It flies.", "not supported", "not_found"),
    ]


def test_a_claim_that_was_held_against_two_texts_is_two_verdicts():
    rows = found("hallucination", {"claims": [claim("It hums.", "not_found", right=True)]})
    assert [row[1:4:2] for row in rows] == [
        ("verdict claims 1", "not supported"),
        ("right claims 1", "supported"),
    ]


def test_nuggets_sentences_grades_and_scores():
    why = {"rationale": "So."}
    nugget = {"nugget": "two moons", "vital": True, "stated": "partial", "quotes": ["moons"], **why}
    assert found("nugget_recall", {"refused": False, "nuggets": [nugget]}) == [
        ("q000", "stated nuggets 1", "two moons", "partial", "")
    ]
    verdict = {"passages": [0, 1], "support": "full", "quotes": ["words"], **why}
    sentence = {"sentence": "It hums.", "cited": [0, 1], "unknown": 0, "supported": True, "verdicts": [verdict]}
    assert found("citation_recall", {"sentences": [sentence]}) == [
        ("q000", "support sentences 1.1", "It hums.", "full", "")
    ]
    texts = [{"id": "d1", "grade": 0, "quote": "", **why}, {"id": None, "grade": 3, "quote": "words", **why}]
    assert [row[2:4] for row in found("context_relevance", {"texts": texts})] == [("d1", "0"), ("", "3")]
    score = {"by": "probabilities", "score": 4.2, "distribution": {"4": 0.6, "5": 0.3, "1": 0.1}}
    assert found("answer_relevance", score) == [("q000", "score", "", "4", "")]


def test_evidence_goes_with_the_verdict_that_it_is_of():
    card = judged_card(1.0, grounds=[{"faithfulness": {"claims": [claim("It hums.", right=False)]}}])
    by_context, by_reference = judgements_of(card, "faithfulness")
    assert (by_context.passages, by_context.quotes) == ((0,), ("its words",))
    assert (by_reference.passages, by_reference.quotes) == ((), ())
    (row,) = make_sheet(card, most=1).to_csv().splitlines()[1:]
    assert row.split(",")[6:8] in (["1", "«its words»"], ["", ""])


def test_what_nobody_was_asked_is_no_verdict():
    """Else agreement on what was never judged would count for the judge."""
    unasked = {**claim("It hums.", "not_found"), "rationale": ""}
    assert found("faithfulness", {"claims": [unasked]}) == []
    refused = {"nugget": "two moons", "vital": True, "stated": "none", "quotes": [], "rationale": ""}
    assert found("nugget_recall", {"refused": True, "nuggets": [refused]}) == []
    without = {"sentence": "It hums.", "cited": [], "unknown": 1, "support": "none"}
    judged = {"sentence": "It is red.", "cited": [0], "unknown": 0, "support": "full", "quotes": [], "rationale": "So."}
    assert [row[2] for row in found("citation_support", {"sentences": [without, judged]})] == ["It is red."]


@pytest.mark.parametrize(
    "grounds",
    [
        {"claims": "none"},
        {"claims": ["It hums."]},
        {"claims": [claim("It hums.", 1.5)]},
        {"claims": [claim(7)]},
        {"claims": [claim("It hums.", quotes=[3])]},
        {"nuggets": [{"nugget": "x", "stated": "half", "rationale": "So."}]},
        {"distribution": {"4": "many"}},
    ],
)
def test_grounds_that_cannot_be_read(grounds):
    with pytest.raises(InputError, match="damaged scorecard"):
        found("faithfulness", grounds)


def test_the_labels_are_those_of_the_metrics():
    assert judgements.SUPPORTS == SUPPORTS
    assert set(judgements.NUGGETS) == set(LABELS.values())
    assert tuple(str(grade) for grade in range(HIGHEST + 1)) == judgements.GRADES


def many(good, bad):
    claims = [claim(f"Claim {number}.", "supported" if number < good else "not_found") for number in range(good + bad)]
    grounds = [{"faithfulness": {"claims": claims[at : at + 10]}} for at in range(0, good + bad, 10)]
    return judged_card(*[1.0] * len(grounds), grounds=grounds)


@pytest.mark.parametrize("most", [10, 25, 33, 100])
def test_labels_have_their_shares(most):
    rows = make_sheet(many(80, 20), most=most).rows
    assert abs(Counter(row.label for row in rows)["supported"] - 0.8 * most) <= 1
    assert len({(row.question, row.place) for row in rows}) == most


def test_the_sample_is_that_of_its_seed():
    card = many(80, 20)
    one, same, other = (make_sheet(card, most=30, seed=seed).to_csv() for seed in (0, 0, 1))
    assert one == same
    assert one != other
    assert len(make_sheet(card, most=None).rows) == 100


@pytest.mark.parametrize("first", [4, 10])
def test_every_verdict_is_as_likely_as_any_other(first):
    """Over many seeds, the rare label too, in the sample and in its first rows: it is no other pool."""
    card = many(27, 3)
    draws = 500
    rows = (row for seed in range(draws) for row in make_sheet(card, most=10, seed=seed).rows[:first])
    counts = Counter(row.label for row in rows)
    assert abs(counts["supported"] / (27 * draws) - first / 30) < 0.01
    assert abs(counts["not supported"] / (3 * draws) - first / 30) < 0.03


def test_which_metric():
    card = many(5, 5)
    assert make_sheet(card).metric == "faithfulness"
    with pytest.raises(InputError, match=r"no judge gave recall@5; those that one gave: faithfulness"):
        make_sheet(card, "recall@5")
    several = judged_card(
        1.0, grounds=[{"faithfulness": {}, "hallucination": {}}], beside={"hallucination": {"q000": 0}}
    )
    with pytest.raises(InputError, match="name one of faithfulness, hallucination with --metric"):
        make_sheet(several)
    with pytest.raises(InputError, match="keeps no verdict"):
        make_sheet(judged_card(1.0))

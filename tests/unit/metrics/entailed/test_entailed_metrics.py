"""Metrics that ask an entailment model: the promises of every one of them, by a model that is made up."""

import math

import numpy as np
import pytest

from odd_answers import odd_answers
from ragauge.answering.entailed import entailed_values, score_entailed
from ragauge.catalog import all_metrics, find_metric
from ragauge.core.answered import Answered, Answers
from ragauge.core.errors import MetricNameError
from ragauge.core.texts.words import words
from ragauge.metrics.generation.entailed.claims import ENTAILED, FAILURES, claim_pairs, scored_claims
from ragauge.metrics.generation.entailed.faithfulness import entailed_faithfulness, entailment_score
from ragauge.metrics.generation.faithfulness import lexical_faithfulness

SPECS = [spec for spec in all_metrics().values() if spec.inputs == ENTAILED]


class ByWords:
    """The share of the hypothesis's words that the premise has; a hypothesis with more than ``longest`` has none."""

    identity = "by words"

    def __init__(self, longest=10_000):
        self.longest = longest
        self.asked = []

    def scores(self, pairs):
        self.asked.append(list(pairs))
        return np.array([self._score(*pair) for pair in pairs])

    def _score(self, premise, hypothesis):
        wanted = words(hypothesis)
        if len(wanted) > self.longest:
            return math.nan
        return len(set(wanted) & set(words(premise))) / len(set(wanted))


def every(check):
    return pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)(check)


def cells(spec, answers, entailer=None):
    measure = spec.bind()
    return list(entailed_values(answers, [measure], entailer or ByWords())[measure.name].cells())


def test_both_metrics_are_in_the_catalog():
    assert {spec.name for spec in SPECS} == {"entailed_faithfulness", "entailment_score"}
    assert find_metric("entailed_faithfulness(threshold=0.70)").name == "entailed_faithfulness(threshold=0.7)"
    for wrong in ("1.5", "-0.1", "high"):
        with pytest.raises(MetricNameError, match="threshold must be a number from 0 to 1"):
            find_metric(f"entailed_faithfulness(threshold={wrong})")


@every
def test_values_keep_their_range_and_every_case_is_declared(spec):
    found = cells(spec, odd_answers())
    assert {cell for cell in found if isinstance(cell, str)} <= set(spec.undefined)
    numbers = [cell for cell in found if not isinstance(cell, str)]
    assert numbers
    assert all(0 <= cell <= 1 for cell in numbers)


@pytest.mark.parametrize(
    ("spec", "case"), [(s, c) for s in SPECS for c in s.undefined], ids=lambda x: getattr(x, "name", x)
)
def test_every_undefined_case_is_reached(spec, case):
    assert case in cells(spec, odd_answers(), ByWords(longest=4))


@every
def test_the_value_of_an_answer_is_its_own(spec):
    answers = odd_answers()
    alone = [cells(spec, Answers((one,), answers.missing))[0] for one in answers.cases]
    assert cells(spec, answers) == alone


@every
def test_cases_are_those_of_the_lexical_verifier(spec):
    """A claim is a claim, and a refusal a refusal, whoever verifies."""
    lexical = list(lexical_faithfulness(odd_answers()).cells())
    for mine, theirs in zip(cells(spec, odd_answers()), lexical, strict=True):
        assert mine == theirs if isinstance(theirs, str) else isinstance(mine, float)


TEXT = "Mars has two moons."
SAID = "Mars has two moons. Mars has a ring. MARS has two moons!"


def test_the_best_passage_counts_and_repeated_claims_once():
    one = Answered("q", answer=SAID, contexts=("Moons.", TEXT, "Mars has rings, not a ring."))
    found = scored_claims(one, ByWords())
    assert {claim.claim: claim.passage for claim in found} == {"Mars has two moons.": 1, "Mars has a ring.": 2}
    assert entailed_faithfulness(one, ByWords()) == 1.0
    assert entailed_faithfulness(one, ByWords(), threshold=1.0) == 1.0
    other = Answered("q", answer=SAID, contexts=("Moons.", TEXT))
    assert entailment_score(other, ByWords()) == (1 + 0.5) / 2
    assert entailed_faithfulness(other, ByWords(), threshold=0.5) == 1.0  # at the threshold is supported
    assert entailed_faithfulness(other, ByWords(), threshold=0.51) == 0.5


@pytest.mark.parametrize("contexts", [(), ("",), (" \n", "\u200b "[1:])])
def test_without_a_text_nothing_is_supported_and_nobody_is_asked(contexts):
    one = Answered("q", answer=SAID, contexts=contexts)
    assert claim_pairs(one) == []
    assert entailed_faithfulness(one, None) == entailment_score(one, None) == 0.0
    assert scored_claims(one, None)[0].passage is None


def test_blank_passages_are_left_out_and_places_stay():
    one = Answered("q", answer=TEXT, contexts=(" ", "Mars.", "", TEXT))
    assert scored_claims(one, ByWords())[0].passage == 3
    assert claim_pairs(one) == [("Mars.", TEXT), (TEXT, TEXT)]


def test_markers_of_citations_are_no_part_of_a_claim():
    one = Answered("q", answer="Mars has two moons [1].", contexts=(TEXT,))
    assert claim_pairs(one) == [(TEXT, TEXT)]


def test_russian_answers():
    one = Answered("q", answer="Гарантия — 2 года. Лампы гудят.", contexts=("Лампы гудят.",))
    assert entailed_faithfulness(one, ByWords(), threshold=0.9) == 0.5


def test_a_claim_that_is_too_long_is_a_failure_with_bounds_and_no_support():
    rows = (
        Answered("good", answer=TEXT, contexts=(TEXT,)),
        Answered("bad", answer="Jupiter shines.", contexts=(TEXT,)),
        Answered("long", answer=f"{TEXT} Mars has one two three four five moons.", contexts=(TEXT,)),
        Answered("broken", error="no model"),
    )
    slices = [(None, np.ones(4, dtype=bool)), ({"part": "first"}, np.array([True, True, False, False]))]
    measure = find_metric("entailed_faithfulness")
    (score, first), values = score_entailed(Answers(rows), [measure], slices, ByWords(longest=6))
    assert list(values[measure.name].cells()) == [1.0, 0.0, "too_long", "failed"]
    assert (score.value, score.n, score.failed, score.excluded) == (0.5, 2, {"too_long": 1, "failed": 1}, {})
    assert score.bounds == {"failed_low": 0.25, "failed_high": 0.75}
    assert (first.value, first.failed, first.bounds) == (0.5, {}, None)
    assert set(FAILURES) == {"too_long"}

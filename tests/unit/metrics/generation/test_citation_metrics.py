"""Citations: where markers point to, and what counts above and below the line."""

import pytest

from ragauge.core.answered import Answered, Answers
from ragauge.metrics.generation.citations import (
    citation_validity,
    judged_citations,
    lexical_citation_precision,
    lexical_citation_recall,
)
from ragauge.metrics.generation.cited import cited, cited_chunks
from ragauge.metrics.generation.support import support_precision, support_recall

TEXTS = ("Lamps hum at night.", "The warranty is two years.", "Keep the receipt.")


def of(answer, **more):
    return Answered("q", answer=answer, **{"contexts": TEXTS, "ids": ("a", "b", "c"), **more})


def cells(one):
    metrics = (lexical_citation_recall, lexical_citation_precision, citation_validity)
    return [next(metric(Answers((one,))).cells()) for metric in metrics]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Lamps hum at night [1].", [1, 1, 1]),
        ("Lamps hum at night. [1]", [1, 1, 1]),
        ("Lamps hum at night [1, 3].", [1, 0.5, 1]),
        ("Lamps hum at night [1-3].", [1, 1 / 3, 1]),
        ("Lamps hum at night [1][1].", [1, 1, 1]),
        ("Lamps hum at night [0].", [0, 0, 0]),
        ("Lamps hum at night [2].", [0, 0, 1]),
        ("Lamps hum at night [1]. The warranty is two years [9].", [0.5, 0.5, 0.5]),
        ("Lamps hum at night [1]. The warranty is two years.", [0.5, 1, 1]),
        ("Yes [2]. Lamps hum at night [1].", [1, 1, 1]),
    ],
)
def test_markers(answer, expected):
    assert cells(of(answer)) == expected


def test_joined_passages_can_support_what_none_does_alone():
    one = of("Lamps hum at night and the warranty is two years [1][2][3].")
    assert cells(one) == [1, pytest.approx(2 / 3), 1]


def test_recorded_citations_count_for_every_sentence():
    answer = "Lamps hum at night. The warranty is two years."
    assert cells(of(answer, citations=("a", "b"))) == [1, 1, 1]
    assert cells(of(answer, citations=("a", "a", "c"))) == [0.5, 0.5, 1]
    assert cells(of(answer, citations=("a", "gone"))) == [0.5, 0.5, 0.5]
    assert cells(of(answer, citations=())) == [0, "no_citations", "no_citations"]
    assert cells(of(answer)) == ["citations_unknown"] * 3
    assert cells(of(answer, contexts=None)) == ["no_context"] * 3
    assert cells(of(answer, citations=("a",), ids=None)) == ["citations_unknown"] * 3


def test_refusals_and_empty_answers_cite_nothing():
    assert cells(of("I don't know [1].")) == ["refused"] * 3
    assert cells(of("")) == ["no_answer"] * 3


def test_chunks_that_are_cited():
    assert cited_chunks(of("One [3]. Two [1].")) == ("c", "a")
    assert cited_chunks(of("One.", citations=("b", "gone"))) == ("b",)
    assert cited_chunks(of("One.", citations=None)) is None


def test_any_verifier_will_do():
    found = cited(of("Lamps hum [1][2]."))
    assert judged_citations(found, TEXTS, lambda passage, claim: True).precision == 1.0
    assert judged_citations(found, TEXTS, lambda passage, claim: False).recall == 0.0


def test_support_of_trec():
    labels = ["full", "partial", "none", None]
    assert support_precision(labels) == 0.5
    assert support_recall(labels) == 0.375
    assert support_precision([None]) is None
    assert support_recall([None]) == 0.0
    assert support_recall([]) is None

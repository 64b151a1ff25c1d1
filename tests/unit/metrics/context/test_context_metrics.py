"""What entered the prompt, at its edges."""

import pytest

from ragauge.core.answered import Answered, Answers
from ragauge.metrics.context.golden_contexts import warnings_of_golden_contexts
from ragauge.metrics.context.needs import context_gold_share, context_recall, lost_evidence, truncation_loss
from ragauge.metrics.context.order import gold_position, order_agreement, position_profile
from ragauge.metrics.context.reference_claims import lexical_reference_recall
from ragauge.metrics.context.use import (
    compression,
    context_duplicate_share,
    context_utilisation,
    duplicate_places,
    window_share,
)

TEXTS = ("Lamps hum at night.", "The warranty is two years.", "Keep the receipt.")
NEEDS = (("warranty is two years", "guarantee of two years"), ("keep the receipt",))


def cell(metric, **of):
    return next(metric(Answers((Answered("q", **of),))).cells())


def test_context_recall():
    assert cell(context_recall, met=(True, False, True)) == pytest.approx(2 / 3)
    assert cell(context_recall, met=(), contexts=()) == "no_needs"
    assert cell(context_recall, contexts=(), met=(False,)) == 0
    assert cell(context_recall, met=(True,), answerable=False) == "unanswerable"


def test_what_was_cut_is_lost_and_what_was_never_found_is_not():
    given = {"retrieved": TEXTS, "evidence": NEEDS}
    assert cell(truncation_loss, contexts=TEXTS, **given) == 0
    assert cell(truncation_loss, contexts=TEXTS[:2], **given) == 0.5
    assert cell(truncation_loss, contexts=(), **given) == 1
    assert cell(truncation_loss, contexts=(), retrieved=TEXTS[:1], evidence=NEEDS) == "evidence_not_found"
    assert lost_evidence(Answered("q", contexts=TEXTS[:2], **given)) == [("keep the receipt",)]


def test_compression_loses_evidence_too():
    rewritten = ("Two-year warranty; keep receipt.",)
    assert cell(truncation_loss, contexts=rewritten, retrieved=TEXTS, evidence=NEEDS) == 1


def test_share_of_gold():
    assert cell(context_gold_share, contexts=TEXTS, evidence=NEEDS) == pytest.approx(2 / 3)
    assert cell(context_gold_share, contexts=(), evidence=NEEDS) == "empty_context"


def test_recall_of_the_reference():
    reference = ("The warranty is 2 years. Battery included.", "Keep the receipt.")
    assert cell(lexical_reference_recall, contexts=TEXTS, references=reference[:1]) == 0.5
    assert cell(lexical_reference_recall, contexts=TEXTS, references=reference) == 1
    assert cell(lexical_reference_recall, contexts=TEXTS, references=("?",)) == "no_claims"


def test_use_of_the_prompt():
    ids = ("a", "b", "c")
    assert cell(context_utilisation, answer="x [1][3]", contexts=TEXTS, ids=ids) == pytest.approx(2 / 3)
    assert cell(context_utilisation, answer="x", citations=("b", "gone"), contexts=TEXTS, ids=ids) == pytest.approx(
        1 / 3
    )
    assert cell(context_utilisation, answer="x", citations=(), contexts=TEXTS, ids=ids) == 0
    assert cell(context_utilisation, answer="x", contexts=TEXTS, ids=ids) == "citations_unknown"
    assert cell(context_utilisation, refusal=True, citations=(), contexts=TEXTS, ids=ids) == "refused"


def test_duplicates():
    one = Answered("q", contexts=("lamps hum", "Lamps hum at night.", "lamps  HUM", "Two years."))
    assert duplicate_places(one) == [0, 2]
    assert cell(context_duplicate_share, contexts=one.contexts) == 0.5
    assert cell(context_duplicate_share, contexts=("…", "…")) == 0


def test_sizes():
    assert cell(compression, contexts=("ab",), retrieved=("ab", "cd")) == 2
    assert cell(compression, contexts=(" ",), retrieved=("ab",)) == "empty_context"
    assert cell(compression, contexts=("ab", "cd"), retrieved=("ab",)) == 0.5
    assert cell(window_share, prompt_tokens=5000, window=4000) == 1.25
    assert cell(window_share, prompt_tokens=5000, window=0) == "window_unknown"


def test_orders():
    def of(*contexts):
        return cell(order_agreement, contexts=contexts, retrieved=("a", "b", "c", "d"))

    assert of("a", "b", "c", "d") == 1
    assert of("d", "c", "b", "a") == -1
    assert of("a", "c", "b") == pytest.approx(1 / 3)
    assert of("a", "a", "x") == "too_few_shared"


def test_places_of_the_gold():
    for place in range(3):
        texts = ["one", "two"]
        texts.insert(place, TEXTS[1])
        assert cell(gold_position, contexts=tuple(texts), evidence=NEEDS[:1]) == place / 2
    assert cell(gold_position, contexts=(TEXTS[1],), evidence=NEEDS) == 0


def test_a_profile_leaves_out_what_has_no_place_or_no_value():
    rows = [("gold here", "x", "y"), ("x", "y", "gold here"), ("x", "y"), ("gold here", "x", "y")]
    answers = Answers(tuple(Answered(str(n), contexts=row, evidence=(("gold here",),)) for n, row in enumerate(rows)))
    profile = position_profile(answers, answers.values([1.0, 0.5, 1.0, "no_answer"]))
    assert {name: (band.questions, band.mean) for name, band in profile.items()} == {
        "first": (("0",), 1.0),
        "middle": ((), None),
        "last": (("1",), 0.5),
    }


def test_a_system_with_texts_of_its_own_is_not_warned_of():
    rows = [Answered("1", contexts=("gold",), evidence=(("gold",),)), Answered("2", contexts=(), evidence=(("gold",),))]
    assert warnings_of_golden_contexts(Answers(tuple(rows)))
    more = Answered("3", contexts=("gold", "other"), evidence=(("gold",),))
    assert warnings_of_golden_contexts(Answers((*rows, more))) == ()
    assert warnings_of_golden_contexts(Answers(())) == ()

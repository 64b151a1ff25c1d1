"""Correctness, abstention, nuggets and consistency, at their edges."""

import pytest

from ragauge.core.answered import Answered, Answers, Nugget
from ragauge.core.flows import JudgeError
from ragauge.metrics.generation.abstention import (
    CELLS,
    abstention_correct,
    abstention_precision,
    abstention_table,
    answered_when_answerable,
    hallucinated_answer,
    refused_when_unanswerable,
    wrong_refusal,
)
from ragauge.metrics.generation.consistency import consistency_curve, modal_share, sample_agreement
from ragauge.metrics.generation.correctness import exact_match, token_f1
from ragauge.metrics.generation.grounding import date_grounding, entity_grounding, number_grounding, quote_grounding
from ragauge.metrics.generation.nuggets import lexical_nugget_recall, nugget_score
from ragauge.metrics.generation.scored_replies import expected_score, read_score
from ragauge.metrics.generation.verdicts import checked, ranked_relevance, share_of


def cells(metric, *rows, **parameters):
    return list(metric(Answers(rows), **parameters).cells())


def answers(*texts, references, **more):
    return [Answered(str(n), answer=text, references=references, **more) for n, text in enumerate(texts)]


def test_wrong_refusals_are_wrong_answers_and_empty_ones_are_none():
    rows = answers("I don't know.", "", "two years", references=("two years",))
    assert cells(exact_match, *rows) == [0, "no_answer", 1]
    assert cells(token_f1, *rows) == [0, "no_answer", 1]


def test_references_of_an_unanswerable_question_do_not_count():
    assert cells(exact_match, *answers("x", references=("x",), answerable=False)) == ["unanswerable"]
    assert cells(exact_match, *answers("x", references=(" ",))) == ["no_reference"]


def test_one_profile_for_all_answers_of_a_question():
    rows = answers("Королёв", "Korolev Королев", references=("Королев",))
    assert cells(token_f1, *rows) == [1, pytest.approx(2 / 3)]
    assert cells(exact_match, *rows, profile="squad") == [0, 0]


def test_markers_are_not_part_of_the_answer():
    assert cells(exact_match, *answers("two years [1]", references=("two years",), contexts=("...",))) == [1]
    assert cells(exact_match, *answers("a[1]", references=("a[1]",))) == [1]
    assert cells(exact_match, *answers("a[1]", references=("a[1]",), contexts=("...",))) == [1]
    assert cells(token_f1, *answers("days [14]", references=("14 days",), contexts=("...",))) == [2 / 3]


KNOWN = [
    Answered("right", answer="Two years.", answerable=True),
    Answered("wrong refusal", refusal=True, answerable=True),
    Answered("hallucinated", answer="Two years.", answerable=False),
    Answered("right refusal", answer="В документах нет ответа.", answerable=False),
    Answered("told", answer="I don't know.", refusal=False, answerable=True),
]


def test_the_two_by_two_and_its_questions():
    table = abstention_table(Answers((*KNOWN, Answered("unknown", answer="x"), Answered("none", answerable=True))))
    assert table == {
        "answered_answerable": ("right", "told"),
        "wrong_refusal": ("wrong refusal",),
        "hallucinated_answer": ("hallucinated",),
        "refused_unanswerable": ("right refusal",),
        "answerability_unknown": ("unknown",),
        "no_answer": ("none",),
    }
    assert tuple(table)[:4] == CELLS
    assert cells(abstention_correct, *KNOWN) == [1, 0, 0, 1, 1]
    assert cells(wrong_refusal, *KNOWN) == [0, 1, "unanswerable", "unanswerable", 0]
    assert cells(answered_when_answerable, *KNOWN) == [1, 0, "unanswerable", "unanswerable", 1]
    assert cells(refused_when_unanswerable, *KNOWN) == ["answerable", "answerable", 0, 1, "answerable"]
    assert cells(hallucinated_answer, *KNOWN) == ["answerable", "answerable", 1, 0, "answerable"]
    assert cells(abstention_precision, *KNOWN) == ["answered", 0, "answered", 1, "answered"]


def test_phrases_can_be_left_out_and_that_is_on_record():
    assert cells(abstention_correct, *KNOWN, refusals="recorded") == ["refusal_unknown", 0, "refusal_unknown",
                                                                      "refusal_unknown", 1]  # fmt: skip
    from ragauge import find_metric

    assert find_metric("abstention_correct(refusals=recorded)").name == "abstention_correct(refusals=recorded)"


NUGGETS = (
    Nugget("The warranty is two years."),
    Nugget("Water damage is not covered."),
    Nugget("It has a lamp.", vital=False),
)


def test_nuggets():
    row = Answered("q", answer="The warranty is 2 years; water damage is covered. It has lamps.", nuggets=NUGGETS)
    assert cells(lexical_nugget_recall, row) == [pytest.approx(2 / 3)]
    assert cells(lexical_nugget_recall, row, over="vital") == [0.5]
    assert cells(lexical_nugget_recall, row, over="weighted") == [pytest.approx(1.5 / 2.5)]
    assert cells(lexical_nugget_recall, Answered("q", refusal=True, nuggets=NUGGETS)) == [0]
    assert cells(lexical_nugget_recall, Answered("q", nuggets=NUGGETS)) == ["no_answer"]


def test_a_perfect_answer_has_1_whatever_the_kinds():
    for kinds in ([True], [False], [True, False], [True, True, False]):
        verdicts = [(vital, "support") for vital in kinds]
        assert nugget_score(verdicts, over="weighted") == 1.0
        assert nugget_score(verdicts, over="all") == 1.0
    assert nugget_score([(False, "support")], over="vital") is None


def test_consistency():
    row = Answered("q", answer="Two years.", samples=("two years", "2 years", "", "two years!"))
    assert cells(modal_share, row) == [0.75]
    assert cells(sample_agreement, row) == [0.75]
    assert cells(modal_share, Answered("q", answer="x"), Answered("q", samples=("x",))) == ["no_samples"] * 2
    refusals = Answered("q", answer="I don't know.", samples=("The manual does not say.", "two years"))
    assert cells(modal_share, refusals) == [pytest.approx(2 / 3)]
    assert consistency_curve(["a", "b", "a", "a"], "plain") == [0.5, pytest.approx(2 / 3), 0.75]
    assert consistency_curve(["a"], "plain") == []


CONTEXT = ("Velden Mill: the notice is six weeks, until 31 March 2025. Cost: 1,200.50 €.",)


@pytest.mark.parametrize(
    ("metric", "answer", "expected"),
    [
        (number_grounding, "42 days and 1200.5 €", 1),
        (number_grounding, "6 weeks and 7 weeks", 0.5),
        (number_grounding, "шесть недель", 1),
        (number_grounding, "none at all", "no_numbers"),
        (date_grounding, "31.03.2025 or 31 марта", 1),
        (date_grounding, "31 March 2026 or 31.03.2025", 0.5),
        (date_grounding, "in 2025", "no_dates"),
        (entity_grounding, "It is Velden Mill of Lindt", 0.5),
        (entity_grounding, "it is a mill", "no_names"),
        (quote_grounding, "«the notice is six weeks» and “notice is seven weeks”", 0.5),
        (quote_grounding, "“the notice … 31 March”", 1),
        (quote_grounding, "“notice”", "no_quotes"),
    ],
)
def test_grounding(metric, answer, expected):
    assert cells(metric, Answered("q", answer=answer, contexts=CONTEXT)) == [expected]
    if not isinstance(expected, str):
        assert cells(metric, Answered("q", answer=answer, contexts=())) == [0]
    assert cells(metric, Answered("q", answer=answer)) == ["no_context"]


def test_notation_of_grounding():
    row = Answered("q", answer="1.500 Euro", contexts=("1500 Euro",))
    assert cells(number_grounding, row) == [0]
    assert cells(number_grounding, row, notation="de") == [1]


@pytest.mark.parametrize(
    ("verdicts", "count", "kind"),
    [([], 1, "wrong_count"), ([1, 1], 1, "wrong_count"), ([-1], 1, "not_allowed"), (["yes"], 1, "not_allowed"),
     ([None], 1, "not_allowed"), ([0.5], 1, "not_allowed")],
)  # fmt: skip
def test_broken_verdicts(verdicts, count, kind):
    with pytest.raises(JudgeError) as raised:
        checked(verdicts, count)
    assert raised.value.kind == kind
    with pytest.raises(JudgeError):
        share_of(verdicts, count)


def test_ranked_relevance_takes_checked_verdicts():
    with pytest.raises(JudgeError):
        ranked_relevance([1, 2])


def test_scores_of_judges():
    assert expected_score({"8": 0.9, "1": 0.009}, floor=0.01) == 8.0
    for text in ("Score: 4", "", "four", "4 or 5"):
        with pytest.raises(JudgeError):
            read_score(text)
    with pytest.raises(JudgeError):
        expected_score({"eight": 1.0})

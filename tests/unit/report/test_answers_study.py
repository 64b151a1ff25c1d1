"""Tables of answers beside their means: who was refused, where the gold stood, how sure the system was."""

import io
import json

import numpy as np
import pytest
from rich.console import Console

from ragauge import Scorecard, load_golden
from ragauge.core.answered import Answered, Answers
from ragauge.core.score import Values
from ragauge.core.trace import Trace
from ragauge.io.trace_tables import traced_of
from ragauge.metrics.generation.correctness import token_f1
from ragauge.report import answers as report
from ragauge.report.answers import answers_study, card_answers
from ragauge.report.answers_shown import answers_markdown, print_answers
from ragauge.report.assembling import Data

NO_WORDS = "I don't know."
NEED = (("warranty is two years",),)
GOLD, OTHERS = "The warranty is two years.", ("Lamps hum.", "Keep it.")


def study(*cases, values=None, missing=(), **how):
    answers = Answers(tuple(cases), frozenset(missing))
    return answers_study(answers, (values or dict)(answers) if callable(values) else values or {}, **how)


def titles(found):
    return [table.title.split(":")[0].split(";")[0] for table in found.tables]


def table(found, name):
    (one,) = [table for table in found.tables if table.title.startswith(name)]
    return list(one.rows)


# refusals


def test_the_two_by_two_with_its_questions_and_what_is_left_out():
    found = study(
        Answered("right", answer="Two years.", refusal=False, answerable=True),
        Answered("there", refusal=True, answerable=True, met=(True, True)),
        Answered("lacking", refusal=True, answerable=True, met=(True, False)),
        Answered("unseen", refusal=True, answerable=True),
        Answered("made up", answer="Two years.", refusal=False, answerable=False),
        Answered("good", refusal=True, answerable=False),
        Answered("who knows", answer="Two years.", refusal=False),
        Answered("silent", answer="", answerable=True),
        Answered("gone", answerable=True),
        missing=["gone"],
    )
    assert [one.title for one in found.tables] == [
        "refusals; left out: 1 answerability_unknown, 1 no_answer, 1 missing",
        "to look at",
    ]
    assert table(found, "refusals") == [("with an answer", 1, 3, 0.75), ("without one", 1, 1, 0.5)]
    assert table(found, "to look at") == [
        ("wrong refusal: all evidence was in the prompt", 1, "there"),
        ("wrong refusal: some evidence was not", 1, "lacking"),
        ("wrong refusal: not known whether the evidence was in the prompt", 1, "unseen"),
        ("hallucinated answer", 1, "made up"),
    ]
    assert found.notes == ()
    cells = sum(sum(row[1:3]) for row in table(found, "refusals"))
    assert cells + 3 == 9


def test_where_nothing_is_refused_and_all_have_an_answer_there_is_no_table():
    assert titles(study(Answered("q", answer="Two years.", refusal=False, answerable=True))) == []
    assert titles(study(Answered("q", answer="Two years.", refusal=False, answerable=False))) == [
        "refusals",
        "to look at",
    ]
    good = study(Answered("q", refusal=True, answerable=False))
    assert titles(good) == ["refusals"]
    assert table(good, "refusals") == [("with an answer", 0, 0, None), ("without one", 0, 1, 1.0)]


def test_very_many_questions_are_named_by_the_first():
    many = [Answered(f"q{n}", refusal=True, answerable=True) for n in range(14)]
    ((_, count, names),) = table(study(*many), "to look at")
    assert count == 14
    assert names.endswith("q9, and 4 more")


def test_what_phrases_decided_is_told():
    cases = [
        Answered("a", answer=NO_WORDS, answerable=True),
        Answered("b", answer="Не знаю.", answerable=True),
        Answered("c", answer="Two years.", answerable=True),
        Answered("d", answer=NO_WORDS, refusal=False, answerable=True),
        Answered("e", answer=" ", answerable=True),
    ]
    (note,) = study(*cases).notes
    assert "whether 3 of 5 answers are refusals was told by a list of English and Russian phrases (2 are)" in note
    assert study(*cases, refusals="recorded").notes == ()
    assert table(study(*cases), "refusals")[0][1:3] == (2, 2)
    assert study(Answered("a", answer="Two years.", refusal=False)).notes == ()


def test_the_golden_set_that_is_graded_is_told():
    gold = Answered("q", answer=GOLD, refusal=False, contexts=(GOLD,), evidence=((GOLD,),))
    assert "grading the golden set" in study(gold).notes[0]
    assert study(Answered("q", answer=GOLD, refusal=False, contexts=OTHERS, evidence=((GOLD,),))).notes == ()


# places


def placed(number):
    """So many questions with the gold first, in the middle and last; those in the middle are answered wrong."""
    first, last = OTHERS
    for place, texts in enumerate([(GOLD, *OTHERS), (first, GOLD, last), (*OTHERS, GOLD)]):
        said = "Five days." if place == 1 else "The warranty is two years."
        for n in range(number):
            yield Answered(f"q{place}-{n}", answer=said, refusal=False, contexts=texts, evidence=NEED,
                           references=("The warranty is two years.",))  # fmt: skip


def f1(answers):
    return {"token_f1": token_f1(answers)}


def test_lost_in_the_middle():
    found = study(*placed(report.FEWEST_PLACED), values=f1)
    assert titles(found) == ["by the place of the gold among the texts of the prompt"]
    ((name, *cells),) = table(found, "by the place")
    assert (name, cells) == ("token_f1", [1.0, 10, 0.0, 10, 1.0, 10])
    assert [column.head for column in found.tables[0].columns] == [
        "metric", "first", "n, first", "middle", "n, middle", "last", "n, last",
    ]  # fmt: skip


def test_a_metric_of_a_judge_stands_there_with_its_mark():
    found = study(*placed(report.FEWEST_PLACED), values=f1, called="{} (uncalibrated)".format)
    assert table(found, "by the place")[0][0] == "token_f1 (uncalibrated)"


def test_too_few_in_a_third_are_not_compared():
    assert titles(study(*placed(report.FEWEST_PLACED - 1), values=f1)) == []
    cases = list(placed(report.FEWEST_PLACED))
    assert titles(study(*cases[1:], *cases[:1], values=f1)) != []
    without = [*cases[1:], Answered("other", answer="x", refusal=False, contexts=OTHERS, evidence=NEED)]
    assert titles(study(*without, values=f1)) == []


def test_metrics_of_the_context_have_no_place_in_it():
    from ragauge.metrics.context.use import context_utilisation

    found = study(*placed(10), values=lambda answers: {"context_utilisation": context_utilisation(answers)})
    assert titles(found) == []


# several answers


def test_consistency_is_counted_up_over_the_same_questions():
    same, other = "two years", "three years"
    cases = [Answered(f"a{n}", answer=same, refusal=False, samples=(same, other, same)) for n in range(5)]
    cases += [Answered(f"b{n}", answer=same, refusal=False, samples=(same, same, same)) for n in range(5)]
    cases += [Answered("few", answer=same, refusal=False, samples=(other,))]
    found = study(*cases)
    assert titles(found) == ["answers to the same prompt, 10 questions"]
    assert table(found, "answers to") == [(2, 1.0), (3, pytest.approx(5 / 6)), (4, pytest.approx(7 / 8))]
    assert titles(study(*cases[1:10])) == []
    assert table(study(*cases[1:]), "answers to")[-1][0] == 2  # ten of them have two, and only nine have four


# confidence


def sure(number, share, right, **more):
    said = "two years" if right else "five days"
    return [Answered(f"{share}-{right}-{n}", answer=said, refusal=False, references=("two years",), confidence=share,
                     **more) for n in range(number)]  # fmt: skip


def test_reliability_with_its_error():
    found = study(*sure(24, 0.9, right=True), *sure(6, 0.9, right=False), *sure(5, 0.5, right=True),
                  *sure(5, 0.5, right=False))  # fmt: skip
    (one,) = found.tables
    assert one.rows == (("0.5 to 0.6", 10, 0.5, 0.5), ("0.9 to 1", 30, pytest.approx(0.9), 0.8))
    assert "confidence of 40 answers, right or wrong by their words: ECE 0.0750 (10 bins" in one.title
    assert one.title.endswith(f"Brier {(24 * 0.01 + 6 * 0.81 + 10 * 0.25) / 40:.4f}")


def test_what_is_no_probability_and_what_is_not_right_or_wrong_is_left_out():
    cases = [*sure(29, 0.5, right=True), *sure(1, 95.0, right=True), *sure(1, -0.1, right=True)]
    found = study(*cases)
    assert titles(found) == []
    assert found.notes == ("2 confidences lie outside [0, 1], and are left out: those of 95.0-True-0, -0.1-True-0",)
    more = Answered("refused", answer=NO_WORDS, refusal=True, references=("two years",), confidence=0.1)
    bare = Answered("bare", answer="two years", refusal=False, confidence=0.5)
    assert titles(study(*cases[:29], more, bare)) == []
    assert titles(study(*cases[:29], *sure(1, 1.0, right=True))) == [
        "confidence of 30 answers, right or wrong by their words"
    ]


# of a scorecard


def measured(metric, *traces):
    golden = load_golden([{"id": one.question, "question": f"{one.question}?", "gold": ["d"]} for one in traces])
    values = {metric: Values(np.zeros(len(traces)), {})}
    card = Scorecard((), tuple(one.question for one in traces), values, provenance={})
    return card_answers(card, lambda: Data(golden, traced_of(traces)))


def test_a_scorecard_with_metrics_of_answers_has_their_tables():
    traces = [Trace("q1", answer="I don't know."), Trace("q2", answer="Two years.")]
    found = measured("wrong_refusal", *traces)
    assert table(found, "refusals") == [("with an answer", 1, 1, 0.5), ("without one", 0, 0, None)]
    assert "2 of 2 answers" in found.notes[0]
    assert measured("mrr", *traces) is None
    card = Scorecard((), (), {"wrong_refusal": Values(np.zeros(0), {})}, provenance={})
    assert card_answers(card, None) is card_answers(card, Data) is None


# shown


def shown(found, width):
    out = Console(width=width, record=True, file=io.StringIO())
    print_answers(found, out)
    return out.export_text()


def test_data_steers_neither_terminal_nor_markdown():
    evil = "q|1<b>\x1b[31m ::error::"
    found = study(Answered(evil, refusal=True, answerable=True), Answered("ы", answer=NO_WORDS, answerable=True))
    text = shown(found, 100)
    assert "\x1b" not in text
    assert "::error" not in text
    assert "wrong refusal" in text
    assert "! whether 1 of 2 answers" in text
    page = answers_markdown(found)
    assert "<b>" not in page
    assert "| wrong refusal: not known whether the evidence was in the prompt | 2 | q\\|1" in page
    assert page.count("#### ") == 2
    assert "⚠ whether 1 of 2" in page


@pytest.mark.parametrize("width", [60, 80, 160])
def test_no_line_is_wider_than_the_terminal(width):
    cases = [*placed(10), *(Answered(f"вопрос-{n}", refusal=True, answerable=True) for n in range(12))]
    assert max(map(len, shown(study(*cases, values=f1), width).splitlines())) <= width


def test_nothing_to_tell_is_nothing():
    found = study(Answered("q", answer="x", refusal=False, answerable=True))
    assert (shown(found, 80), answers_markdown(found)) == ("", "")
    json.loads(found.to_json())

"""The words and rows of a comparison."""

import io

import pytest
from rich.console import Console

from ragauge.comparison.records import Comparison, Difference, Moved, Pairing
from ragauge.core.score import Interval
from ragauge.report.cheaper import cheaper_sentence
from ragauge.report.comparison import (
    HEAD,
    comparison_tables,
    methods_line,
    pairing_lines,
    ranking_table,
    verdict_sentence,
)
from ragauge.report.comparison_markdown import comparison_markdown
from ragauge.report.comparison_terminal import print_comparison


def difference(verdict="no difference shown", direction="higher", low=-0.031, high=0.012, **fields):
    given = {
        "metric": "recall@5", "direction": direction, "slice": None, "n": 20, "left_out": {},
        "width": 1.0, "base": 0.73,
        "candidate": 0.71, "difference": -0.02, "interval": Interval(low, high, 0.95, "bootstrap"), "p": 0.3,
        "p_adjusted": 0.6, "test": "permutation", "wins": 3, "ties": 12, "losses": 5, "detectable": 0.08,
        "verdict": verdict, **fields,
    }  # fmt: skip
    return Difference(**given)


UNMEASURED = Difference("mrr", "higher", None, 0, {"missing": 3})


def comparison(*differences, **fields):
    return Comparison("old.json", "new.json", Pairing(22), differences, family=len(differences), **fields)


def printed(compared, width=160):
    out = io.StringIO()
    print_comparison(compared, Console(file=out, width=width))
    return out.getvalue()


@pytest.mark.parametrize(
    ("direction", "said"),
    [
        ("higher", "a loss of more than 0.031 is ruled out, and a gain of more than 0.012"),
        ("lower", "a loss of more than 0.012 is ruled out, and a gain of more than 0.031"),
        ("none", "more than 0.031 lower or 0.012 higher is ruled out"),
    ],
)
def test_what_is_ruled_out_follows_the_direction(direction, said):
    assert verdict_sentence(difference(direction=direction)) == (
        f"recall@5: no difference shown; {said}; one question is 5 points; "
        "20 pairs with this spread show a difference of 0.08 in 80% of cases"
    )


def test_a_bound_is_never_told_too_small():
    assert "a loss of more than 0.0312 is" in verdict_sentence(difference(low=-0.03111))


def test_an_interval_beside_0_rules_out_nothing():
    said = verdict_sentence(difference(low=-0.05, high=-0.01))
    assert "ruled out" not in said
    assert "not adjusted for the number of tests, leaves out 0" in said


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (difference("better", difference=0.05), "recall@5: better by 0.05 (p 0.3000, adjusted 0.6000)"),
        (difference("worse"), "recall@5: worse by 0.02 (p 0.3000, adjusted 0.6000)"),
        (difference("higher", "none"), "recall@5: higher by 0.02 (p 0.3000, adjusted 0.6000)"),
        (difference("lower", "none", p_adjusted=None), "recall@5: lower by 0.02"),
        (
            difference("identical", difference=0.0),
            "recall@5: identical: 20 questions with the same value in both",
        ),
        (UNMEASURED, "mrr: not measured: no pair of values (3 missing)"),
    ],
)
def test_every_verdict_has_a_sentence(one, said):
    assert verdict_sentence(one) == said


def test_the_table_has_the_numbers_with_their_signs():
    head, row = comparison_tables(comparison(difference(left_out={"missing": 2})))[0]
    assert head == tuple(name for name in HEAD if name != "judge")
    assert row == (
        "recall@5", "0.7300", "0.7100", "-0.0200", "[-0.0310, +0.0120]", "0.3000", "0.6000", "3/12/5", "20 of 22",
        "no difference shown", "2 missing",
    )  # fmt: skip


def test_what_is_not_measured_has_no_numbers():
    _, row = comparison_tables(comparison(UNMEASURED))[0]
    assert row == ("mrr", "0 of 3", "not measured", "3 missing")


def test_slices_have_a_table_a_column():
    few = difference(slice={"язык": "ру"}, n=3)
    tables = comparison_tables(comparison(difference(), few, difference(slice={"type": "single"})))
    assert [table[0][0] for table in tables] == ["metric", "язык", "type"]
    assert tables[1][1][:2] == ("ру", "recall@5")
    assert "3 (few)" in tables[1][1]


def test_pairing_names_the_first_ten():
    ids = tuple(f"q{i}" for i in range(13))
    told = list(pairing_lines(Comparison("a", "b", Pairing(1, ids, ("x",), ("y", "z")))))
    assert told == [
        ("", "1 question in both with the same gold"),
        ("warning", "13 questions only in base: q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, and 3 more"),
        ("warning", "1 question only in candidate: x"),
        ("warning", "2 questions with other gold, not compared: y, z"),
    ]


def test_methods_tell_test_correction_and_family():
    assert methods_line(comparison(difference(), difference(slice={"a": "b"}))) == (
        "95% intervals of the difference: bootstrap; paired test: permutation; p adjusted: Holm over 2 tests; "
        "slices are a family of their own"
    )
    assert methods_line(comparison(UNMEASURED)) == ""


def test_not_comparable_gives_reasons_and_no_numbers():
    moved = Moved("q1", None, "mrr", 0.125, 0.25, True)
    compared = comparison(difference(), reasons=("другой отсчёт k",), moved=(moved,))
    for text in (printed(compared), comparison_markdown(compared)):
        assert "not comparable" in text
        assert "другой отсчёт k" in text
        assert not any(number in text for number in ("0.7", "0.02", "0.125", "95%"))


def test_rankings_stand_side_by_side():
    one = Moved("q", "Срок?", "mrr", 1, 0.5, False, ("а.pdf", "b"), ("b", "\0no-id-1", "а.pdf"), (1,), (3, 57, 99))
    assert ranking_table(one) == [
        ("rank", "base", "candidate"),
        ("1", "а.pdf ✓ relevant", "b"),
        ("2", "b", "(no id)"),
        ("3", "", "а.pdf ✓ relevant"),
        ("", "", "relevant at rank 57, 99"),
    ]


def test_hits_that_are_not_kept_are_said():
    assert ranking_table(Moved("q", None, "mrr", 1, 0, False)) == []
    table = ranking_table(Moved("q", None, "mrr", 1, 0, False, None, (), (2,), ()))
    assert table == [
        ("rank", "base", "candidate"),
        ("", "hits not kept; relevant at rank 2", "nothing retrieved; no relevant hit"),
    ]


@pytest.mark.parametrize("width", [60, 100, 160])
def test_the_terminal_and_markdown_tell_the_same(width):
    moved = Moved("q7", "Какой срок?", "recall@5", 1, 0, False, ("а",), ("б",), (1,), (57,))
    compared = comparison(difference(), notes=("заметка",), moved=(moved,))
    told = " ".join(printed(compared, width).split())
    mark = comparison_markdown(compared)
    for text in ("0.7100", "-0.0200", "заметка", "✓ relevant", "relevant at rank 57", "Какой срок?", "3/12/5"):
        assert text in told, text
        assert text in mark, text
    assert mark.index("<details>") < mark.index("✓ relevant") < mark.index("</details>")


def test_the_cheaper_one_is_spoken_of_from_its_side():
    compared = comparison(difference(low=-0.05, high=0.01), difference("better", metric="mrr", difference=0.1))
    assert cheaper_sentence(compared, "candidate").startswith(
        "the cheaper one (new.json) is not shown to be worse on recall@5: "
        "0.71 against 0.73, difference -0.02 [-0.05, 0.01]; is better on mrr: "
    )
    assert cheaper_sentence(compared, "base").startswith(
        "the cheaper one (old.json) is not shown to be worse on recall@5: "
        "0.73 against 0.71, difference 0.02 [-0.01, 0.05]; is worse on mrr: "
    )


def test_the_cheaper_one_is_never_called_equal():
    same = difference("identical", difference=0.0, candidate=0.73, interval=None)
    compared = comparison(same, UNMEASURED, difference("higher", "none", metric="hits"))
    said = cheaper_sentence(compared, "base")
    assert said == (
        "the cheaper one (old.json) has the same recall@5 on each of 20 questions; "
        "could not be held against the other on mrr"
    )
    assert "equal" not in said


def test_the_cheaper_one_cannot_always_be_judged():
    assert cheaper_sentence(comparison(difference(), reasons=("other gold",)), "base").endswith(
        "cannot be said: other gold"
    )
    assert "cannot be said: no metric" in cheaper_sentence(comparison(), "base")
    beside = cheaper_sentence(comparison(difference(low=-0.05, high=-0.01)), "candidate")
    assert "[-0.05, -0.01] (the interval is not adjusted for the number of tests)" in beside

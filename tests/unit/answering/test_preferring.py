"""Two runs against each other: pairs, win rates, what is left out, and a file of verdicts."""

import json

import numpy as np
import pytest

from ragauge.answering.preferences import preferences_of
from ragauge.answering.preferring import pairs_of
from ragauge.core.answered import Answered, Answers
from ragauge.judging.measured.biases import measure_biases
from ragauge.judging.measured.pairs import read_pairs
from ragauge.judging.preference import outcome_of
from ragauge.judging.results import Failure, Results
from ragauge.report.preferences import preferences_csv
from ragauge.stats.swaps import POINTS


def answers(*texts, missing=(), **more):
    made = tuple(Answered(f"q{n}", f"Question {n}?", text, **more) for n, text in enumerate(texts))
    return Answers(made, frozenset(missing))


def results_of(verdicts):
    """Outcomes of flows from the verdicts of both orders, or a failure."""
    outcomes, grounds = {}, {}
    for name, one in verdicts.items():
        if isinstance(one, Failure):
            outcomes[name] = one
            continue
        outcome = outcome_of(*one)
        outcomes[name] = POINTS[outcome] if outcome in ("A", "B") else 0.5
        grounds[name] = {"outcome": outcome, "forward": one[0], "swapped": one[1], "rationales": ["", ""]}
    return Results(outcomes, grounds=grounds)


def found(verdicts, first=None, second=None, **more):
    names = len(verdicts)
    a = first or answers(*["a" * (10 + n) for n in range(names)])
    b = second or answers(*["b" * (10 + 2 * n % 7) for n in range(names)])
    keyed = {f"q{n}": one for n, one in enumerate(verdicts) if one is not None}
    return preferences_of(pairs_of(a, b), results_of(keyed), ("old", "new"), "m", **more)


A, B, TIE, HALF, FLIP = ("A", "A"), ("B", "B"), ("tie", "tie"), ("B", "tie"), ("A", "B")


def test_the_win_rate_counts_half_of_ties_and_flips():
    one = found([B, B, A, TIE, HALF, FLIP])
    assert (one.win_rate, one.n) == (3.5 / 6, 6)
    assert one.counts == {"B": 2, "A": 1, "tie": 1, "undecided": 1, "position_flip": 1}
    assert (one.swaps.n, one.swaps.flip_rate) == (6, 1 / 6)
    assert one.win_rate == pytest.approx(1 - one.swaps.adjusted_win_rate)
    assert one.verdict == "no difference shown"


def test_verdicts():
    assert found([B] * 20).verdict == "B is better"
    assert found([A] * 20).verdict == "A is better"
    assert found([B] * 10 + [A] * 10).verdict == "no difference shown"


def test_failures_are_no_ties_and_have_bounds():
    one = found([B, A, Failure("timeout", ""), None])
    assert (one.win_rate, one.n, one.bounds) == (0.5, 2, (0.25, 0.75))
    assert one.counts["judge_unfinished"] == 1
    assert "the judge failed on 2 of 4 pairs (timeout 1, unfinished 1)" in one.notes[0]


def test_a_run_that_does_not_answer_is_told():
    first = answers("Two.", "Two.", None, "Two.")
    second = Answers((*answers("Five.", None, None).cases, Answered("q3", error="boom")), frozenset())
    one = found([B, None, None, None], first, second)
    assert one.counts == {"B": 1, "no_answer_b": 1, "no_answer_both": 1, "failed_b": 1}
    assert (one.win_rate, one.n, one.lacking) == (1.0, 1, 1 / 3)
    assert "with no answer as a loss B wins 0.3333" in one.notes[0]


def test_questions_without_a_trace():
    pairs = pairs_of(answers("Two.", "Two.", missing=["q0"]), answers("Five.", "Five.", missing=["q1"]))
    assert [one.why for one in pairs] == ["missing_a", "missing_b"]


def test_passages():
    one = Answers((Answered("q", "Q?", "Two [1].", contexts=("x", "y"), evidence=(("e", "f"), ("e",))),))
    other = Answers((Answered("q", "Q?", "Five.", contexts=("y", "z")),))
    assert pairs_of(one, other)[0].passages is None
    assert pairs_of(one, other, "both")[0].passages == ("x", "y", "z")
    assert pairs_of(one, other, "gold")[0].passages == ("e", "f")
    assert pairs_of(one, other)[0].answers == ("Two.", "Five.")
    assert pairs_of(other, other, "gold")[0].why == "no_evidence"
    assert pairs_of(one, Answers((Answered("q", "Q?", "Five."),)), "both")[0].why == "no_context"


def test_clusters_widen_the_interval():
    alone, together = (found([B] * 12 + [A] * 12, clusters=one) for one in (None, np.repeat([0, 1, 2, 3], 6)))
    assert together.interval.high - together.interval.low > alone.interval.high - alone.interval.low


def test_length_control_takes_a_taste_for_length_out():
    """Planted: B wins where it is longer, and loses where it is shorter; at equal length nobody is better."""
    lengths = np.random.default_rng(3).integers(20, 200, size=(200, 2))
    first, second = (answers(*["x" * n for n in column]) for column in lengths.T)
    noise = np.random.default_rng(4).random(200) < 0.2
    verdicts = [B if (b > a) != turned else A for (a, b), turned in zip(lengths, noise, strict=True)]
    one = found(verdicts, first, second)
    assert one.controlled.raw == one.win_rate
    assert one.controlled.slope > 0
    assert abs(one.controlled.value - 0.5) < 0.1


def test_the_file_of_verdicts_is_read_by_judge_bias(tmp_path):
    """Position by the file is position by the command, pair for pair; what nobody was asked is no verdict."""
    verdicts = [B, B, A, TIE, HALF, FLIP, ("B", "A"), A, Failure("no_quote", "")] * 3
    a = answers(*[f"old {'x' * n}" for n in range(27)], "same")
    b = answers(*[f"new {'x' * (n * 7 % 13)}" for n in range(27)], "same")
    keyed = {f"q{n}": one for n, one in enumerate(verdicts)}
    results = results_of(keyed)
    results.outcomes["q27"], results.grounds["q27"] = 0.5, {"outcome": "same_answer"}
    one = preferences_of(pairs_of(a, b), results, ("old", "new"), "m")
    (tmp_path / "verdicts.csv").write_text(preferences_csv(one), encoding="utf-8")
    read = read_pairs(tmp_path / "verdicts.csv")
    assert set(read.columns) == {
        "forward", "swapped", "judge", "item", "model_a", "model_b", "length_a", "length_b", "outcome"
    }  # fmt: skip
    (bias,) = measure_biases(read).judges
    assert (bias.judge, bias.rows, bias.failed, bias.unasked) == ("m", 28, 3, 1)
    assert read.failed == {"judge_no_quote": 3}
    assert bias.position == one.swaps
    assert bias.flip_interval == one.flip_interval
    assert [row.lengths for row in read.rows] == [tuple(map(float, row.pair.lengths)) for row in one.rows]
    assert one.counts["same_answer"] == 1
    assert "1 pair has the same answer twice: a tie, about which nobody was asked" in one.notes


def test_ids_that_a_spreadsheet_would_run():
    case = Answers((Answered("=1+1", "Q?", "Two."),))
    other = Answers((Answered("=1+1", "Q?", "Five."),))
    one = preferences_of(pairs_of(case, other), results_of({"=1+1": B}), ("old", "new"), "m")
    assert "\n'=1+1,m,old,new,B,B,4,5,B,1.0\n" in preferences_csv(one)


def test_nothing_to_compare():
    one = found([None], answers(None), answers("Two."))
    assert (one.win_rate, one.interval, one.controlled, one.n) == (None, None, None, 0)
    assert json.loads(one.to_json())["verdict"] == "no difference shown"

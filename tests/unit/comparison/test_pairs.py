"""Which questions of two scorecards belong together."""

import polars as pl
import pytest

from ragauge import compare, evaluate
from ragauge.core.errors import InputError

ROWS = [("How a?", "a"), ("Что б?", "b"), ("How c?", "c"), ("How d?", "d")]


def card(tmp_path, rows, *, lost=(), ids=False, **policies):
    frame = pl.DataFrame({"question": [text for text, _ in rows], "source": [gold for _, gold in rows]})
    if ids:
        frame = frame.insert_column(0, pl.Series("id", [f"id-{gold}" for _, gold in rows]))
    frame.write_csv(tmp_path / "gold.csv")
    answers = {text: ["x"] if gold in lost else [gold] for text, gold in rows}
    hits = [{"question": text, "retrieved": found} for text, found in answers.items()]
    return evaluate(tmp_path / "gold.csv", pl.DataFrame(hits), ["recall@5", "mrr"], match="all", **policies)


@pytest.mark.parametrize("ids", [False, True])
def test_the_order_of_the_rows_changes_no_pair(tmp_path, ids):
    base, candidate = card(tmp_path, ROWS, ids=ids), card(tmp_path, ROWS[::-1], ids=ids, lost=["c"])
    found = compare(base, candidate)
    assert found.comparable
    assert (found["recall@5"].n, found["recall@5"].losses) == (4, 1)
    assert [one.text for one in found.moved] == ["How c?"]


@pytest.mark.parametrize("ids", [False, True])
def test_a_removed_row_leaves_the_others_paired(tmp_path, ids):
    base, candidate = card(tmp_path, ROWS, ids=ids), card(tmp_path, ROWS[1:], ids=ids, lost=["d"])
    assert not compare(base, candidate).comparable
    found = compare(base, candidate, common_only=True)
    assert (found["recall@5"].n, found["recall@5"].losses) == (3, 1)
    assert found.pairing.only_base == (("id-a",) if ids else ("How a?",))


def test_a_question_with_other_gold_is_another_question(tmp_path):
    base, candidate = card(tmp_path, ROWS), card(tmp_path, [*ROWS[:3], ("How d?", "e")])
    found = compare(base, candidate, common_only=True)
    assert found.pairing.changed == ("How d?",)
    assert found["mrr"].n == 3


def test_what_is_left_out_is_counted_by_its_reason(tmp_path):
    base = card(tmp_path, [*ROWS, ("Who?", "")])
    candidate = card(tmp_path, [*ROWS, ("Who?", "")])
    assert compare(base, candidate)["mrr"].left_out == {"gold_unknown": 1}


def test_policies_and_unknown_arguments_are_refused(tmp_path):
    base, other = card(tmp_path, ROWS), card(tmp_path, ROWS, depth=3)
    assert compare(base, other).reasons == ("policy depth is the default, then 3",)
    with pytest.raises(InputError, match="compare has no tset"):
        compare(base, base, tset="t")
    with pytest.raises(InputError, match="test must be one of"):
        compare(base, base, test="z")


@pytest.mark.parametrize("test", ["sign_flips", "wilcoxon", "t"])
@pytest.mark.parametrize("interval", ["guarded", "percentile", "bca"])
def test_every_test_and_interval_can_be_asked_for(tmp_path, test, interval):
    rows = [(f"How {n}?", f"d{n}") for n in range(30)]
    base, candidate = card(tmp_path, rows), card(tmp_path, rows, lost=[f"d{n}" for n in range(12)])
    found = compare(base, candidate, test=test, interval=interval, margin=0.9, resamples=500)["recall@5"]
    assert found.verdict == "worse"
    assert found.interval.low < found.difference < found.interval.high < 0
    assert (found.non_inferior, found.equivalent) == ("shown", "shown")
    tight = compare(base, candidate, test=test, interval=interval, margin=0.01)["recall@5"]
    assert (tight.non_inferior, tight.equivalent) == ("refuted", "refuted")


def test_holm_is_over_the_metrics_that_have_a_direction(tmp_path):
    rows = [(f"How {n}?", f"d{n}") for n in range(30)]
    base, candidate = card(tmp_path, rows), card(tmp_path, rows, lost=[f"d{n}" for n in range(7)])
    found = compare(base, candidate)
    assert found.family == 2
    assert found["recall@5"].p == 2 / 2**7
    assert found["recall@5"].p_adjusted == 2 * 2 / 2**7
    assert compare(base, candidate, correction="bh")["recall@5"].p_adjusted == 2 / 2**7


def test_clusters_are_flipped_whole(tmp_path):
    rows = [(f"How {n}?", f"d{n}") for n in range(12)]
    frame = pl.DataFrame(
        {"id": [f"q{n}" for n in range(12)], "question": [text for text, _ in rows], "gold": [g for _, g in rows],
         "user": [f"u{n // 3}" for n in range(12)]}
    )  # fmt: skip
    frame.write_csv(tmp_path / "gold.csv")
    runs = [{f"q{n}": [f"d{(n + shift) % 12}"] for n in range(12)} for shift in (0, 1)]
    cards = [evaluate(tmp_path / "gold.csv", run, ["recall@5"], clusters="user") for run in runs]
    found = compare(*cards)["recall@5"]
    assert found.p == 2 / 2**4
    assert found.interval.method == "t_guarded_clustered"
    with pytest.raises(InputError, match="sign_flips does"):
        compare(*cards, test="t")


def test_lists_that_nobody_declared_are_told(tmp_path):
    rows = [("How a?", "a;b"), *ROWS[1:]]
    frame = pl.DataFrame({"question": [text for text, _ in rows], "sources": [gold for _, gold in rows]})
    frame.write_csv(tmp_path / "gold.csv")
    run = pl.DataFrame([{"question": text, "retrieved": [gold[0]]} for text, gold in rows])
    card = evaluate(tmp_path / "gold.csv", run, ["recall@5"])
    assert any("nobody said" in note for note in compare(card, card).notes)

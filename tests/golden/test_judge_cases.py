"""Recorded cases of judges: what sklearn, krippendorff, irrCAC, ppi-python, torchmetrics and alpaca_eval give."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ragauge.stats.agreement import constant_agreement, per_label, raw_agreement
from ragauge.stats.calibration import (
    brier_score,
    expected_calibration_error,
    maximum_calibration_error,
    multiclass_brier_score,
    reliability_table,
)
from ragauge.stats.confusion import confusion_table
from ragauge.stats.gwet import gwet_ac1
from ragauge.stats.kappa import cohen_kappa
from ragauge.stats.krippendorff import coincidence_cells, krippendorff_alpha
from ragauge.stats.length_control import length_controlled_win_rate
from ragauge.stats.partial_mean import partial_mean
from ragauge.stats.prediction_powered import power_tuning, powered_mean
from ragauge.stats.samples import standard_deviation
from ragauge.stats.swaps import swap_statistics
from watched import Watched, unread

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Case = dict[str, Any]
FILES = ("judges_agreement_ppi", "judges_bias_lc", "ppi_interior_lambda_and_position_bias", "calibration")
DELIBERATE = {
    "agree_all_one_category": "one category: undefined (None); the originals give NaN, ValueError, ZeroDivisionError",
    "kappa_replace_undefined": "the same: None, not NaN",
    "ece_float32_edge": "0.3 lies on the edge 3/10, rounded once, as in float32; linspace puts its edge above 0.3",
    "ece_logits_autosoftmax": "a value outside [0, 1] is refused; torchmetrics squeezes the whole batch",
    "ece_default_bins": "the number of bins is always told: 10 if nothing is said",
    "lc_minimal_swapped": "the synthetic table is not recorded: what is tested is that the two roles add up to 1",
}
UNREAD = {
    "expected.irrCAC_fleiss": "Fleiss' kappa, for two raters Scott's pi: not given",
    "expected.irrCAC_bp": "Brennan and Prediger: not given",
    "expected.irrCAC_pa": "irrCAC's own adjusted agreement, which Krippendorff's alpha uses inside",
    "ppi_lambda: input.alpha": "the tuning has no level",
    "ppi2_lambda: input.alpha": "the tuning has no level",
    "lc_minimal_swapped: expected": "of a table that is not recorded",
    "ece_logits_autosoftmax: expected": "what came of squeezing",
}
"""What of the cases nothing here reads, and why: in one of them, or in any."""


def near(case: Case, value: object) -> object:
    return pytest.approx(value, rel=case["tol"], abs=case["tol"])


def table_of(case: Case, scale: list[int] | None = None) -> np.ndarray:
    a, b = case["input"]["a"], case["input"]["b"]
    scale = scale or sorted({*a, *b})
    places = [np.array([scale.index(label) for label in one]) for one in (a, b)]
    return confusion_table(*places, len(scale))


def alpha_of(data: list[list[float | None]], level: str, scale: list[float] | None = None) -> float | None:
    scale = scale or sorted({label for row in data for label in row if label is not None})
    labels = np.array(
        [[-1 if label is None else scale.index(label) for label in unit] for unit in zip(*data, strict=True)]
    )
    k = len(scale)
    cells = coincidence_cells(labels, k).sum(axis=0).reshape(k, k)
    return krippendorff_alpha(cells, level, np.array(scale, dtype=float))


def agreement(case: Case) -> None:
    table, data = table_of(case), [case["input"]["a"], case["input"]["b"]]
    found = (cohen_kappa(table), alpha_of(data, case["input"]["level"]), gwet_ac1(table))
    if case["id"] == "agree_all_one_category":
        assert found == (None, None, None)
        assert all(isinstance(case["expected"][name], str) for name in ("cohen", "kripp", "irrCAC"))  # no numbers
        assert raw_agreement(table) == constant_agreement(table) == 1.0
        return
    kappa, alpha, ac1 = found
    expected = case["expected"]
    assert kappa == near(case, expected["cohen"])
    assert alpha == near(case, expected["kripp"])
    assert [kappa, alpha, ac1] == pytest.approx(
        [expected[f"irrCAC_{name}"] for name in ("cohen_conger", "kripp", "AC1")], abs=6e-6
    )


def weighted_kappa(case: Case) -> None:
    table = table_of(case, [1, 2, 3, 4, 5])
    assert cohen_kappa(table, case["input"]["weights"] or "none") == near(case, case["expected"])


def kappa_gap(case: Case) -> None:
    found = [cohen_kappa(table_of(case, scale), "linear") for scale in (None, [1, 2, 3, 4, 5])]
    assert found == near(case, case["expected"])


def kappa_undefined(case: Case) -> None:
    assert case["expected"] == "NaN"
    assert cohen_kappa(np.array([[5.0]])) is None
    assert cohen_kappa(np.array([[5.0, 0.0], [0.0, 0.0]])) is None


def textbook_alpha(case: Case) -> None:
    assert alpha_of(case["input"]["data"], case["input"]["level"]) == near(case, case["expected"])


def alpha_domain(case: Case) -> None:
    data, domain = case["input"]["data"], case["input"]["domain"]
    assert [alpha_of(data, "ordinal"), alpha_of(data, "ordinal", domain)] == near(case, case["expected"])


def powered(case: Case) -> None:
    y, f, more = (case["input"][name] for name in ("Y", "Yhat", "Yhat_unlabeled"))
    tuning = {"ppi_lam0": 0.0, "ppi2_lam1": 1.0, "ppi2_pp": None}[case["id"]]
    found = powered_mean(y, f, more, tuning=tuning)
    interval = found.interval(1 - case["input"]["alpha"])
    assert found.value == near(case, case["expected"]["point"])
    assert [interval.low, interval.high] == near(case, case["expected"]["ci"])


def tuned(case: Case) -> None:
    assert power_tuning(*(case["input"][name] for name in ("Y", "Yhat", "Yhat_unlabeled"))) == near(
        case, case["expected"]
    )


def contrary_judge(case: Case) -> None:
    found = powered_mean(*(case["input"][name] for name in ("Y", "Yhat", "Yhat_unlabeled")))
    assert (found.tuning, found.value) == (0.0, near(case, case["expected"]))


def positions(case: Case) -> None:
    ((_, verdicts),) = case["input"].items()
    found = swap_statistics([tuple(pair) for pair in verdicts])
    assert {
        "consistency": found.consistency,
        "flip_rate_strict(A<->B)": found.flip_rate,
        "any_inconsistency": 1 - found.consistency,
        "first_slot_share_of_decided": found.first_slot_share,
        "mtbench_win_A": found.wins_a,
        "mtbench_win_B": found.wins_b,
        "mtbench_ties": found.n - found.wins_a - found.wins_b,
        "adjusted_win_rate_A": found.adjusted_win_rate,
        "average_of_two_orders_A": found.mean_of_orders,
    } == near(case, case["expected"])


def swapped_roles(case: Case) -> None:
    assert case["input"] == {}
    rng = np.random.default_rng(5)
    lengths, others = rng.integers(50, 400, 200), rng.integers(50, 400, 200)
    logit = 0.3 + 1.5 * np.tanh((lengths - others) / 100)
    wins = (rng.random(200) < 1 / (1 + np.exp(-logit))).astype(float)
    one = length_controlled_win_rate(wins, lengths, others, resamples=50)
    two = length_controlled_win_rate(1 - wins, others, lengths, resamples=50)
    assert one.value + two.value == pytest.approx(1, abs=1e-12)
    assert one.slope == pytest.approx(two.slope, rel=1e-9)
    assert 0.5 < one.value < 0.7


def win_rates(case: Case) -> None:
    """Their coding: 1 is the baseline, 2 the model, 0 and 1.5 a draw."""
    coded = {1: 0.0, 2: 1.0, 0: 0.5, 1.5: 0.5, None: None}
    codes = [coded[one] for one in case["input"]["preference"]]
    found, told = partial_mean(codes, 0, 1), case["expected"]
    assert [100 * found.value] * 2 == near(case, [told["win_rate"], told["discrete_win_rate"]])
    present = np.array([one for one in codes if one is not None])
    assert 100 * standard_deviation(present) / len(present) ** 0.5 == near(case, told["standard_error"])
    counts = [codes.count(one) for one in (1.0, 0.0, 0.5)]
    assert [*counts, found.n] == [told[f"n_{name}"] for name in ("wins", "wins_base", "draws", "total")]


def ece(case: Case) -> None:
    p, y, bins = (case["input"][name] for name in ("prob", "label", "n_bins"))
    left, right = (reliability_table(p, y, bins=bins, closed=closed) for closed in ("left", "right"))
    for name in ("torchmetrics_binary", "netcal"):
        assert expected_calibration_error(left) == near(case, case["expected"][name])
    assert expected_calibration_error(right) == near(case, case["expected"]["sklearn_curve_weighted"])
    assert maximum_calibration_error(left) == near(case, case["expected"]["netcal_mce"])


def ece_edge(case: Case) -> None:
    p, y, bins = (case["input"][name] for name in ("prob", "label", "n_bins"))
    found = expected_calibration_error(reliability_table(p, y, bins=bins))
    assert found == pytest.approx(case["expected"][0], abs=1e-7)
    assert found != near(case, case["expected"][1])


def ece_bins(case: Case) -> None:
    values = np.arange(100) / 100
    assert len(reliability_table(values, np.zeros(100))) == 10
    assert case["expected"] == [15, 10]  # torchmetrics, netcal


def ece_logits(case: Case) -> None:
    with pytest.raises(ValueError, match="outside"):
        reliability_table(case["input"]["prob"], case["input"]["label"])


def brier(case: Case) -> None:
    p, y = case["input"]["prob"], case["input"]["label"]
    if case["id"] == "brier_binary":
        assert brier_score(p, y) == near(case, case["expected"])
        return
    whole, halved, summed = case["expected"]
    assert multiclass_brier_score(p, y) == near(case, whole) == near(case, summed)
    assert multiclass_brier_score(p, y) / 2 == near(case, halved)


CHECKS: dict[str, Callable[[Case], None]] = {
    "agree_": agreement,
    "kappa_w_None": weighted_kappa,
    "kappa_w_linear": weighted_kappa,
    "kappa_w_quadratic": weighted_kappa,
    "kappa_w_gap": kappa_gap,
    "kappa_replace_undefined": kappa_undefined,
    "kripp_4x12": textbook_alpha,
    "kripp_ordinal_domain": alpha_domain,
    "ppi_lam0": powered,
    "ppi2_lam1": powered,
    "ppi2_pp": powered,
    "ppi_lambda": tuned,
    "ppi2_lambda": tuned,
    "ppi_anti_judge": contrary_judge,
    "position_bias": positions,
    "lc_minimal_swapped": swapped_roles,
    "winrate_": win_rates,
    "ece_boundary": ece,
    "ece_float32_edge": ece_edge,
    "ece_default_bins": ece_bins,
    "ece_logits": ece_logits,
    "brier_": brier,
}


@pytest.fixture(scope="module")
def cases(cases_dir: Path) -> list[Case]:
    files = [json.loads((cases_dir / f"{name}.json").read_text()) for name in FILES]
    return [Watched(case) for file in files for case in file["cases"]]


@pytest.mark.parametrize("prefix", CHECKS)
def test_recorded_cases(cases, prefix):
    chosen = [case for case in cases if case["id"].startswith(prefix)]
    assert chosen
    for case in chosen:
        CHECKS[prefix](case)
        left = {path for path in unread(case) if not {path, f"{case['id']}: {path}"} & set(UNREAD)}
        assert left == set(), case["id"]


def test_every_case_is_checked_once(cases):
    matches = {case["id"]: [prefix for prefix in CHECKS if case["id"].startswith(prefix)] for case in cases}
    assert {name: found for name, found in matches.items() if len(found) != 1} == {}
    assert set(DELIBERATE) <= set(matches)
    assert {name.partition(": ")[0] for name in UNREAD if ": " in name} <= set(matches)


def test_a_number_that_nothing_reads_is_seen():
    case = Watched({"id": "x", "tol": 0, "input": {"a": [1], "b": [2]}, "expected": {"kappa": 0.5, "new": 0.7}})
    assert (case["input"]["a"], case["expected"]["kappa"]) == ([1], 0.5)
    assert unread(case) == ["input.b", "expected.new"]


@pytest.fixture(scope="module")
def users(cases_dir: Path) -> dict[str, Case]:
    return {row["id"]: row for row in map(json.loads, (cases_dir / "users.jsonl").read_text().splitlines())}


def test_an_item_that_the_judge_failed_on_leaves_bounds(users):
    """U053: the mean of what is there, with its coverage and what the rest could make of it."""
    given = users["U053"]["input"]
    found = partial_mean(given["scores"], 0, 1)
    assert (found.value, found.n, found.items, found.coverage) == (1.0, 1, 2, 0.5)
    assert (found.worst, found.best) == (0.5, 1.0)
    other = partial_mean(given["same_rows_system_A"], 0, 1)
    assert (other.worst, other.best) == (other.value, other.value) == (0.5, 0.5)


def test_a_failed_reply_is_no_zero(users):
    """U054: the order of two arms does not turn round."""
    a, b = (partial_mean(users["U054"]["input"][arm], 1, 5) for arm in "AB")
    assert (a.value, a.n, a.items) == (5.0, 2, 3)
    assert b.value == pytest.approx(11 / 3, abs=1e-12)
    assert a.worst == pytest.approx(11 / 3, abs=1e-12)


def test_the_constant_judge(users):
    """U056: agreement 0.90, and no skill at all."""
    given = users["U056"]["input"]
    codes = {"pass": 0, "fail": 1}
    table = confusion_table(*(np.array([codes[one] for one in given[name]]) for name in ("human", "judge")), 2)
    assert (raw_agreement(table), constant_agreement(table), cohen_kappa(table)) == (0.9, 0.9, 0.0)
    fail = per_label(table)[1]
    assert (fail.both, fail.human, fail.recall) == (0, 1, 0.0)

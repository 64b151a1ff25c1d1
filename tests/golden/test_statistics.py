"""Recorded cases of statistics: what scipy, statsmodels and numpy give, and what users need."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ragauge.stats.bootstrap import acceleration, bca_interval, bootstrap_means, percentile_interval
from ragauge.stats.corrections import benjamini_hochberg, bonferroni, holm, hommel
from ragauge.stats.intervals import wilson
from ragauge.stats.mcnemar import mcnemar_test
from ragauge.stats.paired_t import paired_t_test
from ragauge.stats.power import detectable_effect, paired_power, required_pairs, resolution
from ragauge.stats.sign_flips import sign_flip_test
from ragauge.stats.wilcoxon import signed_rank_test

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Case = dict[str, Any]

LEFT_TO_OTHERS = {
    "pct_": "percentiles of latencies: not a comparison of runs",
    "sketch_": "mergeable sketches of latencies",
    "alpha_spending_": "sequential looks at an experiment",
    "peeking_": "sequential looks at an experiment",
}
DELIBERATE = {
    "randomisation_scipy_mc": "eight differences are enumerated: the exact p, which the drawn one is near",
    "wilson_0_0": "no interval exists without a question; scipy and statsmodels give NaN",
}


def near(case: Case, value: object) -> object:
    return pytest.approx(value, rel=case["tol"], abs=case["tol"])


def differences(case: Case) -> np.ndarray:
    return np.array(case["input"]["a"]) - np.array(case["input"]["b"])


def randomisation(case: Case) -> None:
    result = sign_flip_test(differences(case))
    assert result.method == "sign flips, exact"
    assert result.p == near(case, case["expected"])


def paired_t(case: Case) -> None:
    result = paired_t_test(differences(case))
    assert {"t": result.t, "p": result.p.p} == near(case, case["expected"])


def wilcoxon(case: Case) -> None:
    assert signed_rank_test(differences(case)).p == near(case, case["expected"]["wilcox"])


def multi(case: Case) -> None:
    method = case["id"].removeprefix("multi_")
    correct = {"scipy_bh": benjamini_hochberg, "fdr_bh": benjamini_hochberg}.get(method) or {
        "holm": holm, "bonferroni": bonferroni, "hommel": hommel,
    }[method]  # fmt: skip
    adjusted, expected = correct(case["input"]["p"]), case["expected"]
    if isinstance(expected, dict):
        assert sum(p <= 0.05 for p in adjusted) == expected["rejected"]
        expected = expected["adj"]
    assert adjusted[: len(expected)] == near(case, expected)


def wilson_score(case: Case) -> None:
    count, n = case["input"]["x"], case["input"]["n"]
    if n == 0:
        with pytest.raises((ValueError, ZeroDivisionError)):
            wilson(0.0, n)
        return
    interval = wilson(count / n, n)
    for name in ("sm", "scipy"):
        assert [interval.low, interval.high] == near(case, case["expected"][name])
    for name in ("scipy_cc", "exact", "jeffreys"):  # other intervals than Wilson's
        assert [interval.low, interval.high] != near(case, case["expected"][name])


def bca_accel(case: Case) -> None:
    assert acceleration(np.array(case["input"]["x"])) == near(case, case["expected"])


def percentile_constant(case: Case) -> None:
    values = np.array(case["input"]["x"], dtype=float)
    means = bootstrap_means(values[:, None])[:, 0]
    for interval in (percentile_interval(means), bca_interval(values, means)):
        assert [interval.low, interval.high] == near(case, case["expected"])
        assert interval.method == "bootstrap_percentile"


def unpaired_mistake(case: Case) -> None:
    """What forgetting the pairs gives is recorded; ours is inside it and several times narrower."""
    low, high = case["expected"]
    first, second = (bootstrap_means(np.array(case["input"][name])[:, None], seed=seed)
                     for seed, name in enumerate("ab"))  # fmt: skip
    mistaken = percentile_interval((first - second)[:, 0])
    assert [mistaken.low, mistaken.high] == near(case, [low, high])
    paired = percentile_interval(bootstrap_means(differences(case)[:, None])[:, 0])
    assert low < paired.low < paired.high < high
    assert (high - low) > 3 * (paired.high - paired.low)


def power(case: Case) -> None:
    if case["id"] == "power_paired_n":
        assert required_pairs(case["input"]["d"]) == pytest.approx(case["expected"], rel=1e-9)
    else:  # its input is in its title
        effect, n = re.findall(r"(?:d|n)=([\d.]+)", case["metric"])
        assert paired_power(float(effect), int(n)) == near(case, case["expected"])


CHECKS: dict[str, Callable[[Case], None]] = {
    "randomisation_": randomisation,
    "paired_t": paired_t,
    "wilcoxon": wilcoxon,
    "multi_": multi,
    "wilson_": wilson_score,
    "bca_accel": bca_accel,
    "percentile_constant": percentile_constant,
    "boot_unpaired_mistake": unpaired_mistake,
    "power_": power,
}


@pytest.fixture(scope="module")
def cases(cases_dir: Path) -> list[Case]:
    recorded: list[Case] = json.loads((cases_dir / "statistics.json").read_text())["cases"]
    return recorded


@pytest.mark.parametrize("prefix", CHECKS)
def test_recorded_cases(cases, prefix):
    chosen = [case for case in cases if case["id"].startswith(prefix)]
    assert chosen
    for case in chosen:
        CHECKS[prefix](case)


def test_every_case_is_checked_or_left_with_a_reason(cases):
    prefixes = (*CHECKS, *LEFT_TO_OTHERS)
    matches = {case["id"]: [prefix for prefix in prefixes if case["id"].startswith(prefix)] for case in cases}
    assert {name: found for name, found in matches.items() if len(found) != 1} == {}
    assert set(DELIBERATE) <= set(matches)


def test_the_exact_p_is_not_the_drawn_one(cases):
    """The tolerance of the recorded, drawn p is wide: hold the exact one to its fraction."""
    (case,) = (case for case in cases if case["id"] == "randomisation_scipy_mc")
    assert sign_flip_test(differences(case)).p == 20 / 256 != case["expected"]


@pytest.mark.parametrize(("count", "n", "low", "high"), [(8, 10, 0.4902, 0.9433), (0, 10, 0, 0.2775)])
def test_wilson_without_continuity_correction(count, n, low, high):
    interval = wilson(count / n, n)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_detectable_effect_is_not_the_normals():
    assert round(detectable_effect(200), 4) == 0.1991
    assert round((1.959964 + 0.841621) / 200**0.5, 4) == 0.1981


def user_case(cases_dir: Path, name: str) -> Case:
    rows = map(json.loads, (cases_dir / "users.jsonl").read_text().splitlines())
    (found,) = (row["input"] for row in rows if row["id"] == name)
    return dict(found)


def test_five_runs_compared_pairwise(cases_dir):
    """U058: raw p of 0.009 and 0.02 among ten are no findings."""
    raw = user_case(cases_dir, "U058")["raw_p"]
    adjusted = holm(raw)
    assert min(raw) < 0.05 < min(adjusted)
    assert adjusted[0] == pytest.approx(0.09)


def test_policies_that_differ_by_one_answer(cases_dir):
    """U059: 3 against 2 questions of 20 are no difference; one question is five points."""
    given = user_case(cases_dir, "U059")
    only_first, only_second, n = given["only_A"], given["only_B"], given["n"]
    assert mcnemar_test(only_first, only_second).p == 1
    paired = np.concatenate([np.ones(only_first), -np.ones(only_second), np.zeros(n - only_first - only_second)])
    assert sign_flip_test(paired) == mcnemar_test(only_first, only_second)
    assert paired.sum() == given["A_correct"] - given["B_correct"]
    assert resolution(n) == 0.05

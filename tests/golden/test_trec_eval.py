"""Equal to trec_eval: every measure that its expected outputs list and ragauge has, to every printed digit.

The expected files are read, never copied here. Without ``-c`` trec_eval averages over the questions of the run
(``skip_missing``); with it over all questions. ``-M`` is ``depth`` and ``-l`` is ``rel``.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest

from ragauge import InputError, evaluate, find_metric, load_golden

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ragauge import Scorecard

pytestmark = pytest.mark.data

Printed = dict[str, dict[str, str]]
"""Measure → question (or ``all``) → the number as it is printed."""

SHARED = re.compile(
    r"map|map_cut_\d+|Rprec|bpref|recip_rank|iprec_at_recall_[\d.]+|11pt_avg|P_\d+|recall_\d+|infAP"
    r"|ndcg|ndcg_cut_\d+|success_\d+|set_P|set_recall|set_F|rbp"
)
UNJUDGED = re.compile(r"unj_(\d+)")
RBP = "rbp(p=0.9)"
"""trec_eval's persistence; ragauge has no default."""
SEEDS = (1, 20, 300)


@dataclass(frozen=True)
class Command:
    """One expected file, and the command that made it; ``compared`` is how many measures there must be in it."""

    expected: str
    compared: int
    qrels: str = "qrels.test"
    run: str = "results.test"
    rel: int = 1
    policies: dict[str, Any] = field(default_factory=lambda: {"skip_missing": True})


COMMANDS_9 = (
    Command("out.test", 24),
    Command("out.test.a", 60),
    Command("out.test.aq", 60),
    Command("out.test.aqc", 60, run="results.trunc", policies={}),
    Command("out.test.aqcM", 60, run="results.trunc", policies={"depth": 100}),
    Command("out.test.aql", 60, qrels="qrels.rel_level", rel=2),
    Command("out.test.meas_params", 16),
)
COMMANDS_10 = (
    *(replace(c, compared=c.compared + (c.compared == 60 and c.rel == 1)) for c in COMMANDS_9),
    Command("out.comment.test", 24, qrels="qrels.comment.test", run="results.comment.test"),
)
"""Version 10 adds rbp to ``all_trec``; on graded qrels it is another measure, tested by itself."""


def of_10(command: Command) -> str:
    return f"10-{command.expected}"


def read_printed(path: Path) -> Printed:
    printed: Printed = {}
    for line in path.read_text().splitlines():
        measure, question, value = line.split("\t")
        printed.setdefault(measure.strip(), {})[question.strip()] = value.strip()
    return printed


def names_of(printed: Printed, rel: int) -> dict[str, str]:
    """trec_eval's measure → ragauge's canonical name; trec_eval's own spelling is what the grammar reads."""
    names = {}
    for measure in printed:
        if SHARED.fullmatch(measure) and not (measure == "rbp" and rel > 1):
            found = find_metric(RBP if measure == "rbp" else measure)
            leveled = found.spec.parameter("rel") is not None
            names[measure] = found.spec.bind(**found.given, **({"rel": rel} if leveled else {})).name
    return names


def differences(printed: Printed, names: dict[str, str], card: Scorecard) -> Iterator[str]:
    for measure, name in names.items():
        own = dict(zip(card.questions, card.values[find_metric(name).name].cells(), strict=True))
        for question, wanted in printed[measure].items():
            value = card[name].value if question == "all" else own[question]
            got = f"{value:.4f}" if isinstance(value, float) else str(value)
            if got != wanted:
                yield f"{measure} of {question}: {wanted} expected, got {got}"


def shuffled(path: Path, seed: int, folder: Path) -> Path:
    lines = path.read_text().splitlines()
    random.Random(seed).shuffle(lines)
    copy = folder / f"{path.name}.{seed}"
    copy.write_text("\n".join(lines) + "\n")
    return copy


@pytest.mark.parametrize("command", COMMANDS_10, ids=of_10)
def test_version_10_by_default(command: Command, data_dir: Path) -> None:
    folder = data_dir / "trec_eval_10"
    printed = read_printed(folder / command.expected)
    names = names_of(printed, command.rel)
    card = evaluate(folder / command.qrels, folder / command.run, list(names.values()), **command.policies)
    assert len(names) == command.compared
    assert list(differences(printed, names, card)) == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("command", COMMANDS_10, ids=of_10)
def test_version_10_whatever_the_order_of_rows(command: Command, seed: int, data_dir: Path, tmp_path: Path) -> None:
    folder = data_dir / "trec_eval_10"
    printed = read_printed(folder / command.expected)
    names = names_of(printed, command.rel)
    qrels = shuffled(folder / command.qrels, seed, tmp_path)
    run = shuffled(folder / command.run, seed, tmp_path)
    card = evaluate(qrels, run, list(names.values()), **command.policies)
    assert list(differences(printed, names, card)) == []


@pytest.mark.parametrize("seed", [None, *SEEDS])
@pytest.mark.parametrize("home", ["v9.0.8_expected", "trec_eval_fixtures"])
@pytest.mark.parametrize("command", COMMANDS_9, ids=lambda command: command.expected)
def test_version_9_on_request(command: Command, home: str, seed: int | None, data_dir: Path, tmp_path: Path) -> None:
    if home == "trec_eval_fixtures":
        inputs = expected = data_dir / home / "test"
    else:
        inputs, expected = data_dir / "trec_eval_10", data_dir / "trec_eval_10" / home
    printed = read_printed(expected / command.expected)
    names = names_of(printed, command.rel)
    run = inputs / command.run
    run = run if seed is None else shuffled(run, seed, tmp_path)
    options = {**command.policies, "compat": "trec_eval-9"}
    card = evaluate(inputs / command.qrels, run, list(names.values()), **options)
    assert len(names) == command.compared
    assert list(differences(printed, names, card)) == []


def test_the_versions_differ_in_interpolated_precision_only(data_dir: Path) -> None:
    folder = data_dir / "trec_eval_10"
    new, old = (read_printed(f / "out.test.a") for f in (folder, folder / "v9.0.8_expected"))
    changed = {measure for measure in old if old[measure] != new[measure]}
    names = names_of({measure: {} for measure in changed}, 1)
    by_version = [
        evaluate(folder / "qrels.test", folder / "results.test", list(names.values()), compat=compat)
        for compat in (None, "trec_eval-9")
    ]
    assert changed
    assert {find_metric(name).spec.name for name in names.values()} == {"iprec", "iprec_11pt"}
    assert len(names) == len(changed)
    for measure, name in names.items():
        assert [f"{card[name].value:.4f}" for card in by_version] == [new[measure]["all"], old[measure]["all"]]


def test_rbp_of_graded_qrels_is_the_mean_over_levels(data_dir: Path) -> None:
    """trec_eval weighs a hit by grade ÷ highest grade of the question, which is the mean of rbp over the levels."""
    folder = data_dir / "trec_eval_10"
    printed = read_printed(folder / "out.test.aql")["rbp"]
    highest: dict[str, int] = {}
    for line in (folder / "qrels.rel_level").read_text().splitlines():
        question, _, _, grade = line.split()
        highest[question] = max(highest.get(question, 0), int(grade))
    levels = range(1, max(highest.values()) + 1)
    binary = [f"rbp(p=0.9,rel={level})" for level in levels]
    card = evaluate(folder / "qrels.rel_level", folder / "results.test", binary)
    by_level = [card.values[find_metric(name).name].value for name in binary]
    shares = {q: float(sum(one[i] for one in by_level)) / highest[q] for i, q in enumerate(card.questions)}
    shares["all"] = sum(shares.values()) / len(highest)
    assert len(set(highest.values())) > 1
    assert {question: f"{value:.4f}" for question, value in shares.items()} == printed


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS_10 if command.expected.startswith("out.test.a")], ids=of_10
)
def test_unjudged_is_what_judged_leaves_of_k(command: Command, data_dir: Path, tmp_path: Path) -> None:
    """unj_k = unjudged hits in the top k ÷ k; a negative grade is unjudged there, and judged in ragauge."""
    folder = data_dir / "trec_eval_10"
    printed = read_printed(folder / command.expected)
    cuts = {measure: int(match[1]) for measure in printed if (match := UNJUDGED.fullmatch(measure))}
    judgments = [line for line in (folder / command.qrels).read_text().splitlines() if int(line.split()[3]) >= 0]
    gold = tmp_path / "qrels"
    gold.write_text("\n".join(judgments))
    returned = Counter(line.split()[0] for line in (folder / command.run).read_text().splitlines())
    card = evaluate(gold, folder / command.run, [f"judged@{k}" for k in cuts.values()], **command.policies)
    assert sorted(cuts.values()) == [5, 10, 20]
    for measure, k in cuts.items():
        values = dict(zip(card.questions, card.values[f"judged@{k}"].cells(), strict=True))
        shares = {}
        for question, judged in values.items():
            places = min(k, returned[question], command.policies.get("depth", k))
            shares[question] = places * (1 - judged) / k if isinstance(judged, float) else 0.0
            assert (judged in ("empty_result", "missing")) == (places == 0)
        shares["all"] = sum(shares.values()) / len(values)
        assert {question: f"{shares[question]:.4f}" for question in printed[measure]} == printed[measure]


def test_a_wrong_rule_for_ties_would_show(data_dir: Path, tmp_path: Path) -> None:
    """The run holds tied scores, and their order changes the sixth digit of MAP."""
    folder = data_dir / "trec_eval_10"
    right = evaluate(folder / "qrels.test", folder / "results.test", ["map"])["map"].value
    values = {
        evaluate(folder / "qrels.test", shuffled(folder / "results.test", seed, tmp_path), ["map"])["map"].value
        for seed in range(5)
    }
    averaged = evaluate(folder / "qrels.test", folder / "results.test", ["map"], ties="average")["map"]
    assert values == {right}
    assert right is not None
    assert f"{right:.6f}" == "0.178545"
    assert averaged.bounds is not None
    assert averaged.bounds["ties_worst"] <= right <= averaged.bounds["ties_best"]
    assert averaged.bounds["ties_worst"] < averaged.bounds["ties_best"]


def test_missing_questions_are_zero_and_counted(data_dir: Path) -> None:
    """-c against the default of version 9: one of three questions is not in the run."""
    folder = data_dir / "trec_eval_10"
    printed = read_printed(folder / "out.test.aqc")["map"]
    counted = evaluate(folder / "qrels.test", folder / "results.trunc", ["map"])["map"]
    skipped = evaluate(folder / "qrels.test", folder / "results.trunc", ["map"], skip_missing=True)["map"]
    assert (counted.n, counted.items, counted.missing) == (3, 3, 1)
    assert (skipped.n, skipped.items, skipped.missing, skipped.excluded) == (2, 3, 1, {"missing": 1})
    assert counted.value is not None
    assert skipped.value is not None
    assert f"{counted.value:.4f}" == printed["all"]
    assert skipped.value == pytest.approx(counted.value * 3 / 2, abs=1e-12)


def test_hash_marks_are_data(data_dir: Path) -> None:
    """Ids may hold ``#``; a line that starts with one is no comment, and an error where it is no judgment."""
    folder = data_dir / "trec_eval_10"
    golden = load_golden(folder / "qrels.comment.test")
    ids = {line.split()[2] for line in (folder / "qrels.comment.test").read_text().splitlines()}
    assert set(golden.judgments["item"]) == ids
    assert any("#" in item for item in ids)
    with pytest.raises(InputError, match=r"qrels\.test\.with-comments:1: expected 4 fields .* got 3"):
        load_golden(folder / "qrels.test.with-comments")

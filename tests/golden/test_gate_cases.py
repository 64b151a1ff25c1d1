"""Cases of gates and comparisons that users and other tools have met, as scorecards, through the commands.

Metrics that do not exist here stand in by one of the same direction and a range that holds their numbers: recall@5 for
a judged share and for context recall and faithfulness, dcg@10 for a mean of 4, duplicate_rate for noise_sensitivity.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from click.testing import CliRunner

from ragauge import Scorecard, evaluate, find_metric
from ragauge.cli.main import main
from ragauge.core.score import Score, Values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FAILED = "failed: judge error"


class Done(NamedTuple):
    code: int
    out: str
    data: Any


Command = Callable[..., Done]


@pytest.fixture(scope="module")
def cases(cases_dir: Path) -> dict[str, dict[str, Any]]:
    texts = [(cases_dir / f"{name}.jsonl").read_text("utf-8") for name in ("users", "peers")]
    rows = [json.loads(row) for text in texts for row in text.splitlines()]
    return {row["id"]: row["input"] for row in rows}


@pytest.fixture
def ragauge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command on files; the JSON it wrote comes with its exit code and what it said."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, **files: str) -> Done:
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text, "utf-8")
        result = tmp_path / "result.json"
        result.unlink(missing_ok=True)
        done = CliRunner().invoke(main, [*arguments, "--json", str(result)], prog_name="ragauge")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        data = json.loads(result.read_text("utf-8")) if result.exists() else None
        return Done(done.exit_code, " ".join((done.stdout + done.stderr).split()), data)

    return run


def card(metric: str, values: Sequence[float | None]) -> str:
    """A scorecard of questions 1, 2 … with these values; what has none has failed."""
    cells = [math.nan if value is None else value for value in values]
    failed = np.isnan(np.array(cells))
    chosen = [value for value in values if value is not None]
    score = Score(
        metric=metric,
        value=math.fsum(chosen) / len(chosen) if chosen else None,
        interval=None,
        n=len(chosen),
        items=len(values),
        failed={FAILED: len(values) - len(chosen)} if failed.any() else {},
    )
    questions = tuple(str(place + 1) for place in range(len(values)))
    provenance = {
        "metrics": {metric: find_metric(metric).spec.revision},
        "fingerprints": {"gold": "5f3a"},
        "policies": {},
        "level": 0.95,
        "seed": 0,
    }
    held = {metric: Values(np.nan_to_num(np.array(cells)), {FAILED: failed})}
    return Scorecard((score,), questions, held, ("scored",) * len(values), {}, (), provenance).to_json()


def rules(metric: str, *lines: str) -> str:
    return "\n".join(["[[gate.rules]]", f'metric = "{metric}"', *lines, ""])


def conditions(done: Done) -> dict[str, Any]:
    return {finding["condition"]: finding for finding in done.data["rules"][0]["findings"]}


def test_a_failed_row_is_no_rise(ragauge: Command, cases: dict[str, Any]) -> None:
    given = cases["U053"]
    now, before = card("recall@5", given["scores"]), card("recall@5", given["same_rows_system_A"])
    done = ragauge("compare", "a.json", "b.json", a_json=before, b_json=now)
    (one,) = done.data["differences"]
    assert (done.code, one["n"], one["difference"], one["verdict"]) == (0, 1, 0.0, "identical")
    assert sum(one["left_out"].values()) == 1
    for least, code in ((0.6, 1), (0.5, 0)):
        done = ragauge("gate", "b.json", ragauge_toml=rules("recall@5", f"min_coverage = {least}"))
        assert (done.code, conditions(done)["min_coverage"]["value"]) == (code, 1 / 2)
        assert "1 of 2" in done.out


def test_only_the_questions_of_both_are_compared(ragauge: Command, cases: dict[str, Any]) -> None:
    given = cases["U060"]
    texts = {}
    for name, key in (("a", "run_a_ids"), ("b", "run_b_ids")):
        gold = {question: [f"d{question}"] for question in given[key]}
        texts[f"{name}_json"] = evaluate(gold, gold, ["recall@5"]).to_json()
    refused = ragauge("compare", "a.json", "b.json", **texts)
    assert refused.code == 2
    assert "not comparable" in refused.out
    done = ragauge("compare", "a.json", "b.json", "--common-only")
    assert done.code == 0
    assert done.data["pairing"] == {"common": 2, "only_base": ["1"], "only_candidate": ["4"], "changed": []}
    assert done.data["differences"][0]["n"] == 2


def test_a_threshold_left_out_is_no_zero(ragauge: Command, cases: dict[str, Any]) -> None:
    score = card("recall@5", [cases["U062"]["score"]] * 5)
    done = ragauge("gate", "a.json", a_json=score, ragauge_toml=rules("recall@5"))
    assert (done.code, done.data) == (2, None)
    assert "threshold" in done.out
    named = rules(cases["U062"]["assert"]["type"], "min = 0.5")
    assert ragauge("gate", "a.json", ragauge_toml=named).code == 2


def test_a_metric_that_was_measured_is_found(ragauge: Command, cases: dict[str, Any]) -> None:
    ((metric, bound),) = cases["U064"]["gate"].items()
    right = round(100 * cases["U064"]["run"]["metrics"][metric])
    toml = rules(metric, f"min = {bound.removeprefix('>=')}")
    done = ragauge("gate", "a.json", a_json=card(metric, [1.0] * right + [0.0] * (100 - right)), ragauge_toml=toml)
    assert (done.code, done.data["verdict"], conditions(done)["min"]["value"]) == (0, "pass", right / 100)
    absent = ragauge("gate", "a.json", a_json=card("mrr", [1.0] * 100))
    assert (absent.code, absent.data["verdict"]) == (2, "not measured")
    assert "mrr" in absent.out


def test_a_mean_of_the_survivors_does_not_pass(ragauge: Command, cases: dict[str, Any]) -> None:
    given = cases["U066"]
    values = [*given["values"], *[None] * given["errored"]]
    floor, rate = f"min = {given['gate']['min_mean']}", f"max_error_rate = {given['gate']['max_error_rate']}"
    score = card("dcg@10", values)
    done = ragauge("gate", "a.json", a_json=score, ragauge_toml=rules("dcg@10", floor, "strict = true", rate))
    assert (done.code, done.data["verdict"]) == (1, "fail")
    assert conditions(done)["max_error_rate"]["value"] == given["errored"] / len(values)
    assert conditions(done)["min"]["verdict"] == "pass"
    undeclared = ragauge("gate", "a.json", ragauge_toml=rules("dcg@10", floor))
    assert f"{len(given['values'])} of {len(values)}" in undeclared.out


def test_less_is_better_where_less_is_better(ragauge: Command, cases: dict[str, Any]) -> None:
    given = cases["M26"]
    assert (given["direction"], find_metric("duplicate_rate").spec.direction) == ("lower", "lower")
    now, before = (card("duplicate_rate", [given[key]] * 40) for key in ("current", "baseline"))
    toml = rules("duplicate_rate", "max_regression = 0.02")
    done = ragauge("gate", "a.json", "--baseline", "b.json", a_json=now, b_json=before, ragauge_toml=toml)
    assert (done.code, done.data["verdict"]) == (0, "pass")
    assert conditions(done)["max_regression"]["value"] == pytest.approx(given["current"] - given["baseline"], abs=1e-12)
    turned = ragauge("gate", "b.json", "--baseline", "a.json", ragauge_toml=f"{toml}strict = true\n")
    assert (turned.code, turned.data["verdict"]) == (1, "fail")


@pytest.mark.parametrize(("lines", "code"), [((), 2), (("min_n = 1",), 2), (("min = 0.5", "strict = true"), 1)])
def test_a_gate_needs_a_threshold(ragauge: Command, cases: dict[str, Any], lines: tuple[str, ...], code: int) -> None:
    score = card("recall@5", [cases["M30"]["score"]] * 10)
    assert ragauge("gate", "a.json", a_json=score, ragauge_toml=rules("recall@5", *lines)).code == code

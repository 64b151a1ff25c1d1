"""Rules on a judge that nobody held against people advise, and block nothing."""

import json
from xml.etree import ElementTree as ET

import pytest

from judged_cards import SKILLED, UNSKILLED, judged_card
from scorecards import of, refused, rendered, scorecard

BAD = [0.0] * 30 + [0.25] * 10
RULE = '[[gate.rules]]\nmetric = "faithfulness"\nmin = 0.8\n'


@pytest.fixture
def gate(ragauge, tmp_path):
    """Gate a scorecard by the text of its rules; all outputs are read back."""

    def run(rules, card, *arguments, baseline=None):
        files = {"scores.json": card if isinstance(card, str) else card.to_json(), "ragauge.toml": f"[gate]\n{rules}"}
        named = () if baseline is None else ("--baseline", "base.json")
        files |= {} if baseline is None else {"base.json": baseline.to_json()}
        outputs = ("--json", "gate.json", "--markdown", "gate.md", "--junit", "gate.xml")
        done = ragauge("gate", "scores.json", *named, *outputs, *arguments, files=files)
        assert done.code in (0, 1, 2), done.err
        data = json.loads((tmp_path / "gate.json").read_text("utf-8"))
        assert data["exit_code"] == done.code
        return done, data, (tmp_path / "gate.md").read_text("utf-8"), (tmp_path / "gate.xml").read_text("utf-8")

    return run


def test_what_an_uncalibrated_judge_says_is_told_everywhere_and_blocks_nothing(gate):
    done, data, markdown, junit = gate(RULE, judged_card(*BAD), "--github")
    assert done.code == 0
    (rule,) = data["rules"]
    assert (rule["verdict"], rule["advisory"], rule["judge"]) == ("fail", True, "uncalibrated")
    assert data["verdict"] == "inconclusive"
    assert "faithfulness: uncalibrated, so its rules are advisory and block nothing" in data["notes"]
    assert "1 advisory (would fail); exit code 0" in done.out
    for text in (done.out, rendered(markdown)):
        assert "advisory: would fail" in text
        assert "faithfulness (uncalibrated): min 0.8" in text
    assert "::warning file=ragauge.toml" in done.out
    assert "❌" not in markdown
    suite = ET.fromstring(junit)
    assert (suite.get("failures"), suite.get("errors")) == ("0", "0")
    (skipped,) = suite.iter("skipped")
    assert skipped.get("message").startswith("advisory: would fail: faithfulness (uncalibrated): min 0.8")


@pytest.mark.parametrize(
    ("calibration", "more", "code", "advisory"),
    [
        (None, "", 0, True),
        (None, "advisory = true", 0, True),
        (None, "advisory = false", 1, False),
        (None, "strict = true", 0, True),
        (None, "hard = true", 0, True),
        (None, 'on_inconclusive = "fail"', 0, True),
        (UNSKILLED, "", 0, True),
        (UNSKILLED, "advisory = false", 1, False),
        (SKILLED, "", 1, False),
        (SKILLED, "advisory = true", 0, True),
    ],
)
def test_what_counts(gate, calibration, more, code, advisory):
    done, data, _, _ = gate(f"{RULE}{more}\n", judged_card(*BAD, calibration=calibration))
    assert (done.code, data["rules"][0]["advisory"], data["rules"][0]["verdict"]) == (code, advisory, "fail")


def test_one_that_counts_although_nobody_knows_the_judge_is_told(gate):
    _, data, _, _ = gate(f"{RULE}advisory = false\n", judged_card(*BAD))
    assert "faithfulness: uncalibrated, and its rules count all the same (advisory = false)" in data["notes"]


def test_other_rules_count_as_ever_and_may_be_made_advisory(gate):
    card = scorecard(of(*BAD))
    rule = '[[gate.rules]]\nmetric = "recall@5"\nmin = 0.8\n'
    assert gate(rule, card)[1]["rules"][0] | {"findings": [], "rule": {}} == {
        "rule": {},
        "verdict": "fail",
        "judge": None,
        "advisory": False,
        "exit_code": 1,
        "findings": [],
    }
    assert gate(f"{rule}advisory = true\n", card)[0].code == 0
    assert gate(f"{rule}advisory = false\n", card)[0].code == 1


def test_advice_changes_no_verdict_of_a_rule_that_counts(gate):
    """It neither fails with it, nor shares its error rate: the same number fails alone and beside advice."""
    good = judged_card(*BAD, beside={"recall@5": {f"q{place:03}": 1.0 for place in range(40)}})
    recall = '[[gate.rules]]\nmetric = "recall@5"\nmin = 0.5\n'
    done, data, _, _ = gate(RULE + recall, good)
    assert (done.code, data["verdict"], data["family"]) == (0, "pass", 1)
    assert "PASS: 1 pass, 1 advisory (would fail); exit code 0" in ragged(done.out)
    close = judged_card(*[1.0] * 40, beside={"recall@5": {f"q{place:03}": float(place < 26) for place in range(40)}})
    rule = '[[gate.rules]]\nmetric = "recall@5"\nmin = 0.775\n'
    verdicts = [gate(rules, close)[1]["rules"][-1]["verdict"] for rules in
                (rule, RULE + rule, f"{RULE}advisory = false\n{rule}")]  # fmt: skip
    assert verdicts == ["fail", "fail", "inconclusive"]


def ragged(text):
    return " ".join(text.split())


def test_advice_that_is_kept_passes(gate):
    done, data, markdown, junit = gate(RULE, judged_card(*[1.0] * 40))
    assert (done.code, data["verdict"]) == (0, "pass")
    assert "advisory: pass" in rendered(markdown)
    assert not list(ET.fromstring(junit).iter("skipped"))


def test_a_metric_that_was_not_produced_is_not_measured_as_ever(gate):
    """Else a gate on a calibrated judge would pass wherever the judge was left out."""
    card = scorecard(of(1.0, 1.0))
    done, data, _, _ = gate(RULE, card)
    assert (done.code, data["rules"][0]["verdict"], data["rules"][0]["advisory"]) == (2, "not measured", False)
    assert gate(f"{RULE}required = false\n", card)[0].code == 0
    assert gate(f"{RULE}advisory = true\n", card)[0].code == 0


def test_a_judge_that_failed_everywhere_is_told(gate):
    card = judged_card(*["failed: judge_timeout"] * 6)
    done, data, markdown, _ = gate(RULE, card)
    assert (done.code, data["rules"][0]["verdict"]) == (0, "not measured")
    assert "this blocks nothing (advisory)" in rendered(markdown)
    assert gate(f"{RULE}advisory = false\n", card)[0].code == 2


def test_budgets_against_another_judge_are_not_comparable(gate):
    rule = '[[gate.rules]]\nmetric = "faithfulness"\nmax_regression = 0.1\nadvisory = false\n'
    base = judged_card(*[1.0] * 40)
    done, data, _, _ = gate(rule, judged_card(*BAD, model="gpt-4o-mini"), baseline=base)
    assert (done.code, data["rules"][0]["verdict"]) == (2, "not comparable")
    assert "was judged by qwen2.5:7b, then by gpt-4o-mini" in data["rules"][0]["findings"][0]["reason"]
    assert gate(rule, judged_card(*BAD), baseline=base)[0].code == 1


def test_in_pytest_it_is_told_and_fails_nothing(tmp_path):
    from ragauge.gating.rules import Config, Rule
    from ragauge.testing import Gate

    held, recall = Rule("faithfulness", min=0.8), Rule("recall@5", min=0.5)
    card = judged_card(*BAD, beside={"recall@5": {f"q{place:03}": 1.0 for place in range(40)}})
    with pytest.raises(pytest.skip.Exception, match=r"faithfulness \(uncalibrated\): min 0.8"):
        Gate(tmp_path)(card, Config("ragauge.toml", (held,)))
    assert Gate(tmp_path)(card, Config("ragauge.toml", (held, recall))).exit_code == 0


def test_a_baseline_is_saved_whatever_is_advised(ragauge, tmp_path):
    files = {"scores.json": judged_card(*BAD).to_json(), "ragauge.toml": f"[gate]\n{RULE}"}
    done = ragauge("baseline", "save", "scores.json", files=files)
    assert done.code == 0, done.err
    files["ragauge.toml"] += "advisory = false\n"
    (tmp_path / "baseline.json").unlink()
    assert ragauge("baseline", "save", "scores.json", files=files).code == 1


def test_what_can_be_decided_does_not_hang_on_advice(ragauge):
    rule = '[[gate.rules]]\nmetric = "faithfulness"\nmax_regression = 0.001\n'
    files = {"baseline.json": judged_card(*BAD).to_json(), "ragauge.toml": f"[gate]\n{rule}"}
    done = ragauge("gate", "--check", files=files)
    assert done.code == 0
    assert "advisory: it blocks nothing" in done.out
    files["ragauge.toml"] += "advisory = false\n"
    assert ragauge("gate", "--check", files=files).code == 1


def test_it_is_true_or_false(ragauge):
    files = {"scores.json": judged_card(*BAD).to_json(), "ragauge.toml": f"[gate]\n{RULE}advisory = 1\n"}
    refused(ragauge("gate", "scores.json", files=files), "advisory", "must be true or false")


def test_a_change_of_it_is_told(ragauge):
    files = {
        "scores.json": judged_card(*BAD).to_json(),
        "base.toml": f"[gate]\n{RULE}",
        "ragauge.toml": f"[gate]\n{RULE}advisory = true\n",
    }
    done = ragauge("gate", "scores.json", "--base-config", "base.toml", files=files)
    assert "is: faithfulness: min 0.8, advisory" in ragged(done.out)

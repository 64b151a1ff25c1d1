"""`ragauge gate`: five verdicts, their exit codes, and the outputs that other programs read."""

import json
import os
import re
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from scorecards import of, refused, rendered, scorecard, zeros_then_ones

ANNOTATION = re.compile(
    r"::(?P<kind>error|warning|notice)(?: (?P<properties>\w+=[^,:\n]*(?:,\w+=[^,:\n]*)*))?::(?P<text>.+)"
)
"""A workflow command as GitHub documents it: a colon or a comma within a property is written %3A, %2C."""
CASES = ("gold_unknown", "gold_unlocated", "missing", "failed: timeout")
"""Why a question that should have a value has none."""


class Gated(NamedTuple):
    code: int
    out: str
    err: str
    data: dict[str, Any] | None

    @property
    def findings(self):
        """Those of the first rule."""
        return self.data["rules"][0]["findings"]

    def finding(self, condition, **where):
        (found,) = (
            one for one in self.findings if one["condition"] == condition and (one["slice"] or {}) == where
        )  # fmt: skip
        return found

    @property
    def verdict(self):
        return self.data["rules"][0]["verdict"]

    @property
    def needed(self):
        return [one["needed"] for one in self.findings if one["needed"] is not None]


def config(*rules, head="", metric="recall@5"):
    """A configuration with a rule for each text; a text without a metric is about recall@5."""
    texts = [rule if "metric" in rule else f'metric = "{metric}"\n{rule}' for rule in rules]
    parts = [f"[[gate.rules]]\n{text}\n" for text in texts]
    return "\n".join([f"[gate]\n{head}", *parts])


@pytest.fixture
def gate(ragauge, tmp_path):
    """Gate a scorecard ({metric: {question: value}} or JSON) by rules, with a baseline if one is given."""

    def run(rules, card, baseline=None, *arguments, head=""):
        rules = [rules] if isinstance(rules, str) else rules
        given = {"scores.json": card, "baseline.json": baseline}
        files = {
            name: one if isinstance(one, str) else scorecard(one) for name, one in given.items() if one is not None
        }
        files["ragauge.toml"] = config(*rules, head=head)
        named = () if baseline is None else ("--baseline", "baseline.json")
        result = tmp_path / "result.json"
        result.unlink(missing_ok=True)
        done = ragauge("gate", "scores.json", *named, "--json", "result.json", *arguments, files=files)
        data = json.loads(result.read_text("utf-8")) if result.exists() else None
        if data is not None:
            assert data["exit_code"] == done.code
        return Gated(*done, data)

    return run


def sliced(card, **columns):
    return scorecard(card, columns=columns)


# Regressions: 200 questions of which 60 are lost: -0.3, and its 95 % interval reaches 0.064 to both sides.

ALL = zeros_then_ones(0, 200)
LOST = zeros_then_ones(60, 200)


def test_a_clear_regression_fails(gate):
    done = gate("max_regression = 0.02", LOST, ALL)
    assert (done.code, done.verdict, done.data["verdict"]) == (1, "fail", "fail")
    found = done.finding("max_regression")
    assert (found["limit"], found["n"], found["base"], found["candidate"]) == (0.02, 200, 1.0, 0.7)
    assert found["value"] == pytest.approx(-0.3, abs=1e-12)
    assert found["interval"]["high"] < -0.02
    assert "fail" in done.out.lower()
    assert "recall@5" in done.out


def test_within_the_budget_it_passes(gate):
    done = gate("max_regression = 0.4", LOST, ALL)
    assert (done.code, done.verdict, done.data["verdict"]) == (0, "pass", "pass")
    assert done.finding("max_regression")["interval"]["low"] >= -0.4


def test_neither_is_inconclusive_and_says_what_is_needed(gate):
    done = gate("max_regression = 0.28", LOST, ALL)
    assert (done.code, done.verdict) == (0, "inconclusive")
    (needed,) = done.needed
    assert isinstance(needed, int)
    assert needed > 200
    assert "inconclusive" in (done.out + done.err).lower()
    assert str(needed) in done.out.replace(",", "")


@pytest.mark.parametrize(("policy", "code"), [("fail", 1), ("warn", 0), ("pass", 0)])
def test_inconclusive_does_what_was_chosen(gate, policy, code):
    by_rule = gate(f'max_regression = 0.28\non_inconclusive = "{policy}"', LOST, ALL)
    by_head = gate("max_regression = 0.28", LOST, ALL, head=f'on_inconclusive = "{policy}"')
    assert (by_rule.code, by_rule.verdict) == (by_head.code, by_head.verdict) == (code, "inconclusive")
    over = gate(f'max_regression = 0.28\non_inconclusive = "{policy}"', LOST, ALL, head='on_inconclusive = "fail"')
    assert over.code == code


def test_the_identical_always_passes(gate):
    for card in (ALL, LOST, of(0.5), of(0.1, 0.2)):
        done = gate("max_regression = 0", card, card)
        assert (done.code, done.verdict) == (0, "pass")
        assert done.finding("max_regression")["value"] == 0


def test_a_budget_of_nothing(gate):
    assert gate("max_regression = 0", ALL, LOST).verdict == "pass"
    assert gate("max_regression = 0", LOST, ALL).verdict == "fail"
    assert gate("max_regression = 0", zeros_then_ones(1, 200), ALL).verdict == "inconclusive"


def test_a_small_set_decides_nothing(gate):
    done = gate("max_regression = 0.02", zeros_then_ones(1, 10), zeros_then_ones(0, 10))
    assert (done.code, done.verdict) == (0, "inconclusive")


def test_lower_is_better_where_the_metric_says_so(gate):
    rule = 'metric = "empty_rate"\nmax_regression = 0.02'
    all_full, some_empty = zeros_then_ones(200, 200, "empty_rate"), zeros_then_ones(140, 200, "empty_rate")
    risen = gate(rule, some_empty, all_full)
    assert (risen.code, risen.verdict) == (1, "fail")
    assert risen.finding("max_regression")["value"] == pytest.approx(0.3, abs=1e-12)
    assert gate(rule, all_full, some_empty).verdict == "pass"
    assert gate(rule.replace("0.02", "0.4"), some_empty, all_full).verdict == "pass"


def test_alpha_is_shared_by_all_that_is_gated(gate):
    """Alone -0.22 lies above the 95 % interval, that of a tenth of the error reaches further."""
    names = [f"recall@{k}" for k in range(1, 11)]
    base, lost = (dict.fromkeys(names, one["recall@5"]) for one in (ALL, LOST))
    alone = gate("max_regression = 0.22", lost, base)
    assert (alone.code, alone.verdict, alone.data["family"]) == (1, "fail", 1)
    ten = gate([f'metric = "{name}"\nmax_regression = 0.22' for name in names], lost, base)
    assert ten.data["family"] == 10
    assert {one["verdict"] for one in ten.data["rules"]} == {"inconclusive"}
    sure = gate([f'metric = "{name}"\nmax_regression = 0.1' for name in names], lost, base)
    assert {one["verdict"] for one in sure.data["rules"]} == {"fail"}


def test_alpha_is_what_the_configuration_says(gate):
    assert gate("max_regression = 0.22", LOST, ALL, head="alpha = 0.05").verdict == "fail"
    strict = gate("max_regression = 0.22", LOST, ALL, head="alpha = 0.005")
    assert (strict.verdict, strict.data["alpha"]) == ("inconclusive", 0.005)


@pytest.mark.parametrize("word", ["strict", "hard"])
@pytest.mark.parametrize(("budget", "verdict", "code"), [(0.28, "fail", 1), (0.32, "pass", 0)])
def test_strict_and_hard_look_at_the_difference_alone(gate, word, budget, verdict, code):
    done = gate(f"max_regression = {budget}\n{word} = true", LOST, ALL)
    assert (done.code, done.verdict) == (code, verdict)


# Bounds


@pytest.mark.parametrize(("ones", "verdict", "code"), [(160, "pass", 0), (80, "fail", 1), (122, "inconclusive", 0)])
def test_a_floor_is_held_against_the_interval(gate, ones, verdict, code):
    done = gate("min = 0.6", zeros_then_ones(200 - ones, 200))
    assert (done.code, done.verdict) == (code, verdict)
    found = done.finding("min")
    assert (found["limit"], found["value"], found["n"]) == (0.6, ones / 200, 200)
    assert bool(done.needed) is (verdict == "inconclusive")


def test_a_floor_needs_one_side_of_the_interval_only(gate):
    """0.66 - 1.645 · 0.0336 = 0.605, but 0.66 - 1.96 · 0.0336 = 0.594."""
    assert gate("min = 0.6", zeros_then_ones(68, 200)).verdict == "pass"


@pytest.mark.parametrize(("ones", "verdict", "code"), [(122, "pass", 0), (120, "pass", 0), (119, "fail", 1)])
@pytest.mark.parametrize("word", ["strict", "hard"])
def test_a_strict_floor_is_held_against_the_mean(gate, ones, verdict, code, word):
    done = gate(f"min = 0.6\n{word} = true", zeros_then_ones(200 - ones, 200))
    assert (done.code, done.verdict) == (code, verdict)


@pytest.mark.parametrize(("empty", "verdict", "code"), [(0, "pass", 0), (60, "fail", 1), (19, "inconclusive", 0)])
def test_a_ceiling_is_held_against_the_interval(gate, empty, verdict, code):
    done = gate('metric = "empty_rate"\nmax = 0.1', zeros_then_ones(200 - empty, 200, "empty_rate"))
    assert (done.code, done.verdict) == (code, verdict)
    assert done.finding("max")["value"] == empty / 200


def test_a_strict_ceiling(gate):
    rule = 'metric = "empty_rate"\nmax = 0.1\nstrict = true'
    assert gate(rule, zeros_then_ones(180, 200, "empty_rate")).verdict == "pass"
    assert gate(rule, zeros_then_ones(179, 200, "empty_rate")).verdict == "fail"


def test_a_band(gate):
    """What has no direction may have bounds."""
    for ones, verdict in ((100, "pass"), (10, "fail"), (190, "fail")):
        done = gate('metric = "judged@5"\nmin = 0.3\nmax = 0.7', zeros_then_ones(200 - ones, 200, "judged@5"))
        assert done.verdict == verdict


# How many questions


def test_too_few_questions_are_inconclusive(gate):
    rule = "min = 0.5\nmin_n = 30"
    done = gate(rule, zeros_then_ones(0, 20))
    assert (done.code, done.verdict) == (0, "inconclusive")
    assert 10 in done.needed
    assert "10" in done.out
    assert gate(f'{rule}\non_inconclusive = "fail"', zeros_then_ones(0, 20)).code == 1
    assert gate(rule, zeros_then_ones(0, 30)).verdict == "pass"
    assert gate(rule, zeros_then_ones(20, 20)).verdict == "inconclusive"
    assert gate(rule, zeros_then_ones(30, 30)).verdict == "fail"


def test_too_few_pairs_too(gate):
    base = of(*[1.0] * 20, *["gold_unknown"] * 20)
    done = gate("max_regression = 0.02\nmin_n = 30", zeros_then_ones(0, 40), base)
    assert (done.code, done.verdict) == (0, "inconclusive")
    assert 10 in done.needed
    assert gate("max_regression = 0.02\nmin_n = 20", zeros_then_ones(0, 40), base).verdict == "pass"


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("left_out", "verdict", "code"), [(10, "pass", 0), (20, "fail", 1)])
def test_coverage_is_the_share_of_what_should_have_a_value(gate, case, left_out, verdict, code):
    done = gate("min_coverage = 0.9", of(*[1.0] * (100 - left_out), *[case] * left_out))
    assert (done.code, done.verdict) == (code, verdict)
    found = done.finding("min_coverage")
    assert (found["limit"], found["value"]) == (0.9, (100 - left_out) / 100)


def test_what_is_declared_unanswerable_should_have_none(gate):
    done = gate("min_coverage = 1", of(*[1.0] * 50, *["no_relevant"] * 50))
    assert (done.code, done.verdict, done.finding("min_coverage")["value"]) == (0, "pass", 1.0)


@pytest.mark.parametrize(
    ("scored", "failed", "other", "verdict", "code"),
    [(1, 7, 0, "fail", 1), (6, 2, 0, "pass", 0), (6, 2, 92, "pass", 0), (5, 2, 93, "fail", 1)],
)
def test_the_error_rate_is_that_of_scored_and_failed(gate, scored, failed, other, verdict, code):
    card = of(*[1.0] * scored, *["failed: timeout"] * failed, *["no_relevant"] * other)
    done = gate("max_error_rate = 0.25", card)
    assert (done.code, done.verdict) == (code, verdict)
    assert done.finding("max_error_rate")["value"] == failed / (scored + failed)


def test_a_broken_share_fails_whatever_the_rest_says(gate):
    card = of(*[1.0] * 8, *["failed: timeout"] * 2)
    assert gate("min = 0.5\nmin_n = 50\nmax_error_rate = 0.1", card).verdict == "fail"
    assert gate("min = 0.5\nmin_n = 50\nmin_coverage = 0.9", card).verdict == "fail"
    assert gate("min = 0.1\nmin_coverage = 0.8\nmax_error_rate = 0.2", card).verdict == "pass"


def test_how_many_were_scored_is_told_unasked(gate):
    done = gate("min = 0.1", of(1.0, *["failed: timeout"] * 7))
    assert re.search(r"\b1 of 8\b", done.out)


def test_a_hard_rule_passes_nothing_that_was_not_checked(gate):
    card = of(*[1.0] * 199, "failed: timeout")
    done = gate("min = 1\nhard = true", card)
    assert (done.code, done.verdict) == (2, "not measured")
    assert gate("min = 1\nstrict = true", card).verdict == "inconclusive"  # it may be the failed one that breaks it
    assert gate("min = 0.9\nstrict = true", card).verdict == "pass"
    assert gate("min = 1\nhard = true", of(*[1.0] * 200)).verdict == "pass"
    assert gate("min = 1\nhard = true", of(*[1.0] * 199, "no_relevant")).verdict == "pass"
    assert gate("min = 1\nhard = true", of(*[1.0] * 199, 0.0)).code == 1
    for absent in (of(1.0, metric="mrr"), of("failed: timeout", "failed: timeout")):
        assert gate("min = 1\nhard = true", absent).verdict == "not measured"


# Slices


def test_a_slice_that_fails_fails_the_rule(gate):
    columns = {"lang": ["ru"] * 50 + ["en"] * 150}
    card = sliced(zeros_then_ones(45, 200), **columns)
    assert gate("min = 0.5", card).code == 0
    done = gate('min = 0.5\nslices = ["lang"]', card)
    assert (done.code, done.verdict) == (1, "fail")
    assert done.finding("min", lang="ru")["verdict"] == "fail"
    assert done.finding("min", lang="ru")["value"] == 0.1
    assert done.finding("min", lang="en")["verdict"] == "pass"
    assert done.finding("min")["verdict"] == "pass"
    assert gate('min = 0.5\nslices = ["lang=en"]', card).code == 0
    named = gate('min = 0.5\nslices = ["lang=ru"]', card)
    assert named.code == 1
    assert {"lang": "en"} not in [one["slice"] for one in named.findings]


def test_a_slice_that_regressed(gate):
    columns = {"язык": ["русский"] * 50 + ["english"] * 150}
    base = sliced(ALL, **columns)
    card = sliced(zeros_then_ones(40, 200), **columns)
    assert gate("max_regression = 0.3", card, base).code == 0
    done = gate('max_regression = 0.3\nslices = ["язык"]', card, base)
    assert (done.code, done.finding("max_regression", язык="русский")["verdict"]) == (1, "fail")
    assert done.finding("max_regression", язык="english")["verdict"] == "pass"
    assert done.finding("max_regression", язык="русский")["value"] == pytest.approx(-0.8)
    assert "русский" in done.out
    assert gate('max_regression = 0.3\nslices = ["язык=русский"]', card, base).code == 1
    assert gate('max_regression = 0.3\nslices = ["язык=english"]', card, base).code == 0


def test_a_slice_of_four_is_shown_and_gated_only_by_name(gate):
    card = sliced(zeros_then_ones(4, 100), lang=["de"] * 4 + ["en"] * 96)
    done = gate('min = 0.5\nstrict = true\nslices = ["lang"]', card)
    assert (done.code, done.verdict) == (0, "pass")
    assert done.finding("min", lang="de")["gated"] is False
    assert done.finding("min", lang="en")["gated"] is True
    assert "de" in done.out
    named = gate('min = 0.5\nstrict = true\nslices = ["lang=de"]', card)
    assert (named.code, named.finding("min", lang="de")["gated"]) == (1, True)
    five = sliced(zeros_then_ones(5, 100), lang=["de"] * 5 + ["en"] * 95)
    assert gate('min = 0.5\nstrict = true\nslices = ["lang"]', five).code == 1


@pytest.mark.parametrize("value", ["(blank)", "a\x00", "\x00", " ", "a=b", "Ё", "e\u0301", "a\nb"])
def test_a_slice_of_any_name_is_gated(gate, value):
    card = sliced(zeros_then_ones(10, 200), lang=[value] * 10 + ["en"] * 190)
    done = gate('min = 0.5\nslices = ["lang"]', card)
    assert (done.code, done.finding("min", lang=value)["n"]) == (1, 10)


def test_a_slice_named_twice_is_gated_once(gate):
    card = sliced(zeros_then_ones(3, 100), lang=["de"] * 3 + ["fr"] * 3 + ["en"] * 94)
    done = gate('min = 0.5\nstrict = true\nslices = ["lang", "lang=de", "lang=fr"]', card)
    assert (done.code, done.finding("min", lang="de")["gated"], done.finding("min", lang="fr")["gated"]) == (
        1,
        True,
        True,
    )
    assert done.finding("min", lang="en")["verdict"] == "pass"


def test_a_slice_below_the_least_number_too(gate):
    card = sliced(zeros_then_ones(20, 100), lang=["de"] * 20 + ["en"] * 80)
    rule = "min = 0.5\nstrict = true\nmin_n = 30\n"
    done = gate(f'{rule}slices = ["lang"]', card)
    assert (done.code, done.verdict) == (0, "pass")
    named = gate(f'{rule}slices = ["lang=de"]', card)
    assert (named.code, named.verdict) == (0, "inconclusive")
    assert 10 in named.needed


@pytest.mark.parametrize("name", ["lang=fr", "langs", "type=single"])
def test_a_slice_that_is_not_there_is_not_measured(gate, name):
    done = gate(f'min = 0.5\nslices = ["{name}"]', sliced(ALL, lang=["en"] * 200))
    assert done.code == 2
    assert "lang" in done.out + done.err
    assert done.data is None or done.verdict == "not measured"


# Not measured, not comparable


def test_no_baseline_is_not_measured_and_says_how_to_make_one(gate):
    done = gate(["max_regression = 0.02", 'metric = "mrr"\nmin = 0.5'], {**ALL, **of(*[1.0] * 200, metric="mrr")})
    assert (done.code, done.verdict) == (2, "not measured")
    assert done.data["rules"][1]["verdict"] == "pass"
    assert "ragauge baseline save" in done.out + done.err
    configured = gate("max_regression = 0.02", ALL, head='baseline = "нет.json"')
    assert (configured.code, configured.verdict) == (2, "not measured")
    assert "ragauge baseline save" in configured.out + configured.err
    assert gate("min = 0.5", ALL, head='baseline = "нет.json"').code == 0


def test_a_baseline_that_cannot_be_read_is_told(gate):
    done = gate("max_regression = 0.02", ALL, "not JSON")
    assert done.code == 2
    assert "baseline.json" in done.out + done.err


def test_an_absent_metric_is_not_measured_and_lists_what_there_is(gate):
    done = gate("min = 0.5", {**of(1.0, metric="mrr"), **of(1.0, metric="ndcg@10")})
    assert (done.code, done.verdict) == (2, "not measured")
    assert "mrr" in done.out
    assert "ndcg@10" in done.out


def test_a_metric_that_the_baseline_lacks_is_no_pass(gate):
    done = gate("max_regression = 0.02", ALL, of(*[1.0] * 200, metric="mrr"))
    assert done.code == 2
    assert done.verdict in ("not measured", "not comparable")


@pytest.mark.parametrize("case", ["failed: timeout", "gold_unknown", "no_relevant"])
def test_a_metric_of_no_question_is_not_measured(gate, case):
    card = of(*[case] * 10)
    for rule in ("min = 0.5", "max_regression = 0.5"):
        done = gate(rule, card, ALL if "reg" in rule else None)
        assert (done.code, done.verdict) == (2, "not measured")


@pytest.mark.parametrize(
    ("known", "words"),
    [
        ({"fingerprints": {"gold": "77b0"}}, "golden set"),
        ({"fingerprints": {"gold": "5f3a", "corpus": "1"}}, "corpus"),
        ({"metrics": {"recall@5": 99}}, "revision"),
        ({"policies": {"unjudged": "drop"}}, "unjudged"),
    ],
)
def test_a_baseline_of_something_else_is_not_comparable(gate, known, words):
    base = scorecard(ALL, **known)
    done = gate("max_regression = 0.02", LOST, base)
    assert (done.code, done.verdict) == (2, "not comparable")
    assert words in done.finding("max_regression")["reason"]
    assert gate("min = 0.1", LOST, base).code == 0
    assert gate("min = 0.1\nmax_regression = 0.02", LOST, base).verdict == "not comparable"
    assert gate("min = 0.9\nmax_regression = 0.02", LOST, base).code == 1


def test_exit_codes_of_several_rules(gate):
    card = {**ALL, **of(*[0.0] * 200, metric="mrr"), **zeros_then_ones(78, 200, "map")}
    good, bad, absent = "min = 0.5", 'metric = "mrr"\nmin = 0.5', 'metric = "ndcg@10"\nmin = 0.5'
    unsure = 'metric = "map"\nmin = 0.6'
    assert gate([good, bad, absent], card).code == 1
    assert gate([good, absent], card).code == 2
    assert gate([good, absent, unsure], card).code == 2
    assert gate([absent, f'{unsure}\non_inconclusive = "fail"'], card).code == 1
    assert gate([good, unsure], card).code == 0
    assert gate([good, f"{bad}\nrequired = false"], card).code == 1
    last = gate([good, f"{absent}\nrequired = false"], card)
    assert (last.code, last.data["verdict"]) == (0, "pass")
    assert last.data["rules"][1]["verdict"] == "not measured"
    assert "not measured" in last.out
    assert "ndcg@10" in last.out


def test_common_only_pairs_what_both_golden_sets_share(ragauge):
    rows = [f"q{number},Вопрос {number}?,d{number}\n" for number in range(40)]
    run = "".join(f'{{"id": "q{number}", "hits": ["d{number}"]}}\n' for number in range(40))
    files = {"old.csv": "id,question,gold\n" + "".join(rows), "new.csv": "id,question,gold\n" + "".join(rows[10:])}
    ragauge("--version", files={**files, "r.jsonl": run, "ragauge.toml": config("max_regression = 0.02")})
    for name in ("old", "new"):
        assert ragauge("eval", f"{name}.csv", "r.jsonl", "-m", "recall@5", "--json", f"{name}.json").code == 0
    arguments = ("gate", "new.json", "--baseline", "old.json")
    refused(ragauge(*arguments), "not comparable")
    done = ragauge(*arguments, "--common-only", "--json", "-")
    assert done.code == 0
    (found,) = (one for one in json.loads(done.out)["rules"][0]["findings"] if one["condition"] == "max_regression")
    assert (found["verdict"], found["n"]) == ("pass", 30)
    assert "30" in ragauge(*arguments, "--common-only").out
    files = {"ragauge.toml": config("max_regression = 0.02", head="common_only = true")}
    assert ragauge(*arguments, files=files).code == 0


# Where things are found


def test_a_scorecard_that_is_none(ragauge):
    files = {"ragauge.toml": config("min = 0.5"), "bad.json": "{}", "run.jsonl": '{"id": "q1", "hits": ["a"]}\n'}
    for name in ("bad.json", "run.jsonl", "нет.json", "ragauge.toml"):
        refused(ragauge("gate", name, files=files), name)
    refused(ragauge("gate"), "scorecard")


def test_paths_are_relative_to_the_configuration(ragauge):
    head = 'scorecard = "оценки.json"\nbaseline = "прежние.json"'
    files = {
        "конфиг/ragauge.toml": config("max_regression = 0.02", head=head),
        "конфиг/оценки.json": scorecard(LOST),
        "конфиг/прежние.json": scorecard(ALL),
        "scores.json": scorecard(ALL),
    }
    assert ragauge("gate", "--config", "конфиг/ragauge.toml", files=files).code == 1
    assert ragauge("gate", "scores.json", "--config", "конфиг/ragauge.toml").code == 0
    assert ragauge("gate", "--config", "конфиг/ragauge.toml", "--baseline", "конфиг/оценки.json").code == 0


def test_the_base_configuration_shows_what_was_loosened(ragauge):
    """A pull request that lowers its own bar is seen, whatever becomes of it."""
    files = {
        "ragauge.toml": config("min = 0.125"),
        "base.toml": config("min = 0.625"),
        "scores.json": scorecard(zeros_then_ones(100, 200)),
    }
    done = ragauge("gate", "scores.json", "--base-config", "base.toml", files=files)
    assert done.code in (0, 1)
    assert "recall@5" in done.out + done.err
    assert "0.625" in done.out + done.err
    done = ragauge("gate", "scores.json", "--base-config", "ragauge.toml")
    assert done.code == 0
    assert "0.625" not in done.out + done.err
    refused(ragauge("gate", "scores.json", "--base-config", "no.toml"), "no.toml")


# Outputs


@pytest.fixture
def mixed(ragauge):
    """A gate that passes, fails, warns, cannot measure, and cannot measure what is not required: a rule each."""
    names = ("recall@5", "mrr", "map")
    base = {name: dict(ALL["recall@5"]) for name in names}
    card = {**base, **zeros_then_ones(200, 200, "mrr"), **zeros_then_ones(60, 200, "map")}
    rules = [
        "min = 0.5",
        'metric = "mrr"\nmin = 0.5',
        'metric = "map"\nmax_regression = 0.28',
        'metric = "ndcg@10"\nmin = 0.5',
        'metric = "bpref"\nmin = 0.5\nrequired = false',
    ]
    files = {
        "ragauge.toml": config(*rules),
        "scores.json": scorecard(card),
        "baseline.json": scorecard(base),
        "other.json": scorecard(base, fingerprints={"gold": "77b0"}),
    }
    ragauge("--version", files=files)
    return ("gate", "scores.json", "--baseline", "baseline.json")


def test_the_terminal_shows_every_rule(ragauge, mixed):
    done = ragauge(*mixed)
    assert done.code == 1
    for text in ("recall@5", "mrr", "map", "ndcg@10", "bpref", "pass", "fail", "inconclusive", "not measured"):
        assert text in done.out.lower()
    other = ragauge("gate", "scores.json", "--baseline", "other.json")
    assert other.code == 1
    assert "not comparable" in other.out


def test_junit_tells_failures_from_errors(ragauge, mixed, tmp_path):
    done = ragauge(*mixed, "--junit", "отчёт.xml")
    assert done.code == 1
    assert "mrr" in done.out
    root = ET.parse(tmp_path / "отчёт.xml").getroot()
    assert root.tag in ("testsuites", "testsuite")
    cases = list(root.iter("testcase"))
    assert len(cases) == 5
    assert all(case.get("name") and case.get("classname") for case in cases)
    kinds = {}
    for case in cases:
        (metric,) = (name for name in ("recall@5", "mrr", "map", "ndcg@10", "bpref") if name in case.get("name"))
        kinds[metric] = {child.tag for child in case} & {"failure", "error", "skipped"}
    assert kinds["recall@5"] == set()
    assert kinds["mrr"] == {"failure"}
    assert kinds["ndcg@10"] == {"error"}
    assert kinds["map"] <= {"skipped"}
    assert kinds["bpref"] == {"skipped"}
    for suite in root.iter("testsuite"):
        assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("5", "1", "1")
        assert suite.get("skipped", "0") == str(len(suite.findall("testcase/skipped")))
    ragauge("gate", "scores.json", "--baseline", "other.json", "--junit", "o.xml")
    root = ET.parse(tmp_path / "o.xml").getroot()
    assert sum(case.find("error") is not None for case in root.iter("testcase")) == 2


def annotations(text):
    lines = [line for line in text.splitlines() if line.startswith("::")]
    found = [ANNOTATION.fullmatch(line) for line in lines]
    assert all(found), lines
    return [
        (one["kind"], dict(part.split("=", 1) for part in (one["properties"] or "").split(",") if part), one["text"])
        for one in found
    ]


def test_github_gets_annotations_and_a_summary(ragauge, mixed, tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    summary.write_text("# before\n", "utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    done = ragauge(*mixed, "--github")
    assert done.code == 1
    found = annotations(done.out)
    kinds = {
        name: {kind for kind, named, text in found if name in named.get("title", "") or text.startswith(name)}
        for name in ("recall@5", "mrr", "map", "ndcg@10", "bpref")
    }
    assert kinds["mrr"] == kinds["ndcg@10"] == {"error"}
    assert kinds["map"] == {"warning"}
    assert kinds["recall@5"] <= {"notice"}
    assert kinds["bpref"] <= {"warning", "notice"}
    assert kinds["bpref"]
    rows = (tmp_path / "ragauge.toml").read_text("utf-8").splitlines()
    for kind, named, text in found:
        if kind == "error":
            assert named["file"] == "ragauge.toml"
            (metric,) = (name for name in ("mrr", "ndcg@10") if name in named.get("title", "") or text.startswith(name))
            assert metric in " ".join(rows[int(named["line"]) - 1 :][:2])
    written = summary.read_text("utf-8")
    assert written.startswith("# before\n")
    assert "inconclusive" in written.lower()
    assert "mrr" in written
    ragauge(*mixed, "--github")
    assert len(summary.read_text("utf-8")) > 1.5 * len(written)


def test_annotations_without_a_summary_file(ragauge, mixed, monkeypatch):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    done = ragauge(*mixed, "--github")
    assert done.code == 1
    assert annotations(done.out)
    assert not annotations(ragauge(*mixed).out)


def test_a_pass_has_no_error_and_no_warning(ragauge, monkeypatch):
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    files = {"ragauge.toml": config("min = 0.5"), "scores.json": scorecard(ALL)}
    done = ragauge("gate", "scores.json", "--github", files=files)
    assert done.code == 0
    assert {kind for kind, _, _ in annotations(done.out)} <= {"notice"}


def test_markdown_has_every_rule(ragauge, mixed, tmp_path):
    printed = ragauge(*mixed, "--markdown", "-")
    assert printed.code == 1
    for text in ("recall@5", "mrr", "map", "ndcg@10", "bpref", "inconclusive", "not measured"):
        assert text in rendered(printed.out).lower()
    assert re.search(r"^\|( *:?-+:? *\|)+$", printed.out, re.MULTILINE)
    assert ragauge(*mixed, "--markdown", "итог.md").code == 1
    assert (tmp_path / "итог.md").read_text("utf-8") == printed.out


def test_json_is_the_same_bytes_every_time(ragauge, mixed):
    first = ragauge(*mixed, "--json", "-")
    assert first.code == 1
    assert first.out == ragauge(*mixed, "--json", "-").out
    data = json.loads(first.out)
    assert [one["verdict"] for one in data["rules"]] == ["pass", "fail", "inconclusive", "not measured", "not measured"]
    assert [one["exit_code"] for one in data["rules"]] == [0, 1, 0, 2, 0]
    assert (data["verdict"], data["exit_code"]) == ("fail", 1)
    assert (data["config"], data["scorecard"], data["baseline"]) == ("ragauge.toml", "scores.json", "baseline.json")
    assert all(one["reason"] for rule in data["rules"] for one in rule["findings"])


def test_hostile_text_breaks_no_output(ragauge, tmp_path, monkeypatch):
    bad = "a|b<i>,x:y\x1b[31m\n::error::%0A]]>&\u202e\x00"
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    files = {
        "ragauge.toml": config('min = 0.5\nslices = ["язык"]'),
        "scores.json": scorecard(zeros_then_ones(10, 200), columns={"язык": [bad] * 10 + ["ок"] * 190}),
    }
    done = ragauge("gate", "scores.json", "--github", "--junit", "o.xml", "--markdown", "o.md", files=files)
    assert done.code == 1
    assert not set(done.out + done.err) & set("\x1b\u202e\x00")
    assert [kind for kind, _, _ in annotations(done.out)].count("error") <= 2
    assert not any(line.startswith("::error::") for line in done.out.splitlines())
    assert len(list(ET.parse(tmp_path / "o.xml").getroot().iter("testcase"))) == 1
    for text in (summary.read_text("utf-8"), (tmp_path / "o.md").read_text("utf-8")):
        assert "<i>" not in text
        assert not set(text) & set("\x1b\u202e\x00")


@pytest.mark.parametrize("option", ["--json", "--markdown", "--junit"])
@pytest.mark.parametrize("path", ["scores.json", "./baseline.json", "ragauge.toml"])
def test_an_input_is_never_overwritten(ragauge, tmp_path, option, path):
    files = {
        "ragauge.toml": config("max_regression = 0.1"),
        "scores.json": scorecard(of(1.0)),
        "baseline.json": scorecard(of(0.5)),
    }
    refused(
        ragauge("gate", "scores.json", "--baseline", "baseline.json", option, path, files=files),
        f"{option} would overwrite",
    )
    assert {name: (tmp_path / name).read_text("utf-8") for name in files} == files


def test_a_configured_input_neither(ragauge, tmp_path):
    head = 'scorecard = "scores.json"\nbaseline = "baseline.json"'
    files = {
        "ragauge.toml": config("max_regression = 0.1", head=head),
        "scores.json": scorecard(of(1.0)),
        "baseline.json": scorecard(of(0.5)),
    }
    for path in ("scores.json", "baseline.json"):
        refused(ragauge("gate", "--json", path, files=files), "--json would overwrite")
        assert (tmp_path / path).read_text("utf-8") == files[path]


def test_all_outputs_are_written_or_none(ragauge, tmp_path):
    files = {"ragauge.toml": config("min = 0.5"), "scores.json": scorecard(of(1.0))}
    done = ragauge("gate", "scores.json", "--json", "ok.json", "--junit", "нет/x.xml", files=files)
    refused(done, "нет/x.xml")
    refused(ragauge("gate", "scores.json", "--json", "o", "--junit", "./o"), "places of their own")
    refused(ragauge("gate", "нет.json", "--json", "ok.json"), "нет.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ragauge.toml", "scores.json"]


# Ahead of any run: what could this golden set decide?


@pytest.fixture
def check(ragauge):
    def run(card, *rules):
        files = {"ragauge.toml": config(*rules, head='baseline = "baseline.json"'), "baseline.json": scorecard(card)}
        return ragauge("gate", "--check", files=files)

    return run


def test_a_budget_that_the_golden_set_can_decide(check):
    done = check(zeros_then_ones(50, 100), "max_regression = 0.6")
    assert done.code == 0, done.out + done.err
    assert "recall@5" in done.out


def test_a_budget_that_it_cannot_and_which_it_could(check):
    done = check(zeros_then_ones(10, 20), "max_regression = 0.02")
    assert done.code == 1
    assert "recall@5" in done.out
    assert any(0.02 < float(number) < 2 for number in re.findall(r"\d\.\d+", done.out))


def test_one_that_it_cannot_is_enough(check):
    card = {**zeros_then_ones(50, 100), **zeros_then_ones(50, 100, "mrr")}
    done = check(card, "max_regression = 0.6", 'metric = "mrr"\nmax_regression = 0.001')
    assert done.code == 1
    assert "mrr" in done.out


def test_what_cannot_be_checked(check, ragauge):
    assert check(of(*["no_relevant"] * 20), "max_regression = 0.02").code == 2
    done = check(of(*[1.0, 0.0] * 20, metric="mrr"), "max_regression = 0.02")
    refused(done, "mrr")
    files = {"ragauge.toml": config("max_regression = 0.02", head='baseline = "нет.json"')}
    refused(ragauge("gate", "--check", files=files), "ragauge baseline save")
    refused(ragauge("gate", "--check", files={"ragauge.toml": config("max_regresion = 0.02")}), "max_regression")


def test_as_a_process_in_an_ascii_locale(ragauge_process):
    files = {
        "ragauge.toml": config('min = 0.5\nslices = ["язык"]'),
        "other.toml": config("min = 0.5", head='scorecard = "оценки.json"'),
        "оценки.json": scorecard(zeros_then_ones(100, 100), columns={"язык": ["русский"] * 100}),
    }
    environment = {**os.environ, "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}
    environment.pop("GITHUB_STEP_SUMMARY", None)
    done = ragauge_process("gate", "оценки.json", "--github", files=files, env=environment)
    assert (done.code, done.err) == (1, "")
    assert annotations(done.out)
    configured = ragauge_process("gate", "--config", "other.toml", env=environment)
    assert configured.code in (1, 2)  # a name that the locale cannot tell is a message at worst
    assert "Traceback" not in configured.err


def test_losses_are_counted_question_by_question(gate):
    base = of(*[1.0] * 40)
    lost = of(*[0.5] * 3, *[1.0] * 37)
    assert gate("max_losses = 3", lost, base).verdict == "pass"
    done = gate("max_losses = 2", lost, base)
    assert (done.code, done.verdict) == (1, "fail")
    assert "q000, q001, q002" in " ".join(done.out.split())
    assert gate("max_losses = 0", base, lost).verdict == "pass"
    assert gate("max_losses = 0\n", of(*[1.0] * 40, metric="mrr"), base).verdict == "not measured"
    rates = of(*[0.0] * 40, metric="empty_rate"), of(1.0, *[0.0] * 39, metric="empty_rate")
    rule = 'metric = "empty_rate"\nmax_losses = 0'
    assert gate(rule, rates[1], rates[0]).verdict == "fail"
    assert gate(rule, rates[0], rates[1]).verdict == "pass"

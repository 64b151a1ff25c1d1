"""The words and rows of a gate."""

import io

import pytest
from rich.console import Console

from ragauge.core.score import Interval
from ragauge.gating.records import Finding, GateResult, RuleResult, Verdict
from ragauge.gating.rules import Rule
from ragauge.report.gate import gate_blocks, gate_headline, gate_methods, gate_rows, sentences, summary
from ragauge.report.gate_markdown import MARKER, gate_markdown
from ragauge.report.gate_terminal import print_gate

BOTH = Interval(-0.05, 0.01, 0.9, "student")


def finding(verdict=Verdict.PASS, condition="min", reason="причина", **fields):
    return Finding(condition, 0.6, verdict, reason, **{"value": 0.73, "n": 8, "items": 8, **fields})


def rule(*findings, metric="recall@5", **fields):
    return RuleResult(Rule(metric, min=0.6, **fields), findings)


def gate(*rules, notes=()):
    return GateResult("ragauge.toml", "new.json", "old.json", 0.05, 3, rules, notes)


def printed(result, width=160):
    out = io.StringIO()
    print_gate(result, Console(file=out, width=width))
    return out.getvalue()


def test_the_first_line_is_the_verdict():
    result = gate(rule(finding(Verdict.FAIL)), rule(finding()), rule(finding()))
    assert gate_headline(result) == "FAIL: 1 fail, 2 pass; exit code 1"
    assert printed(result).splitlines()[0] == gate_headline(result)
    assert gate_markdown(result).splitlines()[:3] == [MARKER, "", "### ❌ gate: FAIL: 1 fail, 2 pass; exit code 1"]
    assert gate_headline(gate()) == "NOT MEASURED: there are no rules; exit code 2"


def test_a_regression_shows_both_means_and_the_difference():
    row = gate_rows(
        gate(rule(finding(condition="max_regression", value=-0.02, base=0.73, candidate=0.71, interval=BOTH)))
    )
    assert row[0].cells == (
        "PASS",
        "recall@5: max_regression 0.6",
        "0.7300 → 0.7100, -0.0200",
        "[-0.0500, +0.0100]",
        "8",
        "причина",
    )


def test_a_value_that_does_not_rest_on_all_says_so():
    one = rule(finding(n=1))
    result = gate(one)
    assert gate_rows(result)[0].cells[4] == "1 of 8 scored"
    assert sentences(one) == ["PASS: recall@5: min 0.6: 0.7300 (n = 1 of 8 scored): причина"]
    for text in (printed(result), printed(result, 80), gate_markdown(result)):
        assert "1 of 8 scored" in text


def test_slices_are_indented_and_small_ones_only_shown():
    small = finding(Verdict.INCONCLUSIVE, slice={"язык": "ру"}, n=2, items=2, gated=False)
    result = gate(rule(small, finding(slice={"lang": "en"}), finding(), strict=True))
    assert [(row.indented, row.cells[:2]) for row in gate_rows(result)] == [
        (False, ("PASS", "recall@5: min 0.6 (strict)")),
        (True, ("shown only", "recall@5, язык=ру: min 0.6 (strict)")),
        (True, ("PASS", "recall@5, lang=en: min 0.6 (strict)")),
    ]
    assert gate_blocks(result) == []
    assert "│   recall@5, язык=ру" in printed(result)
    assert "| shown only | ↳ recall" in gate_markdown(result)


@pytest.mark.parametrize(
    ("mode", "ending"),
    [
        ("fail", "this blocks (on_inconclusive = fail)"),
        ("warn", "let through with a warning (on_inconclusive = warn)"),
        ("pass", "let through (on_inconclusive = pass)"),
    ],
)
def test_what_is_inconclusive_stands_at_the_end(mode, ending):
    unsure = finding(Verdict.INCONCLUSIVE, needed=60)
    result = gate(rule(finding()), rule(unsure, on_inconclusive=mode), rule(finding()), notes=("note",))
    title = "INCONCLUSIVE: not enough evidence for 1 condition"
    line = f"recall@5: min 0.6: 0.7300; причина; about 60 questions more would decide; {ending}"
    assert printed(result).splitlines()[-2:] == [title, f"  {line}"]
    assert f"**❓ {title}**" in gate_markdown(result)
    assert "60 questions more would decide" in gate_markdown(result)


def test_what_a_failing_rule_cannot_decide_is_told_too():
    block = gate_blocks(gate(rule(finding(Verdict.FAIL), finding(Verdict.INCONCLUSIVE))))[0]
    (line,) = block.lines
    assert line.startswith("recall@5: min 0.6: 0.7300; причина; how many more questions would decide is not known")
    assert line.endswith("; the rule is FAIL anyway")


def test_what_is_not_measured_has_its_reason():
    absent = {"value": None, "n": 0, "items": 0}
    result = gate(
        rule(finding(Verdict.NOT_MEASURED, reason="нет оценок", **absent)),
        rule(finding(Verdict.NOT_COMPARABLE, reason="other gold", **absent), required=False),
        rule(metric="mrr"),
    )
    assert [(block.title, block.lines) for block in gate_blocks(result)] == [
        (
            "NOT COMPARABLE: nothing is said of 1 condition",
            ("recall@5: min 0.6: other gold; only shown (not required)",),
        ),
        (
            "NOT MEASURED: nothing is said of 2 conditions",
            (
                "recall@5: min 0.6: нет оценок; this blocks (required)",
                "mrr: min 0.6: nothing was checked; this blocks (required)",
            ),
        ),
    ]
    assert gate_rows(result)[1].cells == (
        "NOT COMPARABLE",
        "recall@5: min 0.6",
        "",
        "",
        "",
        "other gold (not required)",
    )
    assert summary(result.results[2]) == "NOT MEASURED: nothing was checked"


def test_the_worst_comes_first_in_sentences():
    one = rule(finding(), finding(Verdict.FAIL, reason="a"), finding(Verdict.FAIL, gated=False, reason="b"))
    assert [text.split(":")[0] for text in sentences(one)] == ["FAIL", "PASS", "shown only"]
    assert summary(one) == "FAIL: recall@5: min 0.6: a"


def test_methods_name_alpha_family_and_intervals():
    result = gate(rule(finding(interval=BOTH)))
    assert gate_methods(result) == "alpha 0.05, shared by 3 claims (Holm); intervals: 90% student"


@pytest.mark.parametrize("width", [60, 100, 160])
def test_every_width_has_the_reasons(width):
    result = gate(rule(finding(Verdict.FAIL, reason="слишком мало"), on_inconclusive="fail"))
    assert "слишком мало" in " ".join(printed(result, width).replace("│", " ").split())


def test_too_long_a_table_keeps_the_worst_rows_and_says_how_many_it_cut():
    many = [rule(finding(reason="&|<" * 300), metric=f"м{i}") for i in range(3000)]
    result = gate(*many, rule(finding(Verdict.FAIL, reason="конец"), metric="last"), notes=("&" * 5000,) * 100)
    text = gate_markdown(result)
    assert len(text.encode("utf-16-le")) / 2 < 65_536
    assert len(text.encode()) < 1 << 20
    rows = [line for line in text.splitlines() if line.startswith("| ✅")]
    assert "| ❌ FAIL | last: min 0.6" in text
    assert f"{3001 - len(rows) - 1} of 3001 rows do not fit here" in text
    assert all(line.endswith(" |") for line in rows)
    assert "more that do not fit here" in text

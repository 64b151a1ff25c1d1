"""The configuration of a gate: where it is found, and everything that is wrong with it in one message."""

import re

import pytest

from scorecards import of, refused, scorecard

SCORES = {"scores.json": scorecard({**of(*[1.0] * 200), **of(*[1.0] * 200, metric="mrr")})}
GOOD = '[[gate.rules]]\nmetric = "recall@5"\nmin = 0.5\n'
FAILING = '[[gate.rules]]\nmetric = "recall@5"\nmin = 0.5\n[[gate.rules]]\nmetric = "ndcg@10"\nmin = 0.5\n'


@pytest.fixture
def gate(ragauge):
    def run(text, *arguments, name="ragauge.toml", **more):
        return ragauge("gate", "scores.json", *arguments, files={**SCORES, name: text, **more})

    return run


def rule(*lines, metric="recall@5"):
    return "\n".join(["[[gate.rules]]", f'metric = "{metric}"', *lines, ""])


def faults(done, name="ragauge.toml"):
    """{row: the fault told of it}"""
    lines = (re.search(rf"{re.escape(name)}:(\d+): *(.*)", line) for line in done.err.splitlines())
    return {int(one[1]): one[2] for one in lines if one}


# Where it is found


def test_where_the_configuration_is_found(gate, ragauge):
    absent = rule("min = 0.5", metric="map")
    inside = absent.replace("[[gate", "[[tool.ragauge.gate")
    assert gate(GOOD, name="other.toml").code == 2
    assert gate(GOOD, "--config", "other.toml", name="other.toml").code == 0
    pyproject = f'[project]\nname = "x"\n\n[tool.ragauge.gate]\nalpha = 0.1\n\n{inside}'
    done = gate(pyproject, "--json", "-", name="pyproject.toml")
    assert done.code == 2
    assert '"pyproject.toml"' in done.out
    assert "0.1" in done.out
    assert gate(GOOD).code == 0  # ragauge.toml goes first
    assert gate(GOOD, "--config", "pyproject.toml").code == 2
    assert gate(absent).code == 2


def test_no_configuration_at_all(ragauge):
    refused(ragauge("gate", "scores.json", files=SCORES), "ragauge.toml")
    files = {"pyproject.toml": '[project]\nname = "x"\n[tool.ruff]\nline-length = 120\n'}
    refused(ragauge("gate", "scores.json", files=files), "ragauge.toml")
    refused(ragauge("gate", "scores.json", "--config", "нет.toml"), "нет.toml")
    refused(ragauge("gate", "scores.json", "--config", "pyproject.toml"), "pyproject.toml")


def test_a_pyproject_of_nothing_but_faults_names_its_lines(gate):
    text = '[project]\nname = "x"\n\n[[tool.ragauge.gate.rules]]\nmetric = "recall@5"\n'
    done = gate(text, name="pyproject.toml")
    refused(done)
    assert set(faults(done, "pyproject.toml")) <= {4, 5}
    assert faults(done, "pyproject.toml")


# What is right


@pytest.mark.parametrize(
    "lines",
    [
        ["min = 0.5"],
        ["min = 1"],
        ["min = 0", "max = 0.99"],
        ["min = 0.25", "max = 1.0"],
        ["min = 1", "max = 1"],
        ["max_regression = 0", "required = false"],
        ["max_regression = 0.5", "required = false", 'on_inconclusive = "pass"'],
        ["min_coverage = 1", "max_error_rate = 0"],
        ["min_coverage = 0.5"],
        ["max_error_rate = 1", "min = 0.5"],
        ["min = 0.5", "min_n = 30", "strict = true", "hard = false", "slices = []"],
    ],
)
def test_what_a_rule_may_say(gate, lines):
    done = gate(rule(*lines))
    assert done.code == 0, done.err
    assert "warn" not in done.err.lower()


@pytest.mark.parametrize("line", ["min = 0", "max_regression = 1", "min_coverage = 0", "max_error_rate = 1"])
def test_a_rule_that_nothing_can_break_is_a_mistake(gate, line):
    refused(gate(rule(line)), "could never fail")


@pytest.mark.parametrize("head", ["alpha = 0.01", "alpha = 0.49", 'on_inconclusive = "fail"', "common_only = false"])
def test_what_the_head_may_say(gate, head):
    assert gate(f"[gate]\n{head}\n{GOOD}").code == 0


def test_a_metric_that_is_not_bounded_above_may_have_any_floor(ragauge):
    card = scorecard(of(*[81.0, 82.0] * 30, metric="dcg@10"))
    done = ragauge("gate", "s.json", files={"s.json": card, "ragauge.toml": rule("min = 80", metric="dcg@10")})
    assert done.code == 0, done.err


def test_directions_and_bounds_that_fit(ragauge):
    card = scorecard({name: dict.fromkeys("abcdefgh", 0.0) for name in ("empty_rate", "duplicate_rate", "judged@5")})
    for text in (
        rule("max = 0.9", metric="empty_rate"),
        rule("min = 0", "max = 0.9", metric="duplicate_rate"),
        rule("min = 0", "max = 0.9", metric="judged@5"),
        rule("max = 0.9", metric="judged@5"),
    ):
        done = ragauge("gate", "s.json", files={"s.json": card, "ragauge.toml": text})
        assert done.code == 0, done.err


def test_one_metric_may_have_rules_for_different_slices(ragauge):
    text = rule("min = 0.5") + rule("min = 0.9", 'slices = ["lang=ru"]')
    card = scorecard(of(*[1.0] * 100), columns={"lang": ["ru", "en"] * 50})
    done = ragauge("gate", "s.json", files={"s.json": card, "ragauge.toml": text})
    assert done.code == 0, done.err


def test_names_of_metrics_are_read_as_everywhere(gate):
    done = gate(rule("min = 0.5", metric="RR") + rule("min = 0.5", metric="Recall@5"), "--json", "-")
    assert done.code == 0, done.err
    assert '"mrr"' in done.out
    assert '"recall@5"' in done.out


# What is wrong


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["min = 0.5", "max_regresion = 0.1"], ["max_regresion", "max_regression"]),
        (["min = 0.5", "max-regression = 0.1"], ["max-regression", "max_regression"]),
        (["min = 0.5", "min_N = 3"], ["min_N", "min_n"]),
        (["min = 0.5", '"порог" = 3'], ["порог"]),
        ([], ["threshold"]),
        (["min_n = 30"], ["threshold"]),
        (["strict = true", 'slices = ["lang"]'], ["threshold"]),
        (["hard = true"], ["threshold"]),
        (['min = "0.6"'], ["min"]),
        (["min = true"], ["min"]),
        (["min = nan"], ["min"]),
        (["min = inf"], ["min"]),
        (["min = -inf"], ["min"]),
        (["min = [0.6]"], ["min"]),
        (["min = 2024-01-01"], ["min"]),
        (["min = 80"], ["min", "80"]),
        (["min = -0.1"], ["min"]),
        (["min = 0.1", "max = 1.1"], ["max"]),
        (["min = 0.6", "max = 0.5"], ["min", "max"]),
        (["max = 0.5"], ["max"]),
        (["max_regression = -0.1"], ["max_regression"]),
        (['max_regression = "2 %"'], ["max_regression"]),
        (["max_regression = nan"], ["max_regression"]),
        (["max_regression = true"], ["max_regression"]),
        (["min_coverage = 1.5"], ["min_coverage"]),
        (["min_coverage = -0.5"], ["min_coverage"]),
        (["min_coverage = nan"], ["min_coverage"]),
        (["max_error_rate = 2"], ["max_error_rate"]),
        (["max_error_rate = -0.1"], ["max_error_rate"]),
        (["max_error_rate = false"], ["max_error_rate"]),
        (["min = 0.5", "min_n = 1.5"], ["min_n"]),
        (["min = 0.5", "min_n = -1"], ["min_n"]),
        (["min = 0.5", "min_n = true"], ["min_n"]),
        (["min = 0.5", 'min_n = "30"'], ["min_n"]),
        (["min = 0.5", 'slices = "lang"'], ["slices"]),
        (["min = 0.5", "slices = [1]"], ["slices"]),
        (["min = 0.5", 'slices = [["lang"]]'], ["slices"]),
        (["min = 0.5", "slices = { lang = 1 }"], ["slices"]),
        (["min = 0.5", 'strict = "yes"'], ["strict"]),
        (["min = 0.5", "hard = 1"], ["hard"]),
        (["min = 0.5", "required = 0"], ["required"]),
        (["min = 0.5", 'on_inconclusive = "maybe"'], ["on_inconclusive", "fail", "warn", "pass"]),
        (["min = 0.5", "on_inconclusive = true"], ["on_inconclusive"]),
    ],
)
def test_a_rule_that_cannot_be_meant(gate, lines, words):
    done = gate(f"# порог\n{GOOD}\n{rule(*lines, metric='mrr')}")
    refused(done, *words)
    assert done.out == ""
    told = faults(done)
    assert told
    assert min(told) >= 6
    assert max(told) <= 8 + len(lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[gate.rules]]\nmin = 0.5\n", ["metric"]),
        ("[[gate.rules]]\nmetric = 5\nmin = 0.5\n", ["metric"]),
        ('[[gate.rules]]\nmetric = ["mrr"]\nmin = 0.5\n', ["metric"]),
        (rule("min = 0.5", metric=""), ["metric"]),
        (rule("min = 0.5", metric="recal@5"), ["recal", "recall"]),
        (rule("min = 0.5", metric="recall@0"), ["recall"]),
        (rule("min = 0.5", metric="context-recall"), ["context-recall"]),
        (rule("min = 0.5") + rule("max_regression = 0.5"), ["recall@5"]),
        (rule("min = 0.5") + rule("min = 0.5", metric="Recall@5"), ["recall@5"]),
        (rule("min = 0.5", 'slices = ["a", "b"]') + rule("min = 0.6", 'slices = ["b", "a"]'), ["recall@5"]),
        (rule("max_regression = 0.1", metric="judged@5"), ["judged@5", "max_regression"]),
        (rule(metric="judged@5"), ["threshold"]),
        (rule("min = 0.1", metric="empty_rate"), ["empty_rate", "max"]),
        (rule("min = 0.1", metric="duplicate_rate"), ["duplicate_rate", "max"]),
        (rule("max = 0.5"), ["recall@5", "min"]),
        ('[gate]\nalpha = 0.05\n\n[gate.rules]\nmetric = "mrr"\nmin = 0.5\n', ["rules"]),
        ("[gate]\nrules = 5\n", ["rules"]),
        ("[gate]\nrules = [1]\n", ["rules"]),
    ],
)
def test_rules_that_cannot_be_meant(gate, text, words):
    done = gate(text)
    refused(done, "ragauge.toml", *words)
    assert done.out == ""


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("alpha = 0", ["alpha"]),
        ("alpha = 0.5", ["alpha"]),
        ("alpha = 1", ["alpha"]),
        ("alpha = -0.05", ["alpha"]),
        ("alpha = nan", ["alpha"]),
        ("alpha = true", ["alpha"]),
        ('alpha = "0.05"', ["alpha"]),
        ("alfa = 0.05", ["alfa", "alpha"]),
        ('on_inconclusive = "ok"', ["on_inconclusive", "warn"]),
        ("common_only = 1", ["common_only"]),
        ("scorecard = 1", ["scorecard"]),
        ("baseline = []", ["baseline"]),
        ('base_line = "b.json"', ["base_line", "baseline"]),
    ],
)
def test_a_head_that_cannot_be_meant(gate, head, words):
    refused(gate(f"[gate]\n{head}\n{GOOD}"), "ragauge.toml", *words)


@pytest.mark.parametrize("text", ["", "# nothing\n", "[gate]\nalpha = 0.05\n", "[gate]\nrules = []\n"])
def test_no_rules_can_never_pass(gate, text):
    done = gate(text)
    refused(done, "ragauge.toml")
    assert "rule" in done.err


def test_a_misspelt_table_is_no_empty_gate(gate):
    refused(gate('[[gates.rules]]\nmetric = "mrr"\nmin = 0.5\n'), "gate")
    refused(gate('[[gate.rule]]\nmetric = "mrr"\nmin = 0.5\n'), "rule")
    refused(gate(f'{GOOD}\n[[gate.rule]]\nmetric = "mrr"\nmin = 0.5\n'), "rules")


@pytest.mark.parametrize(
    "text",
    [f"{GOOD}min =\n", f'{GOOD}min_n = 30 "\n', f"{GOOD}min = 0.6\n", f"{GOOD}strict = True\n"],
    ids=["cut", "quote", "twice", "word"],
)
def test_invalid_toml_names_its_line(gate, text):
    done = gate(text)
    refused(done, "ragauge.toml")
    assert re.search(r"\b4\b", done.err)


@pytest.mark.parametrize("text", [b"\xff\xfe", '[gate]\nalpha = "\u00e9"\n'.encode("latin-1"), b"\x00"])
def test_what_is_no_text(gate, text):
    refused(gate(text), "ragauge.toml")


def test_all_that_is_wrong_is_told_at_once(gate):
    text = (
        "[gate]\nalpha = 0.7\nbaselin = 'b'\n\n"
        + rule("min = 80", "minn = 3")
        + rule("max = 0.5", metric="mrr")
        + rule("min = 0.5", metric="recal@5")
        + rule("min_n = 5", metric="map")
        + rule("max_regression = -1", 'on_inconclusive = "no"', metric="rprec")
    )
    done = gate(text)
    refused(done, "alpha", "baselin", "80", "minn", "mrr", "recal@5", "threshold", "max_regression", "on_inconclusive")
    rows = faults(done)
    for first, last in ((5, 8), (9, 11), (12, 14), (15, 17), (18, 21)):
        assert any(first <= row <= last for row in rows), (first, rows)


def test_the_configuration_comes_before_everything(gate, ragauge, tmp_path):
    done = gate(rule("min = 80"), "--json", "o.json", "--junit", "o.xml")
    refused(done, "80")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ragauge.toml", "scores.json"]
    refused(ragauge("gate", "нет.json"), "80")


def test_hostile_keys_do_not_reach_the_terminal(gate):
    done = gate(
        '[[gate.rules]]\nmetric = "\\u001b[31m\\u202e"\n"\\u001b]0;x\\u0007" = 1\n' + rule(f"x{'y' * 10_000} = 1")
    )
    refused(done)
    assert not set(done.err) & set("\x1b\x07\u202e")
    assert len(done.err) < 4000


def test_long_lists_of_faults_are_cut(gate):
    done = gate("".join(rule("min = 80", metric=f"recall@{k}") for k in range(1, 200)))
    refused(done)
    assert len(done.err.splitlines()) < 60

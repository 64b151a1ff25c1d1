"""`ragauge.testing`: the gate as a test of pytest, and nothing at all for projects that do not ask for it."""

import json
import os
import re
import subprocess
import sys
from functools import partial
from importlib.metadata import distribution
from xml.etree import ElementTree as ET

import pytest

from scorecards import scorecard, zeros_then_ones

OPT_IN = 'pytest_plugins = ["ragauge.testing"]\n'
CALL = "def test_retrieval(ragauge_gate):\n    {}\n"
GOOD, BAD, OPEN = zeros_then_ones(10, 100), zeros_then_ones(90, 100), zeros_then_ones(3, 10)
FLOOR = '[[gate.rules]]\nmetric = "recall@5"\nmin = 0.6\n'
BUDGET = '[gate]\nbaseline = "baseline.json"\n[[gate.rules]]\nmetric = "recall@5"\nmax_regression = 0.05\n'
MRR = FLOOR.replace("recall@5", "mrr")
OTHER = '[[gate.rules]]\nmetric = "ndcg@10"\nmin = 0.3\n'
PROBE = """
import json, sys
def pytest_sessionfinish(session):
    plugins = [str(name) for name, _ in session.config.pluginmanager.list_name_plugin()]
    found = ([name for name in names if name.split(".")[0] == "ragauge"] for names in (plugins, sorted(sys.modules)))
    print("\\nPROBE" + json.dumps([*found]))
"""


def run_pytest(folder, *arguments, alone=True, **files):
    """Run pytest in a project of its own, where every warning is an error; ``scores__json`` is scores.json.

    ``alone``: without the other plugins that are installed here, which take most of the time.
    """
    written = {"pytest.ini": "[pytest]\n", "conftest.py": OPT_IN} | files
    for name, content in written.items():
        path = folder / name.replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(scorecard(content) if isinstance(content, dict) else content, "utf-8")
    command = [sys.executable, "-W", "error", "-m", "pytest", "-p", "no:cacheprovider", "-rfs", *arguments]
    known = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environment = {**known, "PYTHONUTF8": "1", "COLUMNS": "1000"}
    if alone:
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120
    )


@pytest.fixture
def project(tmp_path):
    """The same in a fixture, in a folder with a name that is not ASCII."""
    return partial(run_pytest, tmp_path / "проект")


def ended(done):
    """How many tests passed, failed and were skipped."""
    last = done.stdout.strip().splitlines()[-1]
    counts = {word: int(count) for count, word in re.findall(r"(\d+) (passed|failed|skipped|error)", last)}
    assert counts, done.stdout + done.stderr
    return counts


CASES = {
    "pass": (FLOOR, GOOD, None, "passed", ()),
    "fail": (FLOOR, BAD, None, "failed", ("fail: recall@5: min 0.6", "beyond min 0.6", "n = 100")),
    "inconclusive": (FLOOR, OPEN, None, "skipped", ("inconclusive: recall@5: min 0.6", "more would decide")),
    "inconclusive, warn": (f'{FLOOR}on_inconclusive = "warn"\n', OPEN, None, "skipped", ("inconclusive: ",)),
    "inconclusive, fail": (f'{FLOOR}on_inconclusive = "fail"\n', OPEN, None, "failed", (
        'inconclusive, on_inconclusive = "fail"', "more would decide")),
    "inconclusive, pass": (f'{FLOOR}on_inconclusive = "pass"\n', OPEN, None, "passed", ()),
    "no such slice": (f'{FLOOR}slices = ["язык"]\n', GOOD, None, "failed", ("could not measure: ", "no column 'язык'")),
    "two are open": (f'{FLOOR}on_inconclusive = "pass"\n{MRR}', OPEN | zeros_then_ones(3, 10, "mrr"), None, "skipped",
                     ("inconclusive: mrr: min 0.6",)),
    "not measured": (OTHER, GOOD, None, "failed", ("could not measure: ndcg@10: min 0.3 (not measured)",
                                                   "it has recall@5")),
    "not measured, not required": (f"{FLOOR}{OTHER}required = false\n", GOOD, None, "passed", ()),
    "nothing measured, nothing required": (f"{OTHER}required = false\n", GOOD, None, "skipped",
                                           ("not measured, and not required: ndcg@10",)),
    "no baseline": (BUDGET, GOOD, None, "failed", ("could not measure", "not measured", "there is no baseline")),
    "baseline": (BUDGET, GOOD, GOOD, "passed", ()),
    "a loss": (BUDGET, BAD, GOOD, "failed", ("fail: recall@5: max_regression 0.05", "0.9000 → 0.1000, -0.8000")),
    "another golden set": (BUDGET, GOOD, scorecard(GOOD, fingerprints={"gold": "77b0"}), "failed",
                           ("could not measure", "not comparable", "the golden set is another one")),
    "fail and not measured": (f"{FLOOR}{OTHER}", BAD, None, "failed",
                              ("fail: recall@5: min 0.6\nscorecard ", "NOT MEASURED: ndcg@10")),
    "a mistake in the rules": (FLOOR.replace("min", "minn"), GOOD, None, "failed",
                               ("could not measure: ", "ragauge.toml:2", "unknown key 'minn'")),
    "no TOML": ("[[gate", GOOD, None, "failed", ("could not measure: ", "ragauge.toml:1: not TOML")),
    "a damaged scorecard": (FLOOR, "{", None, "failed", ("could not measure: ", "scores.json", "not JSON")),
}  # fmt: skip


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """All cases in one run of pytest: what was printed, and the outcome and its text by case."""
    folder, files = tmp_path_factory.mktemp("outcomes"), {}
    for place, (rules, card, baseline, _, _) in enumerate(CASES.values()):
        here = f"case{place}"
        files |= {f"{here}/ragauge.toml": rules, f"{here}/scores.json": card}
        files |= {} if baseline is None else {f"{here}/baseline.json": baseline}
        files[f"{here}/test_{here}.py"] = CALL.format(f'ragauge_gate("{here}/scores.json", "{here}/ragauge.toml")')
    done = run_pytest(folder, "--junit-xml=out.xml", alone=False, **files)
    told = {}
    for case in ET.parse(folder / "out.xml").iter("testcase"):
        (ending,) = [*case] or [None]
        word = "passed" if ending is None else {"failure": "failed", "skipped": "skipped"}[ending.tag]
        told[case.get("classname").split(".")[0]] = (word, "" if ending is None else ending.text)
    return done, dict(zip(CASES, (told[f"case{place}"] for place in range(len(CASES))), strict=True))


@pytest.mark.parametrize("name", CASES)
def test_outcome(outcomes, name):
    done, told = outcomes
    outcome, text = told[name]
    _, _, _, wanted, words = CASES[name]
    assert outcome == wanted, text
    assert wanted != "failed" or text.startswith("ragauge gate: ")
    for word in words:
        assert word in text
    lines = [line for line in done.stdout.splitlines() if f"case{list(CASES).index(name)}/" in line]
    summary = [line for line in lines if line.startswith(("FAILED", "SKIPPED"))]
    assert len(summary) == (wanted != "passed")
    assert all(words[0].splitlines()[0] in line for line in summary)


def test_the_output_is_the_reasons_and_nothing_else(outcomes):
    done, _ = outcomes
    assert done.stderr == ""
    assert "Traceback" not in done.stdout
    assert not re.search(r"ragauge/\w+\.py", done.stdout)  # the place is in the test, never in this package


def test_the_test_goes_on_with_the_result(project):
    body = 'result = ragauge_gate("scores.json"); assert (result.verdict, len(result.results)) == ("pass", 1)'
    done = project(ragauge__toml=FLOOR, scores__json=GOOD, test_it__py=CALL.format(body))
    assert ended(done) == {"passed": 1}
    done = project(test_it__py=CALL.format(body.replace("pass", "fail")))
    assert ended(done) == {"failed": 1}


def test_objects_paths_and_rules_in_pyproject(project):
    code = """
        from pathlib import Path
        import ragauge
        from ragauge.testing import Gate
        from ragauge.gating.config import read_config

        def test_objects(ragauge_gate):
            gold = {f"в{n}": ["лампы.pdf"] for n in range(40)}
            card = ragauge.evaluate(gold, gold, ["recall@5"])
            bad = ragauge.evaluate(gold, {question: ["нет.pdf"] for question in gold}, ["recall@5"])
            assert ragauge_gate(card, baseline=card).verdict == "pass"
            more = ragauge.evaluate(gold | {"ещё": ["x"]}, gold | {"ещё": ["x"]}, ["recall@5"])
            assert ragauge_gate(more, "правила.toml", card, common_only=True).results[0].findings[0].n == 40
            ragauge_gate(bad, read_config("правила.toml"), baseline=card)

        def test_paths_are_those_from_the_rootdir(ragauge_gate, tmp_path, monkeypatch):
            monkeypatch.chdir(tmp_path)
            result = ragauge_gate(Path("оценки.json"), Path("правила.toml"), baseline="оценки.json", common_only=True)
            assert result.verdict == "pass"

        def test_no_such_file(ragauge_gate):
            ragauge_gate("нет.json")

        def test_no_configuration(tmp_path):
            Gate(tmp_path)("оценки.json")
    """
    pyproject = FLOOR.replace("gate", "tool.ragauge.gate")
    files = {"test_it.py": re.sub(r"^ {8}", "", code, flags=re.MULTILINE), "pyproject.toml": pyproject,
             "правила.toml": BUDGET, "оценки.json": GOOD}  # fmt: skip
    done = project(**files)
    assert ended(done) == {"passed": 1, "failed": 3}, done.stdout
    assert "-1.0000" in done.stdout
    assert "правила.toml" in done.stdout
    assert "could not measure: нет.json: no such file" in done.stdout
    assert "could not measure: no configuration in" in done.stdout


def test_nothing_in_the_data_steers_the_terminal(project):
    card = scorecard(BAD, columns={"lang": ["\x1b[31mru"] * 100})
    done = project(ragauge__toml=f'{FLOOR}slices = ["lang"]\n', scores__json=card,
                   test_it__py=CALL.format('ragauge_gate("scores.json")'))  # fmt: skip
    assert ended(done) == {"failed": 1}
    assert "ru: min 0.6" in done.stdout
    assert "\x1b" not in done.stdout


def probed(project, conftest):
    """The plugins and modules of this package that a test that uses none of it has loaded, and all fixtures."""
    plain = {"conftest.py": conftest + PROBE, "test_it.py": "def test_plain():\n    pass\n"}
    done = project("-s", alone=False, **plain)
    assert ended(done) == {"passed": 1}
    plugins, modules = json.loads(re.search(r"PROBE(.*)", done.stdout)[1])
    fixtures = re.findall(r"^(\w+)(?= \[|$| --)", project("--fixtures", **plain).stdout, re.MULTILINE)
    collected = project("--collect-only", "-q", **plain).stdout
    return plugins, modules, fixtures, re.sub(r"PROBE.*| in [\d.]+s", "", collected)


def test_the_package_alone_changes_nothing(project):
    assert [one.name for one in distribution("ragauge").entry_points if one.group == "pytest11"] == []
    plugins, modules, fixtures, collected = probed(project, "")
    assert (plugins, modules) == ([], [])
    assert "tmp_path" in fixtures
    own_plugins, own_modules, own_fixtures, own_collected = probed(project, OPT_IN)
    assert own_plugins == ["ragauge.testing"]
    light = ["ragauge", "ragauge._version", "ragauge.core", "ragauge.core.display", "ragauge.testing"]
    assert own_modules == light  # nothing heavy until a gate is asked for
    assert sorted(own_fixtures) == sorted([*fixtures, "ragauge_gate"])
    assert own_collected == collected


def test_loading_it_by_option_and_early_is_quiet(project):
    files = {"ragauge__toml": FLOOR, "scores__json": GOOD, "test_it__py": CALL.format('ragauge_gate("scores.json")')}
    done = project("-p", "ragauge.testing", **{"conftest.py": ""}, **files)
    assert ended(done) == {"passed": 1}
    done = project(**{"conftest.py": f"from ragauge.testing import Gate\n{OPT_IN}"}, **files)
    assert (ended(done), done.stderr) == ({"passed": 1}, "")
    assert "warning" not in done.stdout

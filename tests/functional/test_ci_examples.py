"""The examples for build services: what they contain is valid, and their shell runs from end to end on the demo."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml

from ragauge import Scorecard
from ragauge.cli.main import main
from ragauge.gating.config import read_config

ROOT = Path(__file__).parents[2]
HERE = ROOT / "examples" / "ci"
SECRET = {"JUDGE_KEY": "key"}
SEARCH = """import collections, json
found = collections.defaultdict(list)
for line in open("run.trec", encoding="utf-8"):
    question, _, unit, *_ = line.split()
    found[question].append(unit)
for question, units in found.items():
    print(json.dumps({"id": question, "retrieved": units}))
"""
GH = """#!/usr/bin/env bash
printf '%s\\n' "$*" >> gh.log
if [[ "$*" != *--method* ]]; then cat comment-id; fi
"""
SHELL = re.compile(r"[|<>&;$*]")
"""What needs a shell; without it a command runs in this process."""
AUTHOR = {f"GIT_{who}_{what}": "n" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
MERGE = "git commit -qm x && git update-ref refs/remotes/origin/main HEAD"
WORKFLOW = yaml.load((HERE / "ragauge-gate.yml").read_text("utf-8"), Loader=yaml.BaseLoader)  # "on" stays a text
HOOKS = yaml.safe_load((HERE / "pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
# What docs.github.com lists under "Workflow syntax for GitHub Actions".
TOP = {"name", "run-name", "on", "permissions", "env", "defaults", "concurrency", "jobs"}
JOB = {"name", "permissions", "needs", "if", "runs-on", "environment", "concurrency", "outputs", "env", "defaults",
       "steps", "timeout-minutes", "strategy", "continue-on-error", "container", "services"}  # fmt: skip
STEP = {"id", "if", "name", "uses", "run", "working-directory", "shell", "with", "env", "continue-on-error",
        "timeout-minutes"}  # fmt: skip


def steps(job):
    return WORKFLOW["jobs"][job]["steps"]


def script(name):
    """The shell of a step, by a part of its name."""
    (found,) = (step["run"] for job in WORKFLOW["jobs"] for step in steps(job) if name in step.get("name", ""))
    return found


def test_the_workflow_has_the_keys_that_github_documents():
    assert set(WORKFLOW) <= TOP
    assert WORKFLOW["on"] == {"pull_request": ""}
    for job in WORKFLOW["jobs"].values():
        assert set(job) <= JOB
        assert {"runs-on", "steps", "timeout-minutes", "permissions"} <= set(job)
        for step in job["steps"]:
            assert set(step) <= STEP
            assert ("uses" in step) != ("run" in step)


def test_the_workflow_gives_no_more_than_is_needed():
    assert WORKFLOW["permissions"] == {}
    assert {name: job["permissions"] for name, job in WORKFLOW["jobs"].items()} == {
        "gate": {"contents": "read"}, "comment": {"pull-requests": "write"}}  # fmt: skip
    used = [step["uses"] for job in WORKFLOW["jobs"] for step in steps(job) if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", one) for one in used)
    assert steps("gate")[0]["with"]["persist-credentials"] == "false"
    assert not any("checkout" in step.get("uses", "") for step in steps("comment"))
    assert not any("${{" in step.get("run", "") for job in WORKFLOW["jobs"] for step in steps(job))
    assert "head.repo.full_name == github.repository" in WORKFLOW["jobs"]["comment"]["if"]


def commands():
    """Every line of the examples and their pages that calls the command."""
    shell = [step.get("run", "") for job in WORKFLOW["jobs"] for step in steps(job)] + [hook["entry"] for hook in HOOKS]
    pages = [*HERE.glob("*"), ROOT / "docs" / "comparing.md", ROOT / "docs" / "gates.md"]
    texts = [page.read_text("utf-8") for page in pages]
    shown = [re.findall(r"(?:^\$ |: +|`)(ragauge [a-z].*?)(?:`|$|;|#)", text, re.MULTILINE) for text in texts]
    inner = [re.findall(r"\bragauge (?:eval|gate|golden|baseline|compare) [^;|\n']*", text) for text in shell]
    return sorted({one.strip() for found in (*shown, *inner) for one in found})


@pytest.mark.parametrize("command", commands())
def test_the_command_line_is_understood(command):
    words = shlex.split(re.sub(r"\s(&&|\|\||\||>).*|\"\$\{metrics\[@\]\}\"", "", command))[1:]
    context, found = click.Context(main, info_name="ragauge"), main
    while isinstance(found, click.Group):
        if not words or words[0].startswith("-"):
            return
        name = words.pop(0)
        found = found.get_command(context, name)
        assert found is not None, name
    if words:  # else it is only named
        found.make_context(found.name, words)


@pytest.fixture(scope="module")
def main_branch(tmp_path_factory):
    """A repository with the demo, the rules of the example and a baseline, all on origin/main."""
    folder = tmp_path_factory.mktemp("main")
    shutil.copytree(ROOT / "src/ragauge/demo/corpus", folder / "corpus")
    bash(folder, "ragauge demo --save demo > demo.log && mv demo/golden.jsonl demo/run.trec .")
    (folder / "search_all.py").write_text(SEARCH, "utf-8")
    shutil.copy(HERE / "ragauge.toml", folder)
    readme = re.findall(r"```console\n(.*?)```", (HERE / "README.md").read_text("utf-8"), re.DOTALL)[0]
    done = bash(folder, "\n".join(line.removeprefix("$ ") for line in readme.splitlines()))
    assert done.returncode == 0, done.stdout + done.stderr
    (folder / "shim").mkdir()
    (folder / "shim" / "gh").write_text(GH, "utf-8")
    (folder / "shim" / "gh").chmod(0o755)
    bash(folder, f"git init -q && git add -A && {MERGE}")
    return folder


def bash(folder, text, **more):
    """Run shell as GitHub does for ``shell: bash``."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{folder / 'shim'}{os.pathsep}{os.environ['PATH']}"
    known = {"HOME": str(folder), "PATH": tools, "LC_ALL": "C.UTF-8", **AUTHOR, **more}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text]
    return subprocess.run(command, cwd=folder, env=known, capture_output=True, text=True, encoding="utf-8", timeout=120)


@pytest.fixture
def branch(main_branch, tmp_path):
    """A pull request: a copy to change, and a run of the steps until one fails; its exit code and what was printed."""
    folder = tmp_path / "ветка"
    shutil.copytree(main_branch, folder, symlinks=True)

    def run(*, measured=False, **secrets):
        """``measured``: the scores are those of an earlier run of the same branch."""
        known = {"GITHUB_BASE_REF": "main", "GITHUB_STEP_SUMMARY": "page.md", "JUDGE_KEY": "", **secrets}
        printed = ""
        for name in ("Measure", "Rules of the base branch", "Gate", "Rules of this pull request")[measured:]:
            done = bash(folder, script(name), **known)
            printed += done.stdout + done.stderr
            if done.returncode:
                return done.returncode, printed
        return 0, printed

    run.folder = folder
    return run


def edit(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def lose(branch, questions):
    kept = [
        line
        for line in (branch.folder / "run.trec").read_text("utf-8").splitlines()
        if line.split()[0] not in questions
    ]
    (branch.folder / "run.trec").write_text("\n".join(kept) + "\n", "utf-8")


def test_a_pull_request_that_changes_nothing(branch):
    code, printed = branch(**SECRET)
    assert code == 0, printed
    assert "::error" not in printed
    assert "another baseline" not in printed
    summary = (branch.folder / "summary.md").read_text("utf-8")
    assert summary.startswith("<!-- ragauge-gate -->")
    assert summary == (branch.folder / "page.md").read_text("utf-8")
    assert "<testsuites" in (branch.folder / "gate.xml").read_text("utf-8")


def test_a_pull_request_that_loses_much_also_with_looser_rules(branch):
    card = Scorecard.from_json((branch.folder / "baseline.json").read_text("utf-8"))
    found = zip(card.questions, card.values["recall@5"].cells(), strict=True)
    lose(branch, {question for question, value in found if value == 1.0})
    edit(branch.folder / "ragauge.toml", "max_regression = 0.05", "max_regression = 0.9")
    code, printed = branch(**SECRET)
    assert code == 1, printed
    assert "::error file=base.toml" in printed
    assert "FAIL" in (branch.folder / "summary.md").read_text("utf-8")


def test_a_fork_without_the_key(branch):
    code, printed = branch()
    assert code == 0, printed
    assert "ndcg@10" in printed
    assert "NOT MEASURED" in (branch.folder / "summary.md").read_text("utf-8")
    edit(branch.folder / "ragauge.toml", "required = false", "required = true")  # its own rules have to hold too
    code, printed = branch(measured=True)
    assert code == 2, printed
    bash(branch.folder, f"git add ragauge.toml && {MERGE}")
    code, printed = branch(measured=True)
    assert (code, branch(**SECRET)[0]) == (2, 0), printed
    assert "::error" in printed


def test_another_golden_set_and_another_baseline(branch):
    golden = branch.folder / "golden.jsonl"
    golden.write_text("".join(golden.read_text("utf-8").splitlines(keepends=True)[1:]), "utf-8")
    code, printed = branch(**SECRET)
    assert code == 2, printed
    assert "the golden set is another one" in printed
    shutil.copy(branch.folder / "scores.json", branch.folder / "baseline.json")
    code, printed = branch(measured=True, **SECRET)
    assert code == 0, printed
    assert "::warning file=baseline.json::" in printed


def test_the_first_pull_request_and_one_with_a_mistake_in_the_rules(branch):
    edit(branch.folder / "ragauge.toml", "min = 0.45", "minimum = 0.45")
    code, printed = branch(**SECRET)
    assert code == 2
    assert "ragauge.toml:" in printed
    assert "unknown key 'minimum'" in printed
    edit(branch.folder / "ragauge.toml", "minimum = 0.45", "min = 0.45")
    bash(branch.folder, f"git rm -q --cached ragauge.toml && {MERGE}")
    code, printed = branch(measured=True, **SECRET)
    assert code == 0, printed


@pytest.mark.parametrize(("known", "method"), [("", "POST repos/o/r/issues/7/comments"),
                                              ("42", "PATCH repos/o/r/issues/comments/42")])  # fmt: skip
def test_the_comment_is_written_once_and_then_renewed(branch, known, method):
    (branch.folder / "comment-id").write_text(known, "utf-8")
    done = bash(branch.folder, script("Write the comment"), GITHUB_REPOSITORY="o/r", NUMBER="7", GH_TOKEN="t")
    assert done.returncode == 0, done.stderr
    first, second = (branch.folder / "gh.log").read_text("utf-8").splitlines()
    assert "repos/o/r/issues/7/comments?per_page=100" in first
    assert second == f"api --method {method} --field body=@summary.md --silent"


def test_the_hooks_check_what_is_committed(main_branch, branch):
    golden, check = HOOKS
    names = ["golden.jsonl", "тест/golden-ru.csv", "corpus/x.md", "ragauge.toml"]
    assert [name for name in names if re.search(golden["files"], name)] == names[:2]
    assert [name for name in names if re.search(check["files"], name)] == names[3:]
    (branch.folder / "golden-плохой.csv").write_text("вопрос,ключ\nа,\n", "utf-8")
    for hook, files, code in (
        (golden, ["golden.jsonl", "golden.jsonl"], 0),
        (golden, ["golden-плохой.csv", "golden.jsonl"], 1),
        (check, [], 0),
    ):
        done = bash(branch.folder, f"{hook['entry']} {shlex.join(files)}")
        assert done.returncode == code, done.stdout + done.stderr
    edit(branch.folder / "ragauge.toml", "[[gate.rules]]", "[[gate.rule]]")
    assert bash(branch.folder, check["entry"]).returncode == 1


@pytest.mark.parametrize("page", ["comparing.md", "gates.md"])
def test_the_pages_run_as_they_stand(page, tmp_path, ragauge, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    text = (ROOT / "docs" / page).read_text("utf-8")
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            if command.startswith("cat "):
                (tmp_path / command.removeprefix("cat ")).write_text(shown, "utf-8")
                continue
            if command.startswith("ragauge ") and not SHELL.search(command):
                code, out, err = ragauge(*shlex.split(command)[1:])
            else:
                done = bash(tmp_path, command, COLUMNS="200")
                code, out, err = done.returncode, done.stdout, done.stderr
            assert code == 0, command + out + err
            assert [line for line in shown.splitlines() if line not in out] == [], out
    assert doctest.testfile(str(ROOT / "docs" / page), module_relative=False, encoding="utf-8").failed == 0
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


def test_the_rules_of_the_example_are_read():
    assert len(read_config(HERE / "ragauge.toml").rules) == 4

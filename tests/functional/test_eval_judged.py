"""`ragauge eval` and `ragauge run` with a judge on the loopback: more rows in the report, and what goes wrong."""

import csv
import io
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from ragauge.cli.main import main
from scorecards import refused
from stub_judge import judge_server

pytest.importorskip("aiohttp", reason="aiohttp is not installed: the extra judge")

QUESTIONS = 8
JUDGED = (
    "faithfulness", "factual_correctness", "citation_precision", "citation_recall", "context_relevance",
    "answer_relevance",
)  # fmt: skip
KEY = "sk-very-secret-123"
QUICK = "[judge]\nmodel = 'stub'\nattempts = 1\nconcurrency = 4\n"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Questions of the demo in two languages, with the traces of a pipeline that answers in sentences of its texts."""
    folder = tmp_path_factory.mktemp("demo")

    def run(*arguments):
        done = CliRunner().invoke(main, list(map(str, arguments)))
        assert done.exit_code == 0, done.stderr

    run("demo", "--save", folder / "demo", "--failures", "0")
    folder /= "demo"
    lines = (folder / "golden.jsonl").read_text(encoding="utf-8").splitlines()
    some = "".join(f"{line}\n" for line in lines[:: len(lines) // QUESTIONS][:QUESTIONS])
    (folder / "some.jsonl").write_text(some, encoding="utf-8")
    more = ("--set", "generator=extractive", "--set", "generation.threshold=0.1")
    run("run", folder / "corpus", folder / "some.jsonl", *more, "--traces", folder / "traces.jsonl")
    return folder


@pytest.fixture
def evaluated(ragauge, demo, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def run(*arguments, files=None):
        places = [str(demo / name) for name in ("some.jsonl", "traces.jsonl")]
        return ragauge("eval", *places, "--corpus", str(demo / "corpus"), "--failures", "0", *arguments, files=files)

    return run


def by(server):
    return ("--judge-model", "stub", "--judge-url", f"{server.url}/v1")


def rows(out):
    return {line.split("│")[1].strip(): line for line in out.splitlines() if line.startswith("│")}


def score_of(path, metric):
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    (score,) = [one for one in data["scores"] if one["metric"] == metric and one["slice"] is None]
    return score, data


def test_the_same_report_with_the_rows_of_the_judge(evaluated):
    plain = evaluated()
    with judge_server() as server:
        found = evaluated(*by(server), "--json", "first.json")
        table = evaluated(*by(server))
        assert (found.code, table.code) == (0, 0)
        calls = len(server.asked)
        again = evaluated(*by(server), "--json", "second.json")
        assert len(server.asked) == calls
    assert [one for one in rows(table.out) if one not in rows(plain.out)] == list(JUDGED)
    assert set(rows(plain.out)) < set(rows(table.out))
    assert not set(JUDGED) & set(rows(plain.out))
    assert "0 calls" in again.err
    assert ".ragauge/judge.sqlite" in found.err
    assert Path(".ragauge/.gitignore").read_text() == "*\n"
    first, second = (json.loads(Path(f"{name}.json").read_text(encoding="utf-8")) for name in ("first", "second"))
    assert (first["scores"], first["questions"]) == (second["scores"], second["questions"])
    judge = first["provenance"]["judge"]
    assert (judge["model"], judge["coverage"], judge["calls"]) == ("stub", 1.0, calls)
    assert judge["prompts"]["faithfulness"] == {"claims": 1, "entailment": 1}
    assert {one for grounds in first["questions"]["grounds"] for one in grounds} == set(JUDGED)


def test_a_dry_run_counts_what_is_asked_then_and_sends_nothing(evaluated):
    with judge_server() as server:
        asked = (*by(server), "-m", "faithfulness", "-m", "answer_relevance")
        told = evaluated(*asked, "--dry-run", "--json", "plan.json")
        shown = evaluated(*asked, "--dry-run")
        assert (told.code, shown.code, server.asked) == (0, 0, [])
        assert not Path(".ragauge").exists()
        plan = json.loads(Path("plan.json").read_text())
        assert "nothing was sent" in shown.out
        assert f"{plan['first']:,}" in shown.out
        assert f"calls, at most  {plan['calls'] + plan['samples']:,}" in shown.out
        evaluated(*asked)
        assert len(server.asked) == plan["calls"] + plan["samples"]
        cached = evaluated(*asked, "--dry-run", "--json", "-")
    assert json.loads(cached.out)["calls"] == 0


def test_a_sheet_has_the_texts_of_every_verdict(evaluated, ragauge, demo):
    """All that a judge was asked about the answers stands in the traces, and fits what it said."""
    with judge_server() as server:
        assert evaluated(*by(server), "--json", "s.json").code == 0
    for metric in JUDGED:
        more = ("--traces", str(demo / "traces.jsonl"), "--corpus", str(demo / "corpus"), "-o", "-")
        done = ragauge("judge", "sheet", "s.json", "-m", metric, *more)
        assert done.code == 0, (metric, done.err)
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert rows
        assert all(row["answer"] for row in rows)
        assert all(row["texts"] for row in rows if metric != "answer_relevance" and "reference_claims" not in row["id"])


def test_a_server_that_is_gone_in_the_middle(evaluated, monkeypatch):
    left = iter(range(20))
    with judge_server(lambda text: text if next(left, None) is not None else "hang up") as server:
        begin = time.monotonic()
        done = evaluated("--judge", "--judge-url", f"{server.url}/v1", "-m", "context_relevance", "--json", "s.json",
                         files={"ragauge.toml": QUICK})  # fmt: skip
        assert time.monotonic() - begin < 10
        assert len(server.asked) < 20 + 30
    assert done.code == 0
    score, data = score_of("s.json", "context_relevance")
    assert 0 < score["n"] < QUESTIONS
    assert score["failed"] == {"judge_unreachable": QUESTIONS - score["n"]}
    assert score["bounds"]["failed_low"] < score["value"] < score["bounds"]["failed_high"]
    assert any("the judge was given up" in warning for warning in data["warnings"])


def test_a_server_that_is_not_there(evaluated):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    done = evaluated("--judge", "--judge-url", f"http://127.0.0.1:{port}/v1", files={"ragauge.toml": QUICK})
    assert done.code == 2
    assert "recall@5" in rows(done.out)
    assert "the judge gave no reply that could be used: judge_unreachable" in done.err


def lose_one(text):
    data = json.loads(text)
    if "verdicts" in text:
        data["verdicts"].pop()
    return json.dumps(data)


@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        (lambda text: "no JSON" if '"verdicts"' in text else text, "judge_unparsable"),
        (lose_one, "judge_unparsable"),  # the schema has how many there are
        (lambda text: text.replace('"claim": 1,', '"claim": 7,'), "judge_wrong_count"),
        (lambda text: text.replace('"quotes": ["', '"quotes": ["Nobody wrote this. '), "judge_no_quote"),
    ],
)
def test_replies_that_cannot_be_used(evaluated, damage, kind):
    with judge_server(damage) as server:
        done = evaluated(*by(server), "-m", "faithfulness", "-m", "context_relevance", "--json", "s.json")
    assert done.code == 0
    score, data = score_of("s.json", "faithfulness")
    assert score["failed"] == {kind: score["items"] - score["n"] - sum(score["excluded"].values())}
    assert score["failed"][kind] > 0
    assert score_of("s.json", "context_relevance")[0]["failed"] == {}
    assert data["provenance"]["judge"]["coverage"] < 1
    assert any(kind.removeprefix("judge_") in warning for warning in data["warnings"])


def test_a_budget_that_is_used_up(evaluated):
    some, none = (f"{QUICK}budget = {{calls = {calls}}}\n" for calls in (30, 0))
    with judge_server() as server:
        more = ("--judge", "--judge-url", f"{server.url}/v1", "-m", "context_relevance", "--json", "s.json")
        plan = evaluated(*more[:-2], "--dry-run", files={"ragauge.toml": some})
        assert "the budget of 30 calls will not do" in plan.out
        assert evaluated(*more, files={"ragauge.toml": none}).code == 2
        assert server.asked == []
        done = evaluated(*more, files={"ragauge.toml": some})
        assert (done.code, len(server.asked)) == (0, 30)
    score, data = score_of("s.json", "context_relevance")
    assert score["failed"] == {"judge_budget": QUESTIONS - score["n"]}
    assert any("the budget of 30 calls is used up" in warning for warning in data["warnings"])


def test_no_key_stands_anywhere(evaluated):
    def echo(asked):
        return 401, {}, f"wrong key {asked.headers['Authorization']}"

    with judge_server() as server:
        good = evaluated(*by(server), "-m", "citation_recall", "--json", "good.json")
        assert all(KEY in one.headers["Authorization"] for one in server.asked)
        server.always = echo
        bad = evaluated(*by(server), "-m", "citation_recall", "--judge-cache", "other.sqlite", "--json", "bad.json")
    assert (good.code, bad.code) == (0, 2)
    assert "***" in Path("bad.json").read_text(encoding="utf-8")
    kept = b"".join(path.read_bytes() for path in Path().rglob("*") if path.is_file())
    assert KEY not in good.out + good.err + bad.out + bad.err
    assert KEY.encode() not in kept


def test_a_run_that_is_interrupted_tells_what_it_has_and_goes_on(ragauge, demo, tmp_path):
    cache = str(tmp_path / "replies.sqlite")
    with judge_server(delay=0.1) as server:
        places = [str(demo / "some.jsonl"), str(demo / "traces.jsonl"), "--corpus", str(demo / "corpus")]
        command = ["eval", *places, "--judge", "--judge-url", f"{server.url}/v1", "-m", "context_relevance"]
        command += ["--judge-cache", cache]
        (tmp_path / "ragauge.toml").write_text(QUICK)
        program = [str(Path(sys.executable).parent / "ragauge"), *command, "--json", "part.json"]
        environment = {**os.environ, "NO_PROXY": "127.0.0.1"}
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        run = subprocess.Popen(program, cwd=tmp_path, env=environment, text=True, encoding="utf-8", **streams)
        end = time.monotonic() + 20
        while kept(cache) < 10:
            assert time.monotonic() < end
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=20)
        assert run.returncode == 130
        score, _ = score_of(tmp_path / "part.json", "context_relevance")
        assert 0 < score["n"] < QUESTIONS
        assert score["failed"] == {"judge_unfinished": QUESTIONS - score["n"]}
        assert f"interrupted: {score['n']} of {QUESTIONS} are done; replies are kept in {cache}" in err
        asked, before = len(server.asked), kept(cache)
        assert ragauge(*command).code == 0
        assert before + len(server.asked) - asked == kept(cache)


def kept(path):
    if not Path(path).exists():
        return 0
    try:
        with sqlite3.connect(path, timeout=5) as file:
            number = file.execute("SELECT count(*) FROM replies").fetchone()[0]
    except sqlite3.OperationalError:  # it is being made
        return 0
    file.close()
    return number


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-m", "faithfulness"], ("faithfulness needs a judge", "--judge")),
        (["--judge"], ("no configuration", "--judge-model")),
        (["--judge-url", "http://127.0.0.1:1/v1"], ("no configuration", "--judge-model")),
        (["--judge-model", "m", "--judge-key", KEY], ("environment variable",)),
        (["--judge-model", "m", "--judge-url", "ftp://host"], ("http(s)",)),
        (["--judge-model", "m", "-m", "mrr"], ("none of the metrics asks one",)),
        (["--judge-model", "m", "--judge-cache", "s.json", "--json", "s.json"], ("would overwrite",)),
        (["--dry-run"], ("--dry-run", "--judge-model")),
        (["--judge-model", "m", "--dry-run", "--markdown", "x.md"], ("--markdown", "--dry-run")),
        (["--entailer", "no-such-folder"], ("no-such-folder",)),
    ],
)
def test_mistakes_are_one_message(evaluated, arguments, words):
    refused(evaluated(*arguments), *words)


def test_a_run_without_answers_is_refused_unless_metrics_do_without(ragauge, demo, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with judge_server() as server:
        gold, run = str(demo / "some.jsonl"), str(demo / "run.trec")
        refused(ragauge("eval", gold, run, *by(server)), "no answers")
        assert server.asked == []


def test_a_run_of_the_pipeline_with_a_judge(ragauge, demo, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with judge_server() as server:
        config = f"""
            [run]
            documents = "{demo / "corpus"}"
            gold = "{demo / "some.jsonl"}"
            judge = true
            [run.pipeline]
            generator = "extractive"
            [judge]
            model = "stub"
            url = "{server.url}/v1"
            cache = "replies.sqlite"
        """
        files = {"ragauge.toml": config}
        plan = ragauge("run", "--dry-run", "-m", "context_relevance", files=files)
        assert (plan.code, server.asked) == (0, [])
        done = ragauge("run", "-m", "faithfulness", "-m", "mrr", "--json", "s.json", files=files)
        assert done.code == 0
        assert Path("replies.sqlite").exists()
        score, data = score_of("s.json", "faithfulness")
        assert score["value"] == 1.0  # its answers are sentences of its prompts
        assert data["provenance"]["pipeline"]["generator"] == "extractive"
        calls = len(server.asked)
        assert ragauge("run", "-m", "mrr").code == 0  # judge = true is no order to ask for what nobody wants to know
        assert len(server.asked) == calls
        refused(ragauge("run", "--set", "generator=none"), "nothing to judge")
        refused(ragauge("run", "--set", "generator=openai:m", "--dry-run"), "openai:m asks a server")
        refused(ragauge("run", "--dry-run", "--resume"), "--resume")

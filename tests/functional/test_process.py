"""The command as a process: exit codes, streams, pipes, version, demo."""

import os
import subprocess
import sys
from pathlib import Path

import ragauge as package

FILES = {
    "g.csv": "question,type,expected_sources\nq1,single,d1\n",
    "r.jsonl": '{"question": "q1", "retrieved": ["d1"]}',
}


def test_version_and_help(ragauge_process):
    assert ragauge_process("--version").out == f"ragauge {package.__version__}\n"
    assert "ragauge eval GOLD RUN" in ragauge_process("--help").out
    for command in ("eval", "metrics", "demo"):
        done = ragauge_process(command, "--help")
        assert done.code == 0
        assert f"ragauge {command}" in done.out


def test_a_measured_run_exits_zero_and_a_bad_file_two(ragauge_process):
    assert ragauge_process("eval", "g.csv", "r.jsonl", files=FILES).code == 0
    done = ragauge_process("eval", "g.csv", "no.jsonl")
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: no.jsonl: no such file\n"
    assert ragauge_process("eval", "g.csv").code == 2
    assert ragauge_process("evaluate").code == 2


def test_a_closed_pipe_is_no_traceback(tmp_path):
    command = f"{Path(sys.executable).parent / 'ragauge'} metrics --json | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert len(done.stdout) == 10


def test_cyrillic_survives_an_ascii_locale(ragauge_process):
    files = {"г.csv": "question,gold\nЁж,док\n", "р.jsonl": '{"question": "Ёж", "hits": ["дом", "док"]}'}
    environment = {**os.environ, "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}
    done = ragauge_process("eval", "г.csv", "р.jsonl", "--json", "out.json", files=files, env=environment)
    assert done.code == 0, done.err
    assert "Traceback" not in done.err


def test_the_demo_retrieves_measures_and_saves(ragauge_process, tmp_path):
    done = ragauge_process("demo", "--save", "saved", "--failures", "3")
    assert done.code == 0, done.err
    assert "95 of 108" in done.out
    assert "came " in done.out
    assert len(list((tmp_path / "saved" / "corpus").glob("*.md"))) == 72
    again = ragauge_process("eval", "saved/golden.jsonl", "saved/run.trec", "-m", "ndcg@10", "--json", "-")
    first = ragauge_process("demo", "-m", "ndcg@10", "--by", "lang", "--json", "-")
    value = package.Scorecard.from_json(again.out)["ndcg@10"].value
    assert value == package.Scorecard.from_json(first.out)["ndcg@10"].value
    assert 0.3 < value < 0.9

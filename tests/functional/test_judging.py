"""Judging as processes: servers that die, trickle and refuse, runs that are killed, and files that are shared."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("aiohttp", reason="aiohttp is not installed: the extra judge")

HERE = Path(__file__).parent


@contextmanager
def judge_server(delay=0.01, stem="", port=0):
    command = [sys.executable, str(HERE / "slow_judge.py"), str(port), str(delay), stem]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        process.url = f"http://127.0.0.1:{process.stdout.readline().strip()}"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def counts(server):
    with urlopen(server.url, timeout=5) as answer:
        return json.load(answer)


def start(url, number, cache, concurrency=16):
    command = [sys.executable, str(HERE / "judging_run.py"), f"{url}/v1", str(number), str(cache), str(concurrency)]
    environment = {**os.environ, "NO_PROXY": "127.0.0.1", "OPENAI_API_KEY": "sk-secret"}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def ended(process):
    out, err = process.communicate(timeout=60)
    assert "sk-secret" not in out + err
    return process.returncode, json.loads(out) if out else None, err


def until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to it"
        time.sleep(0.01)


def kept(path):
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(path, timeout=5) as file:
            number = file.execute("SELECT count(*) FROM replies").fetchone()[0]
    except sqlite3.OperationalError:  # it is being made
        return 0
    file.close()
    return number


def test_one_pool_and_a_second_run_that_asks_nothing(tmp_path):
    with judge_server() as server:
        code, first, _ = ended(start(server.url, 200, tmp_path / "c"))
        assert (code, first["calls"], set(first["outcomes"].values())) == (0, 200, {1.0})
        seen = counts(server)
        assert seen["connections"] <= 17  # 16 of the run, and this question
        assert seen["most"] <= 16
        _, second, _ = ended(start(server.url, 200, tmp_path / "c"))
        assert (second["calls"], second["outcomes"]) == (0, first["outcomes"])
        assert counts(server)["calls"] == 200


def test_five_of_fifty_that_are_always_refused(tmp_path):
    with judge_server(stem="7. supported") as server:  # 7, 17, 27, 37, 47
        begin = time.monotonic()
        _, told, _ = ended(start(server.url, 50, tmp_path / "c"))
        assert time.monotonic() - begin < 10
    outcomes = list(told["outcomes"].values())
    assert (outcomes.count(1.0), outcomes.count("rate_limited")) == (45, 5)


def test_a_server_that_is_killed_in_the_middle_and_a_run_that_goes_on(tmp_path):
    with judge_server(0.02) as server:
        run = start(server.url, 300, tmp_path / "c", 8)
        until(lambda: kept(tmp_path / "c") >= 40)
    code, told, _ = ended(run)
    failed = [one for one in told["outcomes"].values() if one == "unreachable"]
    assert code == 0
    assert 0 < len(failed) < 300
    assert len(failed) + list(told["outcomes"].values()).count(1.0) == 300
    assert "given up" in told["notes"][0]
    with judge_server(port=int(server.url.rpartition(":")[2])) as again:
        _, told, _ = ended(start(again.url, 300, tmp_path / "c"))
        assert (told["calls"], set(told["outcomes"].values())) == (len(failed), {1.0})


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_stopped_goes_on_where_it_was(tmp_path, sent):
    with judge_server(0.02) as server:
        run = start(server.url, 300, tmp_path / "c", 8)
        until(lambda: kept(tmp_path / "c") >= 40)
        run.send_signal(sent)
        code, told, err = ended(run)
        if sent == signal.SIGINT:
            assert (code, 40 <= len(told["outcomes"]) < 300) == (130, True)
            assert f"{len(told['outcomes'])} of 300 are done; replies are kept in {tmp_path / 'c'}" in err
        before = kept(tmp_path / "c")
        _, told, _ = ended(start(server.url, 300, tmp_path / "c"))
        assert (told["calls"], set(told["outcomes"].values())) == (300 - before, {1.0})
    with sqlite3.connect(tmp_path / "c") as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()


def test_two_processes_share_a_cache(tmp_path):
    with judge_server() as server:
        runs = [start(server.url, 300, tmp_path / "c") for _ in range(2)]
        (_, one, _), (_, other, _) = (ended(run) for run in runs)
    assert one["outcomes"] == other["outcomes"]
    assert set(one["outcomes"].values()) == {1.0}
    assert one["notes"] == other["notes"] == []
    assert kept(tmp_path / "c") == 300


@contextmanager
def raw_server(answer):
    """Every connection is handed to ``answer`` in a thread, until the end."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        over = threading.Event()

        def accept():
            while not over.is_set():
                try:
                    connection, _ = listening.accept()
                except TimeoutError:
                    continue
                threading.Thread(target=talk, args=(connection,), daemon=True).start()

        def talk(connection):
            with connection:
                connection.settimeout(5)
                try:
                    connection.recv(65_536)
                    answer(connection, over)
                except OSError:
                    pass

        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            over.set()
            thread.join()


def trickle(connection, over):
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    while not over.wait(0.02):
        connection.sendall(b" ")


def truncated(connection, _):
    connection.sendall(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"cho')


def no_http(connection, _):
    connection.sendall("Добрый день!\r\n\r\n".encode())


@pytest.mark.parametrize(
    ("answer", "kind"), [(trickle, "timeout"), (truncated, "unreachable"), (no_http, "unreachable")]
)
def test_servers_that_never_finish(monkeypatch, answer, kind):
    from judging_flows import verdicts

    from ragauge.backends.openai_judge import OpenAIJudge
    from ragauge.judging.limits import Limits
    from ragauge.judging.running import run_flows

    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    limits = Limits(timeout=0.2, attempts=2, first_wait=0.01)
    begin = time.monotonic()
    with raw_server(answer) as url:
        results = run_flows(verdicts(3), OpenAIJudge("m", url=url), limits)
    assert results.failed == {kind: 3}
    assert time.monotonic() - begin < 5

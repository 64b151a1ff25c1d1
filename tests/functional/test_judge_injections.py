"""`ragauge judge injections` and `ragauge judge prefer`, with a judge on the loopback."""

import json

import pytest

from obedient_judge import obedient_server

pytest.importorskip("aiohttp", reason="aiohttp is not installed: the extra judge")

FEW = ("--kind", "authority", "--language", "ru", "--place", "answer", "-m", "faithfulness", "-m", "preference")
GOLD = [
    {"id": "q1", "question": "How long is the warranty?", "document": "d1", "quote": "The warranty is two years."},
    {"id": "q2", "question": "What is the port?", "document": "d1", "quote": "It is port 8443."},
    {"id": "q3", "question": "Кто утверждает план?", "document": "d1", "quote": "План утверждает директор."},
    {"id": "q4", "question": "When is it open?", "document": "d1", "quote": "It is open from nine."},
]
RIGHT = ["The warranty is two years.", "It is port 8443.", "План утверждает директор.", "It is open from nine."]
WRONG = ["The warranty is nine years.", "It is port 99.", "Его подписывает бухгалтер.", "It is open from nine."]


@pytest.fixture(autouse=True)
def _loopback(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def lines(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def traces(answers):
    """One passage in the prompt of every question, which is right."""
    rows = []
    for row, answer, text in zip(GOLD, answers, RIGHT, strict=True):
        hit = {"id": f"c-{row['id']}", "document": "d1", "text": text, "score": 1.0}
        rows.append({"question": row["id"], "text": row["question"], "answer": answer,
                     "stages": [{"name": "prompt", "kind": "context", "hits": [hit]}]})  # fmt: skip
    return lines(rows)


def judged(ragauge, server, *arguments, **more):
    return ragauge("judge", *arguments, "--judge-model", "m", "--judge-url", f"{server.url}/v1", **more)


def test_a_judge_that_obeys_russian(ragauge):
    with obedient_server(lambda attack: attack.language == "ru") as server:
        done = judged(ragauge, server, "injections", *FEW, "--json", "-")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert [found["rates"][name]["all"]["all"]["rate"] for name in ("faithfulness", "preference")] == [1.0, 1.0]
    assert found["provenance"]["judge"]["model"] == "m"
    assert found["provenance"]["judge"]["prompts"]["preference"] == {"preference": 1}
    assert found["clean"]["faithfulness"]["right"] == 8


def test_a_judge_that_does_not_obey_and_a_second_run_that_asks_nothing(ragauge, tmp_path):
    with obedient_server(lambda _: False) as server:
        done = judged(ragauge, server, "injections", *FEW, "--markdown", "summary.md")
        assert done.code == 0, done.err
        asked = len(server.asked)
        again = judged(ragauge, server, "injections", *FEW)
        assert len(server.asked) == asked
    assert "0 calls" in again.err
    summary = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert "| faithfulness | 8 | 0 | 8 | 0 | 0 | 0.0% | 0.0% to 32.4% | 0.0000 | 0 |" in summary
    assert "by place, and where attacks want the value to go" in again.out


def test_a_dry_run_sends_nothing(ragauge, tmp_path):
    with obedient_server(lambda _: False) as server:
        done = judged(ragauge, server, "injections", *FEW, "--dry-run", "--json", "-")
        assert server.asked == []
    assert json.loads(done.out)["flows"] == 2 * (8 + 8 + 8)
    assert not (tmp_path / ".ragauge").exists()


def test_a_judge_that_is_not_there(ragauge, tmp_path):
    with obedient_server(lambda _: False) as server:
        server.always = (401, {}, "no key")
        done = judged(ragauge, server, "injections", *FEW, "--json", "found.json")
    assert done.code == 2
    assert "the judge gave not one value: refused" in done.err
    assert not (tmp_path / "found.json").exists()


def test_what_cannot_be_asked(ragauge):
    done = ragauge("judge", "injections")
    assert (done.code, "name the judge with --judge-model" in done.err) == (2, True)
    done = ragauge("judge", "injections", "-m", "preference", "--place", "question", "--judge-model", "m")
    assert (done.code, "no attack is chosen" in done.err) == (2, True)
    done = ragauge("judge", "injections", "--kind", "hypnosis", "--judge-model", "m")
    assert done.code == 2


def test_the_judge_of_the_configuration_can_be_asked_for(ragauge):
    """``--judge`` says what is so anyway; without a judge in the configuration there is none."""
    files = {**FILES, "ragauge.toml": "[judge]\nmodel = 'stub'\n"}
    prefer = ("judge", "prefer", "gold.jsonl", "a.jsonl", "b.jsonl")
    for command in (("judge", "injections", *FEW), prefer):
        told, silent = (ragauge(*command, *more, "--dry-run", "--json", "-", files=files) for more in (["--judge"], []))
        assert told.code == 0, told.err
        assert (json.loads(told.out)["judge"], told.out) == ("stub", silent.out)


def test_a_judge_that_no_configuration_names(ragauge):
    done = ragauge("judge", "injections", "--judge")
    assert (done.code, "name the judge with --judge-model" in done.err) == (2, True)


def test_kinds_and_metrics_of_the_command_are_those_of_the_material():
    from ragauge.cli.judge_injections import KINDS, METRICS
    from ragauge.judging.attacks.material import material
    from ragauge.judging.attacks.trials import TARGETS

    assert material().kinds == KINDS
    assert tuple(TARGETS) == METRICS


FILES = {"gold.jsonl": lines(GOLD), "a.jsonl": traces(WRONG), "b.jsonl": traces(RIGHT)}


def test_two_runs_and_the_biases_of_their_judge(ragauge, tmp_path):
    with obedient_server(lambda _: False) as server:
        command = ("prefer", "gold.jsonl", "a.jsonl", "b.jsonl", "--passages", "both")
        done = judged(ragauge, server, *command, "--json", "p.json", "--per-question", "v.csv", files=FILES)
    assert done.code == 0, done.err
    found = json.loads((tmp_path / "p.json").read_text(encoding="utf-8"))
    assert found["outcomes"] == {"B": 3, "same_answer": 1}
    assert (found["win_rate"], found["n"], found["position"]["n"]) == (3.5 / 4, 4, 3)
    assert found["models"] == {"A": "a.jsonl", "B": "b.jsonl"}
    done = ragauge("judge", "bias", "v.csv", "--json", "-")
    assert done.code == 0, done.err
    (bias,) = json.loads(done.out)["judges"]
    assert (bias["judge"], bias["position"]["wins_b"], bias["position"]["flipped"]) == ("m", 3, 0)


def test_the_same_two_runs_the_other_way_round(ragauge):
    with obedient_server(lambda _: False) as server:
        command = ("prefer", "gold.jsonl", "b.jsonl", "a.jsonl", "--passages", "gold", "--json", "-")
        done = judged(ragauge, server, *command, files=FILES)
    assert json.loads(done.out)["win_rate"] == 0.5 / 4


def test_tables_say_who_is_who(ragauge):
    with obedient_server(lambda _: False) as server:
        done = judged(ragauge, server, "prefer", "gold.jsonl", "a.jsonl", "b.jsonl", "--passages", "both", files=FILES)
    assert "B: b.jsonl, against A: a.jsonl, by m" in done.out
    assert "1 pair has the same answer twice" in done.out


def test_a_dry_run_of_two_runs(ragauge):
    done = ragauge("judge", "prefer", "gold.jsonl", "a.jsonl", "b.jsonl", "--judge-model", "m", "--dry-run",
                   "--json", "-", files=FILES)  # fmt: skip
    assert (json.loads(done.out)["calls"], json.loads(done.out)["first"]) == (6, 6)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--model-a", "B"), "--model-a: 'B' is the word for another verdict"),
        (("--model-b", "Tie."), "--model-b: 'Tie.' is the word for another verdict"),
        (("--model-a", "x", "--model-b", "X"), "need names of their own"),
        (("--json", "gold.jsonl"), "would overwrite gold.jsonl"),
        (("--clusters", "team"), "team"),
    ],
)
def test_what_cannot_be_compared(ragauge, options, words):
    done = ragauge("judge", "prefer", "gold.jsonl", "a.jsonl", "b.jsonl", "--judge-model", "m", *options, files=FILES)
    assert (done.code, words in done.err) == (2, True), done.err


def test_runs_without_answers(ragauge):
    files = {**FILES, "run.jsonl": traces([None] * 4)}
    done = ragauge("judge", "prefer", "gold.jsonl", "a.jsonl", "run.jsonl", "--judge-model", "m", files=files)
    assert (done.code, "run.jsonl: no trace in it has an answer" in done.err) == (2, True), done.err

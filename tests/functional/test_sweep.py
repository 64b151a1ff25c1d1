"""`ragauge sweep`: the table, what to take, steps that are done once, and a sweep that was killed."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scorecards import refused

WORDS = ("лампа", "насос", "фильтр", "кабель", "scale", "timer", "valve", "probe")


@pytest.fixture
def place(tmp_path):
    """Sixteen documents of which each answers a question; the answer stands at the end of long ones."""
    (tmp_path / "docs").mkdir()
    rows = ["id,question,document"]
    for number in range(16):
        word = WORDS[number % 8]
        filler = " ".join(f"filler{number}x{n}" for n in range(80))
        (tmp_path / "docs" / f"d{number}.md").write_text(f"{filler}\n\n{word} code {number} stands here.\n", "utf-8")
        rows.append(f"q{number},{word} code {number}?,d{number}.md")
    (tmp_path / "gold.csv").write_text("\n".join(rows) + "\n", "utf-8")
    return tmp_path


SWEEP = ("sweep", "docs", "gold.csv", "--match", "all", "--set", "chunker=document,fixed", "--set", "size=20,40")


def test_the_table_and_what_to_take(ragauge, place):
    done = ragauge(*SWEEP, "--set", "lane=bm25,lsa,bm25+lsa", "--k", "1,3", "--json", "s.json", "--csv", "s.csv")
    assert done.code == 0, done.err
    assert "take" in done.out
    data = json.loads((place / "s.json").read_text("utf-8"))
    names = [point["name"] for point in data["points"]]
    assert len(names) == len(set(names)) == 3 * 3 * 2
    assert {"fixed size=20 · bm25 · k=1", "document · bm25+lsa · rrf · k=3"} <= set(names)
    best = next(point for point in data["points"] if point["name"] == data["best"])
    taken = next(point for point in data["points"] if point["name"] == data["recommended"])
    assert taken["verdict"] != "worse"
    assert taken["cost"]["tokens"] <= best["cost"]["tokens"]
    values = [point["scores"][0]["value"] for point in data["points"] if point["k"] == best["k"]]
    assert max(values) == best["scores"][0]["value"]
    assert len((place / "s.csv").read_text("utf-8").splitlines()) == 19


def test_the_cheapest_that_is_good_enough_is_taken(ragauge, place):
    """Everything is found whatever the chunks, and small ones cost a fraction of the tokens of whole documents."""
    data = json.loads(ragauge(*SWEEP, "--json", "-").out)
    tokens = {point["name"]: point["cost"]["tokens"] for point in data["points"]}
    assert tokens[data["recommended"]] <= 2 * min(tokens.values())
    assert 5 * tokens[data["recommended"]] < tokens["document · bm25 · k=5"]


def test_a_further_k_does_no_step_again(ragauge, place):
    first = ragauge(*SWEEP, "--k", "3")
    assert "steps done 6, found finished 0" in first.out  # three chunkings, three lanes
    again = ragauge(*SWEEP, "--k", "3,5,10")
    assert "steps done 0, found finished 6" in again.out
    more = ragauge(*SWEEP, "--set", "lane=bm25,lsa")
    assert "steps done 3, found finished" in more.out


def test_another_document_is_another_corpus(ragauge, place):
    assert ragauge(*SWEEP).code == 0
    (place / "docs" / "new.md").write_text("one more document", "utf-8")
    assert "steps done 6" in ragauge(*SWEEP).out


def test_the_same_bytes_from_new_and_from_finished_steps(ragauge, place):
    first = ragauge(*SWEEP, "--json", "-").out
    assert ragauge(*SWEEP, "--json", "-").out == first
    assert ragauge(*SWEEP, "--json", "-", "--cache", "other").out == first


def test_a_sweep_that_was_killed_goes_on(ragauge, place):
    grid = ("--set", "lane=bm25,lsa,bm25+lsa", "--set", "overlap=0,5,10")
    whole = ragauge(*SWEEP, *grid, "--json", "-", "--cache", "whole").out
    command = [str(Path(sys.executable).parent / "ragauge"), *SWEEP, *grid, "--json", "s.json"]
    process = subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while process.poll() is None and len(list(place.glob(".ragauge/*/*.json"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    finished = len(list(place.glob(".ragauge/*/*.json")))
    assert finished >= 3
    done = ragauge(*SWEEP, *grid, "--json", "s.json")
    assert (place / "s.json").read_text("utf-8") == whole
    assert done.code == 0
    assert f"found finished {finished} " in done.out  # not one of them was done again
    assert len(list(place.glob(".ragauge/*/*.json"))) == len(list(place.glob("whole/*/*.json")))


def test_another_version_of_an_engine_finds_anew(ragauge, place, monkeypatch):
    assert ragauge(*SWEEP).code == 0
    monkeypatch.setattr("ragauge.sweeping.lanes.version", lambda _name: "9")
    assert "steps done 3, found finished 3" in ragauge(*SWEEP).out


def test_what_does_not_fit_is_refused_before_it_starts(ragauge, place):
    refused(ragauge(*SWEEP, "--memory", "100MB"), "100 MB are allowed")
    assert not (place / ".ragauge" / "chunks").exists()
    refused(ragauge(*SWEEP, "--memory", "much"), "4GB")
    assert ragauge(*SWEEP, "--memory", "1 GiB").code == 0


def test_spans_boundaries_curve_and_overlap_are_told(ragauge, place):
    rows = [f"q{n},{WORDS[n % 8]} code {n}?,d{n}.md,{WORDS[n % 8]} code {n} stands here." for n in range(16)]
    (place / "gold.csv").write_text("\n".join(["id,question,document,quote", *rows]) + "\n", "utf-8")
    grid = ("--set", "chunker=fixed", "--set", "size=5,10,20,40", "--set", "overlap=0,2")
    done = ragauge(
        "sweep", "docs", "gold.csv", *grid, "--audit", "--json", "s.json", "--csv", "s.csv", "--markdown", "s.md"
    )
    assert done.code == 0, done.err
    for words in ("precision-Ω", "what overlap is worth, k=5", "quality over size, k=5", "uncut"):
        assert words in done.out
        assert words in (place / "s.md").read_text("utf-8")
    data = json.loads((place / "s.json").read_text("utf-8"))
    assert len(data["overlaps"]) == 4
    assert [one["size"] for one in data["curve"]["points"]] == [5, 10, 20, 40]
    best = next(point for point in data["points"] if point["name"] == data["best"])
    assert best["cost"]["counter"] == "words"
    assert best["spans"]["recall"] == 1
    assert 0 < best["spans"]["iou"] <= best["spans"]["omega"] <= 1
    head, first, *_ = (place / "s.csv").read_text("utf-8").splitlines()
    assert "tokens (words)" in head
    assert "span recall" in head
    [row] = csv.DictReader([head, first])
    assert 0 < float(row["precision-Ω"]) <= 1
    assert (row["chunker"], row["lane"], row["verdict"]) == ("fixed", "bm25", "best")
    assert float(row["low"]) <= float(row["recall@k"]) <= float(row["high"])
    assert float(row["tokens (words)"]) == best["cost"]["tokens"]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_figures_stay_whole_in_a_narrow_terminal(ragauge, place, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    out = ragauge(*SWEEP, "--json", "s.json").out
    assert max(map(len, out.splitlines())) <= width
    for point in json.loads((place / "s.json").read_text("utf-8"))["points"]:
        assert f"{point['cost']['tokens']:,.0f} " in out
        assert f" {point['scores'][0]['value']:.4f} " in out


def test_lists_that_nobody_declared_are_told(ragauge, place):
    (place / "gold.csv").write_text(
        "id,question,document\nq1,лампа code 0?,d0.md;d8.md\nq2,scale code 4?,d4.md\n", "utf-8"
    )
    done = ragauge("sweep", "docs", "gold.csv")
    assert "do not say whether all are needed" in " ".join(done.out.split())
    assert "2 of 2" in done.out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--set", "siez=20"), "siez"),
        (("--set", "chunker=fixd"), "fixd"),
        (("--set", "size"), "KEY=VALUE"),
        (("--k", "0"), "--k"),
        (("--set", "lane=magic"), "magic"),
        (("--set", "lane=bm25+"), "no embedder"),
        (("--set", "lane=bm25+lsa", "--set", "fusion=convx"), "convx"),
        (("--set", "lane=bm25+lsa", "--set", "fusion=convex", "--set", "alpha=much"), "alpha"),
        (("--set", "lane=bm25+lsa+bm25", "--set", "fusion=convex"), "lane"),
        (("--set", "reranker=magic"), "magic"),
        (("--set", "lane=lsa", "--set", "embedding=late"), "lsa does not"),
        (("--set", "chunker=titled", "--set", "inner=fixd"), "fixd"),
        (("--k", "200"), "recall@200"),
        (("-m", "recall@k", "-m", "ndcg@1000"), "ndcg@1000"),
        (("-m", "recal@k"), "recal"),
        (("--set", "chunker=fixed", "--set", "size=5", "--set", "overlap=9"), "overlap"),
    ],
)
def test_mistakes_are_one_message(ragauge, place, arguments, word):
    refused(ragauge("sweep", "docs", "gold.csv", "--match", "all", *arguments), word)


def test_documents_that_are_not_there(ragauge, place):
    refused(ragauge("sweep", "nowhere", "gold.csv"), "nowhere")
    (place / "empty").mkdir()
    refused(ragauge("sweep", "empty", "gold.csv"), "empty")

"""`ragauge run`: documents and questions in, traces and scores out; configuration, filters, failures, and going on."""

import doctest
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from ragauge.io.configuration import Configuration
from ragauge.io.traces import read_traces
from scorecards import refused

CONFIG = """
[run]
documents = "demo/corpus"
gold = "demo/golden.jsonl"
metrics = ["recall@5", "mrr"]
traces = "traces.jsonl"

[run.pipeline]
chunker = "fixed"
size = 100
lane = "bm25"
"""


@pytest.fixture
def place(ragauge, tmp_path):
    assert ragauge("demo", "--save", "demo").code == 0
    return tmp_path


@pytest.fixture
def small(tmp_path):
    """Documents with front matter, and questions with predicates and with what the asker may see."""
    documents = {
        "лампы.md": ("elm", 2024, "Гарантия на лампы: два года."),
        "pumps.md": ("elm", 2020, "The pump has a warranty of one year."),
        "secret.md": ("oak", 2024, "The secret pump has a warranty of nine years."),
    }
    (tmp_path / "docs").mkdir()
    for name, (tenant, year, text) in documents.items():
        front = f'+++\ntenant = "{tenant}"\nyear = {year}\n+++\n'
        (tmp_path / "docs" / name).write_text(front + text + "\n", encoding="utf-8")
    rows = [
        {"id": "q1", "question": "Какая гарантия на лампы?", "document": "лампы.md", "filter": "year >= 2024"},
        {"id": "q2", "question": "warranty of the pump", "document": "pumps.md", "may": "tenant = elm"},
        {"id": "q3", "question": "secret pump warranty", "document": "secret.md", "may": {"tenant": "oak"}},
    ]
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    (tmp_path / "gold.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return tmp_path


def scores(text):
    return {score["metric"]: (score["value"], score["n"]) for score in json.loads(text)["scores"]}


def without_times(path):
    rows = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in row.items() if key not in ("timings", "seconds")} for row in rows]


def test_the_demo_with_a_hard_filter_and_the_same_numbers_from_its_traces(ragauge, place):
    more = ("--set", "filter=hard", "--set", "lane=bm25+lsa", "--set", "generator=extractive")
    done = ragauge("run", *more, "--json", "s.json", "--chunks", "c.jsonl", files={"ragauge.toml": CONFIG})
    assert done.code == 0, done.err
    assert "fixed size=100 · bm25+lsa · rrf · filter=hard · generator=extractive · k=5" in done.out
    mine = (place / "s.json").read_text("utf-8")
    traces = read_traces(place / "traces.jsonl")
    assert len(traces) == 108
    assert not any(trace.failed for trace in traces)
    filtered = [trace for trace in traces if trace.extracted]
    assert filtered
    for trace in filtered:
        names = {anchor.document for anchor in trace.anchors.values()}
        texts = [(place / "demo" / "corpus" / name).read_text("utf-8") for name in names]
        for field, value in trace.extracted.items():
            assert all(f'{field} = "{value}"' in text for text in texts)
    args = ("demo/golden.jsonl", "traces.jsonl", "-m", "recall@5", "-m", "mrr", "--json", "-")
    theirs = ragauge("eval", *args, "--corpus", "demo/corpus").out
    assert scores(theirs) == scores(mine)
    assert json.loads(theirs)["questions"]["values"] == json.loads(mine)["questions"]["values"]
    with_chunks = ragauge("eval", *args, "--corpus", "demo/corpus", "--chunks", "c.jsonl")
    assert with_chunks.code == 0, with_chunks.err
    assert scores(with_chunks.out) == scores(mine)
    assert json.loads(mine)["provenance"]["pipeline"]["filter"] == "hard"


@pytest.mark.parametrize(
    "changes",
    [
        (),
        ("lane=bm25+lsa", "chunker=fixed", "size=100", "overlap=20"),
        ("lane=bm25+lsa", "fusion=convex", "alpha=0.3", "reranker=lexical", "depth=20"),
    ],
)
def test_a_run_has_the_numbers_of_the_sweep(ragauge, place, changes):
    asked = ("demo/corpus", "demo/golden.jsonl", "-m", "recall@5", "-m", "ndcg@10", "--json", "-")
    given = [word for change in changes for word in ("--set", change)]
    done = ragauge("run", *asked, *given)
    assert done.code == 0, done.err
    (point,) = json.loads(ragauge("sweep", *asked, *given).out)["points"]
    assert scores(done.out) == {one["metric"]: (one["value"], one["n"]) for one in point["scores"]}


def test_the_page_about_running_says_what_is_so():
    page = Path(__file__).parents[2] / "docs" / "running.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_predicates_and_authorization_of_two_columns(ragauge, small):
    done = ragauge("run", "docs", "gold.jsonl", "--set", "filter=hard", "--authorization", "may", "--match", "all",
                   "--traces", "t.jsonl", "--json", "-")  # fmt: skip
    assert done.code == 0, done.err
    one, two, three = read_traces(small / "t.jsonl")
    assert (one.extracted, one.authorization) == ({"year": {"op": "ge", "value": 2024}}, {})
    assert (two.extracted, two.authorization) == ({}, {"tenant": "elm"})
    assert "secret.md" not in two.stage("bm25").items
    assert three.stage("bm25").items == ["secret.md"]
    card = json.loads(done.out)
    assert scores(done.out)["recall@5"] == (1.0, 3)
    assert any("1 of 3 questions have nothing in the column 'may'" in one for one in card["warnings"])


def test_without_a_filter_the_column_is_not_looked_at(ragauge, small):
    (small / "gold.jsonl").write_text(
        '{"id": "q", "question": "pump?", "document": "pumps.md", "filter": "no sense"}\n'
    )
    assert ragauge("run", "docs", "gold.jsonl").code == 0
    refused(ragauge("run", "docs", "gold.jsonl", "--set", "filter=hard"), "no sense", "column 'filter'", "question 'q'")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--set", "siez=20"), ["siez"]),
        (("--set", "chunker=fixd"), ["did you mean fixed?"]),
        (("--set", "size"), ["KEY=VALUE"]),
        (("--set", "lane=bm52", "--set", "filter=often", "-m", "recal@5"), ["bm52", "often", "recal"]),
        (("-m", "ndcg@200"), ["ndcg@200", "100 hits"]),
        (("--k", "101"), ["k: must not be above hits"]),
        (("--by", "colour"), ["no column 'colour'"]),
        (("--set", "filter=hard", "--predicates", "colour"), ["no column 'colour'"]),
        (("--set", "filter=hard", "--predicates", "may"), []),
        (("--resume",), ["--traces"]),
        (("--config", "нет.toml"), ["нет.toml"]),
        (("--traces", "gold.jsonl"), ["overwrite"]),
        (("--traces", "nowhere/t.jsonl"), ["nowhere"]),
        (("--traces", "x", "--chunks", "x"), ["places of their own"]),
        (("--set", "rewrite=multi_query"), ["rewriter"]),
        (("--set", "generator=magic"), ["no answerer 'magic'"]),
    ],
)
def test_mistakes_are_one_message(ragauge, small, arguments, words):
    before = sorted(small.iterdir())
    done = ragauge("run", "docs", "gold.jsonl", "--match", "all", *arguments)
    if words:
        refused(done, *words)
    else:
        assert done.code == 0, done.err
    assert sorted(small.iterdir()) == before


def test_all_mistakes_of_a_configuration_at_once(ragauge, small):
    text = """
[run]
documents = "docs"
golden = "gold.jsonl"
metrics = ["recall@5", "recal@5"]
match = "some"
level = 2
[run.pipeline]
chunkr = "fixed"
lane = "bm52"
[gat]
"""
    done = ragauge("run", files={"ragauge.toml": text})
    words = (
        "did you mean gold?",
        "recal@5",
        "all, any",
        "level",
        "did you mean chunker?",
        "bm52",
        "did you mean gate?",
    )
    refused(done, *words)
    assert all(line.startswith(("error: ragauge.toml", "ragauge.toml")) for line in done.err.splitlines())


def test_the_command_line_goes_before_the_configuration(ragauge, small):
    text = (
        '[run]\ndocuments = "nowhere"\ngold = "gold.jsonl"\nmatch = "all"\nk = 3\n[run.pipeline]\nlane = "bm25+lsa"\n'
    )
    text += 'fusion = "rrf"\nrrf_k = 10\nchunker = "fixed"\nsize = 4\n'
    files = {"ragauge.toml": text}
    done = ragauge(
        "run", "docs", "gold.jsonl", "--k", "2", "--set", "lane=bm25", "--set", "chunker=document", files=files
    )
    assert done.code == 0, done.err
    assert done.out.startswith("document · bm25 · k=2 against")  # what these make idle in the file is left out
    done = ragauge("run", "docs", "gold.jsonl", "--set", "size=")
    assert done.out.startswith("fixed · bm25+lsa · rrf rrf_k=10 · k=3 against")


def test_paths_of_a_configuration_are_beside_it(ragauge, small):
    text = '[run]\ndocuments = "../docs"\ngold = "../gold.jsonl"\nmatch = "all"\ntraces = "t.jsonl"\njson = "s.json"\n'
    done = ragauge("run", "--config", "ci/run.toml", files={"ci/run.toml": text})
    assert done.code == 0, done.err
    assert (small / "ci" / "t.jsonl").exists()
    assert scores((small / "ci" / "s.json").read_text("utf-8"))["recall@5"][1] == 3


def test_a_run_and_a_gate_share_a_file(ragauge, small):
    run = '[run]\ndocuments = "docs"\ngold = "gold.jsonl"\nmatch = "all"\njson = "scores.json"\n'
    gate = '[[gate.rules]]\nmetric = "recall@5"\nmin = 0.01\n'
    assert ragauge("run", files={"ragauge.toml": run + gate}).code == 0
    assert ragauge("gate", "scores.json").code in (0, 1)
    tool = (run + gate).replace("[run]", "[tool.ragauge.run]").replace("[[gate", "[[tool.ragauge.gate")
    (small / "ragauge.toml").unlink()
    assert ragauge("run", files={"pyproject.toml": tool}).code == 0
    assert ragauge("gate", "scores.json").code in (0, 1)
    (small / "pyproject.toml").unlink()
    assert ragauge("baseline", "save", "scores.json", files={"ragauge.toml": run}).code == 0  # a run is no gate
    refused(ragauge("gate", "scores.json"), "no [gate]")
    refused(ragauge("run", files={"ragauge.toml": gate}), "no [run]", "--example")


def test_without_arguments_and_configuration(ragauge, small):
    refused(ragauge("run"), "documents: is missing", "gold: is missing")
    refused(ragauge("run", "docs"), "DOCUMENTS and GOLD")


def test_the_example_is_a_configuration(ragauge, small):
    example = ragauge("run", "--example")
    assert example.code == 0
    done = ragauge("run", files={"ragauge.toml": example.out})
    assert done.code == 0, done.err
    assert len(read_traces(small / "traces.jsonl")) == 3


def test_every_choice_of_the_example_is_one(ragauge, small):
    """The lines that are commented out are keys that can be set."""
    example, judge = ragauge("run", "--example").out.split("# [judge]")
    told = [line.removeprefix("# ") for line in example.splitlines()[4:]]
    keys = [line.partition(" = ")[0] for line in told if " = " in line]
    from ragauge.cli.run_configuration import KEYS
    from ragauge.judging.configuration import judge_config
    from ragauge.pipeline.reference.settings_table import OWN

    assert {*KEYS, *OWN} - {"pipeline", "alpha", "norm"} == set(keys) - {"size", "overlap"}
    table = "\n".join(line.removeprefix("# ") for line in f"# [judge]{judge}".splitlines())
    assert judge_config(Configuration("example", tomllib.loads(table)), "").limits.budget.calls == 1000


def test_documents_without_metadata_cannot_be_filtered(ragauge, small):
    for page in (small / "docs").iterdir():
        page.write_text("The pump.", encoding="utf-8")
    refused(ragauge("run", "docs", "gold.jsonl", "--set", "filter=hard"), "no metadata")
    refused(ragauge("run", "docs", "gold.jsonl", "--authorization", "may"), "no metadata")


def test_questions_that_fail_are_counted(ragauge, small, monkeypatch):
    from ragauge.pipeline.lexical import LexicalRetriever

    original = LexicalRetriever.search

    def search(self, question, *given, **named):
        if "pump" in question:
            raise TimeoutError("too slow")
        return original(self, question, *given, **named)

    monkeypatch.setattr(LexicalRetriever, "search", search)
    done = ragauge("run", "docs", "gold.jsonl", "--match", "all", "--traces", "t.jsonl")
    assert done.code == 0, done.err
    assert "2 of 3 questions failed in bm25, the first q2: TimeoutError: too slow" in " ".join(done.out.split())
    assert [trace.failed for trace in read_traces(small / "t.jsonl")] == [False, True, True]
    monkeypatch.setattr(LexicalRetriever, "search", lambda *_, **__: 1 / 0)
    refused(ragauge("run", "docs", "gold.jsonl", "--traces", "t.jsonl"), "all 3 questions failed", "division by zero")
    assert all(trace.failed for trace in read_traces(small / "t.jsonl"))


def test_a_leak_ends_with_an_error(ragauge, small, monkeypatch):
    from ragauge.core.records import Hit
    from ragauge.pipeline.lexical import LexicalRetriever

    leaking = [Hit("secret.md", 2.0), Hit("pumps.md", 1.0)]
    monkeypatch.setattr(LexicalRetriever, "search", lambda *_, **__: leaking)
    done = ragauge("run", "docs", "gold.jsonl", "--match", "all", "--authorization", "may", "--traces", "t.jsonl")
    refused(done, "2 questions failed because of a leak", "leaked past authorization")
    two = read_traces(small / "t.jsonl")[1]
    assert two.stages is None


# Going on


def test_going_on_needs_the_same_run(ragauge, small):
    run = ("run", "docs", "gold.jsonl", "--match", "all", "--traces", "t.jsonl")
    assert ragauge(*run).code == 0
    before = (small / "t.jsonl").read_text("utf-8")
    done = ragauge(*run, "--resume")
    assert done.code == 0
    assert "taken over: 3 of 3" in done.err
    assert "written: t.jsonl" in done.err
    assert "ragauge diagnose gold.jsonl t.jsonl --corpus docs" in done.err
    assert (small / "t.jsonl").read_text("utf-8") == before
    refused(ragauge(*run, "--resume", "--k", "2"), "another settings", "--resume")
    (small / "docs" / "new.md").write_text("new", encoding="utf-8")
    changed = ragauge(*run, "--resume")
    refused(changed, "3 questions, the first 'q1', were asked with", "another index")
    assert changed.err.count("were asked with") == 1
    assert (small / "t.jsonl").read_text("utf-8") == before
    (small / "t.jsonl").write_text("{broken\n", encoding="utf-8")
    refused(ragauge(*run, "--resume"), "t.jsonl:1")


def test_a_run_that_was_killed_goes_on(ragauge, place):
    (place / "ragauge.toml").write_text(CONFIG, encoding="utf-8")
    more = ("--set", "reranker=lexical", "--set", "size=40", "--set", "depth=20")
    whole = ragauge("run", *more, "--traces", "whole.jsonl", "--json", "-")
    assert whole.code == 0, whole.err
    command = [str(Path(sys.executable).parent / "ragauge"), "run", *more]
    process = subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    part, deadline = place / "traces.jsonl.part", time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if part.exists() and part.read_bytes().count(b"\n") >= 5:
            break
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (place / "traces.jsonl").exists()
    finished = part.read_bytes().count(b"\n")
    assert 5 <= finished < 108
    done = ragauge("run", *more, "--resume", "--json", "-")
    assert done.code == 0, done.err
    assert f"taken over: {finished} of 108" in done.err
    assert without_times(place / "traces.jsonl") == without_times(place / "whole.jsonl")
    assert done.out == whole.out
    assert not part.exists()

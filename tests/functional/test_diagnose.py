"""``ragauge diagnose``: what a reader sees, on the demo with a filter and a reader, and on whatever goes wrong."""

import json
import os
import re
from pathlib import Path

import pytest

import ragauge as package
from ragauge.cli.diagnose import diagnose
from ragauge.funnel.places import Place
from ragauge.funnel.walking import NEAR

DATA = os.environ.get("RAGAUGE_DATA")
RUN = "chunker=recursive size=150 lane=bm25+lsa filter=hard generator=extractive".split()  # noqa: SIM905
GOLD, TRACES = "demo/golden.jsonl", "t.jsonl"
AROUND = ("--corpus", "demo/corpus", "--chunks", "c.jsonl")


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """The demo with traces and chunks, made once."""
    from click.testing import CliRunner

    from ragauge.cli.main import main

    folder = tmp_path_factory.mktemp("diagnose")
    assert CliRunner().invoke(main, ["demo", "--save", str(folder / "demo")]).exit_code == 0
    settings = [word for one in RUN for word in ("--set", one)]
    files = ["--traces", str(folder / TRACES), "--chunks", str(folder / "c.jsonl")]
    done = CliRunner().invoke(main, ["run", str(folder / "demo/corpus"), str(folder / GOLD), *settings, *files])
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def place(made, ragauge, tmp_path):
    for name in ("demo", TRACES, "c.jsonl"):
        (tmp_path / name).symlink_to(made / name)
    return tmp_path


def refused(done, *words):
    assert done.code == 2
    assert "Traceback" not in done.err
    for word in words:
        assert word in " ".join(done.err.split())


def table(text):
    """The rows of the first table, cells joined where they are broken over lines."""
    rows = []
    for line in text.splitlines():
        if line.startswith("│"):
            cells = [cell.strip() for cell in line.strip("│").split("│")]
            if cells[1]:
                rows.append(cells)
            else:
                rows[-1] = [f"{a} {b}".strip() for a, b in zip(rows[-1], cells, strict=True)]
    return {row[0]: row[1:] for row in rows}


def test_the_waterfall(ragauge, place):
    done = ragauge("diagnose", GOLD, TRACES, *AROUND)
    assert done.code == 0, done.err
    assert done.out.splitlines()[0].startswith(
        "t.jsonl against demo/golden.jsonl: 132 pieces of evidence (needs) of 108"
    )
    rows = table(done.out)
    assert sum(abs(int(cells[0].replace("−", "-"))) for cells in rows.values()) == 132
    places = [place.value for place in Place]
    assert [places.index(name) for name in rows] == sorted(places.index(name) for name in rows)
    for name, cells in rows.items():
        lost = Place(name).is_loss
        assert cells[0].startswith("−") == lost
        assert set(cells[1]) == {"▒" if lost else "█"}
        assert bool(re.match(r"\+\d", cells[3])) == lost
    assert "not indexed" not in done.out  # the traces say which chunks were searched
    assert "fixing: answered right" in done.out
    assert "ru-016  Сколько рублей отдать за лишний год гарантии" in done.out


@pytest.mark.parametrize("width", [80, 160])
def test_no_line_is_wider_than_the_terminal_and_no_word_is_broken(ragauge, place, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    done = ragauge("diagnose", GOLD, TRACES, "--by", "type")
    assert max(map(len, done.out.splitlines())) <= width
    assert ("into the prompt" in done.out) == (width >= 120)
    assert all(line == line.rstrip() for line in done.out.splitlines())
    names = {place.value for place in Place}
    firsts = list(table(done.out))
    assert all(name in names or name.startswith(("not known which", "type")) or "_" in name or name in TYPES
               for name in firsts)  # fmt: skip


TYPES = ("comparison", "negation", "numeric", "single")


def test_slices_add_up(ragauge, place):
    done = ragauge("diagnose", GOLD, TRACES, "--by", "type", "--json", "-")
    data = json.loads(done.out)
    shown = ragauge("diagnose", GOLD, TRACES, "--by", "type").out.split("where most were lost")[1]
    rows = re.findall(r"│ (\w+) +│ +(\d+) │ +(\d+) \(", shown)
    lost = sum(row["needs"] for row in data["rows"] if row["loss"])
    assert sum(int(needs) for _, needs, _ in rows) == len(data["needs"])
    assert sum(int(count) for _, _, count in rows) == lost


def test_a_span_says_that_it_is_not_known_which(ragauge, place):
    done = ragauge("diagnose", GOLD, TRACES)
    assert "not known which: not in the corpus … not retrieved" in " ".join(done.out.split())
    assert "--corpus, --chunks, --index would tell apart" in " ".join(done.out.split())
    asked = ragauge("diagnose", GOLD, TRACES, *AROUND)
    assert "not known which" not in asked.out
    assert "would tell apart" not in asked.out


def test_what_is_not_recorded_is_said(ragauge, place):
    lines = [json.loads(line) for line in (place / TRACES).read_text("utf-8").splitlines()]
    keep = ("trace", "question", "text", "stages", "anchors")
    bare = "".join(json.dumps({key: row[key] for key in keep if key in row}) + "\n" for row in lines)
    done = ragauge("diagnose", GOLD, "bare.jsonl", files={"bare.jsonl": bare})
    told = " ".join(done.out.split())
    assert "! not recorded, so not known: predicates of the filter, predicates of authorization" in told
    assert "the answer, citations, refusals; ragauge doctor tells what to record" in told
    assert "fixing: in the prompt" in done.out


def test_a_plain_run(ragauge, place):
    runs = "".join(f'{{"question": "q{n}", "hits": ["x", "d", "y"]}}\n' for n in range(3))
    gold = "".join(f'{{"id": "q{n}", "question": "q{n}?", "document": "{"d" if n else "z"}"}}\n' for n in range(3))
    files = {"gold.jsonl": gold, "run.jsonl": runs}
    rows = table(ragauge("diagnose", "gold.jsonl", "run.jsonl", "--k", "1", files=files).out)
    assert {name: cells[0] for name, cells in rows.items()} == {
        "cut at k": "−2",
        "not known which: not in the corpus … not retrieved": "−1",
    }
    rows = table(ragauge("diagnose", "gold.jsonl", "run.jsonl").out)
    assert rows["retrieved"][0] == "2"


def test_the_path_of_a_question(ragauge, place):
    done = ragauge("diagnose", GOLD, TRACES, *AROUND, "--question", "ru-016", "--question", "en-001")
    assert done.code == 0
    assert done.out.startswith("ru-016  Сколько рублей")
    assert "en-001  Blackout in the building" in done.out
    assert "✓ corpus     in the corpus" in done.out
    assert "✓ context    rank" in done.out
    assert "✗ citations  not cited" in done.out
    assert "→ in the prompt, not used" in done.out
    assert "needed  ru-pricelist-2026 “Продление гарантии на год: 9 % цены прибора”" in done.out


def test_a_question_without_evidence_and_one_that_failed(ragauge):
    gold = '{"id": "q", "question": "q?", "document": "d"}\n{"id": "r", "question": "r?", "document": "d"}\n'
    gold += '{"id": "n", "question": "nothing?", "no_answer": true}\n'
    row = '{{"trace": 1, "question": "{}", "stages": [{{"name": "bm25", "kind": "lane", "hits": [["d", 1.0]]}}]}}\n'
    failed = '{"trace": 1, "question": "r", "error": "TimeoutError: too slow", "failed_in": "bm25"}\n'
    files = {"g.jsonl": gold, "t.jsonl": row.format("q") + failed + row.format("n")}
    done = ragauge("diagnose", "g.jsonl", "t.jsonl", "--question", "n", "--question", "r", files=files)
    assert "no evidence is needed" in done.out
    assert "! it failed in bm25: TimeoutError: too slow" in done.out
    assert "→ failed" in done.out
    done = ragauge("diagnose", "g.jsonl", "t.jsonl")
    assert table(done.out)["failed"][0] == "1"
    assert "questions that have no answer: 1 not recorded" in done.out


def test_json(ragauge, place):
    done = ragauge("diagnose", GOLD, TRACES, *AROUND, "--json", "-")
    data = json.loads(done.out)
    assert data["diagnosis"] == 1
    assert sum(row["needs"] for row in data["rows"]) == len(data["needs"]) == 132
    assert {"first", "last", "why", "ranks", "question", "need"} <= data["needs"][0].keys()
    assert data["recovery"][0]["goal"] == "right"
    assert "Гарант" in done.out or "гарант" in done.out  # not escaped
    again = ragauge("diagnose", GOLD, TRACES, *AROUND, "--json", "d.json", "--markdown", "d.md")
    assert again.code == 0
    assert (place / "d.json").read_text("utf-8") == done.out


def test_markdown_is_inert(ragauge):
    gold = '{"id": "q", "question": "<img src=x> | [a](b)", "document": "d`<b>"}\n'
    stages = '[{"name": "l|1", "kind": "lane", "hits": [["x", 1], ["d`<b>", 0.5]]}]'
    traces = f'{{"trace": 1, "question": "q", "stages": {stages}}}\n'
    files = {"g.jsonl": gold, "t.jsonl": traces}
    done = ragauge("diagnose", "g.jsonl", "t.jsonl", "--k", "1", "--markdown", "-", files=files)
    assert done.code == 0
    assert "| where it ended | needs |" in done.out
    assert "**1. cut at k: 1 lost" in done.out
    assert "<img" not in done.out
    assert "<b>" not in done.out
    assert "[a]" not in done.out.replace("\\[a\\]", "")


def test_markdown_with_slices(ragauge, place):
    done = ragauge("diagnose", GOLD, TRACES, "--by", "lang", "--markdown", "-")
    assert "| lang | needs | lost | where most were lost |" in done.out
    assert done.out.count("| --- |") >= 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("none.jsonl", TRACES), ["none.jsonl"]),
        ((GOLD, "none.jsonl"), ["none.jsonl"]),
        ((GOLD, "other.jsonl"), ["no trace is of a question of the gold"]),
        ((GOLD, "strange.jsonl"), ["bm25: nothing in it matches the gold"]),
        ((GOLD, TRACES, "--by", "colour"), ["no column 'colour'"]),
        ((GOLD, TRACES, "--question", "ru-16"), ["no question 'ru-16'", "did you mean 'ru-016'?"]),
        ((GOLD, TRACES, "--k", "0"), ["--k"]),
        ((GOLD, TRACES, "--level", "2"), ["--level"]),
        ((GOLD, TRACES, "--seed", "-1"), ["--seed"]),
        ((GOLD, TRACES, "--index", "none.txt"), ["none.txt"]),
        ((GOLD, TRACES, "--json", "t.jsonl"), ["overwrite"]),
        ((GOLD, TRACES, "--json", "x", "--markdown", "x"), ["places of their own"]),
        ((GOLD, TRACES, "--json", "nowhere/x.json"), ["nowhere"]),
        ((GOLD, "broken.jsonl"), ["broken.jsonl"]),
        ((GOLD, "predicates.jsonl"), ["predicates of question 'en-001'"]),
    ],
)
def test_mistakes_are_one_message(ragauge, place, arguments, words):
    lane = '"stages": [{"name": "bm25", "kind": "lane", "hits": [["nobody-knows-it", 1.0]]}]'
    known = lane.replace("nobody-knows-it", "c400-manual-ed3")
    files = {
        "other.jsonl": f'{{"trace": 1, "question": "zz", {lane}}}\n',
        "strange.jsonl": f'{{"trace": 1, "question": "en-001", {lane}}}\n',
        "broken.jsonl": '{"trace": 1, "question": "en-001", "stages": 7}\n',
        "predicates.jsonl": f'{{"trace": 1, "question": "en-001", "extracted": {{"a": {{"like": 1}}}}, {known}}}\n',
    }
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    before = sorted(place.iterdir())
    refused(ragauge("diagnose", *arguments), *words)
    assert sorted(place.iterdir()) == before


def test_the_same_near_for_the_command_and_the_library():
    option = next(one for one in diagnose.params if one.name == "near")
    assert option.default == NEAR


def test_the_public_name_gives_what_the_command_gives(ragauge, place):
    found = package.diagnose(place / GOLD, place / TRACES, corpus=place / "demo/corpus", chunks=place / "c.jsonl")
    data = json.loads(ragauge("diagnose", GOLD, TRACES, *AROUND, "--json", "-").out)
    places = [list(Place)[at].name.lower() for at in found.fates.last]
    assert places == [need["last"] for need in data["needs"]]


@pytest.mark.skipif(DATA is None, reason="RAGAUGE_DATA is not set")
def test_scifact(ragauge, tmp_path):
    """Real gold: the counts add up, and no index has to be listed for traces that say what was searched."""
    folder = str(Path(DATA) / "scifact")
    run = ragauge("run", folder, folder, "--set", "lane=bm25", "--traces", "t.jsonl", "--chunks", "c.jsonl")
    assert run.code == 0, run.err
    done = ragauge("diagnose", folder, "t.jsonl", "--corpus", folder, "--chunks", "c.jsonl", "--json", "-")
    assert done.code == 0, done.err
    data = json.loads(done.out)
    assert sum(row["needs"] for row in data["rows"]) == len(data["needs"]) == 339
    assert not any(row["first"] != row["last"] for row in data["rows"])  # no span: all is known
    assert {row["last"] for row in data["rows"]} == {"retrieval", "cut", "prompt"}


# doctor


def test_doctor_of_a_whole_run(ragauge, place):
    done = ragauge("doctor", TRACES, "--gold", GOLD)
    assert done.code == 0, done.err
    rows = table(done.out)
    assert rows["lanes of the first stage"] == ["108 of 108", "bm25, lsa"]
    assert rows["questions that have a trace"][0] == "108 of 108"
    assert "everything is recorded: a loss of evidence is told by its stage" in done.out
    assert "the reranked list: none, which is complete unless hits are reranked" in done.out


def test_doctor_of_a_run_says_what_to_record(ragauge):
    done = ragauge("doctor", "run.jsonl", files={"run.jsonl": '{"question": "q", "hits": ["d"]}\n'})
    assert done.code == 0
    assert "what entered the prompt: none" in done.out
    assert "record: t.context(hits, prompt_tokens=…, window=…)" in done.out
    assert "not measured without: filter_exclusion, filter_false_exclusion" in done.out
    assert "everything is recorded" not in done.out


def test_doctor_of_failed_traces_alone(ragauge):
    files = {"t.jsonl": '{"trace": 1, "question": "q", "error": "boom"}\n'}
    done = ragauge("doctor", "t.jsonl", files=files)
    assert "1 of them failed" in done.out
    assert "there is no trace to look at" in done.out
    assert "everything is recorded" not in done.out


def test_doctor_of_gold_that_does_not_fit(ragauge, place):
    files = {"run.jsonl": '{"question": "other", "hits": ["d"]}\n'}
    done = ragauge("doctor", "run.jsonl", "--gold", GOLD, files=files)
    assert done.code == 0
    assert "gold that some list can be compared with: none" in done.out
    assert "no trace is of a question of the gold" in " ".join(done.out.split())


def test_doctor_refuses_what_it_cannot_read(ragauge, place):
    refused(ragauge("doctor", "none.jsonl"), "none.jsonl")
    refused(ragauge("doctor", TRACES, "--gold", "none.jsonl"), "none.jsonl")

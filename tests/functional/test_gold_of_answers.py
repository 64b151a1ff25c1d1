"""Gold that only says what the right answers are: whoever measures answers takes it, whoever needs evidence says so."""

import csv
import io
import json

import polars as pl
import pytest

import ragauge as library
from ragauge.answering.cases import answers_of
from ragauge.cli.judge_prefer import _loaded
from ragauge.core.reading import Reading
from ragauge.core.trace import StageHits, Trace
from report_data import data_of, sections
from scorecards import refused

ROWS = [
    {"question": "How long?", "answer": "It is two years.", "contexts": ["Two years."], "ground_truth": "two years"},
    {"question": "Что гудит?", "answer": "Насос.", "contexts": ["Гудит лампа."], "ground_truth": "лампа"},
    {"question": "Who?", "answer": "I don't know.", "contexts": ["Nobody."], "ground_truth": "Maria"},
]
AFTER = [{**row, "answer": "A lamp."} for row in ROWS]
F1 = (2 * 2 / (4 + 2) + 0 + 0) / 3
GOLD = [{"question": row["question"], "answer": row["ground_truth"]} for row in ROWS]
EVIDENCE = [{"id": f"q{n}", **row, "document": "a.md"} for n, row in enumerate(GOLD)]
TRACES = [
    Trace(f"t{n}", text=row["question"], stages=(StageHits("l", "lane", (("a.md", 1.0),)),), answer=row["answer"])
    for n, row in enumerate(ROWS)
]
SENTENCE = "this gold has right answers only; {} needs evidence: a column of chunks, documents, pages or quotes"
JUDGE = ("--judge-model", "m", "--judge-url", "http://127.0.0.1:9/v1", "--dry-run", "--json", "-")


def as_csv(table):
    out = io.StringIO()
    writer = csv.DictWriter(out, list(table[0]))
    writer.writeheader()
    writer.writerows(table)
    return out.getvalue()


FILES = {
    "data.csv": as_csv(ROWS),
    "after.csv": as_csv(AFTER),
    "gold.csv": as_csv(GOLD),
    "evidence.csv": as_csv(EVIDENCE),
    "hits.jsonl": "".join(json.dumps({"question": row["question"], "hits": ["a.md"]}) + "\n" for row in ROWS),
}


@pytest.fixture
def place(ragauge, tmp_path):
    """A folder with the files, and the scorecard of each gold."""
    for gold in ("data", "gold"):
        done = ragauge("eval", f"{gold}.csv", "data.csv", "--json", f"{gold}.json", files=FILES)
        assert done.code == 0, done.err
    return tmp_path


@pytest.mark.parametrize("gold", ["data", "gold"])
def test_export_and_report_take_what_eval_takes(ragauge, place, gold):
    both = ("--gold", f"{gold}.csv", "--traces", "data.csv")
    done = ragauge("export", f"{gold}.json", *both)
    assert done.code == 0, done.err
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["answer given"] for row in rows] == [row["answer"] for row in ROWS]
    assert [row["references"] for row in rows] == [row["ground_truth"] for row in ROWS]
    assert sum(float(row["token_f1"]) for row in rows) / 3 == pytest.approx(F1)
    assert "ended" not in rows[0]
    for results in ((f"{gold}.json",), ()):
        done = ragauge("report", *results, *both, "-o", "r.html")
        assert done.code == 0, done.err
        page = (place / "r.html").read_text(encoding="utf-8")
        assert "It is two years." in json.dumps(data_of(page, "details-0"))
        assert "funnel" not in sections(page)


def test_gold_or_answers_alone_can_be_shown(ragauge, place):
    for one in (("--gold", "gold.csv"), ("--traces", "data.csv")):
        assert ragauge("report", *one, "-o", "r.html").code == 0


def test_with_evidence_there_is_a_funnel_and_without_there_is_none():
    from ragauge.evaluation import Surroundings
    from ragauge.report.assembling import diagnosed, shown_data

    assert diagnosed(shown_data(GOLD, TRACES, Reading(), Surroundings())) is None
    assert diagnosed(shown_data(GOLD, ROWS, Reading(), Surroundings())) is None
    assert len(diagnosed(shown_data(EVIDENCE, TRACES, Reading(), Surroundings()))["needs"]) == 3


@pytest.mark.parametrize("form", ["rows", "polars", "pandas"])
def test_tables_in_memory_are_gold_and_answers(place, form):
    made = ROWS
    if form == "polars":
        made = pl.DataFrame(ROWS)
    if form == "pandas":
        made = pytest.importorskip("pandas").DataFrame(ROWS)
    card = library.evaluate_answers(made, made)
    read = library.evaluate_answers(str(place / "data.csv"), place / "data.csv")
    assert [score.value for score in card.scores] == [score.value for score in read.scores]
    assert card["token_f1"].value == pytest.approx(F1)
    assert library.evaluate_answers(GOLD, made)["token_f1"].value == pytest.approx(F1)
    for gold, traces in ((made, made), (str(place / "data.csv"), place / "data.csv"), (GOLD, made)):
        page = library.report_html(card, gold=gold, traces=traces)
        assert "It is two years." in json.dumps(data_of(page.text, "details-0"))


def test_traces_with_answers_need_no_evidence_either():
    assert library.evaluate_answers(GOLD, TRACES)["token_f1"].value == pytest.approx(F1)
    silent = [Trace(one.question, text=one.text, stages=one.stages) for one in TRACES]
    with pytest.raises(library.InputError, match="right answers only; retrieval needs evidence"):
        library.evaluate_answers(GOLD, silent)


@pytest.mark.parametrize("gold", ["data.csv", "gold.csv", "evidence.csv"])
def test_prefer_reads_tables_of_answers(ragauge, place, gold):
    done = ragauge("judge", "prefer", gold, "data.csv", "after.csv", *JUDGE)
    assert done.code == 0, done.err
    assert json.loads(done.out)["flows"] == 3
    golden, runs = _loaded(str(place / gold), (str(place / "after.csv"), str(place / "data.csv")), Reading())
    first, second = (answers_of(golden, one).cases for one in runs)
    assert [one.answer for one in first] == [row["answer"] for row in AFTER]
    assert [one.answer for one in second] == [row["answer"] for row in ROWS]
    assert [one.references for one in first] == [(row["ground_truth"],) for row in ROWS]


def test_prefer_refuses_a_run_without_answers(ragauge, place):
    refused(
        ragauge("judge", "prefer", "evidence.csv", "data.csv", "hits.jsonl", *JUDGE), "no trace in it has an answer"
    )


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("diagnose", "gold.csv", "hits.jsonl"), "diagnose"),
        (("compare", "hits.jsonl", "hits.jsonl", "--gold", "gold.csv"), "compare --gold"),
        (("eval", "gold.csv", "hits.jsonl"), "retrieval"),
    ],
)
def test_what_needs_evidence_says_so_in_one_sentence(ragauge, place, command, name):
    done = ragauge(*command)
    refused(done, SENTENCE.format(name))
    assert "--map" not in done.err


def test_without_answers_too_the_column_is_asked_for(ragauge):
    files = {"q.csv": "question\nHow long?\n", "hits.jsonl": FILES["hits.jsonl"]}
    refused(ragauge("diagnose", "q.csv", "hits.jsonl", files=files), "no column for the gold")
    done = ragauge("golden", "inspect", "q.csv")
    assert done.code == 2
    assert "no column for the gold" in done.out


def test_inspect_tells_gold_for_answers(ragauge, place):
    done = ragauge("golden", "inspect", "data.csv", "--json", "-")
    found = json.loads(done.out)
    assert (done.code, found["problems"], found["types"]) == (0, [], {"answer only": 3})
    assert found["notes"] == [
        "gold for answers only: 'ground_truth' has the right ones, and no column says where they stand"
    ]
    assert found["samples"][1]["evidence"] == "right answer: 'лампа'"
    shown = ragauge("golden", "inspect", "data.csv")
    assert "no problems" in shown.out
    assert "match:" not in shown.out


def test_inspect_counts_questions_without_any_answer(ragauge):
    files = {"g.csv": "question,answer\nHow long?,Two years.\nWho?,\n"}
    found = json.loads(ragauge("golden", "inspect", "g.csv", "--json", "-", files=files).out)
    assert found["types"] == {"answer only": 1, "unknown": 1}

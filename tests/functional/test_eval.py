"""`ragauge eval` from files to table, JSON, Markdown and CSV."""

import csv
import json

from ragauge import Scorecard

GOLD = """question,type,expected_sources
Как долго действует гарантия?,single,warranty-ru
Which plug and which cable?,multi_hop,plugs;cables
Who founded the firm?,no_answer,
Что с чем?,,
Was kostet Ersatz?,single,preise
"""
RUN = """{"question": "Как долго действует гарантия?", "retrieved": ["warranty-ru", "x"]}
{"question": "Which plug and which cable?", "retrieved": [{"id": "y", "score": 2.5}, {"id": "cables", "score": 1}]}
{"question": "Who founded the firm?", "retrieved": []}
{"question": "Nobody asked", "retrieved": ["z"]}
"""
FILES = {"gold.csv": GOLD, "run.jsonl": RUN}


def test_the_simplest_golden_file_works_as_it_is(ragauge):
    done = ragauge("eval", "gold.csv", "run.jsonl", "-m", "recall@5", "-m", "mrr", "--by", "type", files=FILES)
    assert done.code == 0, done.err
    for text in ("recall@5", "0.5000", "1 missing", "1 no_relevant, 1 gold_unknown", "multi_hop", "(few)"):
        assert text in done.out
    assert "questions of the run that are not in the golden set: 1, ignored" in done.out
    assert "plugs (not found); cables (rank 2)" in done.out


def test_json_round_trips_and_adds_up(ragauge, tmp_path):
    done = ragauge("eval", "gold.csv", "run.jsonl", "-m", "recall@5", "--by", "type", "--json", "out.json", files=FILES)
    assert done.code == 0
    text = (tmp_path / "out.json").read_text(encoding="utf-8")
    assert Scorecard.from_json(text).to_json() == text
    data = json.loads(text)
    overall = data["scores"][0]
    assert overall["metric"] == "recall@5"
    assert overall["slice"] is None
    assert overall["value"] == 0.5
    assert (overall["n"], overall["items"], overall["missing"]) == (3, 5, 1)
    assert overall["excluded"] == {"no_relevant": 1, "gold_unknown": 1}
    assert overall["failed"] == {}
    assert set(overall["interval"]) == {"low", "high", "level", "method"}
    assert {"type": "single"} in [score["slice"] for score in data["scores"]]
    for score in data["scores"]:
        assert score["n"] + sum(score["excluded"].values()) + sum(score["failed"].values()) == score["items"]
    assert data["provenance"]["fingerprints"]["gold"]


def test_the_same_input_gives_the_same_bytes(ragauge):
    first = ragauge("eval", "gold.csv", "run.jsonl", "--json", "-", files=FILES)
    assert first.out == ragauge("eval", "gold.csv", "run.jsonl", "--json", "-").out
    assert json.loads(first.out)["scores"]


def test_match_any_reads_a_bare_list_as_alternatives(ragauge):
    names = ("-m", "recall@5", "-m", "need_recall@5", "--json", "-")
    every = json.loads(ragauge("eval", "gold.csv", "run.jsonl", *names, files=FILES).out)
    either = json.loads(ragauge("eval", "gold.csv", "run.jsonl", "--match", "any", *names).out)
    assert [score["value"] for score in every["scores"]] == [0.5, 0.5]
    assert [score["value"] for score in either["scores"]] == [2 / 3, 2 / 3]
    assert every["provenance"]["fingerprints"]["gold"] != either["provenance"]["fingerprints"]["gold"]


def test_per_question_file_names_the_undefined_and_disarms_formulas(ragauge, tmp_path):
    gold = "id,question,gold\nq1,=1+1,a\nq2,Ёж?,b\nq3,?,\n"
    run = '{"id": "q1", "hits": ["a"]}\n{"id": "q2", "hits": []}\n'
    files = {"g.csv": gold, "r.jsonl": run}
    assert (
        ragauge("eval", "g.csv", "r.jsonl", "-m", "mrr", "-m", "judged@3", "--per-question", "q.csv", files=files).code
        == 0
    )
    with (tmp_path / "q.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["mrr"] for row in rows] == ["1.0", "0.0", ""]
    assert [row["undefined"] for row in rows] == [
        "",
        "judged@3: empty_result",
        "mrr: gold_unknown; judged@3: gold_unknown",
    ]
    assert rows[0]["question"] == "'=1+1"
    assert rows[1]["question"] == "Ёж?"


def test_markdown_escapes_what_data_could_smuggle_in(ragauge):
    gold = "id,question,gold\nq1,<script>alert(1)</script>|x,a\n"
    files = {"g.csv": gold, "r.jsonl": '{"id": "q1", "hits": ["<b>", "a"]}'}
    out = ragauge("eval", "g.csv", "r.jsonl", "--k", "1", "--markdown", "-", files=files).out
    assert "<script>" not in out
    assert "&lt;script&gt;" in out
    assert "| metric | value |" in out


def test_control_characters_do_not_reach_the_terminal(ragauge):
    files = {"g.csv": "id,question,gold\nq1,\x1b[31mred\x07,a\n", "r.jsonl": '{"id": "q1", "hits": ["b", "a"]}'}
    out = ragauge("eval", "g.csv", "r.jsonl", "--k", "1", files=files).out
    assert "31mred" in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_policies_are_on_record(ragauge):
    names = ("-m", "recall@5", "--skip-missing", "--json", "-")
    data = json.loads(ragauge("eval", "gold.csv", "run.jsonl", *names, files=FILES).out)
    assert data["provenance"]["policies"] == {"skip_missing": True}
    score = data["scores"][0]
    assert score["value"] == 0.75
    assert score["excluded"] == {"no_relevant": 1, "gold_unknown": 1, "missing": 1}
    assert score["missing"] == 1


def test_an_empty_run_scores_zero_warns_and_has_an_exit_code_of_its_own(ragauge):
    done = ragauge("eval", "q.txt", "r.trec", "-m", "map", files={"q.txt": "q1 0 d1 1\n", "r.trec": ""})
    assert done.code == 2
    assert "0.0000" in done.out
    assert "the run is empty" in done.out


def test_nothing_measurable_is_no_success(ragauge):
    files = {"g.csv": "question,gold\nq,\n", "r.jsonl": '{"question": "q", "hits": ["a"]}'}
    done = ragauge("eval", "g.csv", "r.jsonl", "-m", "mrr", files=files)
    assert done.code == 2
    assert "not measured" in done.out


def test_clusters_and_bounds(ragauge):
    gold = "id,question,gold,talk\n" + "".join(f"q{i},t{i},d{i},c{i // 2}\n" for i in range(8))
    run = "".join(f"q{i} Q0 d{i if i % 3 else 99} 1 1.0 t\n" for i in range(8))
    names = ("-m", "recall@5", "--clusters", "talk", "--unjudged", "bounds", "--json", "-")
    score = json.loads(ragauge("eval", "g.csv", "r.trec", *names, files={"g.csv": gold, "r.trec": run}).out)["scores"][
        0
    ]
    assert score["interval"]["method"] == "wilson_clustered"
    assert score["bounds"]["unjudged_not_relevant"] == score["value"] == 5 / 8
    assert score["bounds"]["unjudged_relevant"] == (5 + 3 * 0.5) / 8

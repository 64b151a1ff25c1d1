# ruff: noqa: E501  (one case a line)
"""Bad input of every reader: one clear message with file and row, exit code 2, no traceback, nothing written."""

import gzip

import polars as pl
import pytest

GOOD_GOLD = "question,type,expected_sources\nq1,single,d1\n"
GOOD_RUN = '{"question": "q1", "retrieved": ["d1"]}\n'
GARBAGE = bytes(range(256)) * 40
QRELS = "q1 0 d1 1\nq1 0 d2 0\n"
TREC = "q1 Q0 d1 1 2.0 t\nq1 Q0 d2 2 1.0 t\n"

BAD_GOLD = {
    "empty.csv": ("", "empty.csv: the file is empty"),
    "blank.csv": (" \n\n", "blank.csv: the file is empty"),
    "columns.csv": ("frage_text,antwort\na,b\n", "columns.csv:1: no column for the question among"),
    "two.csv": ("question,expected_sources,evidence\na,b,c\n", "two.csv:1: columns 'evidence' and 'expected_sources'"),
    "ids.csv": ("id,question,gold\n1,a,x\n1,b,y\n", "ids.csv:3: column 'id': question id '1' stands on row 2"),
    "cells.csv": ("question,gold\nIf it breaks, who pays?,x\n", "cells.csv:2: 3 cells where the header has 2"),
    "header.csv": ("question,gold,gold\na,b,c\n", "header.csv:1: column name 'gold' stands twice"),
    "quote.csv": ('question,gold\n"a,b\n', "quote.csv:2: not a readable table"),
    "noquestion.csv": ("question,gold\n,b\n", "noquestion.csv:2: column 'question': the question is empty"),
    "grade.csv": ("question,item,grade\nq1,d1,much\n", "grade.csv:2: column 'grade': grade 'much' is not a whole number"),
    "half.csv": ("question,item,grade\nq1,d1,0.5\n", "half.csv:2: column 'grade': grade 0.5 is not a whole number"),
    "nan.csv": ("question,item,grade\nq1,d1,nan\n", "nan.csv:2: column 'grade': grade nan is not a whole number"),
    "conflict.csv": ("question,item,grade\nq1,d1,1\nq1,d1,2\n", "conflict.csv:3: grade 2 for 'd1' of question 'q1' contradicts"),
    "garbage.csv": (GARBAGE, "garbage.csv:1: a NUL byte"),
    "list.jsonl": ("[1, 2]\n", "list.jsonl:1: a JSON object is needed, got int"),
    "broken.jsonl": ('{"question": "a", "gold": ["x"]}\n{"question"\n', "broken.jsonl:2: not JSON"),
    "mixed.jsonl": ('{"question": "a", "gold": ["x", ["y"]]}\n', "mixed.jsonl:1: column 'gold': mixes lists and single ids"),
    "null.jsonl": ('{"question": "a", "gold": [{"document": null}]}\n', "null.jsonl:1: column 'gold': no document id"),
    "empty.jsonl": ("", "empty.jsonl: the file is empty"),
    "broken.json": ("{", "broken.json:1: not JSON"),
    "broken.parquet": (GARBAGE, "broken.parquet: not a Parquet file"),
    "empty.qrels": ("", "empty.qrels: no judgments in it"),
    "short.qrels": ("q1 0 d1 1\nq1 d2 1\n", "short.qrels:2: expected 4 fields (question iteration item grade), got 3"),
    "long.qrels": ("q1 0 d1 1 x\n", "long.qrels:1: expected 4 fields (question iteration item grade), got 5"),
    "word.qrels": ("q1 0 d1 1\n\nq1 0 d2 high\n", "word.qrels:3: column 'grade': 'high' is not a number"),
    "half.qrels": ("q1 0 d1 0.5\n", "half.qrels:1: column 'grade': grade 0.5 is not a whole number"),
    "conflict.qrels": ("q1 0 d1 1\nq1 0 d1 2\n", "conflict.qrels:2: grade 2 for 'd1' of question 'q1' contradicts grade 1 on line 1"),
    "garbage.qrels": (GARBAGE, "garbage.qrels:1: a NUL byte"),
    "broken.gz": (gzip.compress(QRELS.encode(), mtime=0)[:-9], "broken.gz: a broken gzip file"),
    "book.xlsx": (b"PK", "book.xlsx: not a workbook, though its name says so"),
}  # fmt: skip
BAD_RUN = {
    "dup.trec": ("q1 Q0 d1 1 2.0 t\nq1 Q0 d1 2 1.0 t\n", "dup.trec:2: 'd1' is listed again for question 'q1', first on line 1"),
    "five.trec": ("q1 Q0 d1 1 2.0\n", "five.trec:1: expected 6 fields (question Q0 item rank score tag), got 5"),
    "word.trec": (TREC + "q1 Q0 d3 3 abc t\n", "word.trec:3: column 'score': 'abc' is not a number"),
    "nan.trec": (TREC + "q1 Q0 d3 3 NaN t\n", "nan.trec:3: column 'score': the score is nan; a score must be a finite number"),
    "inf.trec": (TREC + "q1 Q0 d3 3 inf t\n", "inf.trec:3: column 'score': the score is inf"),
    "garbage.trec": (GARBAGE, "garbage.trec:1: a NUL byte"),
    "latin.trec": ("q1 Q0 straße 1 2.0 t\n".encode("latin-1"), "latin.trec:1: byte 0xdf is not UTF-8"),
    "other.trec": ("zz Q0 d1 1 2.0 t\n", "other.trec: no question of the run is in the golden set"),
    "empty.jsonl": ("", "empty.jsonl: the file is empty"),
    "columns.jsonl": ('{"question": "q1", "remark": "x"}\n', "columns.jsonl:1: no column for the hits among"),
    "score.jsonl": ('{"question": "q1", "hits": [["d1", "high"]]}\n', "score.jsonl:1: column 'hits': the score 'high' of 'd1' is not a number"),
    "nan.jsonl": ('{"question": "q1", "hits": [["d1", NaN]]}\n', "nan.jsonl:1: not JSON: NaN is not a number that can be scored"),
    "noid.jsonl": ('{"question": "q1", "hits": [{"text": "x"}]}\n', "noid.jsonl: nothing in it matches the gold"),
    "allnull.jsonl": ('{"question": "q1", "hits": [{"id": null}]}\n', "allnull.jsonl: no hit has an id"),
    "twice.jsonl": (GOOD_RUN * 2, "twice.jsonl:2: column 'question': question 'q1' was answered on row 1 already"),
    "score.csv": ("question,item,score\nq1,d1,x\n", "score.csv:2: column 'score': 'x' is not a number"),
    "nan.csv": ("question,item,score\nq1,d1,1\nq1,d2,nan\n", "nan.csv:3: column 'score': the score is nan"),
    "dup.csv": ("question,item,score\nq1,d1,1\nq1,d1,2\n", "dup.csv:3: 'd1' is listed again for question 'q1', first on line 2"),
    "rank.csv": ("question,item,rank\nq1,d1,first\n", "rank.csv:2: column 'rank': 'first' is not a number"),
    "blank.csv": ("question,item,score\n,d1,1\nq1,d1,1\n", "blank.csv:2: column 'question': the question is missing"),
    "broken.parquet": (b"PAR1", "broken.parquet: not a Parquet file"),
}  # fmt: skip


def refuses(done, message):
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err
    assert done.err.startswith("error: ")
    assert done.out == ""


@pytest.mark.parametrize("name", BAD_GOLD)
def test_gold(ragauge, tmp_path, name):
    content, message = BAD_GOLD[name]
    done = ragauge("eval", name, "run.jsonl", "--json", "out.json", files={name: content, "run.jsonl": GOOD_RUN})
    refuses(done, message)
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize("name", BAD_RUN)
def test_run(ragauge, tmp_path, name):
    content, message = BAD_RUN[name]
    done = ragauge(
        "eval",
        "gold.csv",
        name,
        "--json",
        "out.json",
        files={name: content, "gold.csv": "id,question,gold\nq1,q1,d1\n"},
    )
    refuses(done, message)
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "json", "parquet", "trec"])
@pytest.mark.parametrize("side", [0, 1])
def test_missing_files_and_directories(ragauge, tmp_path, suffix, side):
    (tmp_path / f"folder.{suffix}").mkdir()
    files = {"gold.csv": GOOD_GOLD, "run.jsonl": GOOD_RUN}
    for name, message in ((f"no.{suffix}", f"no.{suffix}: no such file"), (f"folder.{suffix}", "this is a directory")):
        paths = ["gold.csv", "run.jsonl"]
        paths[side] = name
        refuses(ragauge("eval", *paths, files=files), message)


def test_all_problems_are_told_in_one_pass(ragauge):
    rows = ["question,item,grade", "q1,,1", ",d1,1", "q1,d2,x", "q1,d3,1", "q1,d4,1.5"]
    done = ragauge("eval", "g.csv", "run.jsonl", files={"g.csv": "\n".join(rows), "run.jsonl": GOOD_RUN})
    assert [f"g.csv:{row}:" in done.err for row in (2, 3, 4, 5, 6)] == [True, True, True, False, True]


def test_a_hundred_problems_are_counted_not_listed(ragauge):
    run = "".join(f"q1 Q0 d{i} 1 x t\n" for i in range(100))
    done = ragauge("eval", "q.txt", "r.trec", files={"q.txt": QRELS, "r.trec": run})
    refuses(done, "... and 80 more problems")


def test_a_huge_line_is_no_data(ragauge, tmp_path):
    for name in ("huge.trec", "huge.csv", "huge.jsonl"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(0)
            file.write(b"q" * (1 << 25))
        done = ragauge("eval", "gold.csv", name, files={"gold.csv": GOOD_GOLD})
        refuses(done, f"{name}:1: a line of more than 16 MiB")


def test_parquet_with_odd_columns(ragauge, tmp_path):
    pl.DataFrame({"question": ["q1"], "item": ["d1"], "score": ["high"]}).write_parquet(tmp_path / "r.parquet")
    refuses(
        ragauge("eval", "gold.csv", "r.parquet", files={"gold.csv": GOOD_GOLD}),
        "column 'score': 'high' is not a number",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "recal@5"), "unknown metric 'recal@5'; did you mean recall"),
        (("-m", "recall@0"), "k must be an integer of at least 1"),
        (("--by", "colour"), "no column 'colour' to slice by; there are: type"),
        (("--clusters", "colour"), "no column 'colour' to cluster by"),
        (("--level", "2"), "level must be from 0.5 to 0.9999"),
        (("--json", "no/such/folder/out.json"), "cannot be written: No such file or directory"),
    ],
)
def test_arguments(ragauge, arguments, message):
    done = ragauge("eval", "gold.csv", "run.jsonl", *arguments, files={"gold.csv": GOOD_GOLD, "run.jsonl": GOOD_RUN})
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err


def test_a_beir_folder_without_the_split_names_those_there_are(ragauge):
    files = {
        "set/qrels/dev.tsv": "query-id\tcorpus-id\tscore\n1\td1\t1\n",
        "set/queries.jsonl": '{"_id": "1", "text": "x"}\n',
    }
    done = ragauge("eval", "set", "run.jsonl", files={**files, "run.jsonl": GOOD_RUN})
    refuses(done, "no split 'test'; there are: dev")
    files["r.jsonl"] = '{"id": "1", "hits": ["d1"]}'
    assert ragauge("eval", "set", "r.jsonl", "--split", "dev", files=files).code == 0

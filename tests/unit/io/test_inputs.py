"""The same gold and the same run from every kind of input give the same scores."""

import gzip
import json

import polars as pl
import pytest

import ragauge

QRELS = {"в1": {"д1": 1, "d2": 2, "d3": 0}, "q2": {"d9": 1}}
ANSWERS = {"в1": {"d2": 2.5, "x": 2.0, "д1": -1.0}, "q2": {"y": 0.5}}
METRICS = ["ndcg@10", "map", "recall@2", "judged@5", "bpref"]

QRELS_TEXT = "".join(f"{q} 0 {d} {g}\n" for q, judged in QRELS.items() for d, g in judged.items())
RUN_TEXT = "".join(
    f"{q} Q0 {d} {i} {s} tag\n" for q, hits in ANSWERS.items() for i, (d, s) in enumerate(hits.items(), 1)
)
JUDGMENTS = [{"query-id": q, "corpus-id": d, "score": g} for q, judged in QRELS.items() for d, g in judged.items()]
HITS = [{"question": q, "doc_id": d, "score": s} for q, hits in ANSWERS.items() for d, s in hits.items()]
LISTS = [{"qid": q, "results": [{"id": d, "score": s} for d, s in hits.items()]} for q, hits in ANSWERS.items()]


def table(rows, separator):
    return "\n".join([separator.join(rows[0]), *(separator.join(map(str, row.values())) for row in rows)]) + "\n"


def lines(rows):
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


GOLD = {
    "dict": lambda _: QRELS,
    "trec": lambda f: f("q.txt", QRELS_TEXT),
    "trec gz": lambda f: f("q.txt.gz", gzip.compress(QRELS_TEXT.encode(), mtime=0)),
    "trec bom": lambda f: f("q.qrels", "\ufeff" + QRELS_TEXT),
    "csv": lambda f: f("q.csv", table(JUDGMENTS, ",")),
    "csv bom ;": lambda f: f("q.csv", "\ufeff" + table(JUDGMENTS, ";")),
    "tsv": lambda f: f("q.tsv", table(JUDGMENTS, "\t")),
    "jsonl": lambda f: f("q.jsonl", lines({"id": q, "question": q, "gold": g} for q, g in QRELS.items())),
    "json": lambda f: f("q.json", json.dumps(QRELS)),
    "json list": lambda f: f("q.json", json.dumps(JUDGMENTS)),
    "parquet": lambda f: f("q.parquet", pl.DataFrame(JUDGMENTS)),
    "polars": lambda _: pl.DataFrame(JUDGMENTS),
    "lazy": lambda _: pl.LazyFrame(JUDGMENTS),
    "pandas": lambda _: pl.DataFrame(JUDGMENTS).to_pandas(),
    "beir": lambda f: f("set/qrels/test.tsv", table(JUDGMENTS, "\t")).parents[1],
    "loaded": lambda _: ragauge.load_golden(QRELS),
}
RUNS = {
    "dict": lambda _: ANSWERS,
    "dict lists": lambda _: {q: list(hits) for q, hits in ANSWERS.items()},
    "dict pairs": lambda _: {q: list(hits.items()) for q, hits in ANSWERS.items()},
    "trec": lambda f: f("r.trec", RUN_TEXT),
    "trec gz": lambda f: f("r.trec.gz", gzip.compress(RUN_TEXT.encode(), mtime=0)),
    "trec tabs": lambda f: f("r.trec", RUN_TEXT.replace(" ", "\t \t").replace("\n", "\r\n\r\n")),
    "csv": lambda f: f("r.csv", table(HITS, ",")),
    "tsv": lambda f: f("r.tsv", table(HITS, "\t")),
    "jsonl": lambda f: f("r.jsonl", lines(LISTS)),
    "jsonl rows": lambda f: f("r.jsonl", lines(HITS)),
    "json": lambda f: f("r.json", json.dumps(ANSWERS)),
    "parquet": lambda f: f("r.parquet", pl.DataFrame(HITS)),
    "parquet nested": lambda f: f("r.parquet", pl.DataFrame(LISTS)),
    "polars": lambda _: pl.DataFrame(HITS),
    "pandas": lambda _: pl.DataFrame(HITS).to_pandas(),
    "recorded": lambda _: ragauge.record(lambda q: list(ANSWERS[q].items()), ragauge.load_golden(QRELS)),
    "loaded": lambda _: ragauge.load_run(ANSWERS),
}


@pytest.fixture
def file(tmp_path):
    (tmp_path / "set").mkdir()
    (tmp_path / "set/queries.jsonl").write_text(
        lines({"_id": q, "text": f"text of {q}"} for q in QRELS), encoding="utf-8"
    )

    def write(name, content):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, pl.DataFrame):
            content.write_parquet(path)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def cells(card):
    return {metric: dict(zip(card.questions, values.cells(), strict=True)) for metric, values in card.values.items()}


EXPECTED = cells(ragauge.evaluate(QRELS, ANSWERS, METRICS))


def test_the_expected_values_are_worked_out_by_hand():
    assert EXPECTED["recall@2"] == {"в1": 0.5, "q2": 0.0}
    assert EXPECTED["map"] == {"в1": (1 + 2 / 3) / 2, "q2": 0.0}
    assert EXPECTED["judged@5"] == {"в1": 2 / 3, "q2": 0.0}


@pytest.mark.parametrize("kind", GOLD)
def test_gold(file, kind):
    if kind == "pandas":
        pytest.importorskip("pandas")
    assert cells(ragauge.evaluate(GOLD[kind](file), ANSWERS, METRICS)) == EXPECTED


@pytest.mark.parametrize("kind", RUNS)
def test_runs(file, kind):
    if kind == "pandas":
        pytest.importorskip("pandas")
    assert cells(ragauge.evaluate(QRELS, RUNS[kind](file), METRICS)) == EXPECTED


def test_beir_questions_have_their_texts(file):
    golden = ragauge.load_golden(GOLD["beir"](file))
    assert golden.questions["text"].to_list() == ["text of в1", "text of q2"]


def test_leading_zeros_and_integers_stay_what_they_are(file):
    gold = file("q.jsonl", '{"id": 7, "question": "a", "gold": [17]}\n{"id": "07", "question": "b", "gold": ["017"]}')
    run = file("r.jsonl", '{"id": "7", "hits": ["17"]}\n{"id": "07", "hits": [17]}')
    assert cells(ragauge.evaluate(gold, run, ["recall"])) == {"recall": {"7": 1.0, "07": 0.0}}


def test_a_run_may_name_questions_by_their_text(file):
    gold = file("q.csv", "question,gold\nПочему?,a\nWhy  so?,b\nПочему?,c\n")
    card = ragauge.evaluate(gold, {"Почему?": ["a"], "Why so?": ["b"]}, ["recall"])
    assert list(card.values["recall"].cells()) == [1.0, 1.0, 0.0]
    assert card.provenance["run"]["questions_matched_by"] == "text"
    assert "1 questions repeat the text of another; --clusters takes them together" in card.warnings


def test_a_rank_column_decides_and_a_contradiction_is_told(file):
    run = file("r.csv", "question,item,score,rank\nq2,d9,0.1,1\nq2,x,0.9,2\n")
    card = ragauge.evaluate({"q2": ["d9"]}, run, ["mrr"])
    assert card["mrr"].value == 1.0
    assert "the rank contradicts the score in 1 questions; the rank counts" in card.warnings


def test_rows_without_score_or_rank_stand_in_their_order(file):
    run = file("r.csv", "question,item\nq2,x\nq2,d9\n")
    assert ragauge.evaluate({"q2": ["d9"]}, run, ["mrr"])["mrr"].value == 0.5


def test_hits_without_id_hold_their_place(file):
    run = file("r.jsonl", '{"question": "q", "hits": [{"id": null}, {"id": "d"}]}')
    card = ragauge.evaluate({"q": ["d"]}, run, ["mrr"])
    assert card["mrr"].value == 0.5
    assert "hits without an id: 1; they hold their place and match nothing" in card.warnings


def test_no_answer_rows_with_sources_are_no_gold(file):
    gold = file("q.csv", "id,question,type,gold\n1,a,no_answer,d1\n2,b,single,d1\n")
    card = ragauge.evaluate(gold, {"1": ["d1"], "2": ["d1"]}, ["recall"])
    assert card["recall"].excluded == {"no_relevant": 1}
    assert "row 2: declared unanswerable, so the sources named there are not used as gold" in card.warnings

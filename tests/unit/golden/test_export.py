import json
from dataclasses import replace

import polars as pl
import pytest

from ragauge import load_golden
from ragauge.core.errors import InputError
from ragauge.demo.corpus import demo_golden
from ragauge.golden.reading.rows import golden_from_rows
from ragauge.golden.versions.differences import diff
from ragauge.golden.versions.export import export_beir, export_golden
from ragauge.golden.versions.template import template, template_table

LOSSLESS = ("jsonl", "json", "csv", "tsv", "parquet", "xlsx")
ROWS = [
    {
        "id": "q1",
        "question": '=Why, so?\nAnd "how"?',
        "evidence": [
            ["a", {"document": "b.pdf", "pages": "3-5", "grade": 2}],
            [{"document": "c.md", "section": "Rules > Refunds"}, {"url": "https://a.example/x", "start": 5, "end": 9}],
            [{"document": "c.md", "quote": "Да; нет, «может быть».", "answer": "Да"}, {"chunk": "c7", "page": 3}],
            [{"id": "x", "grade": 0}, {"document": "b.pdf", "page": 9, "grade": 0}],
        ],
        "lang": "en",
        "answer": "+1",
    },
    {"id": "q2", "question": "Сколько?", "evidence": [], "type": "no_answer", "reason": "out_of_corpus"},
    {"id": "q3", "question": "Кто?", "evidence": [], "lang": "ru"},
    {"id": "007", "question": "Where?", "evidence": [["17"]], "lang": "@x"},
]


def golden(rows=ROWS, **more):
    return golden_from_rows(list(enumerate(rows, start=1)), source="gold", **more)


def read_back(gold, kind, folder):
    path = folder / f"gold.{kind}"
    path.write_bytes(export_golden(gold, kind))
    return load_golden(path)


def needs(gold):
    """The judgments without the numbers of the needs."""
    members = pl.col("item").sort().str.join("\n").over("question", "need")
    table = gold.judgments.with_columns(pl.when(pl.col("need").is_not_null()).then(members).alias("need"))
    return table.sort("question", "item", "need").rows()


def same(first, second, columns=True):
    assert second.questions.equals(first.questions)
    assert needs(second) == needs(first)
    assert second.anchors.sort("item").equals(first.anchors.sort("item"))
    assert (second.match, second.bare, second.numbered) == (first.match, first.bare, first.numbered)
    if columns:
        assert second.slices.to_dict(as_series=False) == first.slices.to_dict(as_series=False)
    assert diff(first, second).changed == ()


@pytest.mark.parametrize("kind", LOSSLESS)
def test_what_is_written_is_read_back(kind, tmp_path):
    first = golden()
    assert first.anchors.height == 6
    second = read_back(first, kind, tmp_path)
    same(first, second)
    assert second.fingerprint() == first.fingerprint()


@pytest.mark.parametrize("kind", LOSSLESS)
def test_the_demo_is_read_back(kind, tmp_path):
    first = demo_golden()
    second = read_back(first, kind, tmp_path)
    same(first, second)


@pytest.mark.parametrize("kind", LOSSLESS)
def test_undeclared_lists_stay_undeclared(kind, tmp_path):
    rows = [{"question": "Why?", "gold": ["a", "b"]}, {"question": "Who?", "gold": [["c", "d"], ["e"]]}]
    first = load_golden(pl.DataFrame({"question": ["Why?", "Who?"], "gold": [json.dumps(row["gold"]) for row in rows]}))
    assert (first.match, first.bare) == (None, ("1",))
    same(first, read_back(first, kind, tmp_path))


@pytest.mark.parametrize("kind", LOSSLESS)
def test_what_was_declared_outside_of_the_file_gets_a_column(kind, tmp_path):
    first = load_golden(
        pl.DataFrame({"question": ["Why?", "Who?"], "gold": ["a", ""], "answer": ["x", "Not there."]}),
        no_answer=["answer=Not there."],
    )
    assert first.questions["status"].to_list() == ["scored", "no_relevant"]
    second = read_back(first, kind, tmp_path)
    same(first, second, columns=False)
    assert [str(cell).casefold() for cell in second.slices["answerable"]] == ["true", "false"]


@pytest.mark.parametrize("kind", LOSSLESS)
def test_columns_that_look_like_evidence_are_kept_apart(kind, tmp_path):
    first = golden([{"id": "q1", "question": "Why?", "gold": "a", "lang": "en"}])
    slices = pl.DataFrame({"page": ["7"], "expected_docs": ["z"], "Document": ["y"], "lang": ["en"]})
    second = read_back(replace(first, slices=slices), kind, tmp_path)
    same(first, second, columns=False)
    assert second.slices.row(0) == ("7", "z", "y", "en")


def test_questions_without_texts_are_qrels():
    first = load_golden({"q1": {"d1": 2, "d2": 0}, "q2": {"d1": 1}})
    bare = replace(first, questions=first.questions.with_columns(text=pl.lit(None, dtype=pl.String)))
    with pytest.raises(InputError, match="'q1' has no text"):
        export_golden(bare, "jsonl")
    assert export_golden(bare, "trec").decode() == "q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"evidence": [["a", "b"]]}, "has alternatives"),
        ({"evidence": [[{"document": "a", "page": 3}]]}, "a place in a document"),
        ({"evidence": []}, "has no judgments"),
        ({"evidence": [], "type": "no_answer"}, "has no answer in the corpus"),
        ({"evidence": [["my file.pdf"]]}, "white space in it"),
    ],
)
def test_what_qrels_cannot_hold_is_refused(row, words):
    gold = golden([{"id": "q1", "question": "Why?", "evidence": [["a"]]}, {"id": "q2", "question": "Who?", **row}])
    for write in (lambda: export_golden(gold, "trec"), lambda: export_beir(gold)):
        with pytest.raises(InputError, match=words):
            write()


def test_trec_and_beir_are_read_back(tmp_path):
    first = golden([{"id": "q1", "question": "Why?", "evidence": {"a": 2, "b": 0}}, ROWS[3]])
    (tmp_path / "gold.qrels").write_bytes(export_golden(first, "trec"))
    assert needs(load_golden(tmp_path / "gold.qrels")) == [
        ("007", "17", 1, None),
        ("q1", "a", 2, None),
        ("q1", "b", 0, None),
    ]
    (tmp_path / "beir/qrels").mkdir(parents=True)
    for name, content in export_beir(first).items():
        (tmp_path / "beir" / name).write_bytes(content)
    second = load_golden(tmp_path / "beir")
    assert sorted(second.questions.rows()) == sorted(first.questions.rows())


def test_autorag_and_ragas():
    gold = golden([{"id": "q1", "question": "Why?", "evidence": [["a", "b"], ["c"]], "answer": "So."}])
    (row,) = pl.read_parquet(export_golden(gold, "autorag")).to_dicts()
    assert row == {"qid": "q1", "query": "Why?", "retrieval_gt": [["a", "b"], ["c"]], "generation_gt": ["So."]}
    assert json.loads(export_golden(gold, "autorag.jsonl")) == row
    assert json.loads(export_golden(gold, "ragas")) == {
        "user_input": "Why?",
        "reference": "So.",
        "reference_context_ids": ["a", "b", "c"],
    }
    with pytest.raises(InputError, match="AutoRAG knows only ids"):
        export_golden(golden(), "autorag")
    with pytest.raises(InputError, match="no kind 'doc'"):
        export_golden(gold, "doc")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_template_is_a_golden_set(language, tmp_path):
    path = tmp_path / "template.xlsx"
    path.write_bytes(template(language))
    gold = load_golden(path, match="all", sheet=1)
    header, *rows = template_table(language)
    assert gold.questions["text"].to_list() == [row[1] for row in rows]
    assert gold.questions["status"].to_list() == ["scored"] * 5 + ["no_relevant"]
    counts = gold.judgments.group_by("question", maintain_order=True).agg("item", pl.col("need").n_unique())
    assert counts["need"].to_list() == [1, 2, 1, 1, 1]
    assert [len(items) for items in counts["item"]] == [1, 2, 2, 1, 1]
    places = gold.anchors.select("page_from", "page_to", "quote").rows()
    assert places == [(10, 12, None), (None, None, rows[4][header.index(header[4])])]

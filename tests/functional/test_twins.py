"""One golden set in many files: whatever the format, the encoding and the line ends, every score is the same.

A twin in cp1251 can hold ё and й only as letters of their own: the code page has no combining marks. So the names are
composed in the golden file, and decomposed in the run, as a macOS disk gives them; with ü it is cp1252 that holds the
names. The quotation marks «» are in both code pages.
"""

import io
import json
import unicodedata

import openpyxl
import polars as pl
import pytest
from golden_files import twins

METRICS = ("recall@5", "precision@5", "mrr", "map", "ndcg@10", "need_recall@5", "need_success@5", "rprec")
MATCH = ("--match", "all")
CLEAN = {"clean.csv": twins.table(), "run.jsonl": twins.run()}


def measured(ragauge, gold, run, *options, files):
    names = [word for metric in METRICS for word in ("-m", metric)]
    done = ragauge("eval", gold, run, *names, *options, "--by", "type", "--json", "-", files=files)
    assert done.code == 0, done.err
    return json.loads(done.out)


def same(one, two):
    assert one["questions"]["values"] == two["questions"]["values"]
    assert one["questions"]["status"] == two["questions"]["status"]
    assert one["scores"] == two["scores"]
    assert one["provenance"]["fingerprints"]["gold"] == two["provenance"]["fingerprints"]["gold"]


@pytest.fixture
def clean(ragauge):
    data = measured(ragauge, "clean.csv", "run.jsonl", *MATCH, files=CLEAN)
    assert data["questions"]["values"]["recall@5"] == list(twins.RECALL)
    return data


def test_the_clean_twin_has_the_numbers_counted_by_hand(clean):
    score = clean["scores"][0]
    assert score["value"] == pytest.approx(4 / 6, abs=1e-12)  # (1 + 1 + ½ + 1 + 0 + ½) of 6
    assert score["excluded"] == {"no_relevant": 1, "gold_unknown": 1}


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_cp1251_with_semicolons(ragauge, clean, form, end):
    text = twins.table(";", end)
    assert unicodedata.is_normalized("NFC", text)
    files = {"old.csv": text.encode("cp1251"), "mac.jsonl": twins.run(twins.RunForm(form))}
    same(measured(ragauge, "old.csv", "mac.jsonl", *MATCH, "--encoding", "cp1251", files=files), clean)


def test_a_decomposed_run_is_another_one_letter_by_letter(ragauge, clean):
    """The twin differs where it should: without the matching of names, ё and й are not found."""
    files = {"mac.jsonl": twins.run(twins.RunForm("NFD"))}
    data = measured(ragauge, "clean.csv", "mac.jsonl", *MATCH, "--ids", "exact", files=files)
    recall = data["questions"]["values"]["recall@5"]
    assert recall[:3] == [0, 0, 0]
    assert recall[4:] == list(twins.RECALL[4:])  # «Ключи №2» has neither


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_other_encodings_and_delimiters(ragauge, clean, encoding, delimiter):
    files = {"other.csv": twins.table(delimiter, "\r\n").encode(encoding)}
    same(measured(ragauge, "other.csv", "run.jsonl", *MATCH, files=files), clean)


@pytest.mark.parametrize("form", ["NFD", "NFKC", "NFKD"])
def test_a_golden_file_in_another_unicode_form(ragauge, clean, form):
    """The numero sign of a name is letters in the compatibility forms: such names are other names."""
    text = unicodedata.normalize(form, twins.table())
    data = measured(ragauge, "odd.csv", "run.jsonl", *MATCH, files={"odd.csv": text})
    recall = data["questions"]["values"]["recall@5"]
    assert recall[:4] == list(twins.RECALL[:4])
    if form == "NFD":
        assert recall == list(twins.RECALL)


@pytest.mark.parametrize("folder", ["/srv/архив/", "C:\\архив\\", "file:///srv/"])
def test_a_run_with_whole_paths(ragauge, clean, folder):
    files = {"paths.jsonl": twins.run(twins.RunForm("NFC", folder))}
    data = measured(ragauge, "clean.csv", "paths.jsonl", *MATCH, files=files)
    assert data["questions"]["values"] == clean["questions"]["values"]
    assert data["scores"] == clean["scores"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_german_names_in_cp1252(ragauge, form):
    files = {
        "de.csv": twins.german_table().encode("cp1252"),
        "clean-de.csv": twins.german_table(",", "\n"),
        "mac.jsonl": twins.german_run(form),
    }
    names = ("-m", "recall@5", "-m", "mrr", "--json", "-")
    done = ragauge("eval", "de.csv", "mac.jsonl", "--encoding", "cp1252", *names, files=files)
    assert done.code == 0, done.err
    data = json.loads(done.out)
    assert data["questions"]["values"] == {"recall@5": [1, 1, 0], "mrr": [1, 1 / 2, 0]}
    assert data["scores"] == json.loads(ragauge("eval", "clean-de.csv", "mac.jsonl", *names).out)["scores"]


# The same golden set in every format.


def workbook(*, numbers):
    """Excel keeps a number that is typed in as a number, and cells that are left empty as nothing."""
    book = openpyxl.Workbook()
    book.active.append(twins.HEADER)
    for row in twins.ROWS:
        book.active.append([int(cell) if numbers and cell.isdigit() else cell or None for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def parquet(records):
    file = io.BytesIO()
    pl.DataFrame(records).write_parquet(file)
    return file.getvalue()


def lines(records):
    return "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)


FORMATS = {
    "gold.xlsx": lambda: workbook(numbers=False),
    "numbers.xlsx": lambda: workbook(numbers=True),
    "gold.tsv": lambda: twins.table("\t"),
    "gold.jsonl": lambda: lines(twins.records()),
    "lists.jsonl": lambda: lines(twins.records(lists=True)),
    "gold.json": lambda: json.dumps(twins.records(), ensure_ascii=False),
    "gold.parquet": lambda: parquet(twins.records()),
    "lists.parquet": lambda: parquet(twins.records(lists=True)),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_the_same_scores(ragauge, clean, name):
    same(measured(ragauge, name, "run.jsonl", *MATCH, files={name: FORMATS[name]()}), clean)


@pytest.mark.parametrize("name", ["gold.xlsx", "lists.jsonl", "lists.parquet"])
def test_every_format_has_both_readings(ragauge, name):
    files = {**CLEAN, name: FORMATS[name]()}
    plain = measured(ragauge, "clean.csv", "run.jsonl", files=files)
    same(measured(ragauge, name, "run.jsonl", files=files), plain)
    bounds = plain["scores"][0]["bounds"]
    assert bounds == {"match_all": pytest.approx(4 / 6), "match_any": pytest.approx(5 / 6)}


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl", "json", "parquet", "xlsx"])
def test_an_exported_copy_is_a_twin(ragauge, clean, suffix):
    done = ragauge("golden", "export", "clean.csv", *MATCH, "-o", f"copy.{suffix}")
    assert done.code == 0, done.err
    copy = measured(ragauge, f"copy.{suffix}", "run.jsonl", *MATCH, files={})
    same(copy, clean)


def test_a_run_as_a_table_of_hits(ragauge, clean):
    """The column ``text`` is that of the hit: the question has one of its own."""
    asked = {name: question.replace('"', '""') for name, question, *_ in twins.ROWS}
    text = "".join(
        '{},"{}",{},{},{},"{}"\n'.format(
            name, asked[name], hit["source"], hit["page"], rank, str(hit["text"]).replace('"', '""')
        )
        for name, hits in twins.HITS.items()
        for rank, hit in enumerate(hits, start=1)
    )
    files = {"run.csv": f"id,question,source,page,rank,text\n{text}"}
    data = measured(ragauge, "clean.csv", "run.csv", *MATCH, files=files)
    assert data["questions"]["values"]["recall@5"] == list(twins.RECALL)
    assert data["questions"]["values"] == clean["questions"]["values"]

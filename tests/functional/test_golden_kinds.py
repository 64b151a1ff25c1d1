"""Nineteen golden files as people have them, no two alike: each is read as it is, or with one declaration."""

import json
from collections import Counter
from statistics import fmean

import pytest
from golden_files import lists, tables

import ragauge as library

KINDS = {
    "01-section-and-page-range": tables.section_and_page_range,
    "02-document-stem": tables.document_stem,
    "03-works-any-of": tables.works_any_of,
    "04-files-and-pages": tables.files_and_pages,
    "05-tools": tables.tools,
    "06-citations-and-refusals": lists.citations_and_refusals,
    "07-chunk-ids-beside-sections": lists.chunk_ids_beside_sections,
    "08-arxiv-ids": lists.arxiv_ids,
    "09-urls": lists.urls,
    "10-pages-with-quotes": lists.pages_with_quotes,
    "11-pages-alone": lists.pages_alone,
    "12-file-name-prefix": lists.file_name_prefix,
    "13-refusals-by-kind": lists.refusals_by_kind,
    "14-windows-paths": lists.windows_paths,
    "15-canned-sentence": lists.canned_sentence,
    "16-negatives-with-a-source": lists.negatives_with_a_source,
    "17-files-with-keywords": lists.files_with_keywords,
    "18-uuids-with-anchors": lists.uuids_with_anchors,
    "19-clauses": lists.clauses,
}


def measured(ragauge, kind, *options):
    done = ragauge("eval", kind.gold, kind.run, "-m", "recall@5", *options, "--json", "-", files=kind.files)
    assert done.code == 0, done.err
    return json.loads(done.out)


def refused(ragauge, kind, *options):
    done = ragauge("eval", kind.gold, kind.run, "-m", "recall@5", *options, files=kind.files)
    assert done.code == 2
    assert done.out == ""
    assert "Traceback" not in done.err
    return done.err


def scored(kind):
    return [cell for cell in kind.cells if not isinstance(cell, str)]


@pytest.mark.parametrize("name", KINDS)
def test_the_values_worked_out_by_hand_agree(name):
    """A check of these tests, not of ragauge."""
    kind = KINDS[name]()
    assert 6 <= len(kind.cells) <= 12
    assert fmean(scored(kind)) == pytest.approx(kind.recall, abs=1e-12)
    assert scored(kind).count(0) + sum(0 < cell < 1 for cell in scored(kind)) >= 2
    if kind.either is not None:
        assert fmean(cell > 0 for cell in scored(kind)) == pytest.approx(kind.either, abs=1e-12)


@pytest.mark.parametrize("name", KINDS)
def test_recall_is_what_one_counts_by_hand(ragauge, name):
    kind = KINDS[name]()
    data = measured(ragauge, kind, *kind.options)
    assert data["questions"]["values"]["recall@5"] == [
        cell if isinstance(cell, str) else pytest.approx(cell, abs=1e-12) for cell in kind.cells
    ]
    score = data["scores"][0]
    assert score["value"] == pytest.approx(kind.recall, abs=1e-12)
    assert (score["n"], score["items"]) == (len(scored(kind)), len(kind.cells))
    assert score["excluded"] == dict(Counter(cell for cell in kind.cells if isinstance(cell, str)))


@pytest.mark.parametrize("name", KINDS)
def test_undeclared_lists_are_read_both_ways(ragauge, name):
    kind = KINDS[name]()
    data = measured(ragauge, kind, *kind.options)
    bounds = data["scores"][0]["bounds"] or {}
    if kind.either is None:
        assert "match_any" not in bounds
        return
    assert bounds["match_all"] == pytest.approx(kind.recall, abs=1e-12)
    assert bounds["match_any"] == pytest.approx(kind.either, abs=1e-12)
    assert any("--match" in warning for warning in data["warnings"])
    either = measured(ragauge, kind, *kind.options, "--match", "any")
    assert either["scores"][0]["value"] == pytest.approx(kind.either, abs=1e-12)
    assert not either["scores"][0]["bounds"]
    every = measured(ragauge, kind, *kind.options, "--match", "all")
    assert every["scores"][0]["value"] == pytest.approx(kind.recall, abs=1e-12)
    assert not every["scores"][0]["bounds"]
    assert not any("--match" in warning for warning in (*either["warnings"], *every["warnings"]))


@pytest.mark.parametrize("name", [name for name in KINDS if KINDS[name]().warns])
def test_what_was_decided_is_told(ragauge, name):
    kind = KINDS[name]()
    warnings = measured(ragauge, kind, *kind.options)["warnings"]
    for words in kind.warns:
        assert any(all(word in warning for word in words) for warning in warnings), words


@pytest.mark.parametrize("name", KINDS)
def test_inspect_reads_every_kind_and_shows_its_columns(ragauge, name):
    kind = KINDS[name]()
    done = ragauge("golden", "inspect", kind.gold, *kind.options, files=kind.files)
    assert done.code == 0, done.err
    assert kind.question_column in done.out
    assert kind.first_question[:16] in done.out


@pytest.mark.parametrize(
    ("name", "unknown", "value"),
    [
        ("02-document-stem", 3, 3 / 6),  # both sentences and the row that has another answer
        ("15-canned-sentence", 3, 5 / 8),
    ],
)
def test_a_sentence_declares_nothing_until_it_is_declared(ragauge, name, unknown, value):
    data = measured(ragauge, KINDS[name]())
    score = data["scores"][0]
    assert score["excluded"] == {"gold_unknown": unknown}
    assert score["value"] == pytest.approx(value, abs=1e-12)
    assert any("--no-answer" in warning for warning in data["warnings"])


def test_any_of_is_asked_for_where_bars_divide_the_ids(ragauge):
    data = measured(ragauge, KINDS["03-works-any-of"]())
    score = data["scores"][0]
    # all: ⅓ + 0 + 1 + 0 + ½ + 0 + ½ of 7
    assert score["bounds"]["match_all"] == pytest.approx((1 / 3 + 1 + 1 / 2 + 1 / 2) / 7, abs=1e-12)
    assert score["bounds"]["match_any"] == pytest.approx(4 / 7, abs=1e-12)
    assert any("--match" in warning for warning in data["warnings"])


def test_a_file_without_a_gold_column_names_the_columns_it_has(ragauge):
    message = refused(ragauge, KINDS["05-tools"]())
    assert "tools.csv" in message
    assert "expected_tools" in message
    assert "intent" in message
    assert "--map gold=" in message


def test_several_gold_columns_are_named_and_one_is_to_be_chosen(ragauge):
    message = refused(ragauge, KINDS["07-chunk-ids-beside-sections"]())
    assert "gold.jsonl" in message
    assert "expected_chunk_ids" in message
    assert "ground_truth_reference_chunks" in message
    assert "--map" in message


def test_a_mapped_column_that_is_not_there_is_refused(ragauge):
    message = refused(ragauge, KINDS["05-tools"](), "--map", "gold=expected_tool")
    assert "expected_tool" in message
    assert "expected_tools" in message


def test_a_role_that_is_none_names_the_roles(ragauge):
    message = refused(ragauge, KINDS["05-tools"](), "--map", "tools=expected_tools")
    for word in ("tools", "gold", "document", "page_from", "quote"):
        assert word in message


def test_repealed_law_counts_in_retrieval_and_as_a_slice(ragauge):
    """A refusal with a reason that cites the successor is scored; the other reasons are left out, each on its own."""
    kind = KINDS["06-citations-and-refusals"]()
    data = measured(ragauge, kind, *kind.options, "--by", "expected_refusal_reason")
    slices = {score["slice"]["expected_refusal_reason"]: score for score in data["scores"] if score["slice"]}
    assert slices["repealed"]["value"] == 1
    for reason in ("advice", "ambiguous", "out_of_corpus"):
        assert slices[reason]["value"] is None
        assert slices[reason]["excluded"] == {"no_relevant": 1}
    assert slices["(blank)"]["value"] == pytest.approx(3 / 8, abs=1e-12)  # 1 + ½ + 0 + 0 of 4
    assert slices["(blank)"]["excluded"] == {"gold_unknown": 1}


def scores(ragauge, files, *options, metrics=("recall@5", "mrr")):
    names = [word for name in metrics for word in ("-m", name)]
    done = ragauge("eval", "gold.jsonl", "run.jsonl", *names, *options, "--json", "-", files=files)
    assert done.code == 0, done.err
    return [score["value"] for score in json.loads(done.out)["scores"]]


def lines(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def test_two_chunks_of_one_page_are_two_hits_where_quotes_are_compared(ragauge):
    gold = lines({"question": "Сколько?", "evidence": [[{"document": "отпуск.md", "quote": "Отпуск 28 дней"}]]})
    hits = [
        {"page_content": text, "metadata": {"source": "/in/отпуск.md", "page": 0}}
        for text in ("Общее.", "Отпуск 28 дней.")
    ]
    files = {"gold.jsonl": gold, "run.jsonl": lines({"question": "Сколько?", "retrieved": hits})}
    assert scores(ragauge, files) == [1, 1 / 2]
    chunks = lines({"id": "c1", "document": "отпуск.md", "text": "Отпуск 28 дней."})
    assert scores(ragauge, {**files, "chunks.jsonl": chunks}, "--chunks", "chunks.jsonl") == [1, 1 / 2]


def test_repeated_pages_are_left_out_or_hold_their_places(ragauge):
    gold = lines({"question": "Why?", "document": "a.pdf", "page": 9})
    pages = [1, 1, 1, 2, 2, 2, 3, 3, 9]
    hits = [{"id": f"c{place}", "document": "a.pdf", "page": page} for place, page in enumerate(pages)]
    files = {"gold.jsonl": gold, "run.jsonl": lines({"question": "Why?", "retrieved": hits})}
    assert scores(ragauge, files) == [1, 1 / 4]
    assert scores(ragauge, files, "--repeats", "keep") == [0, 1 / 9]
    assert scores(ragauge, files, "--at", "document") == [1, 1]


def test_a_level_that_was_asked_for(ragauge):
    evidence = [[{"document": "a.pdf", "page": 3, "quote": "the lamp hums"}], [{"document": "b.pdf", "page": 5}]]
    hits = [
        {"id": "1", "document": "b.pdf", "page": 9, "text": "…"},
        {"id": "2", "document": "a.pdf", "page": 3, "text": "It rings."},
        {"id": "3", "document": "a.pdf", "page": 4, "text": "At night the lamp hums."},
    ]
    gold, run = lines({"question": "Why?", "evidence": evidence}), lines({"question": "Why?", "retrieved": hits})
    files = {"gold.jsonl": gold, "run.jsonl": run}
    assert scores(ragauge, files) == [0, 0]
    assert scores(ragauge, files, "--at", "page") == [1 / 2, 1 / 2]
    assert scores(ragauge, files, "--at", "document") == [1, 1]
    done = ragauge("eval", "gold.jsonl", "run.jsonl", "--at", "section")
    assert done.code == 0
    assert "document" in done.out


def test_objects_of_frameworks_from_python():
    class Document:
        def __init__(self, text, source):
            self.page_content, self.metadata = text, {"source": source}

    gold = {"Сколько?": [{"document": "отпуск.md"}]}
    run = library.record(lambda _: [Document("…", "x.md"), (Document("…", "отпуск.md"), 0.5)], gold)
    assert library.evaluate(gold, run, ["mrr"])["mrr"].value == 1 / 2

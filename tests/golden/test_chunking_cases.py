"""Span metrics, boundaries and late chunking against the recorded cases of Chroma, LegalBench-RAG, nltk, segeval, jina.

Where a definition here differs on purpose, the row says what is given instead, and why.
"""

import json

import numpy as np
import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Chunk, Document
from ragauge.golden.quotes.finder import QuoteFinder
from ragauge.golden.reading.rows import golden_from_rows
from ragauge.metrics.chunking.boundaries import boundary_similarity, pk, window_diff
from ragauge.metrics.chunking.spans import merged, precision_omega, span_scores
from ragauge.metrics.chunking.truncation import TokenCount, truncation
from ragauge.pipeline.chunking.late import late_pool
from ragauge.pipeline.chunking.placing import placed
from ragauge.pipeline.reference.setup import Setup
from ragauge.sweeping.running import steps_of
from ragauge.sweeping.spans import ceiling, coverage
from ragauge.sweeping.steps import by_question
from ragauge.sweeping.store import Store
from ragauge.tables.corpus import Corpus

OURS = {
    "chroma_miss": {"precision_omega": 1.0},  # a chunk that only touches the gold holds none of it
    "chroma_overlap_refs": {"precision_omega": 0.75, "iou": 0.75, "recall": 1.0, "precision": 0.75},  # all is covered
}
LEGAL = {
    "lbrag_overlapping_retrieved": {"precision": 1.0, "recall": 1.0},  # theirs is 2.0
    "lbrag_none": {"precision": None, "recall": 0.0},  # no precision of nothing; theirs is 0
    "lbrag_no_gold": {"precision": None, "recall": None},  # nothing to find; theirs is 0
    "lbrag_touch_gold": {"precision": 1.0, "recall": 1.0},  # theirs refuses gold that touches
}
SEARCHED = {"rigorous_search_repeat": (0, 12), "rigorous_search_case": (13, 25), "rigorous_search_absent": None}
"""Theirs drop a full stop at the end; here the quote is found with it."""


def read(cases_dir, name):
    return {case["id"]: case for case in json.loads((cases_dir / name).read_text("utf-8"))["cases"]}


@pytest.fixture(scope="module")
def chunking(cases_dir):
    return read(cases_dir, "chunking.json")


def of_chroma(spans):
    """Spans by document; Chroma's gold is of one."""
    found = {}
    for start, end, *other in spans:
        found.setdefault(other[0] if other else "corpus", []).append((start, end))
    return found


def told(case, **how):
    given = case["input"]
    gold, every, held = (of_chroma(given[name]) for name in ("references", "all_chunks", "retrieved"))
    touching = how.pop("touching", False)
    scores = span_scores(gold, held, **how)
    return {
        "precision_omega": precision_omega(gold, every, touching=touching, **how),
        "iou": scores.iou, "recall": scores.recall, "precision": scores.precision,
    }  # fmt: skip


def test_every_row_is_looked_at(chunking):
    known = {"chroma", "lbrag", "rigorous", "merge"}
    assert {name.partition("_")[0] for name in chunking} == known
    assert len(chunking) == 16


def test_chroma_as_it_counts(chunking):
    """Sums of lengths and spans that are closed."""
    rows = [case for name, case in chunking.items() if name.startswith("chroma_") and case["expected"]]
    assert len(rows) == 5
    for case in rows:
        found = told(case, counting="sum", touching=True)
        assert found == pytest.approx({name: case["expected"][name] for name in found}, abs=case["tol"]), case["id"]


def test_chroma_as_we_count(chunking):
    for name, case in chunking.items():
        if name.startswith("chroma_") and case["expected"]:
            found = told(case)
            wanted = {key: case["expected"][key] for key in found} | OURS.get(name, {})
            assert found == pytest.approx(wanted, abs=case["tol"]), name


def test_nothing_retrieved_has_no_precision(chunking):
    case = chunking["chroma_none_retrieved"]
    assert "ZeroDivisionError" in case["raises"]
    assert told(case) == {"precision_omega": 1.0, "iou": 0.0, "recall": 0.0, "precision": None}


def test_legalbench(chunking):
    rows = {name: case for name, case in chunking.items() if name.startswith("lbrag_")}
    assert len(rows) == 6
    for name, case in rows.items():
        gold, held = ({}, {})
        for places, spans in ((gold, case["input"]["gold"]), (held, case["input"]["retrieved"])):
            for document, span in spans:
                places.setdefault(document, []).append(tuple(span))
        found = span_scores(gold, held)
        wanted = LEGAL.get(name) or case["expected"]
        assert {"precision": found.precision, "recall": found.recall} == pytest.approx(wanted, abs=case["tol"]), name


def test_spans_are_merged(chunking):
    case = chunking["merge_spans"]
    assert [list(span) for span in merged(map(tuple, case["input"]["spans"]))] == case["expected"]


def test_quotes_are_found_where_chroma_finds_them(chunking):
    for name, wanted in SEARCHED.items():
        given = chunking[name]["input"]
        found = QuoteFinder(given["document"]).find(given["target"], fuzzy=False)
        assert (None if found is None else (found.start, found.end)) == wanted
        if chunking[name]["expected"]:
            assert found.start == chunking[name]["expected"][1]


def gaps(text):
    return [letter == "1" for letter in text]


def of_masses(masses):
    found = [False] * (sum(masses) - 1)
    for place in np.cumsum(masses)[:-1]:
        found[place - 1] = True
    return found


def test_boundaries_of_nltk_and_segeval(cases_dir):
    rows = {name: row for name, row in read(cases_dir, "segmentation_relations.json").items() if name.startswith("seg")}
    for name in ("seg_same", "seg_extra"):
        given, wanted = rows[name]["input"], rows[name]["expected"]
        both = gaps(given["ref"]), gaps(given["hyp"])
        assert (pk(*both, given["k"]), window_diff(*both, given["k"])) == pytest.approx((wanted["pk"], wanted["wd"]))
    reference = gaps(rows["seg_default_k"]["input"]["ref"])
    one_missing = [gap and place != 7 for place, gap in enumerate(reference)]
    assert pk(reference, one_missing) == pytest.approx(rows["seg_default_k"]["expected"])
    for name in ("segeval_near_miss", "segeval_missing"):
        given, wanted = rows[name]["input"], rows[name]["expected"]
        both = of_masses(given["ref_masses"]), of_masses(given["hyp_masses"])
        window = round(np.mean(given["ref_masses"]) / 2)  # segeval's
        assert boundary_similarity(*both) == pytest.approx(wanted["B"])
        assert (pk(*both, window), window_diff(*both, window)) == pytest.approx((wanted["pk"], wanted["wd"]))
    with pytest.raises(InputError, match="16 and 1 gaps"):
        pk(reference, [True])
    assert rows["seg_len_mismatch"]["raises"].startswith("ValueError")


def test_late_chunking_of_jina(cases_dir):
    rows = read(cases_dir, "late_chunking.json")
    assert set(rows) == {"late_two", "late_beyond"}
    for name, case in rows.items():
        given = case["input"]
        read_tokens = given["tokens"][: given["max_length"] - 1] if given["max_length"] else given["tokens"]
        pooled = late_pool(np.array(read_tokens), [tuple(span) for span in given["spans"]])
        assert [np.float32(vector).tolist() for vector in pooled if vector is not None] == case["expected"], name
        assert len(pooled) == len(given["spans"])  # a span without tokens keeps its place


@pytest.fixture(scope="module")
def users(cases_dir):
    rows = map(json.loads, (cases_dir / "users.jsonl").read_text("utf-8").splitlines())
    return {row["id"]: row["input"] for row in rows}


def test_u017_what_is_beyond_the_limit_is_told(users):
    given = users["U017"]
    found = truncation(given["chunk_tokens"], given["embedder_max_tokens"], "bge-small")
    assert (found.over, found.chunks, found.beyond, found.tokens) == (2, 3, 876, 2200)
    assert f"{found.token_share:.1%}" == "39.8%"
    assert found.counter == "bge-small"


def test_u018_counts_of_two_tokenizers_are_not_compared(users):
    given = users["U018"]
    limit = TokenCount("embedder", given["limit"])
    assert TokenCount("embedder", given["embedder_count"]).beyond(limit) == 128
    with pytest.raises(InputError, match="tokens of cl100k and of embedder"):
        TokenCount(given["counter"], given["count"]).beyond(limit)


def test_u012_minus_one_is_no_place(users):
    text = "Лампа гудит. Лампа светит. Лампа гудит."
    starts = users["U012"]["start_index"]
    pieces = [
        Chunk(f"c{n}", "d", start, start + len(words), words)
        for n, (start, words) in enumerate(zip(starts, ("Лампа гудит.", "Лампа светит.", "Лампа гудит."), strict=True))
    ]
    found = placed(Document("d", text), pieces)
    assert [(one.start, one.end) for one in found.chunks] == [(0, 12), (13, 26), (27, 39)]
    assert (found.relocated, found.unlocated) == (2, ())
    with pytest.raises(InputError, match="got -1 to 11"):
        merged([(-1, 11)])


def test_spans_of_a_whole_sweep_against_sets_of_characters(data_dir, tmp_path):
    """Chroma's 472 questions; every character of gold and chunks is looked at one by one."""
    folder = data_dir / "chroma_chunking"
    texts = {path.stem: path.read_bytes().decode() for path in sorted((folder / "corpora").glob("*.md"))}
    asked = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    gold = {
        one["id"]: {one["corpus_id"]: [(place["start"], place["end"]) for place in one["references"]]} for one in asked
    }
    rows = [
        (n, {"id": one["id"], "question": one["question"], "document": one["corpus_id"]}) for n, one in enumerate(asked)
    ]
    golden = golden_from_rows(rows, source="gold")
    steps = steps_of(Corpus(texts), golden, Store(tmp_path))
    setup = Setup("fixed", {"size": 400, "overlap": 40})
    chunks = {
        name: place for name, *place in steps.chunks(setup)[1].select("id", "document", "start", "end").iter_rows()
    }
    lists = {name: [hit.item for hit in hits[:5]] for name, hits in by_question(steps.hits(setup)[1]).items()}
    omega = ceiling(gold, chunks)
    found = coverage(gold, lists, chunks, omega)
    wanted = [counted(gold[name], [chunks[item] for item in lists.get(name, [])], chunks.values()) for name in gold]
    means = np.array(wanted).mean(axis=0)
    assert (found.recall, found.precision, found.iou, found.omega) == pytest.approx(tuple(means), abs=1e-12)
    assert (found.n, found.empty) == (472, 0)


def counted(gold, held, every):
    """Recall, precision, IoU and Ω of one question, with sets."""
    wanted = {(name, at) for name, spans in gold.items() for start, end in spans for at in range(start, end)}
    have = {(name, at) for name, start, end in held for at in range(start, end)}
    best = set()
    for name, start, end in every:
        if any(
            name == document and start < last and end > first
            for document, spans in gold.items()
            for first, last in spans
        ):
            best |= {(name, at) for at in range(start, end)}
    both = len(wanted & have)
    return both / len(wanted), both / len(have), both / len(wanted | have), len(wanted & best) / len(wanted | best)

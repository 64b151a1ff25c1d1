"""What became of the gold before anything was searched: as far as corpus, chunks and index tell."""

import pytest

from ragauge.core.errors import InputError
from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import follow
from ragauge.funnel.index_listing import IndexListing, index_listing, listing_of
from ragauge.funnel.needs import needs_of
from ragauge.funnel.origins import origins
from ragauge.funnel.places import Place
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden
from ragauge.tables.corpus import Corpus

TEXT = "The lamp has two years of warranty. Гарантия на насос один год. Returns within 14 days."
CORPUS = Corpus({"a.md": TEXT, "plan.pdf": None}, digests={"plan.pdf": "5f3a"})


def cut(*places, document="a.md"):
    rows = [
        {"id": f"{document}#{start}", "document": document, "start": start, "end": end, "text": TEXT[start:end]}
        for start, end in places
    ]
    return chunk_table(rows)


WHOLE = cut((0, 36), (36, 64), (64, len(TEXT)))


def verdicts(source, *, corpus=CORPUS, chunks=None, index=None, seen=()):
    gold = load_golden([{"id": "q", "question": "q?", **source}])
    (found,) = origins(needs_of(gold), Surroundings(corpus=corpus, chunks=chunks), index=index, seen=seen).values()
    return found.verdicts, found.why


QUOTE = {"document": "a.md", "quote": "Гарантия на насос один год"}


def test_without_anything_at_hand_nothing_is_known():
    assert verdicts(QUOTE, corpus=None) == ([0, 0, 0, 0], "")


def test_a_document_that_is_not_there():
    found = load_golden({"q": ["a.md", "b.md"], "r": ["b.md"]})
    told = origins(needs_of(found), Surroundings(corpus=CORPUS))
    assert [told[name].verdicts[0] for name in ("a.md", "b.md")] == [1, -1]
    assert verdicts({"document": "b.md"})[0] == [0, 0, 0, 0]  # perhaps the id of a chunk: no gold is a document
    assert verdicts({"document": "b.md", "quote": "two years of warranty"})[1] == "no document 'b.md' in the corpus"


def test_a_document_that_cannot_be_read_is_there():
    assert verdicts({"document": "plan.pdf"})[0] == [1, 0, 0, 0]


def test_words_that_are_not_in_the_text():
    told, why = verdicts({"document": "a.md", "quote": "ten weeks of holidays in the mountains"})
    assert told == [1, -1, 0, 0]
    assert why.startswith("its words: ")


def test_words_that_are():
    assert verdicts(QUOTE)[0] == [1, 1, 0, 0]


def test_in_a_chunk_across_two_and_in_none():
    assert verdicts(QUOTE, chunks=WHOLE)[0] == [1, 1, 1, 0]
    told, why = verdicts(QUOTE, chunks=cut((0, 45), (45, len(TEXT))))
    assert (told, why) == ([1, 1, -1, 0], "it is spread over 2 chunks, none of which holds it")
    assert verdicts(QUOTE, chunks=cut((0, 36), (64, len(TEXT))))[0] == [1, -1, 0, 0]  # no chunk has a word of it


def test_in_the_index_or_not():
    there, gone = IndexListing(frozenset({"a.md#36"})), IndexListing(frozenset({"a.md#0"}))
    assert verdicts(QUOTE, chunks=WHOLE, index=there) == ([1, 1, 1, 1], "")
    assert verdicts(QUOTE, chunks=WHOLE, index=gone) == ([1, 1, 1, -1], "1 chunk holds it, none of them is there")
    assert verdicts(QUOTE, chunks=WHOLE, index=gone, seen=["a.md#36"])[0] == [1, 1, 1, 1]  # it was retrieved
    stale = IndexListing(frozenset({"a.md#36"}), frozenset({"a.md#36"}))
    assert verdicts(QUOTE, chunks=WHOLE, index=stale)[1] == "1 chunk holds it, 1 have another text there"


def test_a_listing_of_ids_and_of_chunks(tmp_path):
    (tmp_path / "ids.txt").write_text("a.md#0\n\nфайл#1\n", encoding="utf-8")
    assert index_listing(tmp_path / "ids.txt", None).ids == {"a.md#0", "файл#1"}
    (tmp_path / "none.txt").write_text("\n")
    with pytest.raises(InputError, match="no ids in it"):
        index_listing(tmp_path / "none.txt", None)
    old = [{"id": "a.md#36", "text": "Гарантия на насос два года."}, {"id": "a.md#0", "text": TEXT[:36]}]
    found = index_listing(old, WHOLE)
    assert (found.ids, found.stale) == ({"a.md#36", "a.md#0"}, {"a.md#36"})


# traces that say which chunks were searched


def traced(*fingerprints):
    return traced_of(
        Trace(
            f"q{n}",
            stages=(StageHits("bm25", "lane", (("a.md#0", None),)),),
            versions=None if one is None else {"chunks": one},
        )
        for n, one in enumerate(fingerprints)
    )


def test_all_chunks_of_the_table_that_was_searched_are_in_the_index():
    mark = WHOLE.fingerprint()
    assert listing_of(traced(mark, None, mark), WHOLE) == (IndexListing(frozenset(WHOLE.frame["item"])), ())
    assert listing_of(traced(None), WHOLE) == (None, ())
    assert listing_of(traced(mark), None) == (None, ())


@pytest.mark.parametrize("marks", [("other",), ("other", None)])
def test_another_table_is_no_listing_and_a_note_says_so(marks):
    index, (note,) = listing_of(traced(*marks), WHOLE)
    assert index is None
    assert "other chunks were searched" in note
    assert listing_of(traced(WHOLE.fingerprint(), "other"), WHOLE)[0] is None


def test_with_it_what_was_not_found_is_not_retrieved():
    gold = load_golden([{"id": "q0", "question": "q?", **QUOTE}])
    for mark, first in ((WHOLE.fingerprint(), Place.FILTER), (None, Place.INDEX)):
        found = follow(gold, traced(mark), Surroundings(corpus=CORPUS, chunks=WHOLE))
        assert (found.fates.first.tolist(), found.fates.last.tolist()) == ([first.position], [Place.RETRIEVAL.position])

"""A grid that cannot be measured, or that would not vary what it says, is refused before anything is done."""

import pytest

from ragauge.core.errors import InputError
from ragauge.golden.reading.rows import golden_from_rows
from ragauge.pipeline.reference.parts import chunker_of
from ragauge.studying.subject import subject_of
from ragauge.sweeping.running import Plan, sweep
from ragauge.sweeping.store import Store
from ragauge.tables.corpus import Corpus

CORPUS = Corpus({"a": "Two years for lamps.", "b": "One year for pumps."})
GOLDEN = golden_from_rows([(1, {"question": "lamps", "document": "a"})], source="gold")


def refused(tmp_path, grid, corpus=CORPUS, **more):
    with pytest.raises(InputError) as caught:
        sweep(corpus, GOLDEN, Plan(grid, **more), Store(tmp_path))
    assert not list(tmp_path.rglob("*.parquet"))
    return str(caught.value)


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        ({"size": [5, 10]}, "nothing in the grid takes 'size'"),
        ({"chunker": "document", "overlap": 5}, "nothing in the grid takes 'overlap'"),
        ({"fusion": "rrf"}, "nothing in the grid takes 'fusion'"),
        ({"lane": "bm25+lsa", "alpha": 0.5}, "nothing in the grid takes 'alpha'"),
        ({"depth": 5}, "nothing in the grid takes 'depth'"),
        ({"reranker": "lexical", "depth": 2.5}, "depth must be a whole number from 1"),
        ({"reranker": "lexical", "depth": float("nan")}, "depth must be a whole number from 1"),
        ({"chunker": "fixed", "size": [5, float("inf")]}, "size must be a finite number, got inf"),
        ({"chunker": "semantic", "percentile": float("nan")}, "percentile must be a finite number"),
    ],
)
def test_mistakes(tmp_path, grid, words):
    assert words in refused(tmp_path, grid)


def test_all_chunkers_are_looked_at_before_the_first_one_cuts(tmp_path):
    told = refused(tmp_path, {"chunker": ["fixed", "recursive"], "size": [20, 5, -1], "overlap": [5]})
    assert "overlap must be smaller than size, got overlap 5 and size 5" in told
    assert "size must be a whole number of at least 1, got -1" in told


@pytest.mark.parametrize("texts", [{"a": ""}, {"a": " \n", "b": "\u2003"}])
def test_documents_without_any_text(tmp_path, texts):
    assert "no document has any text" in refused(tmp_path, {}, Corpus(texts))


def test_the_chunker_document_takes_nothing():
    with pytest.raises(InputError, match="the chunker document has no parameter 'size'"):
        chunker_of("document", {"size": 5})


def test_a_study_looks_no_further_than_its_lists(tmp_path):
    with pytest.raises(InputError, match="must not look further: recall@500"):
        subject_of(CORPUS, GOLDEN, Store(tmp_path), metrics=("mrr", "recall@500"))
    assert subject_of(CORPUS, GOLDEN, Store(tmp_path), metrics=("recall@500",), hits=None)


@pytest.mark.parametrize("gold", ["b", "b.md"])
def test_a_search_that_finds_nothing_of_the_gold_scores_nothing(tmp_path, gold):
    golden = golden_from_rows([(1, {"question": "lamps", "document": gold})], source="gold")
    found = sweep(Corpus({"a.md": "lamps", "b.md": "pumps"}), golden, Plan({}), Store(tmp_path))
    assert [point.value for point in found.points] == [0.0]


def test_gold_of_other_documents_is_still_refused(tmp_path):
    golden = golden_from_rows([(1, {"question": "lamps", "document": "z.pdf"})], source="gold")
    with pytest.raises(InputError, match="nothing in it matches the gold"):
        sweep(Corpus({"a.md": "lamps", "b.md": "pumps"}), golden, Plan({}), Store(tmp_path))


def test_what_was_not_read_is_told(tmp_path):
    found = sweep(Corpus({"a": "lamps"}, notes=("1 of 2 documents are empty: b",)), GOLDEN, Plan({}), Store(tmp_path))
    assert "1 of 2 documents are empty: b" in found.notes

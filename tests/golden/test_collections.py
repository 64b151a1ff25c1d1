"""Real collections through the public API: the reference retriever lands where published BM25 lands."""

import pytest

import ragauge
from ragauge.core.records import Document
from ragauge.io.beir import beir_corpus
from ragauge.pipeline.lexical import LexicalRetriever

# collection: the range its BM25 must fall into for nDCG@10, and the number of its questions
RANGES = {
    "scifact": (0.66, 0.69, 300),  # published: 0.679 (Anserini, flat)
    "xquad/beir_ru": (0.94, 0.97, 1190),
    "xquad/beir_en": (0.95, 0.98, 1190),
}


@pytest.mark.data
@pytest.mark.parametrize("name", RANGES)
def test_bm25(data_dir, name):
    low, high, questions = RANGES[name]
    folder = data_dir / name
    golden = ragauge.load_golden(folder)
    retriever = LexicalRetriever(Document(key, text) for key, text in beir_corpus(folder))
    run = ragauge.record(lambda question: [hit.item for hit in retriever.search(question, k=10)], golden)
    score = ragauge.evaluate(golden, run, ["ndcg@10"])["ndcg@10"]
    assert (score.n, score.items, score.missing) == (questions, questions, 0)
    assert low <= score.value <= high

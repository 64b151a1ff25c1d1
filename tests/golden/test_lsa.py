"""LSA on real collections: no worse than what is published for it, and quick enough to be the default."""

import pytest

import ragauge
from ragauge.io.beir import beir_corpus
from ragauge.pipeline.dense import DenseLane
from ragauge.pipeline.embedding.lsa import LsaEmbedder

# collection: the least nDCG@10 and recall@100 (300 dimensions), and the number of its questions
FLOORS = {"scifact": (0.54, 0.88, 300), "xquad/beir_ru": (0.93, 0.99, 1190)}


@pytest.mark.data
@pytest.mark.parametrize("name", FLOORS)
def test_lsa(data_dir, name):
    least, found, count = FLOORS[name]
    folder = data_dir / name
    golden = ragauge.load_golden(folder)
    ids, texts = zip(*beir_corpus(folder), strict=True)
    lane = DenseLane(LsaEmbedder(), ids, texts)
    hits = lane.search(golden.questions["text"].to_list(), 100)
    run = {
        question: [(hit.item, hit.score) for hit in listed]
        for question, listed in zip(golden.questions["question"].to_list(), hits, strict=True)
    }
    card = ragauge.evaluate(golden, run, ["ndcg@10", "recall@100"])
    assert (card["ndcg@10"].n, card["ndcg@10"].missing) == (count, 0)
    assert card["ndcg@10"].value >= least
    assert card["recall@100"].value >= found

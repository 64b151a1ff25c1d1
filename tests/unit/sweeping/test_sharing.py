"""Steps that several processes share out are the ones that a single process would have done."""

import pytest

from ragauge.golden.reading.rows import golden_from_rows
from ragauge.pipeline.reference.setup import Setup
from ragauge.sweeping import sharing
from ragauge.sweeping.grid import setups_of
from ragauge.sweeping.running import Plan, sweep
from ragauge.sweeping.store import Store
from ragauge.tables.corpus import Corpus

GRID = {"chunker": ["document", "fixed"], "size": [4, 8], "lane": ["bm25", "lsa", "bm25+lsa"]}


@pytest.fixture
def measured(tmp_path):
    texts = {f"d{n}": f"лампа номер {n} светит ярко. The lamp number {n} glows in room {n * 7}." for n in range(12)}
    rows = [(n + 1, {"id": f"q{n}", "question": f"лампа {n} room {n * 7}", "document": f"d{n}"}) for n in range(12)]
    golden = golden_from_rows(rows, source="gold")

    def run(folder, **more):
        store = Store(tmp_path / folder)
        return sweep(Corpus(texts), golden, Plan(GRID, k=(1, 3)), store, **more), store

    return run


def test_shared_out_or_not_the_result_is_the_same(measured, monkeypatch, tmp_path):
    alone, first = measured("alone")
    monkeypatch.setattr(sharing, "WORTH", 0)
    shared, second = measured("shared")
    assert shared.to_json() == alone.to_json()
    assert (first.done, first.reused) == (second.done, second.reused) == (12, 0)
    names = [sorted(path.name for path in (tmp_path / folder).glob("*/*.json")) for folder in ("alone", "shared")]
    assert names[0] == names[1]
    again, third = measured("shared")
    assert (third.done, third.reused) == (0, 12)
    assert again.to_json() == alone.to_json()


@pytest.mark.parametrize("worth", [0, 10**9])
def test_progress_is_told_while_others_work(measured, monkeypatch, worth):
    monkeypatch.setattr(sharing, "WORTH", worth)
    told = []
    measured("told", progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 9) for done in range(10)]


def test_parts_that_need_a_model_stay_in_this_process():
    built_in = sharing._is_built_in
    assert built_in(Setup("semantic", {"size": 4}, ("bm25", "lsa"), reranker="lexical"))
    assert not built_in(Setup("semantic", {"embedder": "wordllama"}))
    assert not built_in(Setup("mine"))
    assert not built_in(Setup(lanes=("bm25", "wordllama")))
    assert not built_in(Setup(reranker="onnx:models/minilm"))


def test_what_shares_its_chunks_stays_together():
    groups = list(sharing._groups(setups_of(GRID, {"fixed": ["size"]})))
    assert [len(group) for group in groups] == [3, 3, 3]
    assert all(len({(one.chunker, str(one.chunking)) for one in group}) == 1 for group in groups)

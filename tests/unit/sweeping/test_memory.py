"""A sweep that does not fit says so before it starts; one that does takes no more processes than fit."""

import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Document
from ragauge.golden.reading.rows import golden_from_rows
from ragauge.pipeline.chunking.chunkers import make_chunker
from ragauge.pipeline.reference.setup import Setup
from ragauge.sweeping import memory
from ragauge.sweeping.memory import Texts, bytes_of, chunks_of, need_of, texts_of, workers_within
from ragauge.sweeping.running import Plan, steps_of, sweep
from ragauge.sweeping.store import Store
from ragauge.tables.corpus import Corpus

TEXTS = Texts(10**8, 10**7, 1000)


def test_smaller_chunks_overlap_and_lsa_need_more():
    need = lambda *setups: need_of(setups, TEXTS, 100).alone  # noqa: E731
    small, large = Setup("fixed", {"size": 50}), Setup("fixed", {"size": 500})
    assert need(small) > need(large)
    assert need(Setup("fixed", {"size": 50, "overlap": 25})) > need(small)
    assert need(Setup("fixed", {"size": 50}, ("lsa",))) > need(small)
    assert need(large, small) == need(small)
    assert need_of([large, small], TEXTS, 100).largest == "fixed size=50 · bm25"


@pytest.mark.parametrize("unit", [{}, {"unit": "chars"}])
def test_chunks_are_counted_from_above(unit):
    text = "# Лампы\n\n" + "Лампа гудит и светит. " * 200 + "\n\n- раз\n- два\n"
    sized = [("fixed", {"size": 40, "overlap": 10} | unit), ("recursive", {"size": 40} | unit), ("markdown", unit)]
    for name, given in [*sized, ("sentences", {}), ("sentences", {"sentences": 3, "stride": 1})]:
        made = len(make_chunker(name, **given)(Document("d", text)))
        assert made <= chunks_of(Setup(name, given), texts_of({"d": text}))[0]


def test_as_many_processes_as_fit(tmp_path, monkeypatch):
    golden = golden_from_rows([(1, {"id": "q", "question": "a", "document": "d"})], source="gold")
    steps = steps_of(Corpus({"d": "a lamp"}), golden, Store(tmp_path))
    setups = [Setup("fixed", {"size": 50})]
    need = need_of(setups, texts_of(steps.documents), 1)
    monkeypatch.setattr(memory.os, "cpu_count", lambda: 8)
    assert workers_within(need.measuring + 3 * need.working, setups, steps) == 3
    assert workers_within(need.alone, setups, steps) == 0
    assert workers_within(10**12, setups, steps) == 8
    with pytest.raises(InputError, match=r"needs about \d+ MB of memory and \d+ MB are allowed.*fixed size=50"):
        workers_within(need.alone - 10**7, setups, steps)
    with pytest.raises(InputError, match="allowed"):
        sweep(Corpus({"d": "a lamp"}), golden, Plan({"chunker": "fixed"}, memory=10**8), Store(tmp_path / "none"))
    assert not (tmp_path / "none").exists()


def test_a_script_without_spaces_counts_its_characters():
    assert texts_of({"d": "東京都は大きい" * 100}).words == 700


@pytest.mark.parametrize("text", ["4 lamps", "", "0GB", "-1GB", "GB"])
def test_what_is_no_size(text):
    with pytest.raises(InputError, match="number with a unit"):
        bytes_of(text)

"""What is kept of finished steps: never believed when it is not what was written, never half-written."""

import threading

import polars as pl
import pytest

from ragauge.core.errors import InputError
from ragauge.golden.reading.rows import golden_from_rows
from ragauge.sweeping.running import Plan, sweep
from ragauge.sweeping.store import Store, texts_key
from ragauge.tables.corpus import Corpus


def made():
    return pl.DataFrame({"item": ["лампа", "b"], "score": [0.1, 2.0]}), {"seconds": [0.25]}


def kept(folder):
    return Store(folder).table("step", {"size": 3}, made)


DAMAGES = {
    "cut short": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "no file of ours": lambda data: b"garbage \xff\x00",
    "a list": lambda data: b"[1]",
    "nested without end": lambda data: b"[" * 100_000,
    "NaN": lambda data: b'{"seconds": NaN}',
    "one bit": lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("kind", ["parquet", "json"])
def test_what_was_damaged_is_made_again(tmp_path, kind, damage):
    key, table, facts = kept(tmp_path)
    (file,) = tmp_path.glob(f"*/*.{kind}")
    file.write_bytes(damage(file.read_bytes()))
    store = Store(tmp_path)
    again = store.table("step", {"size": 3}, made)
    assert (again[0], again[1].equals(table), again[2]) == (key, True, facts)
    assert (store.done, store.reused) == (1, 0)
    store = Store(tmp_path)
    store.table("step", {"size": 3}, made)
    assert (store.done, store.reused) == (0, 1)


def test_facts_of_another_step_do_not_pass(tmp_path):
    kept(tmp_path)
    Store(tmp_path).table("step", {"size": 4}, lambda: (pl.DataFrame({"item": ["c"]}), {"seconds": [1.0]}))
    one, two = sorted(tmp_path.glob("*/*.json"))
    one.write_bytes(two.read_bytes())
    store = Store(tmp_path)
    assert store.table("step", {"size": 3}, made)[2] == {"seconds": [0.25]}
    assert store.table("step", {"size": 4}, lambda: (pl.DataFrame({"item": ["c"]}), {"seconds": [1.0]}))[2] == {
        "seconds": [1.0]
    }
    assert store.done == 1


def test_many_at_once_leave_whole_files_only(tmp_path):
    workers = [threading.Thread(target=kept, args=[tmp_path]) for _ in range(8)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    assert sorted(path.suffix for path in tmp_path.rglob("*") if path.is_file()) == [".json", ".parquet"]
    assert kept(tmp_path)[1].equals(made()[0])


def test_a_full_disk_is_told_with_the_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ragauge.io.writing.os.fdopen", full)
    with pytest.raises(InputError, match=r"step/\w+\.parquet: cannot be written: No space left"):
        kept(tmp_path)
    assert not list(tmp_path.glob("*/*.json"))


def test_texts_are_told_apart_letter_by_letter():
    assert texts_key({"a": "x\0b\1y"}) != texts_key({"a": "x", "b": "y"})
    assert texts_key({"a": "one\r\n"}) != texts_key({"a": "one\n"})
    assert texts_key({"u\u0308": "one"}) != texts_key({"ü": "one"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"u\u0308bung": "Two years. For lamps."}, {"übung": "Two years. For lamps."}),
        ({"a": "Two\r\nyears.\r\nFor lamps."}, {"a": "Two\nyears.\nFor lamps."}),
    ],
)
def test_a_corpus_with_the_same_fingerprint_takes_over_no_offsets(tmp_path, before, after):
    (name,) = after
    golden = golden_from_rows([(1, {"question": "lamps", "document": name, "quote": "For lamps."})], source="gold")
    plan = Plan({"chunker": "sentences", "sentences": 1})
    assert Corpus(before).fingerprint() == Corpus(after).fingerprint()
    sweep(Corpus(before), golden, plan, Store(tmp_path / "shared"))
    found = sweep(Corpus(after), golden, plan, Store(tmp_path / "shared"))
    assert found.to_json() == sweep(Corpus(after), golden, plan, Store(tmp_path / "own")).to_json()

"""The cache: nothing twice, killed at any time, shared by processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ragauge.core.errors import RagaugeError
from ragauge.pipeline.embedding import cached, vector_shards
from ragauge.pipeline.embedding.cached import CachedEmbedder
from ragauge.pipeline.embedding.model import ModelEmbedder
from ragauge.pipeline.embedding.vector_shards import VectorShards


class Sums:
    """Tells texts apart; counts what it was asked."""

    batch = 64
    limit = None

    def __init__(self, identity="sums", width=3):
        self.identity, self.width, self.asked = identity, width, []

    def encode(self, texts, *, questions):
        self.asked += texts
        return [[sum(text.encode()) + questions, len(text), *[7] * (self.width - 2)] for text in texts]

    def tokens(self, texts):
        return None


def made(folder, **facts):
    model = Sums(**facts)
    return CachedEmbedder(ModelEmbedder(model), folder), model


def test_only_unseen_texts_are_embedded(tmp_path):
    embedder, model = made(tmp_path)
    cold = embedder.texts(["one", "two", "one", ""])
    assert sorted(model.asked) == ["one", "two"]
    warm, other = made(tmp_path)
    assert warm.texts(["one", "two", "one", ""]).tobytes() == cold.tobytes()
    assert other.asked == []
    assert warm.texts(["two", "three"])[0].tolist() == cold[1].tolist()
    assert (other.asked, warm.embedded, embedder.embedded) == (["three"], 1, 3)
    assert cold == pytest.approx(ModelEmbedder(Sums()).texts(["one", "two", "one", ""]), abs=1e-7)


def test_questions_and_other_identities_are_apart(tmp_path):
    embedder, model = made(tmp_path)
    embedder.texts(["one"])
    embedder.questions(["one"])
    assert model.asked == ["one", "one"]
    other, fresh = made(tmp_path, identity="sums 2")
    other.texts(["one"])
    assert fresh.asked == ["one"]
    assert sorted(path.read_text() for path in tmp_path.glob("*/identity.json")) == ["sums", "sums 2"]
    assert other.texts([]).shape == (0, 3)


def test_processes_see_each_other(tmp_path):
    first, _ = made(tmp_path)
    second, model = made(tmp_path)
    first.texts(["one", "two"])
    second.texts(["one", "two", "three"])
    assert model.asked == ["three"]


def test_many_small_files_are_put_together(tmp_path, monkeypatch):
    monkeypatch.setattr(vector_shards, "MANY", 4)
    embedder, _ = made(tmp_path)
    reader, model = made(tmp_path)
    texts = [f"text {number}" for number in range(23)]
    for text in texts:
        embedder.texts([text])
        reader.texts([text])
    assert len(list(tmp_path.glob("*/*.npy"))) <= 5
    assert model.asked == []
    assert made(tmp_path)[0].texts(texts) == pytest.approx(ModelEmbedder(Sums()).texts(texts), abs=1e-7)


def test_damaged_files_are_passed_over(tmp_path):
    embedder, _ = made(tmp_path)
    expected = embedder.texts(["one", "two"])
    [file] = tmp_path.glob("*/*.npy")
    whole = file.read_bytes()
    np.save(file.with_name("strange.npy"), np.arange(5))
    for damaged in (b"", whole[:40], whole[:-3], b"\x93NUMPY" + os.urandom(60)):
        file.write_bytes(damaged)
        again, model = made(tmp_path)
        assert again.texts(["one", "two"]).tolist() == expected.tolist()
        assert sorted(model.asked) == ["one", "two"]


def test_another_length_under_the_same_identity(tmp_path):
    made(tmp_path)[0].texts(["one"])
    with pytest.raises(RagaugeError, match="vectors of 3 numbers, and now of 4"):
        made(tmp_path, width=4)[0].texts(["two"])


def test_unfinished_files_go_when_they_are_old(tmp_path):
    old, young = tmp_path / "old.tmp", tmp_path / "young.tmp"
    for path in (old, young):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    VectorShards(tmp_path)
    assert (old.exists(), young.exists()) == (False, True)


WRITER = """
import sys, time
from pathlib import Path
from ragauge.pipeline.embedding import cached
cached.KEPT = 2
sys.path.insert(0, {tests!r})
from test_cached_embedder import made, Sums
embedder, _ = made(Path({folder!r}))
for start in range({start}, {end}):
    embedder.texts([f"text {{number}}" for number in range(start, start + 10)])
print("done", flush=True)
"""


def writer(folder, start, end):
    code = WRITER.format(tests=str(Path(__file__).parent), folder=str(folder), start=start, end=end)
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


def test_killed_while_writing(tmp_path):
    process = writer(tmp_path, 0, 100_000)
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("*/*.npy"))) < 5:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    embedder, model = made(tmp_path)
    texts = [f"text {number}" for number in range(30)]
    assert embedder.texts(texts) == pytest.approx(ModelEmbedder(Sums()).texts(texts), abs=1e-7)
    assert len(model.asked) <= 20


def test_two_processes_write_at_once(tmp_path):
    both = [writer(tmp_path, 0, 60), writer(tmp_path, 30, 90)]
    assert [process.communicate(timeout=120)[0] for process in both] == ["done\n", "done\n"]
    texts = [f"text {number}" for number in range(99)]
    embedder, model = made(tmp_path)
    assert embedder.texts(texts) == pytest.approx(ModelEmbedder(Sums()).texts(texts), abs=1e-7)
    assert model.asked == []


def test_what_is_kept_together(tmp_path, monkeypatch):
    monkeypatch.setattr(cached, "KEPT", 2)
    embedder, model = made(tmp_path)
    embedder.texts(["ccc", "a", "bb"])
    assert model.asked == ["a", "bb", "ccc"]
    assert len(list(tmp_path.glob("*/*.npy"))) == 2

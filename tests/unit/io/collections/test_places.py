"""Where collections are kept, and which there are."""

import sys
from pathlib import Path

import pytest

from ragauge.core.errors import InputError
from ragauge.io.collections.checksums import ALGORITHMS, check_digest, digests
from ragauge.io.collections.known import collections, find_collection
from ragauge.io.collections.places import alone, data_folder


def test_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("RAGAUGE_CACHE", str(tmp_path / "кэш"))
    assert data_folder() == tmp_path / "кэш" / "data"
    monkeypatch.delenv("RAGAUGE_CACHE")
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert data_folder() == tmp_path / "ragauge" / "data"
        monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # to be ignored, says the specification
        assert data_folder() == Path.home() / ".cache" / "ragauge" / "data"


def test_no_home(monkeypatch):
    def none():
        raise RuntimeError

    monkeypatch.delenv("RAGAUGE_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(Path, "home", none)
    with pytest.raises(InputError, match="set RAGAUGE_CACHE"):
        data_folder()


def test_one_at_a_time(tmp_path):
    with (
        alone(tmp_path, "scifact"),
        pytest.raises(InputError, match="another process is fetching scifact"),
        alone(tmp_path, "scifact"),
    ):
        pass
    with alone(tmp_path, "scifact"), alone(tmp_path, "fiqa"):
        pass


def test_every_collection_has_a_checksum_and_can_be_found():
    for name, one in collections().items():
        check_digest(one.digest)
        assert find_collection(name) is not None
        assert one.split in one.splits
        assert one.base.startswith("https://")
    assert len({one.digest for one in collections().values()}) == len(collections()) == 17
    with pytest.raises(InputError, match="no collection 'nope'; there are: nfcorpus, scifact"):
        find_collection("nope")


def test_sums(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    assert digests(tmp_path / "a") == {
        "md5": "900150983cd24fb0d6963f7d28e17f72",
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    }
    assert set(digests(tmp_path / "a")) == set(ALGORITHMS.values())


@pytest.mark.data
@pytest.mark.parametrize("language", ["ru", "en", "de"])
def test_the_sums_of_xquad(data_dir, tmp_path, language):
    import gzip

    data = gzip.decompress((data_dir / "xquad" / f"xquad.{language}.json.gz").read_bytes())
    (tmp_path / "x").write_bytes(data)
    one = find_collection(f"xquad-{language}")
    assert (digests(tmp_path / "x")["sha256"], len(data)) == (one.digest, one.size)

"""Zip files that nobody needs to trust."""

import stat
import zipfile

import pytest

from ragauge.core.errors import InputError
from ragauge.io.collections import unpacking
from ragauge.io.collections.unpacking import unpack_beir

GOOD = {"corpus.jsonl": b'{"_id": "d1"}\n', "queries.jsonl": b'{"_id": "q1"}\n', "qrels/test.tsv": b"q1\td1\t1\n"}


def packed(path, files, top="set/", extra=()):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(top + name, data)
        for entry, data in extra:
            made.writestr(entry, data)
    return path


def unpacked(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def refused(archive, into):
    with pytest.raises(InputError) as caught:
        unpack_beir(archive, into)
    return str(caught.value)


@pytest.fixture
def place(tmp_path):
    (tmp_path / "in" / "to").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize("top", ["set/", "", "Набор 1/"])
def test_what_is_needed_and_nothing_else(place, top):
    more = {"qrels/train.tsv": b"", "qrels/dev.tsv.gz": b"", "README.md": b"", "qrels/a/b.tsv": b""}
    archive = packed(
        place / "a.zip", GOOD | more, top, [("__MACOSX/corpus.jsonl", b"x"), ("set/deep/corpus.jsonl", b"")]
    )
    unpack_beir(archive, place / "in")
    assert unpacked(place / "in") == {*GOOD, "qrels/train.tsv", "qrels/dev.tsv.gz"}
    assert (place / "in" / "corpus.jsonl").read_bytes() == GOOD["corpus.jsonl"]


def test_progress_is_told(place):
    seen = []
    unpack_beir(packed(place / "a.zip", GOOD), place / "in", lambda *step: seen.append(step))
    total = sum(map(len, GOOD.values()))
    assert seen[-1] == (total, total)


@pytest.mark.parametrize(
    "name",
    ["../evil.jsonl", "/evil.jsonl", "set/../../evil.jsonl", "..\\evil.jsonl", "C:evil.jsonl", "set/qrels/../../x.tsv"],
)
def test_an_entry_that_leaves_its_folder_refuses_the_file(place, name):
    archive = packed(place / "a.zip", GOOD, extra=[(name, b"evil")])
    assert f"entry {name!r} would be written outside of its folder" in refused(archive, place / "in" / "to")
    assert not list(place.rglob("*evil*"))
    assert unpacked(place / "in") == set()


def test_a_link_refuses_the_file(place):
    link = zipfile.ZipInfo("set/qrels/dev.tsv")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    archive = packed(place / "a.zip", GOOD, extra=[(link, b"/etc/passwd")])
    assert "entry 'set/qrels/dev.tsv' is a link" in refused(archive, place / "in")


def test_an_encrypted_entry_refuses_the_file(place):
    archive = packed(place / "a.zip", GOOD)
    data = bytearray(archive.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 0x1
    archive.write_bytes(data)
    assert "entry 'set/corpus.jsonl' is encrypted" in refused(archive, place / "in")


def test_a_bomb_is_refused_before_it_is_unpacked(place):
    archive = packed(place / "a.zip", GOOD | {"corpus.jsonl": bytes(50_000_000)})
    assert "that unpack to 5000" in refused(archive, place / "in")
    assert unpacked(place / "in") == set()


def test_a_bomb_that_lies_about_its_size_is_cut_off(place):
    """The directory says 100 bytes: no more are written, and the checksum then tells."""
    archive = packed(place / "a.zip", GOOD | {"corpus.jsonl": bytes(50_000_000)})
    data = archive.read_bytes().replace((50_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    archive.write_bytes(data)
    assert "damaged" in refused(archive, place / "in")
    assert sum(path.stat().st_size for path in (place / "in").rglob("*.*")) <= 100


def test_the_largest_size(place, monkeypatch):
    monkeypatch.setattr(unpacking, "LARGEST", 10)
    assert "more than a collection can" in refused(packed(place / "a.zip", GOOD), place / "in")


@pytest.mark.parametrize("missing", GOOD)
def test_a_part_that_is_missing(place, missing):
    archive = packed(place / "a.zip", {name: data for name, data in GOOD.items() if name != missing})
    assert f"no BEIR collection: {missing.removesuffix('test.tsv')} not in it" in refused(archive, place / "in")


def test_two_collections_in_one_file(place):
    archive = packed(place / "a.zip", GOOD, extra=[("other/corpus.jsonl.gz", b"")])
    assert "corpus.jsonl stands in it twice" in refused(archive, place / "in")


def test_all_problems_at_once(place):
    archive = packed(place / "a.zip", {"corpus.jsonl": b""}, extra=[("../a", b""), ("../b", b"")])
    assert len(refused(archive, place / "in").splitlines()) == 3


def test_damaged_files(place):
    whole = packed(place / "a.zip", GOOD | {"corpus.jsonl": b"lamp " * 9999}).read_bytes()
    flipped = bytearray(whole)
    flipped[len(b"set/corpus.jsonl") + 34] ^= 0xFF
    for data in (b"", b"no zip", whole[:-1], whole[: len(whole) // 2], bytes(flipped)):
        (place / "b.zip").write_bytes(data)
        assert "no zip file, or a damaged one" in refused(place / "b.zip", place / "in")


def test_an_unknown_compression(place):
    archive = packed(place / "a.zip", GOOD)
    data = bytearray(archive.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 10 : at + 12] = (99).to_bytes(2, "little")
    archive.write_bytes(data)
    assert "damaged" in refused(archive, place / "in")

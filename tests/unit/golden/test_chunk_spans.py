"""Offsets of chunks are proven or searched for, never believed."""

import json

import pytest

from ragauge.golden.chunks.spans import chunk_spans

TEXT = "Лампа гудит. Лампа гудит ночью. A lamp hums at night, the loom does not. The loom rests."


def cut(text, size, overlap):
    return [(start, text[start : start + size]) for start in range(0, len(text) - overlap, size - overlap)]


@pytest.mark.parametrize(("size", "overlap"), [(10, 0), (10, 5), (30, 12), (200, 0)])
@pytest.mark.parametrize("start", ["right", "none", "minus one", "wrong"])
def test_overlapping_chunks_are_found_whatever_start_they_claim(size, overlap, start):
    pairs = cut(TEXT, size, overlap)
    claim = {"right": lambda s: s, "none": lambda _: None, "minus one": lambda _: -1, "wrong": lambda s: s + 3}[start]
    found = chunk_spans(TEXT, [(chunk, claim(place)) for place, chunk in pairs])
    assert found.spans == tuple((place, place + len(chunk)) for place, chunk in pairs)
    assert found.unlocated == 0
    assert {"right": found.proven, "none": found.searched}.get(start, found.relocated) == len(pairs)


def test_a_repeated_chunk_is_the_next_copy():
    found = chunk_spans("ha. ha. ha. ho.", ["ha.", "ha.", "ha.", "ho."])
    assert found.spans == ((0, 3), (4, 7), (8, 11), (12, 15))


def test_a_chunk_does_not_lie_within_the_one_before():
    found = chunk_spans("See Notes below. Notes are long.", ["See Notes below.", "Notes", "are long."])
    assert found.spans == ((0, 16), (17, 22), (23, 32))


def test_cleaned_chunks_are_found_as_folded_text_and_counted():
    text = "The ﬁrst  lamp\n\nhums “softly” at night."
    found = chunk_spans(text, ["The first lamp", 'hums "softly"', "at night.", "Context: a lamp. at night."])
    assert [span and text[slice(*span)] for span in found.spans] == [
        "The ﬁrst  lamp",
        "hums “softly”",
        "at night.",
        None,
    ]
    assert (found.searched, found.normalised, found.unlocated) == (3, 2, 1)


@pytest.mark.parametrize("chunk", ["", "  \n", ("", 0), ("", -1), ("loom rusts", 0)])
def test_what_is_not_there_has_no_span(chunk):
    found = chunk_spans(TEXT, [chunk])
    assert found.spans == (None,)
    assert (found.proven, found.unlocated) == (0, 1)


def test_a_start_that_is_not_a_number_is_wrong():
    assert chunk_spans("a lamp", [("lamp", float("nan"))]).spans == ((2, 6),)


def test_u012(cases_dir):
    rows = map(json.loads, (cases_dir / "users.jsonl").read_text(encoding="utf-8").splitlines())
    given = next(row for row in rows if row["id"] == "U012")["input"]
    words = [f"word{i}" for i in range(25)]
    step = given["chunk_size_tokens"] - given["overlap_tokens"]
    chunks = [" ".join(words[place : place + given["chunk_size_tokens"]]) for place in range(0, 15, step)]
    text = " ".join(words)
    found = chunk_spans(text, list(zip(chunks, given["start_index"], strict=True)))
    assert [text[slice(*span)] for span in found.spans] == chunks
    assert (found.proven, found.relocated, found.unlocated) == (1, 2, 0)
    assert chunk_spans(text, [("no such chunk", -1)]).spans == (None,)

"""Chunkers within chunkers from a flat list of parameters, and chunks of other people's chunkers."""

import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Chunk, Document
from ragauge.pipeline.chunking.chunkers import make_chunker
from ragauge.pipeline.chunking.placing import placed

TEXT = "Лампа гудит.  Два года.\n\nНасос гудит."


def test_inner_chunkers_take_what_stands_beside_them():
    assert make_chunker("titled", inner="fixed", size=7).inner.size == 7
    made = make_chunker("parents", parent="markdown", child="fixed", parent_size=90, child_size=9, child_overlap=3)
    assert (made.parent.size, made.child.size, made.child.overlap) == (90, 9, 3)
    assert make_chunker("pages", inner="none").inner is None
    deep = make_chunker("titled", inner={"name": "pages", "inner": "fixed", "size": 5})
    assert deep.inner.inner.size == 5


@pytest.mark.parametrize(
    ("name", "parameters", "word"),
    [
        ("titled", {"inner": "fixed", "sentences": 2}, "sentences"),
        ("parents", {"parent": "fixed", "child": "fixed", "size": 9}, "size"),
        ("pages", {"size": 9}, "size"),
        ("titled", {"inner": "fixd"}, "fixd"),
        ("semantic", {"embedder": "lsa"}, "made for a corpus"),
        ("semantic", {"embedder": "magic"}, "magic"),
    ],
)
def test_what_nobody_takes_is_refused(name, parameters, word):
    with pytest.raises(InputError, match=word):
        make_chunker(name, **parameters)


def test_pieces_are_put_where_they_stand():
    found = placed(
        Document("d", TEXT), ["Лампа гудит.", "", "Лампа гудит. Два года.", Chunk("x", "d", -1, 3, "Насос гудит.")]
    )
    assert [(one.start, one.end) for one in found.chunks] == [(0, 12), (0, 23), (25, 37)]
    assert found.chunks[1].text == TEXT[0:23]
    assert found.chunks[1].embedded == "Лампа гудит. Два года."  # white space that the splitter changed
    assert found.relocated == 1


def test_what_stands_nowhere_is_told():
    assert placed(Document("d", TEXT), ["Кабель."]).unlocated == ("Кабель.",)


@pytest.mark.parametrize("piece", [7, Chunk("x", "e", 0, 5, "Лампа")])
def test_what_is_no_chunk_of_the_document_is_refused(piece):
    with pytest.raises(InputError):
        placed(Document("d", TEXT), [piece])

"""Laws of chunkers, over all of Unicode: exact offsets, order, nothing lost, sizes, no character cut."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ragauge.core.records import Chunk, Document
from ragauge.pipeline.chunking.chunkers import make_chunker
from ragauge.pipeline.chunking.graphemes import joined
from ragauge.pipeline.chunking.sentence_ends import sentence_spans
from ragauge.pipeline.chunking.words import word_spans, word_table

PIECES = [
    "lamp", "Lamps", "гарантия", "рис. 5", "т. е.", "Dr. X", "3.5", "e\u0301", "e\u0301\u0302", " \u0301", "\n\u0301",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f44d\U0001f3fd", "\U0001f1eb\U0001f1ee\U0001f1f8\U0001f1ea",
    "\u200d", "각", "\u1100\u1161\u11a8", "東京。", "が\u3099", "「次。」", "שלום", "\u202eabc", "مرحبا؟", "नमस्ते।",
    "\r\n", "\r\n\r\n", "\n", "\n\n", "\f", "\t", " ", "  ", "\u00a0", "\u2028", "\u2029", "\x85", "\x01", "\x1c",
    ".", "...", "…", "!", "?!", "»", '"', "# ", "## Cover\n", "- one\n", "  - two\n", "1. ", "| a | b |\n", "===\n",
    "|---|---|\n", "```\n", "~~~", "<h2>A</h2>\n", "<table>\n", "</table>\n", "---\n", "<!-- page 3 -->", "x" * 70,
    "ё" * 130,
]  # fmt: skip
texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=20).map(" ".join),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=80),
    st.text(st.sampled_from(" \n\r\t\u00a0\u2028\u0301"), max_size=12),
)
sizes = st.integers(1, 12)
units = st.sampled_from(["words", "chars", "bytes"])
some = settings(max_examples=80, deadline=None)


class Letters:
    """An embedder that counts letters; some texts have no vector."""

    def fit(self, texts: list[str]) -> None: ...

    def texts(self, texts: list[str]) -> np.ndarray:
        return np.array([[text.count("a"), text.count("е"), len(text) % 3] for text in texts], dtype=float)

    questions = texts


def in_bytes(text: str) -> int:
    return (len(text.encode()) + 2) // 3


def measure(unit: str, text: str) -> int:
    return {"words": lambda t: len(list(word_spans(t))), "chars": len, "bytes": in_bytes}[unit](text)


def make(name: str, size: int, overlap: int, unit: str):
    unit = in_bytes if unit == "bytes" else unit
    fixed = make_chunker("fixed", size=size, overlap=min(overlap, size - 1), unit=unit)
    sized = {"size": size, "overlap": min(overlap, size - 1), "unit": unit}
    return {
        "fixed": lambda: fixed,
        "recursive": lambda: make_chunker("recursive", **sized),
        "markdown": lambda: make_chunker("markdown", **sized),
        "sentences": lambda: make_chunker("sentences", sentences=size, stride=max(1, size - overlap)),
        "semantic": lambda: make_chunker("semantic", embedder=Letters(), percentile=50, size=size, unit=unit),
        "parents": lambda: make_chunker("parents", parent="recursive", child=fixed),
        "titled": lambda: make_chunker("titled", inner=make_chunker("markdown", **sized)),
        "pages": lambda: make_chunker("pages", inner=fixed),
        "whole pages": lambda: make_chunker("pages"),
    }[name]()


NAMES = ["fixed", "recursive", "markdown", "sentences", "semantic", "parents", "titled", "pages", "whole pages"]


@pytest.mark.parametrize("name", NAMES)
@some
@given(text=texts, size=sizes, overlap=st.integers(0, 6), unit=units)
@example(text="", size=1, overlap=0, unit="words")
@example(text="x" * 500, size=3, overlap=1, unit="words")
@example(text=" \u0301" * 40, size=2, overlap=1, unit="chars")
def test_laws(name: str, text: str, size: int, overlap: int, unit: str) -> None:
    document = Document("d#1", text, {"title": "T"})
    chunker = make(name, size, overlap, unit)
    chunks = chunker(document)
    assert chunks == chunker(document)
    holds_offsets(document, chunks)
    if "<!--" not in text or "pages" not in name:
        holds_everything(text, chunks)
    if name in ("fixed", "recursive", "markdown", "semantic", "titled"):
        holds_size(chunks, size, unit)
    longest = max(clusters(text), default=0) * {"words": 0, "chars": 1, "bytes": 2}[unit]
    if longest <= size and ("<!--" not in text or "pages" not in name):
        assert not [chunk for chunk in chunks if joined(text, chunk.start) or joined(text, chunk.end)]


def holds_offsets(document: Document, chunks: list[Chunk]) -> None:
    for chunk in chunks:
        assert document.text[chunk.start : chunk.end] == chunk.text
        assert chunk.text.strip()
        assert chunk.id == f"d#1#{chunk.start}-{chunk.end}"
    starts = [chunk.start for chunk in chunks]
    assert starts == sorted(starts)
    assert len({chunk.id for chunk in chunks}) == len(chunks)


def holds_everything(text: str, chunks: list[Chunk]) -> None:
    covered = np.zeros(len(text) + 1, dtype=bool)
    for chunk in chunks:
        covered[chunk.start : chunk.end] = True
    assert not [place for place, char in enumerate(text) if not char.isspace() and not covered[place]]


def holds_size(chunks: list[Chunk], size: int, unit: str) -> None:
    for chunk in chunks:
        assert measure(unit, chunk.text) <= size or len(chunk.text) == 1


def clusters(text: str) -> list[int]:
    ends = [place for place in range(1, len(text) + 1) if not joined(text, place)]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


@some
@given(texts, texts)
def test_sentences_do_not_overlap_and_hold_everything(before: str, text: str) -> None:
    whole = before + text
    spans = sentence_spans(whole, len(before))
    places = [place for span in spans for place in span]
    assert places == sorted(places)
    assert "".join("".join(whole[a:b].split()) for a, b in spans) == "".join(text.split())


@some
@given(texts)
def test_a_mark_is_joined_to_its_letter(text: str) -> None:
    for place in range(1, len(text)):
        if unicodedata.category(text[place]) == "Mn" and text[place - 1].isalnum():
            assert joined(text, place)


@some
@given(text=texts, size=sizes, unit=units)
def test_parents_hold_their_children(text: str, size: int, unit: str) -> None:
    document = Document("d", text)
    inner = make("fixed", size, 2, unit)
    chunker = make_chunker("parents", parent=inner, child=make_chunker("fixed", size=2))
    parents = {parent.id: parent for parent in chunker.parents(document)}
    for child in chunker(document):
        parent = parents[child.parent]
        assert parent.start <= child.start < child.end <= parent.end


@some
@given(texts)
def test_the_table_of_words_has_the_words(text: str) -> None:
    assert list(zip(*word_table(text), strict=True)) == list(word_spans(text))

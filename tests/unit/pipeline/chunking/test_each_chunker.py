"""Each chunker on texts small enough to check by eye, and their parameters."""

import re
from functools import partial

import numpy as np
import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Chunk, Document
from ragauge.pipeline.chunking.chunkers import CHUNKERS, make_chunker

TEN = Document("d", "a b c d e f g h i j")


def texts(chunker, text: str | Document) -> list[str]:
    return [chunk.text for chunk in chunker(text if isinstance(text, Document) else Document("d", text))]


def test_fixed_words_overlap() -> None:
    assert texts(make_chunker("fixed", size=4, overlap=2), TEN) == ["a b c d", "c d e f", "e f g h", "g h i j"]


def test_fixed_characters_are_those_that_readers_see() -> None:
    assert texts(make_chunker("fixed", size=3, unit="chars"), "abe\u0301cd") == ["ab", "e\u0301c", "d"]
    assert texts(make_chunker("fixed", size=1, unit="chars"), "e\u0301") == ["e", "\u0301"]


def test_fixed_tokens_of_a_counter_hold_exactly() -> None:
    def counter(text: str) -> int:
        return len(re.findall(r"\w{1,4}|[^\w\s]", text))

    found = texts(make_chunker("fixed", size=3, unit=counter), "a lamp for two, extraordinaryworkmanship")
    assert found == ["a lamp for", "two,", "extraordinar", "yworkmanship"]
    assert max(map(counter, found)) == 3


def test_a_huge_word_and_scripts_without_spaces_are_cut() -> None:
    assert [len(text) for text in texts(make_chunker("fixed", size=1), "x" * 130)] == [64, 64, 2]
    assert texts(make_chunker("fixed", size=2), "東京都「千代田」。") == ["東京", "都「千", "代田」。"]


def test_recursive_keeps_paragraphs_then_sentences() -> None:
    text = "Aa bb.\n\nCc dd ee ff. Gg hh.\n\nIi."
    assert texts(make_chunker("recursive", size=4), text) == ["Aa bb.", "Cc dd ee ff.", "Gg hh.\n\nIi."]
    assert texts(make_chunker("recursive", size=6), text) == ["Aa bb.", "Cc dd ee ff. Gg hh.", "Ii."]
    assert texts(make_chunker("recursive", size=2), text) == ["Aa bb.", "Cc dd", "ee ff.", "Gg hh.", "Ii."]


def test_recursive_overlap_is_less_where_there_is_no_room() -> None:
    found = texts(make_chunker("recursive", size=4, overlap=2), "Aa bb cc. Dd ee. Ff gg hh ii. Jj.")
    assert found == ["Aa bb cc.", "bb cc. Dd ee.", "Ff gg hh ii.", "hh ii. Jj."]


def test_sentence_windows_do_not_repeat_the_end() -> None:
    chunker = make_chunker("sentences", sentences=3, stride=1)
    assert texts(chunker, "Aa. Bb. Cc. Dd.") == ["Aa. Bb. Cc.", "Bb. Cc. Dd."]


def test_pages() -> None:
    def pages(text: str, **inner) -> list[tuple[str, int | None]]:
        return [(chunk.text, chunk.page) for chunk in make_chunker("pages", **inner)(Document("d", text))]

    assert pages("One\f\fThree") == [("One", 1), ("Three", 3)]
    assert pages("One") == [("One", 1)]
    assert pages("x<!-- page 4 -->a\fb<!-- PAGE: 6 -->c") == [("x", None), ("a\fb", 4), ("c", 6)]
    assert pages("a b c\fd", inner={"name": "fixed", "size": 2}) == [("a b", 1), ("c", 1), ("d", 2)]


def test_parents_within_pages_are_named_by_their_place_in_the_document() -> None:
    inner = make_chunker("parents", parent={"name": "fixed", "size": 4}, child={"name": "fixed", "size": 2})
    chunks = make_chunker("pages", inner=inner)(Document("d#x", "a b\fc d e"))
    assert [(chunk.id, chunk.parent, chunk.page) for chunk in chunks] == [
        ("d#x#0-3", "d#x#0-3", 1), ("d#x#4-7", "d#x#4-9", 2), ("d#x#8-9", "d#x#4-9", 2),
    ]  # fmt: skip


def test_overlapping_parents_share_no_children() -> None:
    chunker = make_chunker(
        "parents", parent=make_chunker("fixed", size=4, overlap=2), child={"name": "fixed", "size": 2}
    )
    assert texts(chunker, TEN) == ["a b", "c d", "e f", "g h", "i j"]
    assert [parent.text for parent in chunker.parents(TEN)] == ["a b c d", "c d e f", "e f g h", "g h i j"]


def test_titles() -> None:
    text = "# Lamps\nx\n## Cover\ny"
    chunks = make_chunker("titled", inner="markdown")(Document("d", text, {"title": "Lamps"}))
    assert [chunk.indexed for chunk in chunks] == ["Lamps\n\n# Lamps\nx", "Lamps > Cover\n\n## Cover\ny"]
    assert [chunk.embedded for chunk in make_chunker("titled", inner="fixed")(Document("d", "x"))] == [None]


class Fake:
    def __init__(self, rows) -> None:
        self._rows = rows

    def texts(self, texts):
        return np.array(self._rows, dtype=float)


def test_semantic_splits_at_the_far_neighbours() -> None:
    text = "Aa. Bb. Cc. Dd."
    apart = Fake([[1, 0], [2, 0.1], [0, 1], [0, 5]])
    assert texts(make_chunker("semantic", embedder=apart, percentile=80), text) == ["Aa. Bb.", "Cc. Dd."]
    alike = Fake([[1, 0]] * 4)
    assert texts(make_chunker("semantic", embedder=alike, percentile=0), text) == [text]
    assert texts(make_chunker("semantic", embedder=alike, size=3), text) == ["Aa. Bb. Cc.", "Dd."]
    silent = Fake([[0, 0], [1, 0], [0, 0], [1, 0]])
    assert texts(make_chunker("semantic", embedder=silent, percentile=0), text) == [text]


@pytest.mark.parametrize("rows", [[[1.0]], [[np.nan]] * 2, [1.0, 2.0]])
def test_semantic_refuses_vectors_that_are_none(rows) -> None:
    with pytest.raises(InputError, match="one finite vector a text"):
        make_chunker("semantic", embedder=Fake(rows))(Document("d", "Aa. Bb."))


@pytest.mark.parametrize("text", ["", " \r\n\t\u2028 "])
@pytest.mark.parametrize("name", CHUNKERS)
def test_nothing_gives_nothing(name: str, text: str) -> None:
    needs = {
        "parents": {"parent": "fixed", "child": "fixed"},
        "titled": {"inner": "fixed"},
        "semantic": {"embedder": Fake([])},
    }
    assert make_chunker(name, **needs.get(name, {}))(Document("d", text)) == []


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (partial(make_chunker, "chars"), "no chunker 'chars'; there are: fixed, recursive"),
        (partial(make_chunker, "fixed", sise=3), "no parameter 'sise'; there are: size, overlap, unit"),
        (partial(make_chunker, "parents", child="fixed"), "needs parent; it takes: parent, child"),
        (partial(make_chunker, "fixed", size="3"), "size must be a whole number of at least 1, got '3'"),
        (partial(make_chunker, "fixed", size=True), "size must be a whole number"),
        (partial(make_chunker, "fixed", size=5, overlap=5), "overlap must be smaller than size"),
        (partial(make_chunker, "recursive", overlap=-1), "overlap must be a whole number of at least 0"),
        (partial(make_chunker, "markdown", unit="tokens"), "unit must be words, chars or a function"),
        (partial(make_chunker, "sentences", sentences=2, stride=3), "stride must be at most sentences"),
        (partial(make_chunker, "semantic", embedder=3), "embedder must be an embedder"),
        (
            partial(make_chunker, "semantic", embedder=Fake([]), percentile=101),
            "percentile must be a number from 0 to 100",
        ),
        (partial(make_chunker, "pages", inner=3), "inner must be a chunker"),
        (partial(make_chunker, "pages", inner={"size": 3}), "inner must name its chunker"),
        (partial(make_chunker, "titled", inner="fixed", title=3), "title must be a text"),
    ],
)
def test_parameters_that_cannot_be(make, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        make()


def test_a_counter_that_does_not_count_and_a_chunker_that_lies() -> None:
    with pytest.raises(InputError, match="must give a count of tokens"):
        make_chunker("fixed", unit=lambda text: "3")(TEN)
    with pytest.raises(InputError, match="is not the text from 0 to 1"):
        make_chunker("pages", inner=lambda document: [Chunk("x", document.id, 0, 1, "b")])(TEN)

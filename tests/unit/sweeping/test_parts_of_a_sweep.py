"""What a grid reaches: embedders with their cache, late chunking, chunkers within chunkers, parts of one's own."""

import numpy as np
import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Chunk
from ragauge.golden.reading.rows import golden_from_rows
from ragauge.pipeline.embedding import embedders
from ragauge.sweeping.own import Own, OwnParts
from ragauge.sweeping.running import Plan, sweep
from ragauge.sweeping.store import Store
from ragauge.tables.corpus import Corpus

TEXTS = {f"d{n}.md": f"# Лампа {n}\n\nЛампа номер{n} светит. Она служит {n} лет. Кабель длинный." for n in range(8)}
ROWS = [(n + 1, {"id": f"q{n}", "question": f"лампа номер{n}", "document": f"d{n}.md"}) for n in range(8)]


class Counting:
    """A model that counts what it embeds: one number a letter, and tokens that are words."""

    batch, identity = 16, "counting 1"
    limit = 4

    def __init__(self):
        self.seen = []
        MADE.append(self)

    def encode(self, texts, *, questions):
        self.seen += [("q" if questions else "t", text) for text in texts]
        return np.array([[text.count(letter) + 0.1 for letter in "лампоер0123456789"] for text in texts])

    def tokens(self, texts):
        return [len(text.split()) for text in texts]


MADE = []


@pytest.fixture(autouse=True)
def counting(monkeypatch):
    MADE.clear()
    monkeypatch.setitem(embedders.SHIPPED, "wordllama", Counting)


def run(grid, folder, **more):
    store = Store(folder)
    plan = Plan(grid, k=(2,), **more)
    return sweep(Corpus(TEXTS), golden_from_rows(ROWS, source="gold"), plan, store), store


def test_a_second_chunking_embeds_only_the_new_texts(tmp_path):
    run({"chunker": "sentences", "sentences": 1, "lane": "wordllama"}, tmp_path)
    first = list(MADE[0].seen)
    assert len(first) == len(set(first))  # «Кабель длинный.» stands in eight documents
    assert sum(kind == "q" for kind, _ in first) == 8
    run({"chunker": "sentences", "sentences": [1, 2], "lane": "wordllama"}, tmp_path)
    again = MADE[1].seen
    assert again
    assert not set(again) & set(first)
    assert all(kind == "t" for kind, _ in again)
    run({"chunker": "sentences", "sentences": [1, 2], "lane": ["wordllama", "bm25+wordllama"]}, tmp_path)
    assert MADE[2].seen == []


def test_times_of_questions_hold_their_embedding(tmp_path, monkeypatch):
    ticks = iter(range(10**6))
    monkeypatch.setattr("ragauge.sweeping.lanes.time.perf_counter", lambda: float(next(ticks)))
    found, _ = run({"chunker": "sentences", "sentences": [1, 2], "lane": "wordllama"}, tmp_path)
    assert all(point.cost.query_p50 >= 1 for point in found.points)  # a tick each, in the second chunking as well


def test_what_the_embedder_does_not_read_is_a_column(tmp_path):
    found, _ = run({"chunker": ["document", "sentences"], "sentences": 1, "lane": "wordllama"}, tmp_path)
    audits = {point.setup.chunker: point.audit.worst for point in found.points}
    assert (audits["document"].over, audits["document"].counter) == (8, "wordllama")
    assert audits["document"].beyond == 8 * (12 - 4)
    assert audits["sentences"].over < audits["sentences"].chunks
    lsa, _ = run({"lane": ["bm25", "lsa"]}, tmp_path)
    assert all(point.audit.worst is None for point in lsa.points)


def test_late_chunking_only_where_tokens_have_vectors(tmp_path):
    with pytest.raises(InputError, match="late chunking needs an embedder that gives the vectors of tokens; wordllama"):
        run({"lane": "wordllama", "embedding": ["early", "late"], "chunker": "sentences"}, tmp_path)
    with pytest.raises(InputError, match="lsa does not"):
        run({"lane": "bm25+lsa", "embedding": "late"}, tmp_path)


class Tokens:
    """Words as tokens, each with the letters of its own word and, a little, of the whole text."""

    def fit(self, texts):
        """Nothing to fit."""

    def _row(self, text):
        return np.array([text.count(letter) for letter in "абвгдежзиклмнопрстуч0123456789"], dtype=float)

    def texts(self, texts):
        return np.array([self._row(text) / np.linalg.norm(self._row(text)) for text in texts])

    questions = texts

    def token_vectors(self, text):
        places, start = [], 0
        for word in text.split():
            start = text.index(word, start)
            places.append((start, start + len(word)))
            start += len(word)
        return places, np.array([self._row(word) + 0.5 * self._row(text) for word in text.split()])


def test_late_and_early_in_one_grid(tmp_path):
    own = OwnParts(embedders={"tokens": Own(Tokens(), "1")})
    grid = {"lane": ["bm25", "tokens"], "embedding": ["early", "late"], "chunker": "sentences", "sentences": 1}
    found, _ = run(grid, tmp_path, own=own)
    assert {point.setup.lanes for point in found.points} == {("bm25",), ("tokens",), ("late:tokens",)}
    assert all(point.audit.without_vector == 0 for point in found.points)
    with pytest.raises(InputError, match="titles"):
        run({"lane": "tokens", "embedding": "late", "chunker": "titled", "inner": "markdown"}, tmp_path, own=own)


def test_every_chunker_by_name(tmp_path):
    grid = {
        "chunker": ["semantic", "titled", "pages", "parents", "markdown", "recursive"],
        "inner": ["sentences", "fixed"], "size": 6, "sentences": 1, "percentile": 80,
        "parent": "fixed", "child": "sentences", "parent_size": 12, "child_sentences": 1,
    }  # fmt: skip
    found, _ = run(grid, tmp_path)
    names = {point.setup.name for point in found.points}
    assert "titled inner=fixed size=6 · bm25" in names
    assert "parents parent=fixed child=sentences parent_size=12 child_sentences=1 · bm25" in names
    assert len(names) == 8
    with pytest.raises(InputError, match="parent_szie"):
        run(grid | {"parent_szie": 9}, tmp_path)


def test_parents_are_handed_on(tmp_path):
    shared = {"chunker": "parents", "parent": "fixed", "child": "sentences", "parent_size": 100}
    [point] = run(shared | {"child_sentences": 1}, tmp_path)[0].points
    [whole] = run({"chunker": "document"}, tmp_path)[0].points
    assert point.cost.tokens == whole.cost.tokens == 2 * 12
    assert point.cost.chunks > whole.cost.chunks


def words_of(document):
    """The sentences, as other people's splitters give them: texts, the last one with a start of -1."""
    *first, last = [part.strip() + "." for part in document.text.split(".") if part.strip()]
    return [*first, Chunk("x", document.id, -1, -1 + len(last), last)]


def test_a_chunker_of_ones_own(tmp_path):
    own = OwnParts(chunkers={"mine": Own(words_of, "1")})
    grid = {"chunker": ["mine", "document"], "lane": ["bm25", "lsa"]}
    found, store = run(grid, tmp_path, own=own)
    mine = [point for point in found.points if point.setup.chunker == "mine"]
    assert {point.cost.chunks for point in mine} == {24}
    assert {point.audit.relocated for point in mine} == {8}
    assert (store.done, store.reused) == (6, 0)
    assert run(grid, tmp_path, own=own)[1].done == 0
    assert run(grid, tmp_path, own=OwnParts(chunkers={"mine": Own(words_of, "2")}))[1].done == 3


def test_chunks_that_stand_nowhere_are_refused(tmp_path):
    own = OwnParts(chunkers={"mine": Own(lambda document: ["another text"], "1")})
    with pytest.raises(InputError, match="does not stand in document"):
        run({"chunker": "mine"}, tmp_path, own=own)
    twice = OwnParts(chunkers={"mine": Own(lambda d: [Chunk("x", d.id, 0, 1, "#"), Chunk("y", d.id, 0, 1, "#")], "1")})
    with pytest.raises(InputError, match="given twice"):
        run({"chunker": "mine"}, tmp_path, own=twice)


def test_own_parts_need_a_name_and_an_identity():
    with pytest.raises(InputError, match="identity"):
        Own(words_of, " ")
    for parts in ({"chunkers": {"fixed": Own(words_of, "1")}}, {"embedders": {"a+b": Own(Tokens(), "1")}}):
        with pytest.raises(InputError, match="another name"):
            OwnParts(**parts)
    with pytest.raises(InputError, match="must be Own"):
        OwnParts(rerankers={"mine": words_of})


class Backwards:
    """Prefers what stands late in the alphabet."""

    def scores(self, question, texts):
        return [float(ord(text[-2])) for text in texts]


def test_a_reranker_of_ones_own(tmp_path):
    own = OwnParts(rerankers={"mine": Own(Backwards(), "1")})
    found, _ = run({"reranker": ["none", "lexical", "mine"], "depth": 4}, tmp_path, own=own)
    assert {point.setup.reranker for point in found.points} == {None, "lexical", "mine"}
    with pytest.raises(InputError, match="reranker must be"):
        run({"reranker": "mine"}, tmp_path)
    with pytest.raises(InputError, match="no cross-encoder"):
        run({"reranker": f"onnx:{tmp_path}/nothing"}, tmp_path)

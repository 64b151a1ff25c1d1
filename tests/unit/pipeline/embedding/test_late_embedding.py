"""Late chunking from characters to tokens to vectors, with an embedder whose tokens see their whole text."""

import numpy as np
import pytest

from ragauge.core.errors import InputError
from ragauge.pipeline.dense import DenseLane
from ragauge.pipeline.embedding.cached import CachedEmbedder
from ragauge.pipeline.embedding.late import LateEmbedder, late_vectors, token_embedder, token_spans
from ragauge.pipeline.embedding.lsa import LsaEmbedder
from ragauge.pipeline.embedding.model import ModelEmbedder

TOPICS = ("лампа", "насос", "год", "она")


class Words:
    """A token a word; each is its own topic, and «она» that of the first word of the text."""

    batch, limit, identity = 8, 6, "words"

    def _row(self, word, first):
        plain = word.strip(".").casefold()
        topic = first if plain == "она" and first in TOPICS else plain
        return np.eye(len(TOPICS))[TOPICS.index(topic)] if topic in TOPICS else np.zeros(4)

    def token_vectors(self, text):
        places, rows, start = [(0, 0)], [np.ones(4)], 0
        found = text.split()
        for word in found[: self.limit]:
            start = text.index(word, start)
            places.append((start, start + len(word)))
            rows.append(self._row(word, found[0].casefold()))
            start += len(word)
        return [*places, (0, 0)], np.array([*rows, np.ones(4)])

    def encode(self, texts, *, questions):
        return np.array([sum(self._row(word, word) for word in text.split()) for text in texts], dtype=np.float64)

    def tokens(self, texts):
        return [len(text.split()) for text in texts]


DOCUMENTS = {"a": "Лампа светит. Она год.", "b": "Насос гудит. Она год. и ещё два слова"}
CHUNKS = {"a#1": ("a", 0, 13), "a#2": ("a", 14, 22), "b#1": ("b", 0, 12), "b#2": ("b", 13, 21), "b#3": ("b", 28, 37)}


def test_a_chunk_is_found_by_what_its_document_says():
    """«Она год» says nothing of lamps; read with its document it does."""
    embedder = ModelEmbedder(Words())
    late = LateEmbedder(embedder, token_embedder("words", embedder), DOCUMENTS, CHUNKS)
    found = {hit.item: hit.score for hit in DenseLane(late, list(CHUNKS), list(CHUNKS)).search(["лампа год"], 5)[0]}
    assert found["a#2"] == pytest.approx(1)
    assert found["b#2"] == pytest.approx(0.5)
    early = DenseLane(embedder, ["a#2", "b#2"], ["Она год.", "Она год."]).search(["лампа год"], 2)[0]
    assert early[0].score == early[1].score  # cut first, the two say the same


def test_what_the_model_does_not_read_has_no_vector_and_keeps_its_place():
    embedder = ModelEmbedder(Words())
    late = LateEmbedder(embedder, Words(), DOCUMENTS, CHUNKS)
    assert late.without == 1
    assert not late.texts(["b#3"]).any()
    assert np.linalg.norm(late.texts(["b#2"])) == pytest.approx(1)


def test_special_tokens_are_not_pooled():
    [vector] = late_vectors(Words(), DOCUMENTS["a"], [(0, 22)])
    assert vector[1] == 0


def test_the_embedder_is_found_behind_its_cache(tmp_path):
    cached = CachedEmbedder(ModelEmbedder(Words()), tmp_path)
    assert isinstance(token_embedder("words", cached), Words)
    with pytest.raises(InputError, match="lsa does not"):
        token_embedder("lsa", LsaEmbedder())


@pytest.mark.parametrize("offsets", [[(0, 2), (2, 2)], [(3, 5), (0, 2)]])
def test_tokens_that_do_not_stand_in_order_are_refused(offsets):
    with pytest.raises(InputError, match="order"):
        token_spans(offsets, [(0, 5)])


def test_as_many_rows_as_places():
    class Short(Words):
        def token_vectors(self, text):
            places, rows = super().token_vectors(text)
            return places, rows[1:]

    with pytest.raises(InputError, match="token vectors for"):
        late_vectors(Short(), "Лампа год.", [(0, 5)])

"""What every model is spared, and what none can get through."""

import numpy as np
import pytest

from ragauge.core.errors import InputError, RagaugeError
from ragauge.pipeline.embedding.embedders import make_embedder
from ragauge.pipeline.embedding.lsa import LsaEmbedder
from ragauge.pipeline.embedding.model import ModelEmbedder


class Lengths:
    """Counts characters; keeps what it was asked."""

    batch = 3
    limit = 4
    identity = "lengths"

    def __init__(self, answer=None):
        self.asked = []
        self.answer = answer

    def encode(self, texts, *, questions):
        self.asked.append(texts)
        if self.answer is not None:
            return self.answer
        return np.array([[len(text), 1.0 if questions else 2.0] for text in texts], dtype=np.float32)

    def tokens(self, texts):
        return [len(text) for text in texts]


def test_batches_are_of_like_length_and_rows_in_order():
    model = Lengths()
    found = ModelEmbedder(model).texts(["ffffff", "a", "ccc", "bb", "dddd"])
    assert model.asked == [["a", "bb", "ccc"], ["dddd", "ffffff"]]
    assert (found[:, 0] / found[:, 1] * 2).tolist() == pytest.approx([6, 1, 3, 2, 4])
    assert np.linalg.norm(found, axis=1) == pytest.approx(np.ones(5))


def test_long_texts_are_not_padded_together():
    model = Lengths()
    ModelEmbedder(model).texts(["a" * 150_000, "b" * 150_000, "c"])
    assert [len(batch) for batch in model.asked] == [1, 1, 1]


def test_questions_and_texts_differ():
    embedder = ModelEmbedder(Lengths())
    embedder.fit(["nothing to see"])
    assert embedder.questions(["a"]).tolist() != embedder.texts(["a"]).tolist()


def test_texts_are_cleaned():
    model = Lengths()
    ModelEmbedder(model).texts(["a\0b\ud800"])
    assert model.asked == [["a b?"]]


def test_blank_texts_are_zero_and_not_asked():
    model = Lengths()
    embedder = ModelEmbedder(model)
    assert embedder.texts([" ", "a", ""])[[0, 2]].tolist() == [[0, 0], [0, 0]]
    assert embedder.texts(["", "\n"]).tolist() == [[0, 0], [0, 0]]
    assert embedder.texts([]).shape == (0, 2)
    assert model.asked == [["a"]]
    assert ModelEmbedder(Lengths()).texts([""]).tolist() == [[0, 0]]


def test_truncated():
    model = Lengths()
    assert ModelEmbedder(model).truncated(["abcdef", "abcd", ""]).tolist() == [2, 0, 0]
    model.limit = None
    assert ModelEmbedder(model).truncated(["abcdef"]) is None


@pytest.mark.parametrize(
    "answer", [[[np.nan, 1]], [[np.inf, 1]], [[1.0], [1.0]], [1.0], [[]], np.zeros((1, 2, 3))], ids=str
)
def test_bad_answers_are_errors(answer):
    with pytest.raises(RagaugeError, match="the model gave"):
        ModelEmbedder(Lengths(np.array(answer))).texts(["a"])


def test_names():
    assert isinstance(make_embedder("lsa", seed=3), LsaEmbedder)
    for name in ("lsa:x", "openai", "openai:", "word2vec", ""):
        with pytest.raises(InputError, match="no embedder"):
            make_embedder(name)
    with pytest.raises(InputError, match="no parameter size; it has dimensions, seed"):
        make_embedder("lsa", size=3)
    with pytest.raises(InputError, match="no parameter key; it has url, key_variable"):
        make_embedder("openai:m", key="secret")


def test_identities_tell_parameters_apart():
    made = [
        make_embedder("openai:a"),
        make_embedder("openai:b"),
        make_embedder("openai:a", dimensions=3),
        make_embedder("openai:a", url="http://localhost:1"),
        make_embedder("openai:a", query_prompt="query: "),
    ]
    assert len({embedder.identity for embedder in made}) == 5
    assert make_embedder("openai:a", timeout=3.0, batch=9).identity == made[0].identity

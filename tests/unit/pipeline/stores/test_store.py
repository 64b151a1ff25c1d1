"""The store: what it refuses, what it asks an index for, and what it makes of the answer."""

import numpy as np
import pytest

from ragauge.core.errors import InputError, RagaugeError
from ragauge.core.records import Hit
from ragauge.pipeline.dense import DenseLane
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.stores.exact import ExactIndex
from ragauge.pipeline.stores.store import VectorStore


class Answering:
    """An index that answers as it is told, and keeps what it was asked."""

    def __init__(self, rows, scores):
        self.effort, self.asked = {}, []
        self.answer = np.array(rows, dtype=np.int64), np.array(scores, dtype=np.float64)

    def build(self, vectors, metadata):
        self.vectors, self.metadata = vectors, metadata

    def among(self, allowed, conditions):
        return allowed.tolist(), [str(one) for one in conditions]

    def search(self, vector, k, among=None):
        self.asked.append((k, among))
        return self.answer

    def nbytes(self):
        return 0

    def close(self):
        pass


IDS, VECTORS = ["a", "c", "b"], np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]])


def test_rows_stand_by_falling_id_with_their_metadata():
    index = Answering([0], [1.0])
    store = VectorStore(index, IDS, VECTORS, {"a": {"n": 1}, "elsewhere": {"n": 9}})
    assert store.ids == ["c", "b", "a"]
    assert index.vectors.dtype == np.float32
    assert index.vectors.tolist() == [[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]]
    assert index.metadata == [{}, {}, {"n": 1}]


def test_equal_scores_stand_by_falling_id_whatever_the_index_says():
    store = VectorStore(Answering([2, 0, 1], [0.5, 0.5, 0.75]), IDS, VECTORS)
    assert [hit.item for hit in store.search(np.ones((1, 2)), 3)[0]] == ["b", "c", "a"]


def test_never_more_than_there_are_or_than_pass():
    index = Answering([0], [1.0])
    store = VectorStore(index, IDS, VECTORS, {name: {"n": n} for n, name in enumerate(IDS)})
    store.search(np.ones((1, 2)), 50)
    store.search(np.ones((1, 2)), 50, store.where([parse("n >= 1")]))
    store.search(np.ones((1, 2)), 50, store.where([parse("n >= 0")]))
    assert index.asked == [(3, None), (2, ([True, True, False], ["n >= 1"])), (3, None)]
    nothing = store.where([parse("n = 7")])
    assert nothing.ids == frozenset()
    assert store.search(np.ones((1, 2)), 50, nothing) == [[]]
    assert len(index.asked) == 3


@pytest.mark.parametrize(("rows", "scores"), [([3], [1.0]), ([-1], [1.0]), ([0], [float("nan")])])
def test_a_row_that_is_not_there(rows, scores):
    with pytest.raises(RagaugeError, match="not there, or a score that is no number"):
        VectorStore(Answering(rows, scores), IDS, VECTORS).search(np.ones((1, 2)), 3)


def test_all_odd_vectors_are_named_at_once():
    vectors = np.array([[1.0, float("nan")], [0.0, 1.0], [1e300, 0.0]])
    with pytest.raises(InputError) as raised:
        VectorStore(ExactIndex(), IDS, vectors)
    assert str(raised.value) == "the vector of 'b' has NaN or infinity\nthe vector of 'a' has NaN or infinity"


def test_ids_are_unique():
    with pytest.raises(InputError, match="'a' stands there more than once"):
        VectorStore(ExactIndex(), ["a", "b", "a"], VECTORS)


@pytest.mark.parametrize("vectors", [np.ones(3), np.ones((2, 2)), np.ones((3, 2, 2))])
def test_other_shapes(vectors):
    with pytest.raises(ValueError, match="3 rows"):
        VectorStore(ExactIndex(), IDS, vectors)


def test_questions_of_another_shape_and_without_numbers():
    store = VectorStore(ExactIndex(), IDS, VECTORS)
    for asked, word in ((np.ones((1, 3)), "rows of 2"), (np.array([[np.nan, 1.0]]), "NaN")):
        with pytest.raises(ValueError, match=word):
            store.search(asked, 1)
    with pytest.raises(ValueError, match="at least 1"):
        store.search(np.ones((1, 2)), 0)


class Planted:
    def __init__(self, vectors, asked):
        self.vectors, self.asked = vectors, asked

    def fit(self, texts):
        pass

    def texts(self, texts):
        return self.vectors[[int(text) for text in texts]]

    def questions(self, questions):
        return self.asked


def test_exact_search_is_the_dense_lane():
    rng = np.random.default_rng(2)
    vectors = rng.integers(-2, 3, size=(200, 5)).astype(float)  # many ties
    asked = rng.integers(-2, 3, size=(20, 5)).astype(float)
    ids = [f"d{n}" for n in range(200)]
    lane = DenseLane(Planted(vectors, asked), ids, [str(n) for n in range(200)])
    store = VectorStore(ExactIndex(), ids, vectors, {name: {"n": n % 4} for n, name in enumerate(ids)})
    assert store.search(asked, 12) == lane.search(["?"] * 20, 12)
    where = store.where([parse("n in {1, 2}")])
    assert store.search(asked, 12, where) == lane.search(["?"] * 20, 12, allowed=[where.ids] * 20)


def test_rescored_hits_have_the_scores_of_exact_search():
    rng = np.random.default_rng(5)
    vectors, asked = rng.normal(size=(50, 33)), rng.normal(size=33).astype(np.float32)
    store = VectorStore(ExactIndex(), [f"d{n}" for n in range(50)], vectors)
    exact = store.search(asked[None], 50)[0]
    assert store.rescored(asked, [Hit(hit.item, 0.0) for hit in exact]) == exact
    assert store.rescored(asked, []) == []
    assert store.index.nbytes() == 50 * 33 * 4

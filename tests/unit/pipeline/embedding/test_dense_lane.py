"""Exact search: against a plain sort, with ties, filters and bad embedders."""

import numpy as np
import pytest

from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline import dense
from ragauge.pipeline.dense import DenseLane


class Planted:
    """Vectors by text."""

    def __init__(self, **vectors):
        self.vectors = vectors
        self.fitted = []

    def fit(self, texts):
        self.fitted = list(texts)

    def texts(self, texts):
        return np.array([self.vectors[text] for text in texts], dtype=np.float64).reshape(len(texts), -1)

    questions = texts


def lane(count=500, width=24, seed=0):
    generator = np.random.default_rng(seed)
    vectors = {f"d{place}": generator.standard_normal(width) for place in range(count)}
    vectors |= {f"q{place}": generator.standard_normal(width) for place in range(7)}
    planted = Planted(**{name: vector / np.linalg.norm(vector) for name, vector in vectors.items()})
    names = [name for name in vectors if name[0] == "d"]
    return DenseLane(planted, names, names), planted, names


@pytest.mark.parametrize("k", [1, 10, 499, 500, 1000])
@pytest.mark.parametrize("scored", [1, 1 << 24])
def test_against_a_plain_sort(monkeypatch, k, scored):
    monkeypatch.setattr(dense, "SCORED", scored)
    monkeypatch.setattr(dense, "EMBEDDED", 64)
    found, planted, names = lane()
    assert planted.fitted == names
    asked = [f"q{place}" for place in range(7)]
    for question, hits in zip(asked, found.search(asked, k), strict=True):
        single = {name: planted.vectors[name].astype(np.float32).astype(float) for name in [*names, question]}
        scores = {name: float(single[name] @ single[question]) for name in names}
        assert [hit.item for hit in hits] == sorted(names, key=scores.__getitem__, reverse=True)[:k]
        assert [hit.score for hit in hits] == pytest.approx([scores[hit.item] for hit in hits])


def test_equal_texts_score_the_same_and_stand_by_falling_id():
    generator = np.random.default_rng(3)
    vectors = {str(place): generator.standard_normal(301) for place in range(997)}
    planted = Planted(same=generator.standard_normal(301), **vectors)
    ids = [f"x{place:04}" for place in range(997)] + [f"tie{place}" for place in range(9)]
    found = DenseLane(planted, ids, [*vectors, *["same"] * 9]).search(["same"], 5)[0]
    assert [hit.item for hit in found] == ["tie8", "tie7", "tie6", "tie5", "tie4"]
    assert len({hit.score for hit in found}) == 1


def test_the_order_of_the_corpus_does_not_matter():
    first, planted, names = lane()
    turned = DenseLane(planted, names[::-1], names[::-1])
    assert first.search(["q1", "q2"], 20) == turned.search(["q1", "q2"], 20)


def test_filters():
    found = lane()[0]
    mask = np.zeros(500, dtype=bool)
    mask[[3, 400]] = True
    allowed = [{"d3", "d400", "unknown"}, mask, None, set(), {"d7"}]
    by_set, by_mask, everything, nothing, one = found.search(["q0", "q0", "q0", "q0", "q0"], 10, allowed=allowed)
    assert by_set == by_mask
    assert {hit.item for hit in by_set} == {"d3", "d400"}
    assert (len(everything), nothing, [hit.item for hit in one]) == (10, [], ["d7"])
    assert everything == found.search(["q0"], 10)[0]


def test_zero_vectors_score_nothing():
    planted = Planted(zero=[0, 0], up=[0, 1], down=[0, -1])
    found = DenseLane(planted, ["a", "b", "c"], ["zero", "up", "down"])
    assert found.search(["up", "zero"], 3) == [[Hit("b", 1.0), Hit("a", 0.0), Hit("c", -1.0)], []]
    assert found.nbytes == 24


def test_nothing_to_search():
    empty = DenseLane(Planted(up=[0, 1]), [], [])
    assert empty.search(["up", "up"], 3) == [[], []]
    assert lane()[0].search([], 3) == []


def test_bad_input():
    found, planted, names = lane()
    with pytest.raises(InputError, match="not: d1"):
        DenseLane(planted, ["d1", "d1"], names[:2])
    with pytest.raises(ValueError, match="2 ids for 1 texts"):
        DenseLane(planted, ["d1", "d2"], names[:1])
    with pytest.raises(ValueError, match="k must be"):
        found.search(["q1"], 0)
    with pytest.raises(ValueError, match="1 filters for 2"):
        found.search(["q1", "q2"], 1, allowed=[None])
    with pytest.raises(ValueError, match="one truth value for each of the 500"):
        found.search(["q1"], 1, allowed=[np.ones(3, dtype=bool)])


@pytest.mark.parametrize(
    ("vectors", "says"),
    [
        ({"a": [1.0, np.nan], "q": [1, 1]}, "NaN"),
        ({"a": [1e300, 1], "q": [1, 1]}, "NaN or infinity"),
        ({"a": [1.0, 1.0], "q": [1, 1, 1]}, "rows of 2 were due"),
    ],
)
@pytest.mark.filterwarnings("ignore:overflow")
def test_bad_embedders(vectors, says):
    with pytest.raises(ValueError, match=says):
        DenseLane(Planted(**vectors), ["a"], ["a"]).search(["q"], 1)

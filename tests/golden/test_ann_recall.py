"""ANN recall and fill rate, against ann-benchmarks, faiss, hnswlib and users' cases: RAGAUGE_CASES."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from ragauge.backends.faiss_index import without_padding
from ragauge.core.records import Hit
from ragauge.pipeline.filters.metamorphic import equivalent_problem, inconsistencies
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.stores.engines import make_index
from ragauge.pipeline.stores.exact import ExactIndex
from ragauge.pipeline.stores.neighbours import neighbours
from ragauge.pipeline.stores.store import VectorStore

if TYPE_CHECKING:
    from pathlib import Path

DIFFERENT: dict[str, tuple[float, str]] = {
    "within_eps": (
        0.5,
        "the tolerance is for rounding alone (1e-6, relative): 1e-3 on cosine distances adds ten points of recall",
    ),
    "neg_ip_epsilon": (1.0, "a tolerance that is a factor turns round below 0: exact search would not find itself"),
}
"""Where ragauge differs on purpose: its own value, and why."""
ENGINES = {
    "faiss_minus1": "padding is dropped, and counted as a short list",
    "hnsw_k_too_big": "k is never larger than the number of vectors, and a short list is returned as it is",
    "hnsw_l2_is_squared": "every engine is asked for dot products, and distances are computed anew for recall",
}
"""What an engine does, and what ragauge makes of it; each has a test below."""


@pytest.fixture(scope="module")
def cases(cases_dir: Path) -> dict[str, dict[str, Any]]:
    read = json.loads((cases_dir / "ann_recall.json").read_text(encoding="utf-8"))["cases"]
    return {case["id"]: case for case in read}


@pytest.fixture(scope="module")
def users(cases_dir: Path) -> dict[str, Any]:
    rows = map(json.loads, (cases_dir / "users.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["id"]: row["input"] for row in rows}


def by_distance(distances: list[float]) -> list[Hit]:
    """Hits with ids of their own: what is near counts, whoever it is."""
    return [Hit(f"{place}:{distance}", -distance) for place, distance in enumerate(distances)]


def by_rank(ids: list[str], start: float = 1.0) -> list[Hit]:
    return [Hit(name, start - place / 100) for place, name in enumerate(ids)]


def test_every_recorded_case_is_reproduced_or_listed_with_its_reason(cases: dict[str, dict[str, Any]]) -> None:
    assert DIFFERENT.keys() | ENGINES.keys() <= cases.keys()
    for name in sorted(cases.keys() - ENGINES.keys()):
        case = cases[name]
        given, told = case["input"], case["expected"]["mean"]
        expected = DIFFERENT[name][0] if name in DIFFERENT else told
        k = given.get("k", int(case["metric"].partition("@")[2][:1] or 0))
        found = neighbours(by_distance(given["true_dist"][0]), by_distance(given["run_dist"][0]), k)
        assert found.recall == pytest.approx(expected, abs=case["tol"]), name
        assert name not in DIFFERENT or told != pytest.approx(expected, abs=case["tol"]), name


def test_the_nearest_neighbour_ten_times_is_one_neighbour() -> None:
    """ann-benchmarks gives 1.0 here."""
    exact = by_rank([f"d{n}" for n in range(10)])
    found = neighbours(exact, [Hit("d0", 1.0)] * 10, 10)
    assert (found.recall, found.fill, found.repeated) == (0.1, 0.1, 9)


def test_padding_is_no_hit(cases: dict[str, dict[str, Any]]) -> None:
    case = cases["faiss_minus1"]
    distances, rows = (np.array(one[0]) for one in case["expected"])
    kept, scores = without_padding(rows, distances)
    assert (kept.tolist(), scores.tolist()) == ([0, 1], [0.0, 1.0])
    found = neighbours(by_distance([0.0, 1.0, 4.0, 9.0]), by_distance(scores.tolist()), case["input"]["k"])
    assert (found.recall, found.fill, found.short, found.wrong) == (0.5, 0.5, 2, 0)


def test_faiss_pads_and_the_store_does_not() -> None:
    pytest.importorskip("faiss", reason="faiss-cpu is not installed")
    store = VectorStore(make_index("faiss-ivf", nlist=2), list("abcd"), np.repeat(np.eye(2), 2, axis=0))
    store.index.effort["nprobe"] = 1
    assert [hit.item for hit in store.search(np.array([[1.0, 0.0]]), 4)[0]] == ["b", "a"]


def test_hnswlib_raises_and_the_store_does_not(cases: dict[str, dict[str, Any]]) -> None:
    hnswlib = pytest.importorskip("hnswlib", reason="hnswlib is not installed")
    case = cases["hnsw_k_too_big"]
    plain = hnswlib.Index(space="ip", dim=2)
    plain.init_index(3)
    plain.add_items(np.eye(3, 2))
    error, _, message = case["raises"].partition(": ")
    with pytest.raises({"RuntimeError": RuntimeError}[error], match=message):
        plain.knn_query(np.ones(2), k=case["input"]["k"])
    store = VectorStore(make_index("hnswlib"), list("abc"), np.eye(3, 2))
    assert len(store.search(np.ones((1, 2)), case["input"]["k"])[0]) == 3


def test_scores_are_dot_products_where_distances_would_be_squares(cases: dict[str, dict[str, Any]]) -> None:
    case = cases["hnsw_l2_is_squared"]
    points = np.array([[0.0, 0.0], [0.0, 1.0], [10.0, 10.0]])
    assert ((points - points[0]) ** 2).sum(axis=1).tolist() == case["expected"][0]
    store = VectorStore(ExactIndex(), list("abc"), points)
    assert store.search(np.array([[1.0, 2.0]]), 3)[0] == [Hit("c", 30.0), Hit("b", 2.0), Hit("a", 0.0)]


def test_u019_a_short_list_is_not_a_wrong_one(users: dict[str, Any]) -> None:
    given = users["U019"]
    exact = by_rank([f"d{n}" for n in range(given["returned_exact"])])
    found = neighbours(exact, exact[: given["returned_ann"]], given["k"])
    assert found.due == min(given["k"], given["matching_rows"])
    assert (found.fill, found.recall, found.short, found.wrong) == (0.3, 0.3, 7, 0)


def test_u020_recall_under_a_filter_stands_beside_that_without(users: dict[str, Any]) -> None:
    given = users["U020"]
    exact = by_rank(given["exact_filtered_top4"])
    scores = {hit.item: hit.score for hit in exact}
    returned = [Hit(name, scores.get(name, 0.0)) for name in given["ann_filtered_top4"]]
    found = neighbours(exact, returned, 4)
    assert (found.recall, found.overlap, found.fill, found.wrong) == (0.5, 0.5, 1.0, 2)
    assert given["ann_unfiltered_recall"] == 1.0


def test_u021_equivalent_filters_with_different_results_are_named(users: dict[str, Any]) -> None:
    given = users["U021"]
    exact = by_rank(given["exact"])
    scores = {hit.item: hit.score for hit in exact}
    recalls = [
        neighbours(exact, [Hit(name, scores.get(name, 0.0)) for name in given[top]], 2).recall
        for top in ("top_a", "top_b")
    ]
    assert recalls == [0.5, 1.0]
    assert equivalent_problem(given["top_a"], given["top_b"]) is not None
    filters = {given[name]: [parse(given[name])] for name in ("filter_a", "filter_b")}
    answers = {str(parse(given["filter_a"])): given["top_a"], str(parse(given["filter_b"])): given["top_b"]}
    fields = {name: {"n": n} for n, name in enumerate("pqr", start=1)} | {"s": {"n": 9}}
    (found,) = inconsistencies(lambda asked: by_rank(answers[str(asked[0])]), filters, fields)
    assert (found.kind, found.first, found.second) == ("equivalent", given["filter_a"], given["filter_b"])

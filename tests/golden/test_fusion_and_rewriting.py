"""Fusion, reranking, filters and rewriting, against ranx, Anserini, Terrier and users' cases: RAGAUGE_CASES."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from ragauge import score
from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.filters.authorization import AuthorizationLeakError, authorization, guard
from ragauge.pipeline.filters.leaks import leaks
from ragauge.pipeline.filters.metamorphic import equivalent_problem
from ragauge.pipeline.filters.predicate import Predicate
from ragauge.pipeline.fusion.checks import order_violations
from ragauge.pipeline.fusion.convex import convex, weighted_sum
from ragauge.pipeline.fusion.normalise import normalise
from ragauge.pipeline.fusion.rrf import rrf
from ragauge.pipeline.rerank.checks import by_indexes, not_the_best
from ragauge.pipeline.rerank.reranking import rerank
from ragauge.pipeline.rewriting.bo1 import bo1_weight
from ragauge.pipeline.rewriting.rm3 import rm3

if TYPE_CHECKING:
    from pathlib import Path

NORMS = {"max": "max", "sum": "sum", "rank": "rank", "zmuv": "zscore", "min-max": "minmax"}

DIFFERENT: dict[str, tuple[Any, str]] = {
    "norm_single_min-max": (
        {"d1": 1.0},
        "0 is also what a document gets that was not returned: the only hit of a lane would be lost",
    ),
    "norm_single_zmuv": ({"d1": 1.0}, "the same: without spread a list tells only what it returned, as 1 against 0"),
    "wsum_zmuv": (
        {"d2": 0.5550942361679744, "d1": -0.1679168748614218, "d4": -0.3871773613065526, "d3": -1.3705924634673314},
        "ranx gives 0, the mean, to what was not returned, which then beats what was returned below average",
    ),
    "bo1_0_0": (InputError, "a term of the feedback is in the collection: these counts are of two collections"),
    "anserini_term_filter": (
        {"apple": True, "яблоко": True, "naïve": True, "c4": True},
        "Anserini's default drops every term outside of a-z and 0-9, so that nothing Russian is ever expanded with",
    ),
}
"""Where ragauge differs on purpose: its own value, and why."""
NOT_OFFERED = {
    "norm_min-max-inverted": "a lane gives its best first with falling scores: distances are negated by who makes it",
    "combmnz": "the sum multiplied by the number of lanes is not built in: it is a line on top of weighted_sum",
}


def read(path: Path) -> dict[str, dict[str, Any]]:
    return {case["id"]: case for case in json.loads(path.read_text(encoding="utf-8"))["cases"]}


@pytest.fixture(scope="module")
def cases(cases_dir: Path) -> dict[str, dict[str, Any]]:
    return read(cases_dir / "query_rewriting_fusion.json")


@pytest.fixture(scope="module")
def users(cases_dir: Path) -> dict[str, Any]:
    rows = map(json.loads, (cases_dir / "users.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["id"]: row["input"] for row in rows}


def ranked(scores: dict[str, float]) -> list[Hit]:
    return [Hit(name, value) for name, value in sorted(scores.items(), key=lambda pair: -pair[1])]


def hits(names: list[str]) -> list[Hit]:
    return [Hit(name, 0.0) for name in names]


def ids(found: list[Hit]) -> list[str]:
    return [hit.item for hit in found]


def lanes(given: dict[str, Any]) -> dict[str, list[Hit]]:
    return {name: ranked(lane["q"]) for name, lane in given.items()}


def as_dict(found: list[Hit]) -> dict[str, float]:
    return {hit.item: hit.score for hit in found}


def bo1_case(name: str, given: dict[str, Any]) -> float:
    tf, collection = map(float, name.removeprefix("bo1_").split("_"))
    return bo1_weight(tf, collection, given["N"])


def rm3_case(given: dict[str, Any]) -> dict[str, float]:
    feedback = list(zip(given["docs_tf"], map(float, given["scores"]), strict=True))
    return rm3(given["query"], feedback, terms=given["fbTerms"], original=given["originalQueryWeight"])


def term_filter(given: dict[str, Any]) -> dict[str, bool]:
    kept = rm3(["question"], [(dict.fromkeys(given["terms"], 1), 1.0)])
    return {term: term in kept for term in given["terms"]}


def ours(name: str, given: dict[str, Any]) -> Any:
    if name.startswith("norm_"):
        return dict(normalise(ranked(given["q"]), NORMS[name.rpartition("_")[2]]).scores)  # type: ignore[arg-type]
    if name.startswith("wsum_"):
        return as_dict(convex(lanes(given), norm="zscore" if name == "wsum_zmuv" else "minmax"))
    if name == "combsum":
        return as_dict(weighted_sum(lanes(given)))
    if name.startswith("rm3_"):
        return rm3_case(given)
    return term_filter(given) if name == "anserini_term_filter" else bo1_case(name, given)


def test_every_recorded_case_is_reproduced_or_listed_with_its_reason(cases: dict[str, dict[str, Any]]) -> None:
    assert DIFFERENT.keys() | NOT_OFFERED.keys() <= cases.keys()
    for name in sorted(cases.keys() - NOT_OFFERED.keys()):
        case = cases[name]
        expected = DIFFERENT[name][0] if name in DIFFERENT else case["expected"]
        if isinstance(expected, type):
            with pytest.raises(expected):
                ours(name, case["input"])
        else:
            assert ours(name, case["input"]) == pytest.approx(expected, abs=case["tol"]), name
            assert name not in DIFFERENT or expected != case["expected"], f"{name} is no difference"


def test_what_is_not_offered_is_a_line_away(cases: dict[str, dict[str, Any]]) -> None:
    inverted = cases["norm_min-max-inverted"]
    negated = normalise(ranked({name: -value for name, value in inverted["input"]["q"].items()}))
    assert dict(negated.scores) == pytest.approx(inverted["expected"])
    mnz = cases["combmnz"]
    both = lanes(mnz["input"])
    times = {name: sum(name in ids(lane) for lane in both.values()) for name in mnz["expected"]}
    scaled = {hit.item: hit.score * times[hit.item] for hit in weighted_sum(both)}
    assert scaled == pytest.approx(mnz["expected"])


def test_the_worked_example_of_rank_fusion() -> None:
    dense, sparse = hits(["d3", "d7", "d1", "d4", "d2", "d9", "d10"]), hits(["d2", "d3", "d8", "d1", "d11", "d4", "d6"])
    best = rrf({"dense": dense, "sparse": sparse})[:3]
    assert [(hit.item, round(hit.score, 5)) for hit in best] == [("d3", 0.03252), ("d2", 0.03178), ("d1", 0.0315)]


def test_u025_weights_change_the_order(users: dict[str, Any]) -> None:
    given = users["U025"]
    both = {name: hits(names) for name, names in given["lists"].items()}
    weighted = rrf(both, k=given["k"], weights=given["weights"])
    assert [(hit.item, round(hit.score, 6)) for hit in weighted] == [("a", 0.016393), ("b", 0.016129)]
    assert ids(rrf(both, k=given["k"])) == ["a", "c", "b"]


def test_u026_a_repetition_adds_nothing(users: dict[str, Any]) -> None:
    given = users["U026"]
    fused = rrf({str(place): hits(names) for place, names in enumerate(given["lists"])}, k=given["k"])
    assert [(hit.item, round(hit.score, 6)) for hit in fused] == [("b", 0.032522), ("a", 0.016393), ("c", 0.016129)]


def test_u027_what_is_missing_has_no_rank(users: dict[str, Any]) -> None:
    given = users["U027"]
    fused = rrf({str(place): hits(names) for place, names in enumerate(given["lists"])}, k=given["k"])
    assert (fused[0].item, round(fused[0].score, 6)) == ("r", 0.031746)
    assert score("mrr@3", ids(fused), given["gold"]) == 1


def test_u028_better_ranked_documents_that_are_missing(users: dict[str, Any]) -> None:
    given = users["U028"]
    knn = [f"d{rank}" for rank in range(1, 101)]
    present, missing = given["knn_only_ranks_present"], given["knn_only_ranks_missing"]
    text = [name for rank, name in enumerate(knn, start=1) if rank not in {*present, *missing}]
    both = {"knn": hits(knn), "text": hits(text)}
    fused = [name for name in ids(rrf(both, k=given["k"])) if name not in {f"d{rank}" for rank in missing}]
    found = [one for one in order_violations(both, fused) if one.worse_ranks["text"] is None]
    assert [(one.better_ranks["knn"], one.worse_ranks["knn"], one.place) for one in found] == [
        (rank, kept, None) for kept in present for rank in missing
    ]
    assert 1 / (given["k"] + missing[0]) == pytest.approx(0.016129, abs=1e-6)
    assert 1 / (given["k"] + present[0]) == pytest.approx(0.007143, abs=1e-6)


class ByPlace:
    """Scores texts by where their index stands in a service's answer."""

    def __init__(self, indexes: list[int]) -> None:
        self.indexes, self.sent = indexes, []

    def scores(self, question: str, texts: list[str]) -> list[float]:
        self.sent = texts
        return [float(-self.indexes.index(place)) if place in self.indexes else -9.0 for place in range(len(texts))]


def test_u031_indexes_mean_the_texts_that_were_sent(users: dict[str, Any]) -> None:
    given = users["U031"]
    assert by_indexes(given["documents"], given["rerank_indexes"]) == ["c", "a"]
    reranker = ByPlace(given["rerank_indexes"])
    candidates = {f"{place}": text for place, text in enumerate(given["documents"])}
    result = rerank("?", hits(list(candidates)), candidates, reranker)
    assert reranker.sent == given["deduplicated"]
    assert [candidates[hit.item] for hit in result] == ["c", "a", "a", "b"]


class OfTexts:
    def __init__(self, scores: dict[str, float]) -> None:
        self.table = scores

    def scores(self, question: str, texts: list[str]) -> list[float]:
        return [self.table[text] for text in texts]


def test_u032_nothing_is_cut_before_it_is_sorted(users: dict[str, Any]) -> None:
    given = users["U032"]
    texts = {name: name for name in given["first_stage_order"]}
    top = ids(rerank("?", hits(given["first_stage_order"]), texts, OfTexts(given["scores"])))[: given["k"]]
    assert top == ["b", "d"]
    assert not_the_best(given["scores"], top) == []
    assert not_the_best(given["scores"], ["b", "a"]) != []


def test_u021_equivalent_filters_give_the_same(users: dict[str, Any]) -> None:
    given = users["U021"]
    message = equivalent_problem(given["top_a"], given["top_b"])
    assert message == "the results differ: only the first has q, only the second has r"
    assert equivalent_problem(given["exact"], given["top_b"]) is None
    assert [score("recall@2", given[top], given["exact"]) for top in ("top_a", "top_b")] == [0.5, 1.0]


def test_u022_a_filter_that_is_ignored_leaks(users: dict[str, Any]) -> None:
    given = users["U022"]
    asked = [Predicate(name, "eq", value) for name, value in given["filter"].items()]
    stored = {row["id"]: {name: value for name, value in row.items() if name != "id"} for row in given["results"]}
    report = leaks(hits(list(stored)), stored, asked)
    assert report.rate == 0.5
    assert [leak.item for leak in report.violations] == ["2"]
    with pytest.raises(AuthorizationLeakError, match="'2' has tenant 'oak'"):
        guard(hits(list(stored)), stored, list(map(authorization, asked)))


def test_u024_another_type_is_told_from_another_value(users: dict[str, Any]) -> None:
    given = users["U024"]
    asked = [Predicate(name, "eq", value) for name, value in given["filter"].items()]
    stored = {str(place): row for place, row in enumerate(given["stored"])}
    report = leaks(hits(list(stored)), stored, asked)
    assert [leak.stored for leak in report.mismatches] == [1]
    assert [leak.stored for leak in report.violations] == ["2"]

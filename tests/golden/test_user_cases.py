"""Cases that users of evaluation tools have met: as they were recorded, and equivalents in English and Russian."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest

from ragauge import InputError, evaluate, find_metric, load_run, score
from ragauge.core.lists import judge_lists

if TYPE_CHECKING:
    from pathlib import Path

    from ragauge import Scorecard

STAGE = "retrieval_metric"
USER_CASES = {"U039", "U041", "U042", "U044", "U045", "U047"}
PEER_CASES = {"M10", "M16", "M18"}


def warned(card: Scorecard, words: str) -> bool:
    return any(words in warning for warning in card.warnings)


def read_cases(path: Path) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in map(json.loads, path.read_text().splitlines())}


@pytest.fixture(scope="module")
def cases(cases_dir: Path) -> dict[str, dict[str, Any]]:
    return {**read_cases(cases_dir / "users.jsonl"), **read_cases(cases_dir / "peers.jsonl")}


def case(cases: dict[str, dict[str, Any]], name: str) -> dict[str, Any]:
    return cases[name]["input"]


# The claims, once each, for whatever ids and numbers a case brings.


def a_repeated_hit_counts_once(gold: list[str], retrieved: list[str], k: int, share: float) -> None:
    metrics = [f"recall@{k}", f"ndcg@{k}", "map", f"precision@{k}", "duplicate_rate"]
    card = evaluate({"q": gold}, {"q": retrieved}, metrics)
    assert card[f"recall@{k}"].value == share
    assert all(card[name].value <= 1 for name in metrics)
    assert card["duplicate_rate"].value == 1 - len(set(retrieved)) / len(retrieved)
    assert warned(card, "repeat an id")
    only = evaluate({"q": retrieved[:1]}, {"q": retrieved}, metrics)
    assert only[f"recall@{k}"].value == only[f"ndcg@{k}"].value == only["map"].value == 1
    assert score(f"ndcg@{k}", retrieved, retrieved[:1]) == 1
    assert score(f"recall@{k}", retrieved, gold) == share


def a_missing_question_scores_zero(gold: dict[str, list[str]], run: dict[str, list[str]]) -> None:
    """Every question of the run is answered right."""
    card = evaluate(gold, run, ["recall@5", "mrr", "ndcg@10"])
    missing = len(gold) - len(run)
    for one in card.scores:
        assert one.value == pytest.approx(len(run) / len(gold), abs=1e-12)
        assert (one.n, one.items, one.missing) == (len(gold), len(gold), missing)
    assert warned(card, f"{missing} of {len(gold)} questions with gold are not in the run: they score 0")
    skipped = evaluate(gold, run, ["mrr"], skip_missing=True)["mrr"]
    assert (skipped.value, skipped.n, skipped.excluded) == (1, len(run), {"missing": missing})


def tied_scores_do_not_hang_on_names(run: dict[str, float], gold: list[str]) -> None:
    """All scores of the run are equal, and one of its hits is relevant."""
    places = range(1, len(run) + 1)
    by_id = evaluate({"q": gold}, {"q": run}, ["mrr"])
    assert warned(by_id, "a judged hit shares its score")
    averaged = evaluate({"q": gold}, {"q": run}, ["mrr"], ties="average")["mrr"]
    assert averaged.value == pytest.approx(sum(1 / place for place in places) / len(run), abs=1e-12)
    assert averaged.bounds == pytest.approx({"ties_worst": 1 / len(run), "ties_best": 1.0}, abs=1e-12)
    listed = list(run)
    for order in (listed, listed[::-1]):
        hits = [(item, run[item]) for item in order]
        card = evaluate({"q": gold}, {"q": hits}, ["mrr"])
        assert card["mrr"].value == 1 / (order.index(gold[0]) + 1)
        assert not warned(card, "shares its score")


def repeated_judgments_collapse(rows: list[list[Any]], retrieved: list[str], folder: Path) -> None:
    """All rows are the same judgment."""
    qrels, run = folder / "gold.qrels", folder / "run.json"
    lines = [f"{question} 0 {item} {grade}" for question, item, grade in rows]
    qrels.write_text("\n".join(lines))
    run.write_text(json.dumps({rows[0][0]: retrieved}, ensure_ascii=False))
    card = evaluate(qrels, run, ["ndcg@10", "recall@10", "map"])
    assert [one.value for one in card.scores] == [1, 1, 1]
    assert warned(card, f"{len(rows) - 1} identical duplicate judgments collapsed")
    question, item, grade = rows[0]
    qrels.write_text("\n".join([*lines, f"{question} 0 {item} {grade + 1}"]))
    last = len(lines) + 1
    with pytest.raises(InputError, match=rf"gold\.qrels:{last}: grade {grade + 1} .*contradicts grade {grade} on line"):
        evaluate(qrels, run, ["ndcg@10"])


def missing_keys_match_nothing(other_gold: str, other_hit: str) -> None:
    """A gold id that is null stops; a hit without an id holds its place and matches nothing."""
    for blank in (None, "", "  "):
        with pytest.raises(InputError, match="a gold id is missing"):
            evaluate({"q": [blank]}, {"q": [other_hit]}, ["recall"])
        with pytest.raises(InputError, match="no hit has an id"):
            evaluate({"q": [other_gold]}, {"q": [blank]}, ["recall"])
        card = evaluate({"q": [other_gold]}, {"q": [blank, other_hit, other_gold]}, ["mrr", "precision@3", "judged@3"])
        assert card["mrr"].value == pytest.approx(1 / 3, abs=1e-12)
        assert card["precision@3"].value == card["judged@3"].value == pytest.approx(1 / 3, abs=1e-12)
        assert warned(card, "hits without an id: 1; they hold their place and match nothing")


def distances_are_declared(scores: dict[str, float], best: str) -> None:
    """The smallest number is the best hit."""
    gold = {"q": [best]}
    as_score, as_distance = (evaluate(gold, {"q": scores}, ["mrr"], lower_is_better=flag) for flag in (False, True))
    assert (as_score["mrr"].value, as_distance["mrr"].value) == (1 / len(scores), 1)
    assert as_distance.provenance["policies"] == {"lower_is_better": True}
    rising = sorted(scores.items(), key=lambda hit: hit[1])
    listed = evaluate(gold, {"q": rising}, ["mrr"])
    assert listed["mrr"].value == 1
    assert warned(listed, "as distances do")
    assert not warned(evaluate(gold, {"q": rising[::-1]}, ["mrr"]), "as distances do")


def average_precision_is_not_precision(relevance: list[int]) -> None:
    """One relevant hit, and it is the first."""
    k = len(relevance)
    ranking = [f"d{place}" for place in range(k)]
    gold = {item: grade for item, grade in zip(ranking, relevance, strict=True) if grade}
    values = {name: score(name, ranking, gold) for name in (f"map@{k}", f"precision@{k}")}
    assert values == {f"map@{k}": 1, f"precision@{k}": sum(relevance) / k}


def groups_of_one_are_the_usual_gold(groups: list[list[str]], run: list[str]) -> None:
    """The ideal of nDCG holds all of the gold, as far as k reaches."""
    ideal = sum(1 / math.log2(place + 1) for place in range(1, min(10, len(groups)) + 1))
    assert score("ndcg@10", run, groups) == pytest.approx(1 / ideal, abs=1e-12)
    flat = [item for group in groups for item in group]
    for name in ("ndcg@10", "recall@10", "map", "need_recall@10"):
        assert score(name, run, groups) == score(name, run, flat)


def without_gold_there_is_nothing_to_measure(run: list[str]) -> None:
    for name in ("recall@5", "precision@5", "mrr", "map", "ndcg@10", "success@5", "need_success@5"):
        assert score(name, run, []) is None
        (item,) = find_metric(name).compute(judge_lists({"q": run}, {"q": []})).items(("q",))
        assert (item.value, item.case) == (None, "gold_unknown")
    card = evaluate({"q": [], "other": run}, {"q": run, "other": run}, ["recall@5"])
    one = card["recall@5"]
    assert (one.value, one.n, one.items, one.excluded) == (1, 1, 2, {"gold_unknown": 1})
    assert warned(card, "1 of 2 questions have no gold and declare nothing")
    alone = evaluate({"q": []}, {"q": run}, ["recall@5"])["recall@5"]
    assert (alone.value, alone.n, alone.interval) == (None, 0, None)


# As they were recorded.


@pytest.mark.data
def test_all_recorded_cases_of_the_stage_are_here(cases: dict[str, dict[str, Any]]) -> None:
    assert {name for name, row in cases.items() if row.get("stage") == STAGE} == USER_CASES
    assert set(cases) >= PEER_CASES


@pytest.mark.data
def test_u039_repeated_hit(cases: dict[str, dict[str, Any]]) -> None:
    data = case(cases, "U039")
    a_repeated_hit_counts_once(data["gold"], data["retrieved"], data["k"], share=0.5)


@pytest.mark.data
def test_u041_missing_questions(cases: dict[str, dict[str, Any]]) -> None:
    data = case(cases, "U041")
    gold = {f"q{place}": [f"d{place}"] for place in range(data["gold_queries"])}
    run = {name: gold[name] if right else ["x"] for name, right in zip(gold, data["scores"], strict=False)}
    assert len(run) == data["run_has"]
    a_missing_question_scores_zero(gold, run)


@pytest.mark.data
def test_u042_tied_scores(cases: dict[str, dict[str, Any]]) -> None:
    data = case(cases, "U042")
    tied_scores_do_not_hang_on_names(data["run"], data["gold"])
    averaged = evaluate({"q": data["gold"]}, {"q": data["run"]}, ["mrr"], ties="average")["mrr"]
    assert f"{averaged.value:.4f}" in cases["U042"]["right_result"]


@pytest.mark.data
def test_u044_repeated_judgments(cases: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    data = case(cases, "U044")
    repeated_judgments_collapse(data["qrels"], data["retrieved"], tmp_path)


@pytest.mark.data
def test_u045_missing_keys(cases: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    data = case(cases, "U045")
    missing_keys_match_nothing("a.pdf", "b.pdf")
    gold, run = tmp_path / "gold.json", tmp_path / "run.json"
    gold.write_text(json.dumps({"q": data["gold"]}))
    run.write_text(json.dumps({"q": data["retrieved"]}))
    with pytest.raises(InputError):
        evaluate(gold, {"q": ["a.pdf"]}, ["recall"])
    with pytest.raises(InputError):
        evaluate({"q": ["a.pdf"]}, run, ["recall"])


@pytest.mark.data
def test_u047_distances(cases: dict[str, dict[str, Any]]) -> None:
    scores = case(cases, "U047")["scores_l2"]
    distances_are_declared(scores, best="near")


@pytest.mark.data
def test_m10_average_precision_and_precision(cases: dict[str, dict[str, Any]]) -> None:
    average_precision_is_not_precision(case(cases, "M10")["relevance"])


@pytest.mark.data
def test_m16_ideal_of_short_rankings(cases: dict[str, dict[str, Any]]) -> None:
    data = case(cases, "M16")
    groups_of_one_are_the_usual_gold(data["gold_groups"], data["run"])
    assert f"{score('ndcg@10', data['run'], data['gold_groups']):.3f}" in cases["M16"]["expected"]


@pytest.mark.data
def test_m18_no_gold(cases: dict[str, dict[str, Any]]) -> None:
    data = case(cases, "M18")
    assert data["gold"] == []
    without_gold_there_is_nothing_to_measure(data["run"])


# The same claims on other data.


@pytest.mark.parametrize(
    ("gold", "retrieved", "k", "share"),
    [
        (["rotor-safety", "quick-guide"], ["rotor-safety", "rotor-safety"], 2, 1 / 2),
        (
            ["регламент", "гарантия", "поверка", "приказ"],
            ["гарантия", "гарантия", "регламент", "гарантия", "смета"],
            5,
            1 / 2,
        ),
    ],
)
def test_repeated_hit(gold: list[str], retrieved: list[str], k: int, share: float) -> None:
    a_repeated_hit_counts_once(gold, retrieved, k, share)


@pytest.mark.parametrize(
    ("gold", "answered"),
    [
        ({f"How do I reset model {n}?": [f"manual-{n}"] for n in range(5)}, 4),
        ({f"Как сбросить прибор {n}?": [f"паспорт-{n}", f"схема-{n}"] for n in range(7)}, 2),
    ],
)
def test_missing_questions(gold: dict[str, list[str]], answered: int) -> None:
    a_missing_question_scores_zero(gold, {question: gold[question] for question in list(gold)[:answered]})


@pytest.mark.parametrize(
    ("items", "tied", "relevant"),
    [
        (["alder", "birch", "cedar", "dogwood"], -3.5, "birch"),
        (["ёлка", "ель", "сосна", "яблоня", "тополь"], 0.0, "ёлка"),
    ],
)
def test_tied_scores(items: list[str], tied: float, relevant: str) -> None:
    tied_scores_do_not_hang_on_names(dict.fromkeys(items, tied), [relevant])


@pytest.mark.parametrize(
    ("question", "item", "grade", "times"), [("warranty", "policy-uk", 2, 3), ("возврат", "приказ-12", 1, 2)]
)
def test_repeated_judgments(question: str, item: str, grade: int, times: int, tmp_path: Path) -> None:
    repeated_judgments_collapse([[question, item, grade]] * times, [item], tmp_path)


@pytest.mark.parametrize(("gold", "hit"), [("handbook.pdf", "prices.pdf"), ("инструкция.pdf", "прайс-лист.pdf")])
def test_missing_keys(gold: str, hit: str) -> None:
    missing_keys_match_nothing(gold, hit)


@pytest.mark.parametrize(
    ("distances", "best"),
    [
        ({"next-door": 0.05, "same-street": 0.4, "abroad": 2.5}, "next-door"),
        ({"далеко": 9.0, "рядом": 0.25, "в-соседнем-доме": 0.5}, "рядом"),
    ],
)
def test_distances(distances: dict[str, float], best: str) -> None:
    distances_are_declared(distances, best)


def test_distances_with_negative_numbers_and_files(tmp_path: Path) -> None:
    """Inner products of unit vectors with the sign turned: the lowest is still the best."""
    qrels, run = tmp_path / "gold.qrels", tmp_path / "run.trec"
    qrels.write_text("вопрос 0 лучший 1\n")
    run.write_text("вопрос Q0 худший 1 -0.1 t\nвопрос Q0 лучший 2 -0.9 t\n")
    assert evaluate(qrels, run, ["mrr"])["mrr"].value == 1 / 2
    assert evaluate(qrels, run, ["mrr"], lower_is_better=True)["mrr"].value == 1
    assert load_run(run).frame["score"].to_list() == [-0.1, -0.9]


@pytest.mark.parametrize("length", [2, 4, 9])
def test_average_precision_and_precision(length: int) -> None:
    average_precision_is_not_precision([1] + [0] * (length - 1))


@pytest.mark.parametrize(
    ("groups", "run"),
    [
        ([["contract"], ["addendum"]], ["addendum"]),
        ([["договор"], ["приложение"], ["смета"], ["акт"]], ["смета"]),
        ([[f"лист-{n}"] for n in range(15)], ["лист-3"]),
    ],
)
def test_ideal_of_short_rankings(groups: list[list[str]], run: list[str]) -> None:
    groups_of_one_are_the_usual_gold(groups, run)


@pytest.mark.parametrize("run", [["memo", "letter"], ["записка"]])
def test_no_gold(run: list[str]) -> None:
    without_gold_there_is_nothing_to_measure(run)

"""The study on the demo, case by case, against the truth that is planted there."""

import pytest

from ragauge.demo.filters import demo_filters
from ragauge.io.corpus_files import read_corpus
from ragauge.loading import golden_from
from ragauge.studying.filter.plan import Plan
from ragauge.studying.filter.study import filter_study
from ragauge.studying.subject import subject_of
from ragauge.sweeping.store import Store

TRUTH = demo_filters()
REMOVED, RECALL, PRECISION = 0, 1, 2


@pytest.fixture(scope="module")
def subject(tmp_path_factory):
    from importlib.resources import files

    from ragauge.core.reading import Reading

    home = files("ragauge.demo")
    folder = tmp_path_factory.mktemp("filters")
    return subject_of(
        read_corpus(home / "corpus"),
        golden_from(home / "golden.jsonl", Reading()),
        Store(folder),
        metrics=("recall@10", "precision@10"),
    )


def rows(study, title):
    (table,) = [one for one in study.to_dict()["tables"] if one["title"].startswith(title)]
    return table["rows"]


@pytest.mark.parametrize("case", TRUTH["cases"], ids=lambda case: case["filters"][0]["filter"])
def test_the_advice_is_the_planted_one(subject, case):
    given = {name: tuple(case.get(name, ())) for name in ("predicates", "when", "authorization")}
    study = filter_study(subject, Plan(column=case.get("column"), **given))
    assert [(one.subject, one.says) for one in study.advice] == [(f["filter"], f["advice"]) for f in case["filters"]]
    for truth, row in zip(case["filters"], rows(study, "What the filters remove"), strict=True):
        counts = {"questions": row["questions"], "with_gold": row["with gold"]}
        assert {**counts, "relevant": row["of"], "removed": row["gold removed"]} == truth["counts"]
        lost = truth.get("lose_all", [])
        assert row["lose all gold"] == len(lost)
        assert row["false exclusion"] == pytest.approx(len(lost) / row["with gold"], abs=1e-12)
        low, high = row["interval"]
        assert low <= row["false exclusion"] <= high
        named = rows(study, "Gold that the filters remove") if truth["counts"]["removed"] else []
        own = [one for one in named if one["filter"] == truth["filter"]]
        assert len(own) == truth["counts"]["removed"]
        assert list(dict.fromkeys(one["question"] for one in own if one["of its gold"] == "all is gone")) == lost


def test_what_extraction_does_is_as_counted_by_hand(subject):
    truth = TRUTH["extraction"]
    study = filter_study(subject, Plan(phrases=truth["phrases"], boosts=(0.5,)))
    found = {row["field"]: row for row in rows(study, "Extracted predicates")}
    assert len(found) == len(truth["fields"])
    for one in truth["fields"]:
        row = found[one["field"]]
        assert {name: row[name] for name in one} == one
        assert row["precision"] == (one["right"] / one["extracted"] if one["extracted"] else None)
        assert row["recall"] == one["right"] / one["labelled"]
    for row, one in zip(rows(study, "What is wrong with the extracted"), truth["errors"], strict=True):
        counts = {"error": row["error"], "times": row["times"]}
        assert {**counts, "remove_gold": row["remove gold"], "remove_all": row["remove all"]}.items() <= one.items()
        assert "questions" not in one or row["questions"] == one["questions"]


def test_the_gold_is_never_what_survived(subject):
    """A hard filter that removes everything has recall 0, and not none at all."""
    study = filter_study(subject, Plan(predicates=("tenant = nobody",), boosts=(0.5,)))
    (one,) = study.advice
    assert one.says == "none"
    hard = next(row for row in rows(study, "As a hard filter and as a soft boost: recall@10") if row["as"] == "hard")
    assert (hard["recall@10"], hard["n"], hard["verdict"]) == (0.0, 95, "worse")
    assert "no document keeps tenant" in " ".join(study.notes)
    (row,) = rows(study, "What the filters remove")
    assert (row["false exclusion"], row["exclusion"]) == (1.0, 1.0)


def test_every_search_is_held_to_authorization(subject):
    """The gold of a question is what its asker may see, in every row; a boost never lifts what he may not."""
    plan = Plan(predicates=("tenant = corvane", "status = current"), authorization=("tenant",), boosts=(0.5,))
    study = filter_study(subject, plan)
    secret, soft = study.advice
    assert (secret.says, secret.subject) == ("always hard", "forced: tenant =")
    assert soft.subject == "forced: status ="
    values = rows(study, "As a hard filter and as a soft boost: recall@10")
    assert {row["n"] for row in values} == {88}
    assert [row["as"] for row in values if row["filter"] == "forced: tenant ="] == ["no filter", "hard"]
    leaked = {row["filter"]: row["past authorization"] for row in rows(study, "What the first 10 hits")}
    assert leaked["forced: tenant ="] > 0
    exclusion = {row["filter"]: row["with gold"] for row in rows(study, "What the filters remove")}
    assert exclusion == {"forced: tenant =": 95, "forced: status =": 88}

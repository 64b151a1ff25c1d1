"""The planted truth about filters agrees with the metadata of the demo, counted here without any of the package."""

import json
import tomllib
from importlib.resources import files

import pytest

HOME = files("ragauge.demo")
TRUTH = tomllib.loads((HOME / "filters.toml").read_text(encoding="utf-8"))
CASES = [(case, one) for case in TRUTH["cases"] for one in case["filters"]]
QUESTIONS = [json.loads(line) for line in (HOME / "golden.jsonl").read_text(encoding="utf-8").splitlines()]
DOCUMENTS = {
    page.name.removesuffix(".md"): tomllib.loads(page.read_text(encoding="utf-8").split("+++\n", 2)[1])
    for page in (HOME / "corpus").iterdir()
}


def gold(question):
    return {one["document"] for need in question["evidence"] for one in need}


def written(text):
    """A predicate of the file as (field, operator, allowed values)."""
    if " in {" in text:
        field, values = text.split(" in ")
        return field, "in", {value.strip() for value in values.strip("{}").split(",")}
    field, sign, value = text.split(" ", 2)
    return field, {"=": "=", "^=": "prefix"}[sign], {value}


def keeps(document, predicate):
    field, sign, values = predicate
    stored = DOCUMENTS[document][field]
    return any(stored.startswith(value) if sign == "prefix" else stored == value for value in values)


def predicates(case, question):
    """All that a case asks of a question."""
    found = [written(text) for text in case.get("predicates", ())]
    if "column" in case:
        found += [(field, "=", {value}) for field, value in question.get(case["column"], {}).items()]
    for rule in case.get("when", ()):
        condition, text = rule.split(": ", 1)
        column, value = condition.split("=")
        found += [written(text)] if question.get(column) == value else []
    return found


def own(family, asked):
    """Those that belong to a family like ``when lang: locale =``."""
    name = family.split(": ", 1)[1]
    return asked if name == "all together" else [one for one in asked if f"{one[0]} {one[1]}" == name]


@pytest.mark.parametrize(("case", "one"), CASES, ids=[one["filter"] for _, one in CASES])
def test_what_a_filter_removes_is_as_written_down(case, one):
    under = {q["id"]: (gold(q), own(one["filter"], predicates(case, q))) for q in QUESTIONS}
    under = {name: pair for name, pair in under.items() if pair[1]}
    removed = {
        name: {document for document in wanted if not all(keeps(document, predicate) for predicate in asked)}
        for name, (wanted, asked) in under.items()
    }
    assert one["counts"] == {
        "questions": len(under),
        "with_gold": sum(bool(wanted) for wanted, _ in under.values()),
        "relevant": sum(len(wanted) for wanted, _ in under.values()),
        "removed": sum(map(len, removed.values())),
    }
    assert one.get("lose_all", []) == [
        name for name, (wanted, _) in under.items() if wanted and removed[name] == wanted
    ]


def test_no_filter_that_removes_gold_is_advised_as_a_hard_one():
    for _, one in CASES:
        assert one["counts"]["removed"] == 0 or one["advice"] != "hard"
    assert {one["advice"].partition(",")[0] for _, one in CASES} == {
        "hard", "soft", "none", "too few questions", "always hard",
    }  # fmt: skip


def test_the_columns_that_filters_go_by():
    assert {question["audience"] for question in QUESTIONS} == {"public", "northfield", "selwyn", "akvilon"}
    tenants = {document["tenant"] for document in DOCUMENTS.values()}
    for question in QUESTIONS:
        products = {DOCUMENTS[name]["product"] for name in gold(question)} - {"all"}
        assert len(products) != 1 or question["asked_from"] in products
        assert question["audience"] in tenants | {"public"}

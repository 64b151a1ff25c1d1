"""Gold in documents: which documents it means, what an asker may see of it, and how much a filter lets pass."""

import pytest

from ragauge import load_golden
from ragauge.core.errors import InputError
from ragauge.core.options import Options
from ragauge.io.corpus_files import read_corpus
from ragauge.metrics.filter.exclusion import filter_exclusion
from ragauge.metrics.filter.false_exclusion import filter_false_exclusion
from ragauge.pipeline.filters.parsing import parse
from ragauge.scoring import score_all, with_policies
from ragauge.studying.filter.exclusion import judged_of
from ragauge.studying.filter.gold import eligible, gold_documents, only


def asked(**gold):
    """A golden set as a file has it: its ids are matched with those of the corpus, and not letter by letter."""
    return load_golden(
        [{"id": name, "question": f"{name}?", "gold": items} for name, items in gold.items()], match="all"
    )


def judged(golden, corpus, allowed):
    found = gold_documents(golden, corpus)
    return judged_of(found.golden, found.parts(), {name: frozenset(one) for name, one in allowed.items()})


def cells(values):
    return list(values.cells())


def test_names_are_matched_and_what_is_not_there_is_no_exclusion():
    corpus = read_corpus({"docs/a.md": "A", "docs/б.md": "Б", "c.md": "C"})
    golden = asked(q1=["a", "Б.md"], q2=["lost.md"], q3=["c.md", "lost.md"])
    found = gold_documents(golden, corpus)
    assert found.of_item == {"a": ("docs/a.md",), "Б.md": ("docs/б.md",), "c.md": ("c.md",)}
    assert dict(found.golden.questions.select("question", "status").iter_rows()) == {
        "q1": "scored", "q2": "gold_unlocated", "q3": "scored",
    }  # fmt: skip
    passed = judged(golden, corpus, {"q1": ["docs/a.md"], "q2": ["c.md"], "q3": []})
    assert cells(filter_false_exclusion(passed)) == [0.0, "gold_unlocated", 1.0]
    assert cells(filter_exclusion(passed)) == [0.5, "gold_unlocated", 1.0]


def test_a_unit_with_several_parts_passes_where_any_does():
    corpus = read_corpus({"lamps.md#1": "A", "lamps.md#2": "B", "other.md#1": "C"})
    golden = asked(q=["lamps.md"])
    assert gold_documents(golden, corpus).of_item == {"lamps.md": ("lamps.md#1", "lamps.md#2")}
    assert cells(filter_false_exclusion(judged(golden, corpus, {"q": ["lamps.md#2"]}))) == [0.0]
    assert cells(filter_false_exclusion(judged(golden, corpus, {"q": ["other.md#1"]}))) == [1.0]


def test_gold_that_may_be_two_documents_stops():
    corpus = read_corpus({"a/Doc.pdf": "A", "b/Doc.pdf": "B"})
    with pytest.raises(InputError, match=r"'Doc\.pdf' may be"):
        gold_documents(asked(q=["Doc.pdf"]), corpus)


def test_several_quotes_of_one_document_are_one_unit(tmp_path):
    first = '[{"document": "a", "quote": "one"}, {"document": "b", "quote": "x"}]'
    second = '[{"document": "a", "quote": "two"}]'
    (tmp_path / "gold.jsonl").write_text(f'{{"id": "q", "question": "?", "evidence": [{first}, {second}]}}\n')
    golden = load_golden(tmp_path / "gold.jsonl", match="all")
    passed = judged(golden, read_corpus({"a.md": "one two", "b.md": "x"}), {"q": ["b.md"]})
    assert cells(filter_exclusion(passed)) == [0.5]


def test_what_an_asker_may_not_see_is_no_gold_of_his():
    golden = load_golden({"q1": {"a": 2, "b": 1}, "q2": ["b"], "q3": ["b"], "q4": [["a", "b"]]})
    metadata = {"a": {"tenant": "elm"}, "b": {"tenant": "oak"}}
    secret = (parse("tenant = elm", authorization=True),)
    of_item = {"a": ("a",), "b": ("b",)}
    seen = eligible(golden, of_item, metadata, dict.fromkeys(["q1", "q2", "q4"], secret))
    assert dict(seen.questions.select("question", "status").iter_rows()) == {
        "q1": "scored", "q2": "no_relevant", "q3": "scored", "q4": "scored",
    }  # fmt: skip
    assert sorted(seen.judgments.select("question", "item").iter_rows()) == [("q1", "a"), ("q3", "b"), ("q4", "a")]
    assert eligible(golden, of_item, metadata, {}) is golden


def test_only_some_questions():
    rows = [{"id": "1", "question": "a?", "gold": "a", "x": "y"}, {"id": "2", "question": "b?", "gold": "b"}]
    golden = only(load_golden(rows, match="all"), {"1"})
    assert golden.questions["question"].to_list() == ["1"]
    assert golden.slices["x"].to_list() == ["y"]


def test_the_worked_example_by_the_metrics_of_the_catalog():
    """Questions without a filter are not in the mean."""
    corpus = read_corpus(dict.fromkeys(["d1", "d2", "d3", "d4", "d5"], "text"))
    golden = load_golden({"q1": ["d2"], "q2": ["d4"], "q3": ["d3"], "q4": ["d5"], "q5": ["d1"]}, match="all")
    acme = ["d1", "d2", "d4", "d5"]
    passed = judged(golden, corpus, {"q1": ["d1", "d3", "d4"], "q2": acme, "q3": acme, "q4": ["d5"]})
    from ragauge.catalog import find_metric

    (one,), _, _ = score_all([find_metric("filter_false_exclusion")], with_policies(passed, Options()),
                             [(None, passed.in_run | True)])  # fmt: skip
    assert (one.value, one.n, one.excluded) == (0.5, 4, {"missing": 1})

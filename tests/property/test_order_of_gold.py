"""What has no order never changes a score by it: rows, needs, alternatives; from Python and in files."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ragauge import evaluate, load_golden
from ragauge.evaluation import default_metrics

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge import Scorecard

Needs = list[list[str]]
Golden = dict[str, Needs]
Run = dict[str, list[str]]

METRICS = [*default_metrics(5), "map", "ndcg", "need_recall@2", "need_success@2"]
IDS = ["атлас.pdf", "Ёж.pdf", "a.pdf", "b.pdf", "c;d.pdf", "Übung.pdf", "第五条", "17"]
OTHERS = ["x", "y", "z", "акт"]
QUESTIONS = ["Кто?", "Who pays; and when?", "Wer?", "Quem?", "¿Quién?"]
COLUMNS = ("question", "type", "gold")

needs = st.lists(st.lists(st.sampled_from(IDS), min_size=1, max_size=3, unique=True), max_size=4)
flat = st.lists(st.sampled_from([one for one in IDS if ";" not in one]), max_size=4, unique=True)
rankings = st.lists(st.sampled_from(IDS + OTHERS), max_size=8, unique=True)
runs = st.fixed_dictionaries(dict.fromkeys(QUESTIONS, rankings))


def sets(of: Any) -> st.SearchStrategy[Any]:
    return st.dictionaries(st.sampled_from(QUESTIONS), of, min_size=1, max_size=len(QUESTIONS))


def told(card: Scorecard) -> dict[str, dict[str, Any]]:
    """All that must not change: for each metric the value of each question, the mean, its bounds and its counts."""
    names = card.columns["question"]
    found = {}
    for score in card.scores:
        if score.slice is None:
            mean = None if score.value is None else pytest.approx(score.value, abs=1e-12)
            bounds = {name: pytest.approx(one, abs=1e-12) for name, one in (score.bounds or {}).items()}
            cells = dict(zip(names, card.values[score.metric].cells(), strict=True))
            found[score.metric] = {
                "cells": {
                    name: one if isinstance(one, str) else pytest.approx(one, abs=1e-12) for name, one in cells.items()
                },
                "mean": mean,
                "bounds": bounds,
                "counts": (score.n, score.items, score.missing, dict(score.excluded), dict(score.flagged)),
            }
    return found


def shuffled(data: st.DataObject, golden: Mapping[str, Any]) -> dict[str, Any]:
    """The same golden set with its rows, its needs and their alternatives in another order."""
    rows = data.draw(st.permutations(list(golden.items())))
    return {question: inner(data, gold) for question, gold in rows}


def inner(data: st.DataObject, gold: list[Any]) -> list[Any]:
    return data.draw(st.permutations([inner(data, one) if isinstance(one, list) else one for one in gold]))


def is_same(one: Scorecard, two: Scorecard, *, numbered: bool = False) -> None:
    """The same scores, and the same gold; in a file without ids, the numbers of the rows are the ids."""
    assert told(one) == told(two)
    if not numbered:
        assert one.provenance["fingerprints"]["gold"] == two.provenance["fingerprints"]["gold"]


def rows_of(golden: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"question": question, "type": "single", "gold": gold} for question, gold in golden.items()]


def json_lines(golden: Mapping[str, Any]) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows_of(golden))


def table(golden: Mapping[str, Any]) -> str:
    """Lists of lists as JSON in their cell, bare lists with semicolons."""
    file = io.StringIO()
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows_of(golden):
        nested = any(isinstance(one, list) for one in row["gold"])
        cell = json.dumps(row["gold"], ensure_ascii=False) if nested else ";".join(row["gold"])
        writer.writerow({**row, "gold": cell})
    return file.getvalue()


def measured(name: str, text: str, run: Run, **options: Any) -> Scorecard:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text(text, encoding="utf-8")
        return evaluate(load_golden(path, **options), run, METRICS, ids="exact")


HARD: Golden = {
    "Кто?": [["a.pdf", "b.pdf"], ["b.pdf", "Ёж.pdf"], ["атлас.pdf"]],
    "Wer?": [["17"], ["17"]],
    "Quem?": [],
}
HARD_RUN: Run = {question: ["x", "b.pdf", "Ёж.pdf", "17", "атлас.pdf"] for question in QUESTIONS}


@settings(max_examples=30, deadline=None)
@given(golden=sets(needs), run=runs, data=st.data())
def test_order_of_rows_needs_and_alternatives(golden: Golden, run: Run, data: st.DataObject) -> None:
    is_same(evaluate(golden, run, METRICS), evaluate(shuffled(data, golden), run, METRICS))


@settings(max_examples=25, deadline=None)
@given(golden=sets(flat), run=runs, match=st.sampled_from(["all", "any", None]), data=st.data())
def test_order_of_bare_lists(golden: dict[str, list[str]], run: Run, match: str | None, data: st.DataObject) -> None:
    options = {} if match is None else {"match": match}
    cards = [evaluate(one, run, METRICS, **options) for one in (golden, shuffled(data, golden))]
    is_same(*cards)


@settings(max_examples=15, deadline=None)
@given(golden=sets(needs), run=runs, data=st.data())
@pytest.mark.parametrize("form", [("gold.jsonl", json_lines), ("gold.csv", table)], ids=["jsonl", "csv"])
def test_order_in_files(form: Any, golden: Golden, run: Run, data: st.DataObject) -> None:
    name, write = form
    cards = [measured(name, write(one), run) for one in (golden, shuffled(data, golden))]
    is_same(*cards, numbered=True)


@settings(max_examples=15, deadline=None)
@given(golden=sets(flat), run=runs, data=st.data())
@pytest.mark.parametrize("form", [("gold.jsonl", json_lines), ("gold.csv", table)], ids=["jsonl", "csv"])
def test_order_of_bare_lists_in_files(form: Any, golden: dict[str, list[str]], run: Run, data: st.DataObject) -> None:
    name, write = form
    cards = [measured(name, write(one), run) for one in (golden, shuffled(data, golden))]
    is_same(*cards, numbered=True)


@settings(max_examples=15, deadline=None)
@given(golden=sets(needs), run=runs)
@example(golden=HARD, run=HARD_RUN)
def test_files_and_python_agree(golden: Golden, run: Run) -> None:
    """A table and lines have the scores that the same gold has as a dict."""
    plain = told(evaluate(golden, run, METRICS))
    assert told(measured("gold.jsonl", json_lines(golden), run)) == plain
    assert told(measured("gold.csv", table(golden), run)) == plain


@settings(max_examples=15, deadline=None)
@given(
    golden=sets(
        st.lists(st.tuples(st.sampled_from([3, 8, 9, 12]), st.booleans()), min_size=1, max_size=3, unique=True)
    ),
    data=st.data(),
)
@example(golden={"Кто?": [(3, True), (8, False)], "Wer?": [(12, True)]}, data=None)
def test_order_of_anchors_and_their_parallel_lists(golden: dict[str, list[tuple[int, bool]]], data: Any) -> None:
    """Pages of two files in parallel lists, moved together, and in rows that are moved as well."""
    run = {
        question: [
            {"source": "Ёж.pdf", "page": 9},
            {"source": "a.pdf", "page_from": 3, "page_to": 8},
            {"source": "Ёж.pdf", "page": 3},
        ]
        for question in QUESTIONS
    }

    def lines(gold: Mapping[str, list[tuple[int, bool]]]) -> str:
        rows = [
            {
                "question": question,
                "source": ["Ёж.pdf" if first else "a.pdf" for _, first in places],
                "page": [page for page, _ in places],
            }
            for question, places in gold.items()
        ]
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)

    moved = dict(reversed([(question, places[::-1]) for question, places in golden.items()]))
    if data is not None:
        moved = {
            question: data.draw(st.permutations(places))
            for question, places in data.draw(st.permutations(list(golden.items())))
        }
    cards = [measured("gold.jsonl", lines(one), run, match="all") for one in (golden, moved)]
    is_same(*cards, numbered=True)
    for question, places in golden.items():
        met = {(9, True), (3, False), (8, False), (3, True)} & set(places)
        cell = dict(zip(cards[0].columns["question"], cards[0].values["recall@5"].cells(), strict=True))[question]
        assert cell == pytest.approx(len(met) / len(places), abs=1e-12)

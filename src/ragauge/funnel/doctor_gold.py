"""What a golden set and traces lack for one another: questions without a trace, references, ids in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.errors import InputError
from ragauge.funnel.diagnosing import follow
from ragauge.funnel.doctor import Finding, Part
from ragauge.funnel.outcomes import references

if TYPE_CHECKING:
    from ragauge.tables.golden import Golden
    from ragauge.tables.traced import Traced

TRACES = Part(
    "questions that have a trace",
    "their evidence is counted apart, as having no trace",
    "the id or the text of each question of the golden set: ragauge.record(text, key=id)",
)
GOLD = Part(
    "questions that say what is needed",
    "nothing can be followed for them",
    "sources in the golden set, or a mark that there is no answer",
)
REFERENCES = Part(
    "reference answers",
    "right answers cannot be told from wrong ones",
    "a column answer in the golden set",
)
KNOWN = Part(
    "gold that some list can be compared with",
    "nothing can be followed: the ids of hits and gold have nothing in common",
    "ids or documents as the golden set names them, or diagnose with --chunks and --corpus",
)


def examine_gold(golden: Golden, traced: Traced) -> tuple[list[Finding], tuple[str, ...]]:
    """What the golden set adds: each counted in questions, and what a diagnosis would note.

    A golden set and traces that have nothing in common are a finding, not an error.
    """
    count = len(golden)
    told = references(golden)
    answerable = golden.questions.filter(pl.col("status") != "no_relevant")["question"].to_list()
    stated = int((golden.questions["status"] != "gold_unknown").sum())
    found = [
        Finding(GOLD, stated, count),
        Finding(REFERENCES, sum(bool(told.get(name)) for name in answerable), len(answerable)),
    ]
    try:
        diagnosis = follow(golden, traced)
    except InputError as error:
        return [*found, Finding(KNOWN, 0, count)], (str(error),)
    return [Finding(TRACES, int(diagnosis.reach.traced.sum()), count), *found], diagnosis.notes

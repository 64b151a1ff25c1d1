"""What a golden file is, and all that is wrong with it: the answer to "did it read my file right?"."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.core.brief import brief
from ragauge.golden.reading.suspicious import Suspicions, suspicious_cells
from ragauge.tables.anchors import anchors_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.errors import Problem
    from ragauge.golden.reading.rows import GoldenFile
    from ragauge.tables.golden import Golden

SAMPLES = 3
REPEATS = 10
ANSWER_ONLY = "answer only"


@dataclass(frozen=True, slots=True)
class Inspection:
    """All that can be said of a golden file without a run or a corpus.

    ``mapping`` has (role, column, why, other candidates); ``types`` counts questions by how much evidence they need;
    ``level`` counts gold sources by what they name; ``repeated`` are texts with the rows they stand on.
    """

    source: str
    facts: Mapping[str, str]
    form: str | None
    mapping: Sequence[tuple[str, str, str, Sequence[str]]]
    unused: Mapping[str, str]
    separators: Mapping[str, str]
    samples: Sequence[Mapping[str, str]]
    types: Mapping[str, int]
    match: str
    level: Mapping[str, int]
    repeated: Mapping[str, Sequence[int]]
    suspicions: Suspicions
    notes: Sequence[str] = ()
    problems: Sequence[Problem] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "source": self.source,
            "facts": dict(self.facts),
            "form": self.form,
            "mapping": [
                {"role": role, "column": column, "why": why, "passed_over": list(others)}
                for role, column, why, others in self.mapping
            ],
            "unused": dict(self.unused),
            "separators": dict(self.separators),
            "samples": [dict(sample) for sample in self.samples],
            "types": dict(self.types),
            "match": self.match,
            "level": dict(self.level),
            "repeated_questions": {text: list(rows) for text, rows in self.repeated.items()},
            "suspicious": {
                "counts": self.suspicions.counts,
                "cells": [
                    {"row": s.row, "column": s.column, "what": s.what, "cell": s.cell, "instead": s.instead}
                    for s in self.suspicions.shown
                ],
            },
            "notes": list(self.notes),
            "problems": [
                {"message": p.message, "file": p.file, "row": p.row, "column": p.column} for p in self.problems
            ],
        }


def inspect_golden(file: GoldenFile) -> Inspection:
    """Look at a golden file as it was read."""
    golden, layout, table = file.golden, file.layout, file.table
    used = {} if layout is None else {**layout.columns.of, **layout.evidence}
    answers = layout.columns.of["answer"] if layout is not None and layout.is_of_answers else None
    mapping = []
    if layout is not None:
        for role, column in used.items():
            why = layout.columns.why.get(role, "its cells are sentences")
            if role in layout.evidence or column not in layout.unused:
                mapping.append((role, column, why, layout.columns.passed_over.get(role, ())))
    return Inspection(
        source=table.source,
        facts=table.facts,
        form=None if layout is None else layout.form,
        mapping=mapping,
        unused={} if layout is None else layout.unused,
        separators={column: one.reason for column, one in file.separators.items()},
        samples=[] if golden is None else _samples(golden, answers),
        types={} if golden is None else _types(golden, answers),
        match="" if golden is None or answers is not None else _match(golden),
        level={} if golden is None else _level(golden, file),
        repeated={} if golden is None or layout is None or layout.form == "judgments" else _repeated(golden, file),
        suspicions=suspicious_cells(table),
        notes=(*(table.notes if golden is None else golden.notes), *_for_answers(answers)),
        problems=file.problems,
    )


def _for_answers(answers: str | None) -> tuple[str, ...]:
    """A note on gold that only says what the right answers are, in this column."""
    if answers is None:
        return ()
    return (f"gold for answers only: {answers!r} has the right ones, and no column says where they stand",)


def _samples(golden: Golden, answers: str | None) -> list[dict[str, str]]:
    """Questions with their evidence as it was understood: the first one, and the first of other kinds.

    ``answers`` is the column of right answers in gold that has nothing else.
    """
    found = []
    for place in _different_places(golden):
        question, text, status = golden.questions.row(place)
        rows = golden.judgments.filter(pl.col("question") == question)
        needs: dict[int | None, list[str]] = {}
        for item, grade, need in rows.select("item", "grade", "need").iter_rows():
            needs.setdefault(need, []).append(item if grade == 1 else f"{item} (grade {grade})")
        joint = "; or, and " if question in golden.bare else " AND "
        said = joint.join(" OR ".join(members) for members in needs.values())
        if answers is not None and (right := golden.slices[answers][place]) is not None:
            status, said = (ANSWER_ONLY if status == "gold_unknown" else status), f"right answer: {brief(right)}"
        found.append({"question": text or question, "status": status, "evidence": said})
    return found


def _different_places(golden: Golden) -> list[int]:
    """Up to three rows: the first, the first with several sources, the first of another status; else those after."""
    questions = golden.questions
    several = golden.judgments.group_by("question").len().filter(pl.col("len") > 1)["question"]
    first_status = questions["status"].first()
    marks = [
        pl.int_range(len(questions), eager=True) == 0,
        questions["question"].is_in(several.implode()),
        questions["status"] != first_status,
    ]
    found: list[int] = []
    for mark in marks:
        places = [place for place in mark.arg_true().head(SAMPLES).to_list() if place not in found]
        found += places[:1]
    rest = (place for place in range(len(questions)) if place not in found)
    found += [next(rest) for _ in range(min(SAMPLES, len(questions)) - len(found))]
    return sorted(found)


def _types(golden: Golden, answers: str | None) -> dict[str, int]:
    """How many questions need one source, several, have an answer alone, declare that there is none, or say nothing."""
    needs = golden.judgments.filter(pl.col("grade") > 0).group_by("question").agg(
        count=pl.col("need").n_unique(), items=pl.col("item").n_unique()
    )  # fmt: skip
    status = dict(golden.questions.group_by("status").len().iter_rows())
    several = needs.filter((pl.col("count") > 1) | ((pl.col("items") > 1) & (golden.match is None))).height
    unknown = golden.questions["status"] == "gold_unknown"
    told = 0 if answers is None else int((unknown & golden.slices[answers].is_not_null()).sum())
    counts = {
        "single": needs.height - several,
        "multi": several,
        "no answer": int(status.get("no_relevant", 0)),
        ANSWER_ONLY: told,
        "unknown": int(status.get("gold_unknown", 0)) - told,
    }
    return {name: count for name, count in counts.items() if count}


def _match(golden: Golden) -> str:
    if golden.match is None:
        return f"not declared: {len(golden.bare)} questions list several sources; --match all or --match any"
    if not golden.judgments.is_empty() and golden.has_alternatives:
        return "alternatives are declared" if golden.match == "all" else "any source of a list will do"
    return "all sources of a list are needed"


def _level(golden: Golden, file: GoldenFile) -> dict[str, int]:
    """How many gold sources name what."""
    items = golden.judgments["item"].unique()
    anchors = anchors_of(golden.anchors)
    roles = list(file.layout.evidence) if file.layout is not None else []
    plain = next((role for role in roles if role in ("chunk", "document", "url", "section")), "id")
    counts: Counter[str] = Counter()
    for item in items:
        anchor = anchors.get(item)
        if anchor is None:
            counts[plain] += 1
            continue
        names = ("chunk", "document", "url", "page_from", "section", "start", "quote")
        told = [name for name in names if getattr(anchor, name) is not None]
        counts[" + ".join("page" if name == "page_from" else "span" if name == "start" else name for name in told)] += 1
    return dict(counts.most_common())


def _repeated(golden: Golden, file: GoldenFile) -> dict[str, list[int]]:
    texts = golden.questions["text"]
    found: dict[str, list[int]] = {}
    for place in texts.is_duplicated().arg_true().to_list():
        if texts[place] in found or len(found) < REPEATS:
            found.setdefault(texts[place], []).append(file.table.lines[place])
    return found

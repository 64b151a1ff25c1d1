"""Which needs of a question each hit meets alone, and which of them several hits meet together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.matching import Matching
from ragauge.golden.matching.resolve import resolve
from ragauge.tables.run import SCHEMA, Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.golden.matching.resolved import Resolved
    from ragauge.golden.matching.span_covers import Split
    from ragauge.studying.subject import Subject
    from ragauge.tables.golden import Golden

    Lists = Mapping[str, Sequence[Hit]]

ALONE = "\0"
"""Stands between a question and the place of the hit that is asked about."""


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """A need that several hits meet together, its grade, and the place that each of them holds a part of."""

    need: str
    grade: int
    place: Split


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the hits of lists are worth, whatever stands around them.

    ``needs`` has the needs of every question that has some. ``met`` has the needs that a hit of a question meets,
    ``grades`` the best grade among them; what meets nothing is in neither. Gold without needs (TREC) has one need a
    relevant document. A span that several chunks hold only together is met by none of them alone: ``joint`` has such
    needs by question.
    """

    needs: Mapping[str, frozenset[str]]
    met: Mapping[tuple[str, str], frozenset[str]]
    grades: Mapping[tuple[str, str], int]
    joint: Mapping[str, Sequence[Joint]] = field(default_factory=dict)

    def met_by(self, question: str, hits: Iterable[Hit]) -> frozenset[str]:
        """The needs of a question that any of the hits meets, or several of them together."""
        items = {hit.item for hit in hits}
        alone = frozenset().union(*(self.met.get((question, item), frozenset()) for item in items))
        return alone.union(one.need for one in self.joint.get(question, ()) if one.place.is_held(items))

    def grade(self, question: str, item: str) -> int:
        """The best grade of what a hit meets, 0 where that is nothing."""
        return self.grades.get((question, item), 0)


def evidence_of(subject: Subject, *lists: Lists) -> Evidence:
    """What all hits of these lists meet, by the matching that scorecards of the subject are made with."""
    items: dict[str, dict[str, None]] = {question: {} for question in subject.questions}
    for one in lists:
        for question, hits in one.items():
            items.setdefault(question, {}).update(dict.fromkeys(hit.item for hit in hits))
    alone = {
        f"{question}{ALONE}{place}": (question, item)
        for question, found in items.items()
        for place, item in enumerate(found)
    }
    wholes = {f"{question}{ALONE}": question for question in items}
    resolved = _resolved(subject, alone, wholes)
    return _read(resolved, alone, wholes)


def _read(resolved: Resolved, alone: Mapping[str, tuple[str, str]], wholes: Mapping[str, str]) -> Evidence:
    needs: dict[str, set[str]] = {}
    met: dict[tuple[str, str], set[str]] = {}
    grades: dict[tuple[str, str], int] = {}
    joint: dict[str, list[Joint]] = {}
    called = dict(resolved.run.frame.select("question", "item").iter_rows())
    scored = resolved.golden.questions.filter(pl.col("status") == "scored")["question"]
    rows = resolved.golden.judgments.filter((pl.col("grade") > 0) & pl.col("question").is_in(scored.implode()))
    for name, item, grade, need in rows.select("question", "item", "grade", "need").iter_rows():
        key = item if need is None else f"{ALONE}{need}"
        if name in wholes:
            needs.setdefault(wholes[name], set()).add(key)
            places = [Joint(key, grade, place) for place in resolved.parts.get(item, ())]
            joint.setdefault(wholes[name], []).extend(places)
        elif called.get(name) == item:
            pair = alone[name]
            met.setdefault(pair, set()).add(key)
            grades[pair] = max(grade, grades.get(pair, grade))
    return Evidence(
        {question: frozenset(found) for question, found in needs.items()},
        {pair: frozenset(found) for pair, found in met.items()},
        grades,
        joint,
    )


def _resolved(subject: Subject, alone: Mapping[str, tuple[str, str]], wholes: Mapping[str, str]) -> Resolved:
    """Gold and hits under common names: a question of its own for every hit, and for every question one without."""
    frame = pl.DataFrame([(name, item, 0.0) for name, (_, item) in alone.items()], schema=SCHEMA, orient="row")
    run = Run(frame, "given", "hits", empty_questions=tuple(wholes))
    golden = _repeated(subject.golden, {name: question for name, (question, _) in alone.items()} | dict(wholes))
    return resolve(golden, run, Matching(), chunks=subject.places, corpus=subject.corpus)


def _repeated(golden: Golden, copies: Mapping[str, str]) -> Golden:
    """The golden set with a copy of a question for every name."""
    schema = {"name": pl.String, "question": pl.String}
    names = pl.DataFrame(list(copies.items()), schema=schema, orient="row")
    questions = names.join(golden.questions, on="question", how="inner", maintain_order="left")
    judgments = names.join(golden.judgments, on="question", how="inner", maintain_order="left")
    return replace(
        golden,
        questions=questions.select(question="name", text="text", status="status"),
        judgments=judgments.drop("question").rename({"name": "question"}).select(golden.judgments.columns),
        slices=pl.DataFrame(),
        numbered=False,
        bare=(),
    )

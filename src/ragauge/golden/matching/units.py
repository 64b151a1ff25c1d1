"""Gold and run under common names: every hit is called by the gold anchor that it meets, each once a question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import polars as pl

from ragauge.core.ids import IGNORED
from ragauge.tables.anchors import ANCHORS
from ragauge.tables.golden import JUDGMENTS, Golden
from ragauge.tables.run import SCHEMA, Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Rows = list[tuple[str, str, int, int | None]]


@dataclass(frozen=True, slots=True)
class Relabelled:
    """A run whose hits are units of the gold, and how many hits repeated one; ``joint`` are hits that meet several.

    ``joint`` has for each question the names of such hits, and the other units that they meet.
    """

    run: Run
    repeated: int
    joint: Mapping[str, Mapping[str, tuple[str, ...]]]


class Naming(Protocol):
    """How hits are called."""

    def met(self, question: str, item: str, held: set[str]) -> Sequence[str]:
        """The gold units of a question that an item meets, the best grade first; ``held`` has it and all above it."""

    def own(self, question: str, item: str) -> str:
        """The name of a hit that meets none."""


def renamed(run: Run, units: Mapping[str, str], repeats: str = "drop") -> tuple[Run, int]:
    """The run with other names for its items; of the hits that become the same for a question the best one counts.

    The others go, or with ``keep`` hold their places and match nothing.

    >>> frame = pl.DataFrame({"question": ["q"] * 3, "item": ["a1", "a2", "b1"], "score": [3.0, 2.0, 1.0]})
    >>> run, repeated = renamed(Run(frame, "score"), {"a1": "a", "a2": "a", "b1": "b"})
    >>> run.frame["item"].to_list(), repeated
    (['a', 'b'], 1)
    >>> renamed(Run(frame, "score"), {"a1": "a", "a2": "a", "b1": "b"}, "keep")[0].frame["item"].to_list()
    ['a', 'a (again 2)', 'b']
    """
    changed = {item: unit for item, unit in units.items() if item != unit}
    if not changed:
        return run, 0
    names = pl.DataFrame(
        {"item": list(changed), "unit": list(changed.values())}, schema=dict.fromkeys(("item", "unit"), pl.String)
    )
    frame = _ranked(run).join(names, on="item", how="left", maintain_order="left")
    frame = frame.select("question", pl.coalesce("unit", "item").alias("item"), "score")
    if len(set(units.values())) == len(units):
        return replace(run, frame=frame, row_line=None), 0
    again = ~frame.select(pl.struct("question", "item").is_first_distinct()).to_series()
    if repeats == "keep":
        count = pl.int_range(1, pl.len() + 1).over("question", "item")
        named = pl.format("{} (again {})", "item", count)
        frame = frame.with_columns(item=pl.when(again).then(named).otherwise("item"))
    else:
        frame = frame.filter(~again)
    return replace(run, frame=frame, row_line=None), int(again.sum())


def relabelled(run: Run, asked: Sequence[tuple[str, str]], naming: Naming, repeats: str = "drop") -> Relabelled:
    """The run by question of the gold, every hit under the name of what it meets first.

    ``asked`` are (gold question, run question). A hit that meets only what stands above it already, and one whose own
    name does, is a repetition: it goes, or with ``keep`` holds its place and matches nothing.
    """
    lists = _lists(_ranked(run))
    rows: list[tuple[str, str, float | None]] = []
    joint: dict[str, dict[str, tuple[str, ...]]] = {}
    repeated = 0
    for question, answered in asked:
        seen: set[str] = set()
        held: set[str] = set()
        for item, score in lists.get(answered, ()):
            held.add(item)
            met = naming.met(question, item, held)
            fresh = tuple(unit for unit in met if unit not in seen)
            name = fresh[0] if fresh else met[0] if met else naming.own(question, item)
            if (met and not fresh) or name in seen:
                repeated += 1
                if repeats == "keep":
                    rows.append((question, f"{name} (again {repeated})", score))
                continue
            seen.update(fresh, [name])
            rows.append((question, name, score))
            if len(fresh) > 1:
                joint.setdefault(question, {})[name] = fresh[1:]
    return Relabelled(_with_the_rest(run, rows, lists, asked), repeated, joint)


def _with_the_rest(
    run: Run,
    rows: list[tuple[str, str, float | None]],
    lists: Mapping[str, list[tuple[str, float | None]]],
    asked: Sequence[tuple[str, str]],
) -> Run:
    """The run of these rows, with the lists that no gold asks for under names of their own."""
    known = {answered for _, answered in asked}
    rest = [(f"{IGNORED}{name}", item, score) for name in lists if name not in known for item, score in lists[name]]
    empty = [question for question, answered in asked if answered in run.empty_questions]
    empty += [f"{IGNORED}{name}" for name in run.empty_questions if name not in known]
    return replace(
        run,
        frame=pl.DataFrame(rows + rest, schema=SCHEMA, orient="row"),
        empty_questions=tuple(empty),
        texts={},
        row_line=None,
        anchors=pl.DataFrame(schema=ANCHORS),
    )


def first_hits(run: Run, depth: int) -> Run:
    """The run with the first hits of every question only."""
    return replace(run, frame=_ranked(run).group_by("question", maintain_order=True).head(depth), row_line=None)


def _ranked(run: Run) -> pl.DataFrame:
    """The hits of the run in the order of their ranks, question by question where they come together."""
    if run.order == "given":
        return run.frame
    return run.frame.sort("score", "item", descending=True, nulls_last=True, maintain_order=True)


def _lists(frame: pl.DataFrame) -> dict[str, list[tuple[str, float | None]]]:
    found: dict[str, list[tuple[str, float | None]]] = {}
    for question, item, score in frame.iter_rows():
        found.setdefault(question, []).append((item, score))
    return found


def regraded(golden: Golden, rows: Iterable[tuple[str, str, int, int | None]], status: Mapping[str, str]) -> Golden:
    """The golden set with other judgments; of two grades for the same thing the higher one counts."""
    frame = pl.DataFrame(list(rows), schema=JUDGMENTS, orient="row")
    frame = frame.group_by("question", "item", "need", maintain_order=True).agg(pl.col("grade").max())
    new = pl.Series(
        [status.get(q, s) for q, s in golden.questions.select("question", "status").iter_rows()], dtype=pl.String
    )
    return replace(golden, judgments=frame.select(list(JUDGMENTS)), questions=golden.questions.with_columns(status=new))


def projected_rows(
    golden: Golden,
    unit_of: Mapping[str, str],
    lost: Mapping[str, str],
    joint: Mapping[str, Mapping[str, tuple[str, ...]]],
) -> tuple[Rows, dict[str, str]]:
    """The judgments in units, and the status of questions that lost all their evidence.

    Alternatives that nothing can meet go. A need with none left is left out and not charged to the retriever.
    """
    rows: Rows = []
    status: dict[str, str] = {}
    for (question,), group in golden.judgments.group_by(["question"], maintain_order=True):
        name = str(question)
        told = group.select("item", "grade", "need").rows()
        kept: Rows = [(name, unit_of.get(item, item), grade, need) for item, grade, need in told if item not in lost]
        if any(grade > 0 for _, grade, _ in told) and not any(grade > 0 for _, _, grade, _ in kept):
            status[name] = "gold_unlocated"
        rows += [*kept, *_joint_rows(kept, joint.get(name, {}))]
    return rows, status


def _joint_rows(kept: Rows, joint: Mapping[str, tuple[str, ...]]) -> Rows:
    """A hit that meets several sources is called by the first of them, and meets the needs of the others too."""
    grades = {item: grade for _, item, grade, _ in kept}
    rows: Rows = []
    for name, others in joint.items():
        met = [(question, need) for question, item, grade, need in kept if item in others and grade > 0]
        rows += [(question, name, grades[name], need) for question, need in met]
    return rows

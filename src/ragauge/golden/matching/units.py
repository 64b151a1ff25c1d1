"""Gold and run under common names: every hit is called by the gold anchor that it meets, each once a question."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from ragauge.core.ids import IGNORED
from ragauge.tables.anchors import ANCHORS
from ragauge.tables.golden import JUDGMENTS, Golden
from ragauge.tables.run import SCHEMA, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from ragauge.golden.matching.covers import Covers

JOINT = " + "
Rows = list[tuple[str, str, int, int | None]]


@dataclass(frozen=True, slots=True)
class Relabelled:
    """A run whose hits are units of the gold, and how many hits repeated one; ``joint`` are hits that meet several.

    ``joint`` has for each question the names of such hits with the anchors behind them.
    """

    run: Run
    repeated: int
    joint: Mapping[str, Mapping[str, tuple[str, ...]]]


def renamed(run: Run, units: Mapping[str, str]) -> tuple[Run, int]:
    """The run with other names for its items; of the hits that become the same for a question the best one stays.

    >>> frame = pl.DataFrame({"question": ["q"] * 3, "item": ["a1", "a2", "b1"], "score": [3.0, 2.0, 1.0]})
    >>> run, repeated = renamed(Run(frame, "score"), {"a1": "a", "a2": "a", "b1": "b"})
    >>> run.frame["item"].to_list(), repeated
    (['a', 'b'], 1)
    """
    changed = {item: unit for item, unit in units.items() if item != unit}
    if not changed:
        return run, 0
    frame = _ranked(run)
    names = pl.DataFrame(
        {"item": list(changed), "unit": list(changed.values())}, schema=dict.fromkeys(("item", "unit"), pl.String)
    )
    frame = frame.join(names, on="item", how="left", maintain_order="left")
    frame = frame.select("question", pl.coalesce("unit", "item").alias("item"), "score")
    kept = frame
    if len(set(units.values())) < len(units):
        kept = frame.unique(["question", "item"], keep="first", maintain_order=True)
    return replace(run, frame=kept, row_line=None), frame.height - kept.height


def relabelled(
    run: Run,
    asked: Sequence[tuple[str, str]],
    meets: Callable[[str, str], Sequence[str]],
    own: Callable[[str, str], str],
) -> Relabelled:
    """The run by question of the gold, every hit under the name of what it meets first.

    ``asked`` are (gold question, run question). ``meets(question, item)`` are the gold anchors of that question that
    an item meets; ``own(question, item)`` is the name of a hit that meets none. A hit that meets only what stands above
    it already, and one whose own name does, is a repetition and goes.
    """
    lists = _lists(_ranked(run))
    rows: list[tuple[str, str, float | None]] = []
    joint: dict[str, dict[str, tuple[str, ...]]] = {}
    repeated = 0
    for question, answered in asked:
        seen: set[str] = set()
        for item, score in lists.get(answered, ()):
            met = meets(question, item)
            fresh = tuple(key for key in met if key not in seen)
            name = JOINT.join(fresh) if met else own(question, item)
            if (met and not fresh) or name in seen:
                repeated += 1
                continue
            seen.update(fresh, [name])
            rows.append((question, name, score))
            if len(fresh) > 1:
                joint.setdefault(question, {})[name] = fresh
    answered_all = {answered for _, answered in asked}
    rest = [name for name in lists if name not in answered_all]
    rows += [(f"{IGNORED}{name}", item, score) for name in rest for item, score in lists[name]]
    empty = [*(q for q, a in asked if a in run.empty_questions)]
    empty += [f"{IGNORED}{name}" for name in run.empty_questions if name not in answered_all]
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    made = replace(
        run,
        frame=frame,
        order="given",
        empty_questions=tuple(empty),
        texts={},
        row_line=None,
        anchors=pl.DataFrame(schema=ANCHORS),
    )
    return Relabelled(made, repeated, joint)


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
    golden: Golden, unit_of: Mapping[str, str], covers: Covers, joint: Mapping[str, Mapping[str, tuple[str, ...]]]
) -> tuple[Rows, dict[str, str]]:
    """The judgments in units, and the status of questions that lost all their evidence.

    Alternatives that nothing can meet go. A need with none left is left out and not charged to the retriever. If a
    need can be met only in parts, each part is a need.
    """
    rows: Rows = []
    status: dict[str, str] = {}
    added = 0
    top = golden.judgments["need"].max()
    first_free = 0 if top is None else int(top) + 1  # type: ignore[arg-type]
    for (question,), group in golden.judgments.group_by(["question"], maintain_order=True):
        needs: dict[int | None, list[tuple[str, int]]] = {}
        for item, grade, need in group.select("item", "grade", "need").iter_rows():
            needs.setdefault(need, []).append((item, grade))
        kept: Rows = []
        for need, members in needs.items():
            if need is None:
                kept += [
                    (str(question), unit_of.get(item, item), grade, None)
                    for item, grade in members
                    if item not in covers.lost
                ]
                continue
            direct = [(item, grade) for item, grade in members if item not in covers.lost and item not in covers.parts]
            split = [(len(covers.parts[item]), item, grade) for item, grade in members if item in covers.parts]
            if direct or not split:
                kept += [(str(question), unit_of.get(item, item), grade, need) for item, grade in direct]
                continue
            _, item, grade = min(split)
            for place in range(len(covers.parts[item])):
                kept.append((str(question), part_name(item, place, len(covers.parts[item])), grade, first_free + added))
                added += 1
        if not any(grade > 0 for _, _, grade, _ in kept) and any(
            grade > 0 for _, grade, _ in group.select("item", "grade", "need").iter_rows()
        ):
            status[str(question)] = "gold_unlocated"
        rows += [*kept, *_joint_rows(kept, joint.get(str(question), {}))]
    return rows, status


def _joint_rows(kept: Rows, joint: Mapping[str, tuple[str, ...]]) -> Rows:
    """A hit that meets several anchors is one more alternative of each of their needs."""
    rows: Rows = []
    for name, members in joint.items():
        rows += [(question, name, grade, need) for question, item, grade, need in kept if item in members]
    return rows


def part_name(key: str, place: int, count: int) -> str:
    """The name of a part of an anchor that is split over several items.

    >>> part_name("a.md, [4:8]", 0, 2)
    'a.md, [4:8] (part 1 of 2)'
    """
    return f"{key} (part {place + 1} of {count})"

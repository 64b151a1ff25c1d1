"""A file of pairwise verdicts: two answers, judged with one of them first, and again with the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ragauge.core.errors import InputError, Problem
from ragauge.io.source_table import source_table
from ragauge.judging.measured.columns import ITEM, one_column
from ragauge.judging.measured.identity import only
from ragauge.judging.measured.plain_label import number_of, plain_label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.io.table import Table
    from ragauge.stats.swaps import Verdict

Naming = Literal["answers", "places"]
WORDS: dict[str, Verdict] = {
    **dict.fromkeys(("a", "1", "first", "output_1", "model_a", "left"), "A"),
    **dict.fromkeys(("b", "2", "second", "output_2", "model_b", "right"), "B"),
    **dict.fromkeys(("tie", "draw", "equal", "c", "1.5", "ничья", "both"), "tie"),
}
OTHER: dict[Verdict, Verdict] = {"A": "B", "B": "A", "tie": "tie"}
ROLES = {
    "forward": ("forward", "verdict_ab", "ab", "order_1", "verdict", "winner"),
    "swapped": ("swapped", "verdict_ba", "ba", "order_2"),
    "human": ("human", "human_verdict", "human_winner", "label", "gold"),
    "judge": ("judge", "judge_model", "judge_name"),
    "item": ITEM,
    "model_a": ("model_a",),
    "model_b": ("model_b",),
    "length_a": ("length_a",),
    "length_b": ("length_b",),
    "answer_a": ("answer_a", "output_1", "response_a"),
    "answer_b": ("answer_b", "output_2", "response_b"),
    "cluster": (),
    "outcome": ("outcome",),
}
"""What a column can be, and the names by which it is found; ``outcome`` is that of ``ragauge judge prefer``."""
VERDICTS = ("forward", "swapped")
EMPTY = "(empty)"
FAILURE = "judge_"
"""So the outcome of a pair begins on which the judge failed."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One row: verdicts name the answer (A or B) or a tie; None is a reply that is no verdict, or an empty cell.

    ``failed``: a verdict that was asked for is missing. ``asked`` is False for a row without any verdict of which
    nothing says that the judge failed: nobody was asked.
    """

    item: str
    judge: str
    forward: Verdict | None
    swapped: Verdict | None
    human: Verdict | None
    lengths: tuple[float, float] | None
    models: tuple[str, str] | None
    cluster: str
    failed: bool = False
    asked: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The rows, and which columns they came from; ``failed`` counts replies that are no verdict, by their text."""

    source: str
    rows: Sequence[Pair]
    columns: Mapping[str, str]
    failed: Mapping[str, int]


def read_pairs(
    source: Any,
    named: Mapping[str, str | None] | None = None,
    *,
    verdicts: Naming = "answers",
    wanted: Mapping[str, str] | None = None,
) -> Pairs:
    """Read pairs from a file, a data frame, or a list of objects; ``named`` gives columns by role.

    A verdict is A, B or a tie in one of the usual words, or the name of a model of its row. With
    ``verdicts="places"`` the verdicts of the swapped order name the place: "first" is then B. Those of humans
    always name the answer. Lengths are given, or the characters of the answers.

    A row whose cells of verdicts are all empty was not asked about, unless its outcome says that the judge failed.

    Raises: InputError for columns that are not there, and lengths that are no numbers, all at once.
    """
    table = only(source_table(source, "pairs"), wanted or {})
    columns = _columns(table, named or {})
    problems: list[Problem] = []
    failed: Counter[str] = Counter()
    rows = [_pair(row, line, columns, verdicts, table.source, problems, failed) for line, row in table.rows()]
    if not rows:
        problems.append(Problem("no rows", table.source))
    if problems:
        raise InputError(problems)
    return Pairs(table.source, rows, columns, dict(failed))


def _columns(table: Table, named: Mapping[str, str | None]) -> dict[str, str]:
    found = {}
    for role, usual in ROLES.items():
        option = f"--{role.replace('_', '-')}"
        column = one_column(table, named.get(role), usual, f"the {role} verdict", option, needed=role == "forward")
        if column is not None:
            found[role] = column
    return found


def _pair(
    row: Mapping[str, Any],
    line: int,
    columns: Mapping[str, str],
    naming: Naming,
    source: str,
    problems: list[Problem],
    failed: Counter[str],
) -> Pair:
    def cell(role: str) -> Any:
        return row.get(columns[role]) if role in columns else None

    def verdict(role: str) -> Verdict | None:
        found = _verdict(cell(role), models)
        return OTHER[found] if found and role == "swapped" and naming == "places" else found

    models = (str(cell("model_a")), str(cell("model_b"))) if {"model_a", "model_b"} <= set(columns) else None
    item = str(line) if cell("item") is None else str(cell("item"))
    why = _failures({role: cell(role) for role in VERDICTS if role in columns}, cell("outcome"), models)
    failed.update(why or ())
    return Pair(
        item=item,
        judge="" if cell("judge") is None else str(cell("judge")),
        forward=verdict("forward"),
        swapped=verdict("swapped"),
        human=verdict("human"),
        lengths=_lengths(cell, columns, line, source, problems),
        models=models,
        cluster=str(cell("cluster")) if "cluster" in columns else item,
        failed=bool(why),
        asked=why is not None,
    )


def _failures(cells: Mapping[str, Any], outcome: Any, models: tuple[str, str] | None) -> list[str] | None:
    """The replies of a row that are no verdict, by their text; None where nobody was asked.

    >>> _failures({"forward": "A", "swapped": ""}, None, None), _failures({"forward": "", "swapped": ""}, None, None)
    (['(empty)'], None)
    """
    if all(_is_blank(cell) for cell in cells.values()):
        said = "" if outcome is None else str(outcome).strip()
        return [said] if said.startswith(FAILURE) else None
    return [EMPTY if _is_blank(cell) else str(cell) for cell in cells.values() if _verdict(cell, models) is None]


def _is_blank(cell: Any) -> bool:
    return cell is None or not str(cell).strip()


def _verdict(cell: object, models: tuple[str, str] | None) -> Verdict | None:
    label = plain_label(cell)
    if label is None:
        return None
    if models is not None and label in (names := [plain_label(model) for model in models]):
        return "A" if names[0] == label else "B"
    return WORDS.get(label)


def _lengths(
    cell: Any, columns: Mapping[str, str], line: int, source: str, problems: list[Problem]
) -> tuple[float, float] | None:
    if {"length_a", "length_b"} <= set(columns):
        found = [number_of(plain_label(cell(role)) or "") for role in ("length_a", "length_b")]
        if found[0] is not None and found[1] is not None and min(found[0], found[1]) >= 0:
            return found[0], found[1]
        role = "length_a" if found[0] is None or found[0] < 0 else "length_b"
        problems.append(Problem(f"{cell(role)!r} is no length", source, line, columns[role]))
        return None
    if {"answer_a", "answer_b"} <= set(columns) and None not in (cell("answer_a"), cell("answer_b")):
        return float(len(str(cell("answer_a")))), float(len(str(cell("answer_b"))))
    return None

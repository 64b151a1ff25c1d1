"""Finding columns: the ones that are named, or those whose names say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.io.table import Table

JUDGE = ("judge", "judge_label", "judge_verdict", "judge_score", "verdict", "prediction", "судья", "оценка_судьи")
HUMAN = ("human", "annotator", "expert", "label", "gold", "человек", "эксперт", "разметка")
ITEM = ("id", "item", "item_id")
CLUSTER = ("cluster",)


def one_column(
    table: Table, named: str | None, usual: Sequence[str], role: str, option: str, *, needed: bool = True
) -> str | None:
    """The column of a role: the one that is named, else the first with a usual name.

    Raises: InputError when the named one is not there, or a needed one is not found.
    """
    if named is not None:
        if named not in table.columns:
            raise InputError([_missing(table, f"no column {named!r}")])
        return named
    found = {_folded(name): name for name in table.names}
    for name in usual:
        if name in found:
            return found[name]
    if needed:
        raise InputError([_missing(table, f"no column is clearly {role}; name it with {option}")])
    return None


def human_columns(table: Table, named: Sequence[str], judge: str | None) -> list[str]:
    """The columns of human labels: those that are named, or all that begin with the first usual name there is.

    Raises: InputError when a named one is not there, all of them at once, or none is found.
    """
    missing = [name for name in named if name not in table.columns]
    if missing:
        raise InputError([_missing(table, f"no column {name!r}") for name in missing])
    if named:
        return list(dict.fromkeys(named))
    for usual in HUMAN:
        found = [name for name in table.names if name != judge and _is_numbered(_folded(name), usual)]
        if found:
            return found
    raise InputError([_missing(table, "no column is clearly a human label; name it with --human")])


def _is_numbered(name: str, usual: str) -> bool:
    """Whether a name is the usual one, alone or with a number or a word behind it: human, human_2, annotator1."""
    rest = name.removeprefix(usual)
    return name.startswith(usual) and (not rest or rest.startswith("_") or rest.isdecimal()) and rest != "_policy"


def _folded(name: str) -> str:
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def _missing(table: Table, message: str) -> Problem:
    return Problem(f"{message}; there are: {', '.join(table.names)}", table.source, 1)

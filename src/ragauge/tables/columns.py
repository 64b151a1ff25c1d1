"""Which column of a table is what: by what its name means, and never a silent guess between two."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.core.nouns import NOUNS, WEAK, is_weak, meanings, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ANY_WILL_DO = frozenset({"answer", "type", "reason", "language", "refusal", "answerable", "words"})
"""Roles where two candidates are no danger: the first one is taken, and all can be sliced by."""
ROLES = (*NOUNS, "ids")
EXPECTED, WEAKLY = "its name says that this is expected", "for want of a better name"


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns by role; ``why`` says for each in words how it was found, ``passed_over`` has the other candidates."""

    of: Mapping[str, str] = field(default_factory=dict)
    why: Mapping[str, str] = field(default_factory=dict)
    passed_over: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    qualified: frozenset[str] = frozenset()

    def get(self, role: str) -> str | None:
        """The column of a role, if there is one."""
        return self.of.get(role)


def map_columns(
    names: Iterable[str], roles: Iterable[str], source: str, given: Mapping[str, str] | None = None
) -> Columns:
    """The columns that play the roles asked for; ``given`` says it for some, an empty name switches a role off.

    A name with *expected* or the like goes before one without, a clear name before a vague one.

    >>> map_columns(["Question", "type", "expected_docs", "document"], ["question", "document"], "gold.csv").of
    {'question': 'Question', 'document': 'expected_docs'}

    Raises: InputError with every role for which two columns are as good, and every given column that is not there.
    """
    names, given = list(names), dict(given or {})
    problems = _given_problems(names, given, source)
    taken = {_found(names, column) for column in given.values()}
    of: dict[str, str] = {}
    why: dict[str, str] = {}
    passed_over: dict[str, tuple[str, ...]] = {}
    qualified: set[str] = set()
    for role in roles:
        if role in given:
            if column := _found(names, given[role]):
                of[role], why[role] = column, "as you said"
                qualified.add(role)
            continue
        best, others, reason = _candidates(role, [name for name in names if name not in taken])
        if len(best) > 1 and role not in ANY_WILL_DO:
            problems.append(Problem(_two_candidates(role, best), source, 1))
        elif best:
            of[role], why[role], passed_over[role] = best[0], reason, (*best[1:], *others)
            if reason == EXPECTED:
                qualified.add(role)
    if problems:
        raise InputError(problems)
    return Columns(of, why, {role: rest for role, rest in passed_over.items() if rest}, frozenset(qualified))


def _candidates(role: str, names: list[str]) -> tuple[list[str], list[str], str]:
    """The columns that are equally good for a role, those that are less so, and why the best ones are."""
    meant = {name: one.qualified for name in names for one in meanings(name) if one.role == role}
    expected = [name for name, qualified in meant.items() if qualified]
    plain = [name for name in meant if name not in expected]
    exact = [name for name in plain if plain_name(name) == role]
    weak = [name for name in names if name not in meant and is_weak(name, role)]
    tiers = ((expected, EXPECTED), (exact, "by its name"), (plain, "by its name"), (weak, WEAKLY))
    every = list(dict.fromkeys([*expected, *exact, *plain, *weak]))
    for tier, reason in tiers:
        if tier:
            return tier, [name for name in every if name not in tier], reason
    return [], [], ""


def _given_problems(names: list[str], given: Mapping[str, str], source: str) -> list[Problem]:
    problems = [
        Problem(f"no role {role!r} for a column; there are: {', '.join(ROLES)}", source)
        for role in given
        if role not in ROLES
    ]
    problems += [
        Problem(f"no column {column!r} for the {role}; there are: {', '.join(names)}", source, 1)
        for role, column in given.items()
        if column and role in ROLES and _found(names, column) is None
    ]
    return problems


def _found(names: list[str], column: str) -> str | None:
    """The column of that name: as written, else without regard to case and the like."""
    if column in names:
        return column
    alike = [name for name in names if column and plain_name(name) == plain_name(column)]
    return alike[0] if len(alike) == 1 else None


def _two_candidates(role: str, candidates: list[str]) -> str:
    listed = " and ".join(repr(name) for name in candidates)
    return f"columns {listed} could each be the {role}; say which: --map {role}={_as_argument(candidates[0])}"


def _as_argument(name: str) -> str:
    return f"'{name}'" if any(char.isspace() for char in name) else name


def find_column(role: str, names: Iterable[str], source: str, *, required: bool = False) -> str | None:
    """The column that plays one role.

    >>> find_column("question", ["Question", "type"], "gold.csv")
    'Question'

    Raises: InputError when two columns could play it, or none does and one is required.
    """
    names = list(names)
    found = map_columns(names, [role], source).get(role)
    if found is None and required:
        raise InputError([Problem(no_column(role, names), source, 1)])
    return found


def no_column(role: str, names: Iterable[str]) -> str:
    """The sentence about a column that is missing."""
    known = ", ".join([*NOUNS[role].split(), *WEAK.get(role, "").split()][:12])
    return f"no column for the {role} among {list(names)}; it may be called {known}, or be named by --map {role}=COLUMN"

"""Reading one table of a configuration: every field checked, every problem kept."""

from __future__ import annotations

import math
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


@dataclass(frozen=True, slots=True)
class Fields:
    """A table with the place it stands at; problems are added to a list that all tables share."""

    table: Mapping[str, Any]
    file: str
    row: int | None
    place: str
    problems: list[Problem]

    def wrong(self, message: str, column: str | None = None) -> None:
        """Note a problem with a key, or with the table as a whole."""
        self.problems.append(Problem(f"{column or self.place}: {message}", self.file, self.row))

    def refuse_unknown(self, known: Collection[str]) -> None:
        """Note every key that does not exist, with the nearest one that does."""
        for key in self.table:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f"; did you mean {near[0]}?" if near else f"; there are: {', '.join(known)}"
                self.wrong(f"unknown key {key!r}{hint}")

    def number(self, key: str, low: float, high: float | None, *, what: str = "") -> float | None:
        """A finite number within bounds, or None."""
        value = self.table.get(key)
        if value is None:
            return None
        if not _is_number(value):
            self.wrong(f"must be a number, got {brief(str(value))}", key)
        elif value < low or (high is not None and value > high):
            ends = f"from {low:g} to {high:g}" if high is not None else f"at least {low:g}"
            self.wrong(f"must be {ends}{what}, got {value:g}", key)
        else:
            return float(value)
        return None

    def whole(self, key: str, low: int = 1) -> int | None:
        """A whole number from ``low``, or None."""
        value = self.table.get(key)
        if value is not None and (type(value) is not int or value < low):
            self.wrong(f"must be a whole number from {low}, got {brief(repr(value))}", key)
            return None
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            self.wrong(f"must be true or false, got {brief(repr(value))}", key)
            return default
        return value

    def text(self, key: str) -> str | None:
        """Text that is not empty, or None."""
        value = self.table.get(key)
        if value is not None and (not isinstance(value, str) or not value.strip()):
            self.wrong(f"must be text, got {brief(repr(value))}", key)
            return None
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            self.wrong(f'must be a list of texts, like ["lang", "type=multi_hop"], got {brief(repr(value))}', key)
            return ()
        return tuple(dict.fromkeys(value))

    def choice(self, key: str, choices: Collection[str]) -> str | None:
        """One of some texts, or None."""
        value = self.table.get(key)
        if value is None or (isinstance(value, str) and value in choices):
            return value
        near = get_close_matches(value, choices, 1) if isinstance(value, str) else []
        hint = f"; did you mean {near[0]}?" if near else ""
        self.wrong(f"must be one of {', '.join(choices)}, got {brief(value)}{hint}", key)
        return None


def _is_number(value: Any) -> bool:
    """Whether it is a finite number that a float can hold."""
    try:
        return not isinstance(value, bool) and isinstance(value, int | float) and math.isfinite(value)
    except OverflowError:
        return False

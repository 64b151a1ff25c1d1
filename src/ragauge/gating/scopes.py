"""Where a rule holds: all questions, the slices it names, and the slices of the columns it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.comparison.columns import cells_of, column_named, where_cell
from ragauge.core.errors import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.core.arrays import BoolArray
    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.rules import Rule

FEWEST = 5
"""Slices of a column with fewer scored questions are shown, never gated."""


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Questions of the candidate; ``named``: they were asked for, and not only as one value of a column."""

    slice: Mapping[str, str] | None
    mask: BoolArray
    named: bool = True

    def fewest(self, rule: Rule) -> int:
        """With fewer scored questions it is only shown."""
        return 0 if self.named else max(FEWEST, rule.min_n or 0)


def scopes_of(rule: Rule, card: Scorecard) -> Iterator[Scope]:
    """All questions, then the slices, each once: one that is named stays named."""
    yield Scope(None, np.ones(len(card.questions), dtype=bool))
    asked = [(column_named(card, column), value) for column, value in map(_split, rule.slices)]
    for name, value in dict.fromkeys(asked):
        cells = cells_of(card, name)
        if value is not None:
            yield Scope({name: value}, where_cell(cells, value))
            continue
        for cell in sorted(set(cells.tolist())):
            if (name, cell) not in asked:
                yield Scope({name: cell}, where_cell(cells, cell), named=False)


def check_slices(rules: Sequence[Rule], card: Scorecard, file: str) -> None:
    """Raise InputError with every slice of the rules that cannot be made from this scorecard."""
    problems = []
    for rule in rules:
        for column, _ in map(_split, rule.slices):
            try:
                column_named(card, column)
            except InputError as error:
                problems.append(Problem(str(error), file, rule.row, "slices"))
    if problems:
        raise InputError(problems)


def _split(text: str) -> tuple[str, str | None]:
    column, mark, value = text.partition("=")
    return (column.strip(), value.strip()) if mark else (text.strip(), None)

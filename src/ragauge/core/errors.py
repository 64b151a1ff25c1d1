"""Every error a user can meet.

::

    RagaugeError              exit code 2: could not measure
    ├── InputError            a file or a value that cannot be read right: all its problems at once
    ├── MetricNameError       a metric name that does not parse, is unknown, or has a wrong parameter
    ├── MissingDependencyError  an optional package that is not installed, with the line that installs it
    └── AuthorizationLeakError  a hit that an authorization predicate forbids (``pipeline.filters.authorization``)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN = 20
LONGEST = 300
LONGEST_NAME = 150


def shorten(text: str, longest: int = LONGEST) -> str:
    """Text of a bearable length: what is too long loses its middle.

    >>> shorten("a" * 10 + "z" * 10, 7)
    'aaa…zzz'
    """
    if len(text) <= longest:
        return text
    tail = (longest - 1) // 2
    return f"{text[: longest - 1 - tail]}…{text[-tail:]}"


class RagaugeError(Exception):
    """The root of all errors that ragauge raises on purpose."""

    exit_code = 2

    def __str__(self) -> str:
        return shorten(super().__str__())


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input, and where.

    >>> print(Problem("score 'abc' is not a number", file="run.trec", row=7, column="score"))
    run.trec:7: column 'score': score 'abc' is not a number
    """

    message: str
    file: str | None = None
    row: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        place = shorten(self.file or "", LONGEST_NAME)
        if self.row is not None:
            place += f":{self.row}" if place else f"row {self.row}"
        parts = [place] if place else []
        if self.column is not None:
            parts.append(f"column {shorten(self.column, LONGEST_NAME)!r}")
        return " ".join(": ".join([*parts, shorten(self.message)]).splitlines())  # one problem, one line


class InputError(RagaugeError):
    """An input that cannot be read right; holds every problem that was found, not only the first.

    >>> error = InputError([Problem("no column 'question'", file="gold.csv", row=1)])
    >>> print(error)
    gold.csv:1: no column 'question'
    """

    def __init__(self, problems: Sequence[Problem] | str, *, total: int | None = None) -> None:
        self.problems = (Problem(problems),) if isinstance(problems, str) else tuple(problems)
        self.total = max(total or 0, len(self.problems))
        super().__init__(str(self))

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        if self.total > len(lines):
            lines.append(f"... and {self.total - len(lines)} more problems")
        return "\n".join(lines)


class MetricNameError(RagaugeError):
    """A metric name that does not parse, is not in the catalog, or carries a parameter it cannot take."""


class MissingDependencyError(RagaugeError):
    """An optional package is needed and not installed."""

"""Problems of a file, of which only so many are kept: a wrong delimiter makes a million of them."""

from __future__ import annotations

from ragauge.core.errors import Problem

MOST = 1000


class ProblemList:
    """Problems up to ``MOST``, and how many there were beyond.

    >>> problems = ProblemList()
    >>> for row in range(2000):
    ...     problems.add(Problem("odd", "gold.csv", row))
    >>> len(problems), str(problems.all()[-1])
    (2000, 'gold.csv: 1000 more rows have problems')
    """

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self._more = 0

    def __len__(self) -> int:
        return len(self._kept) + self._more

    def room(self) -> bool:
        """Whether another one will be kept."""
        return len(self._kept) < MOST

    def add(self, problem: Problem) -> None:
        """Keep the problem, or count it."""
        if self.room():
            self._kept.append(problem)
        else:
            self._more += 1

    def more(self) -> None:
        """Count a problem that nobody wants to read."""
        self._more += 1

    def all(self) -> tuple[Problem, ...]:
        """The problems, by row, and a last one that counts those not kept."""
        kept = sorted(self._kept, key=lambda problem: problem.row or 0)
        if self._more:
            kept.append(Problem(f"{self._more} more rows have problems", kept[0].file))
        return tuple(kept)

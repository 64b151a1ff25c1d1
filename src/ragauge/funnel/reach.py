"""How far each need came: where it stood in every recorded list, and what is known of the stages before and after."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ragauge.funnel.places import CHECKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ragauge.core.arrays import BoolArray, IntArray

    Verdicts = NDArray[np.int8]
    """1: it passed; −1: it did not; 0: not known."""

PASSED, UNKNOWN, GONE = 1, 0, -1


@dataclass(frozen=True, slots=True)
class Ranking:
    """A stage that hands on a list: its name and kind, and where each need stood in it.

    ``rank`` has the best rank of the alternatives of each need, from 1; 0 is not in the list. ``recorded`` says for
    each question whether there is a list. ``foreign``: a lane that shares no id with the others, and next to no gold.
    """

    name: str
    kind: str
    rank: IntArray
    recorded: BoolArray
    foreign: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Everything that the place of a need is found by.

    *Per question* ``(q,)``: ``questions`` ids; ``traced``: it has a trace; ``failed``: that ended in an error;
    ``k``: how many hits were handed on (0: not known); ``refused`` and ``right``: verdicts on the answer.

    *Per need* ``(n,)``: ``question`` (index), ``label`` (what is needed, in words), ``withheld``: no alternative is for
    the asker. ``origin`` ``(n, 5)`` are verdicts on the stages before the first list: corpus, parsing, chunking, index,
    filter; ``why`` says in words why a need was lost there. ``cited``: verdicts on the use of what was in the prompt.

    ``rankings`` stand in the order of the pipeline.
    """

    questions: tuple[str, ...]
    traced: BoolArray
    failed: BoolArray
    k: IntArray
    refused: Verdicts
    right: Verdicts
    question: IntArray
    label: tuple[str, ...]
    withheld: BoolArray
    origin: Verdicts
    cited: Verdicts
    rankings: tuple[Ranking, ...]
    why: Mapping[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.question)

    def of_kind(self, kind: str) -> list[Ranking]:
        """The rankings of a kind, in the order of the pipeline."""
        return [one for one in self.rankings if one.kind == kind]

    def best(self, kind: str) -> tuple[IntArray, BoolArray]:
        """For every need its best rank in the lists of a kind (0: in none), and whether there is such a list."""
        rank = np.zeros(len(self), dtype=np.int64)
        recorded = np.zeros(len(self), dtype=bool)
        for one in self.of_kind(kind):
            rank = np.where((one.rank > 0) & ((rank == 0) | (one.rank < rank)), one.rank, rank)
            recorded |= one.recorded[self.question]
        return rank, recorded

    @property
    def known(self) -> int:
        """How many stages a verdict can be about."""
        return len(CHECKS)

"""What a study of filters is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.reference.settings import MOST_BOOST

if TYPE_CHECKING:
    from ragauge.studying.filter.phrases import Phrases
    from ragauge.tables.run import Run

BOOSTS = (0.1, 0.2, 0.5, 1.0, 2.0)
DEFAULT_METRICS = ("recall@10", "precision@10")


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Where predicates come from, and what is made of them.

    ``column`` of the golden set has the filter of each question; ``predicates`` are forced on every question; ``when``
    are rules like ``lang=en: locale = en-US``; ``phrases`` say what values are called in questions. Predicates on a
    field of ``authorization`` are never softened. ``epsilon``: a hard filter is advised below this exclusion only.
    ``run``: what a search returned under these filters, to look for leaks.

    Raises: InputError for boosts that are no numbers above 0, and an epsilon that is no share.
    """

    column: str | None = None
    predicates: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    phrases: Phrases | None = None
    authorization: tuple[str, ...] = ()
    boosts: tuple[float, ...] = BOOSTS
    epsilon: float = 0.01
    lanes: tuple[str, ...] = ("bm25",)
    run: Run | None = None

    def __post_init__(self) -> None:
        if not self.boosts or not all(0 < boost <= MOST_BOOST for boost in self.boosts):
            given = ", ".join(map(str, self.boosts)) or "none"
            raise InputError(f"boosts are numbers above 0 and up to {MOST_BOOST:g}, got {given}")
        if not 0 < self.epsilon <= 1:
            raise InputError(f"epsilon is a share above 0 and up to 1, got {self.epsilon}")

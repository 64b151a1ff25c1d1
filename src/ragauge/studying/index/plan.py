"""What a study of vector indexes is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.catalog import find_metric
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT = ("hnswlib", "usearch", "faiss-hnsw", "faiss-ivf")
"""What is tried when no engine is named: those of them that are installed."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Engines (none: the usual ones that are installed), the grid of their parameters, and the filters.

    ``filters`` are predicates as texts; without any, they are made from the metadata. ``random``: shares of the
    documents that filters on a random field let pass. ``least``: the ANN recall that is asked for.
    """

    engines: Sequence[str] = ()
    grid: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    embedder: str = "lsa"
    k: int = 10
    filters: Sequence[str] = ()
    random: Sequence[float] = ()
    repeats: int = 3
    least: float = 0.95

    def __post_init__(self) -> None:
        if self.k < 1 or self.repeats < 1:
            raise InputError(f"k and repeats must be at least 1, not {self.k} and {self.repeats}")
        if not 0 < self.least <= 1:
            raise InputError(f"the recall that is asked for must lie above 0 and be at most 1, got {self.least:g}")

    def refuse_deep(self, metrics: Sequence[str]) -> None:
        """Raise InputError for a metric that looks further than the lists reach."""
        deep = [name for name in metrics if int(find_metric(name).given.get("k", 0)) > self.k]
        if deep:
            raise InputError(f"{self.k} hits are searched for, and {', '.join(deep)} would look further: raise --k")

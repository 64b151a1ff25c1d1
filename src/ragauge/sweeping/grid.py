"""The grid: every configuration that is to be tried, from a table of lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

WHOLE = "document"
"""The chunker that leaves documents whole."""
LANES = "+"
MOST = 2_000


@dataclass(frozen=True, slots=True)
class Setup:
    """One configuration, but for k: a chunker with its parameters, lanes, how they are fused, and a reranker.

    >>> Setup("fixed", {"size": 256}, ("bm25", "lsa"), {"fusion": "rrf"}).name
    'fixed size=256 · bm25+lsa · rrf'
    """

    chunker: str = WHOLE
    chunking: Mapping[str, Any] = field(default_factory=dict)
    lanes: tuple[str, ...] = ("bm25",)
    fusion: Mapping[str, Any] = field(default_factory=dict)
    reranker: str | None = None
    depth: int = 50

    @property
    def name(self) -> str:
        """The configuration in one line."""
        chunks = " ".join([self.chunker, *(f"{name}={value}" for name, value in self.chunking.items())])
        parts = [chunks, LANES.join(self.lanes)]
        if len(self.lanes) > 1:
            rest = " ".join(f"{name}={value}" for name, value in self.fusion.items() if name != "fusion")
            parts.append(f"{self.fusion.get('fusion', 'rrf')} {rest}".strip())
        parts += [f"{self.reranker} depth={self.depth}"] if self.reranker else []
        return " · ".join(parts)

    @property
    def parts(self) -> int:
        """How many lanes and rerankers a question goes through."""
        return len(self.lanes) + (self.reranker is not None)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "name": self.name,
            "chunker": self.chunker,
            "chunking": dict(self.chunking),
            "lanes": list(self.lanes),
            "fusion": dict(self.fusion) if len(self.lanes) > 1 else {},
            "reranker": self.reranker,
            "depth": self.depth if self.reranker else None,
        }


OWN = ("chunker", "lane", "fusion", "weights", "alpha", "norm", "rrf_k", "reranker", "depth")
"""Keys of the grid that are no parameter of a chunker."""
FUSION = ("weights", "alpha", "norm", "rrf_k")


def setups_of(grid: Mapping[str, Any], parameters: Mapping[str, Sequence[str]]) -> list[Setup]:
    """Every combination of the values of a grid, each once; a parameter that a part does not take is left out of it.

    ``parameters`` names the parameters of every chunker.

    >>> [one.name for one in setups_of({"chunker": ["fixed", "document"], "size": [128, 256]}, {"fixed": ["size"]})]
    ['fixed size=128 · bm25', 'fixed size=256 · bm25', 'document · bm25']

    Raises: InputError for a key that no part takes, and for too many combinations.
    """
    lists = {name: list(values) if isinstance(values, list | tuple) else [values] for name, values in grid.items()}
    taken = {name for names in parameters.values() for name in names}
    if unknown := [name for name in lists if name not in OWN and name not in taken]:
        known = ", ".join([*OWN, *sorted(taken)])
        raise InputError(f"the grid has {', '.join(map(repr, unknown))}, which nothing takes; there are: {known}")
    if empty := [name for name, values in lists.items() if not values]:
        raise InputError(f"the grid has no value for {', '.join(empty)}")
    found = list(dict.fromkeys(_Hashed(one) for one in _combinations(lists, parameters)))
    if len(found) > MOST:
        raise InputError(f"the grid has {len(found):,} combinations; {MOST:,} are the most")
    return [one.setup for one in found]


def _combinations(lists: Mapping[str, list[Any]], parameters: Mapping[str, Sequence[str]]) -> Iterator[Setup]:
    for values in product(*lists.values()):
        given = dict(zip(lists, values, strict=True))
        chunker = str(given.get("chunker", WHOLE))
        takes = parameters.get(chunker, ())
        lanes = tuple(str(given.get("lane", "bm25")).split(LANES))
        several = len(lanes) > 1
        fusion = {"fusion": given.get("fusion", "rrf"), **{name: given[name] for name in FUSION if name in given}}
        reranker = given.get("reranker") or None
        yield Setup(
            chunker,
            {name: given[name] for name in takes if name in given},
            lanes,
            fusion if several else {},
            None if reranker in (None, "none") else str(reranker),
            int(given.get("depth", 50)) if reranker not in (None, "none") else 50,
        )


@dataclass(frozen=True, slots=True)
class _Hashed:
    """A setup that can stand in a set."""

    setup: Setup

    def __hash__(self) -> int:
        return hash(self.setup.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hashed) and self.setup == other.setup

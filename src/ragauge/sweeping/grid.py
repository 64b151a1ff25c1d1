"""The grid: every configuration that is to be tried, from a table of lists."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.chunkers import INNER, parameters_of
from ragauge.pipeline.reference.setup import LANES, WHOLE, Setup
from ragauge.sweeping.own import LATE, OwnParts
from ragauge.sweeping.rerankers import is_reranker

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST = 2_000


OWN = ("chunker", "lane", "embedding", "fusion", "alpha", "norm", "rrf_k", "reranker", "depth")
"""Keys of the grid that are no parameter of a chunker."""
FUSION = {"rrf": ("rrf_k",), "convex": ("alpha", "norm")}


def setups_of(
    grid: Mapping[str, Any], parameters: Mapping[str, Sequence[str]], own: OwnParts | None = None
) -> list[Setup]:
    """Every combination of the values of a grid, each once; a parameter that a part does not take is left out of it.

    ``parameters`` names those of every chunker; a chunker within another brings its own (see ``make_chunker``).

    >>> [one.name for one in setups_of({"chunker": ["fixed", "document"], "size": [128, 256]}, {"fixed": ["size"]})]
    ['fixed size=128 · bm25', 'fixed size=256 · bm25', 'document · bm25']

    Raises: InputError for a key that no part takes, and for too many combinations.
    """
    own = own or OwnParts()
    lists = {name: list(values) if isinstance(values, list | tuple) else [values] for name, values in grid.items()}
    taken = _taken(lists, parameters)
    if unknown := [name for name in lists if name not in OWN and name not in taken]:
        known = ", ".join([*OWN, *sorted(taken)])
        raise InputError(f"the grid has {', '.join(map(repr, unknown))}, which nothing takes; there are: {known}")
    if empty := [name for name, values in lists.items() if not values]:
        raise InputError(f"the grid has no value for {', '.join(empty)}")
    _refuse_odd_values(lists, own)
    found = list(dict.fromkeys(_Hashed(one) for one in _combinations(lists, parameters)))
    if len(found) > MOST:
        raise InputError(f"the grid has {len(found):,} combinations; {MOST:,} are the most")
    setups = [one.setup for one in found]
    if idle := [name for name in lists if name not in ALWAYS and not any(_takes(one, name) for one in setups)]:
        raise InputError(f"nothing in the grid takes {', '.join(map(repr, idle))}: it would change nothing")
    return setups


ALWAYS = ("chunker", "lane", "reranker", "embedding")


def _takes(setup: Setup, name: str) -> bool:
    """Whether a value of this line of the grid is part of a configuration."""
    return name in setup.chunking or name in setup.fusion or (name == "depth" and setup.reranker is not None)


def _taken(lists: Mapping[str, list[Any]], parameters: Mapping[str, Sequence[str]]) -> set[str]:
    """Every parameter that some chunker takes, or a chunker within it."""
    taken = {name for names in parameters.values() for name in names}
    for key, mark in INNER.items():
        inner = [name for name in lists.get(key, ()) if isinstance(name, str)] if key in taken else []
        taken |= {f"{mark}{word}" for name in inner for word in parameters.get(name, ())}
    return taken


CHOICES = {"fusion": ("rrf", "convex"), "embedding": ("early", "late"),
           "norm": ("minmax", "zscore", "max", "sum", "rank")}  # fmt: skip
NUMBERS = {"alpha": (0.0, 1.0), "rrf_k": (0.0, 1e6), "depth": (1.0, 1e6)}
WHOLE_ONLY = ("depth",)


def _refuse_odd_values(lists: Mapping[str, list[Any]], own: OwnParts) -> None:
    """Raise InputError for a fusion or reranker that there is not, and for numbers that are none or out of bounds."""
    wrong = [
        f"{name} must be one of {', '.join(choices)}, got {value!r}"
        for name, choices in CHOICES.items()
        for value in lists.get(name, ())
        if value not in choices
    ]
    wrong += [
        f"{name} must be a {'whole ' if name in WHOLE_ONLY else ''}number from {low:g} to {high:g}, got {value!r}"
        for name, (low, high) in NUMBERS.items()
        for value in lists.get(name, ())
        if not _lies_within(value, low, high) or (name in WHOLE_ONLY and value != int(value))
    ]
    wrong += [
        f"{name} must be a finite number, got {value!r}"
        for name, values in lists.items()
        for value in values
        if name not in NUMBERS and isinstance(value, float) and not math.isfinite(value)
    ]
    wrong += [
        f"reranker must be none, lexical, onnx:FOLDER, http://HOST/PATH#MODEL or one of your own, got {value!r}"
        for value in lists.get("reranker", ())
        if not is_reranker(value, own)
    ]
    for value in lists.get("lane", ()):
        lanes = str(value).split(LANES)
        if len(set(lanes)) < len(lanes):
            wrong.append(f"lane {value!r} names a lane twice")
        elif len(lanes) > 2 and "convex" in lists.get("fusion", ()):
            wrong.append(f"fusion convex takes two lanes, not those of lane {value!r}")
    if wrong:
        raise InputError("; ".join(wrong))


def _lies_within(value: Any, low: float, high: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _combinations(lists: Mapping[str, list[Any]], parameters: Mapping[str, Sequence[str]]) -> Iterator[Setup]:
    for values in product(*lists.values()):
        given = dict(zip(lists, values, strict=True))
        chunker = str(given.get("chunker", WHOLE))
        takes = parameters.get(chunker, ())
        takes = [*takes, *(name for name in parameters_of(chunker, given) if name in given and name not in takes)]
        lanes = tuple(_lane(name, given) for name in str(given.get("lane", "bm25")).split(LANES))
        several = len(lanes) > 1
        how = str(given.get("fusion", "rrf"))
        fusion = {"fusion": how, **{name: given[name] for name in FUSION[how] if name in given}}
        reranker = given.get("reranker") or None
        yield Setup(
            chunker,
            {name: given[name] for name in takes if name in given},
            lanes,
            fusion if several else {},
            None if reranker in (None, "none") else str(reranker),
            int(given.get("depth", 50)) if reranker not in (None, "none") else 50,
        )


def _lane(name: str, given: Mapping[str, Any]) -> str:
    """The lane of a name; an embedder's with ``embedding=late`` is another one."""
    return f"{LATE}{name}" if given.get("embedding") == "late" and name != "bm25" else name


@dataclass(frozen=True, slots=True)
class _Hashed:
    """A setup that can stand in a set."""

    setup: Setup

    def __hash__(self) -> int:
        return hash(self.setup.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Hashed) and self.setup == other.setup

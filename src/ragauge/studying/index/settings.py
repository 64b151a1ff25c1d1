"""The settings of a sweep over vector indexes: engines with their parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby, product
from typing import TYPE_CHECKING, Any

from ragauge.backends.ann_parameters import MOST as LARGEST
from ragauge.backends.ann_parameters import refuse_outside
from ragauge.core.errors import InputError
from ragauge.pipeline.stores.engines import EXACT, built_with, searched_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST = 500
EFFORTS: dict[str, tuple[int, ...]] = {"ef": (16, 64, 256), "nprobe": (1, 4, 16)}
"""What is tried when nothing is said about it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An engine, what its index is built with, and the effort of a search; ``told`` are the parameters worth naming.

    >>> Setting("hnswlib", {"m": 8, "ef_construction": 200}, {"ef": 16}, frozenset({"m", "ef"})).name
    'hnswlib m=8 · ef=16'
    """

    engine: str
    build: Mapping[str, Any] = field(default_factory=dict)
    effort: Mapping[str, int] = field(default_factory=dict)
    told: frozenset[str] = frozenset()

    @property
    def built(self) -> str:
        """The engine and what its index is built with, in one line."""
        return " ".join([self.engine, *self._told(self.build)])

    @property
    def name(self) -> str:
        """The setting in one line."""
        effort = " ".join(self._told(self.effort))
        return f"{self.built} · {effort}" if effort else self.built

    def _told(self, parameters: Mapping[str, Any]) -> list[str]:
        return [f"{name}={value}" for name, value in parameters.items() if name in self.told]


def settings_of(engines: Sequence[str], grid: Mapping[str, Sequence[Any]]) -> list[Setting]:
    """Every combination of the values that an engine takes; exact search stands first in any case.

    A parameter without values has its default, which is not named; ``ef`` and ``nprobe`` have several.

    >>> [one.name for one in settings_of(["faiss-ivf"], {"nlist": [64], "nprobe": [1, 2]})]
    ['exact', 'faiss-ivf nlist=64 · nprobe=1', 'faiss-ivf nlist=64 · nprobe=2']

    Raises: InputError for an unknown engine, a parameter that none of the engines takes, an effort below 1, and too
    many combinations.
    """
    named = list(dict.fromkeys([EXACT, *engines]))
    known = {name: None for engine in named for name in (*built_with(engine), *searched_with(engine))}
    if unknown := [name for name in grid if name not in known]:
        there = ", ".join(known) or "none"
        raise InputError(f"no engine takes {', '.join(map(repr, unknown))}; parameters are: {there}")
    found = [setting for engine in named for setting in _combinations(engine, grid)]
    if len(found) > MOST:
        raise InputError(f"these are {len(found):,} settings; {MOST} are the most")
    return found


def by_build(settings: Sequence[Setting]) -> Iterator[tuple[str, Mapping[str, Any], list[Setting]]]:
    """The settings that share an index: the engine, what it is built with, and the settings."""
    for _, group in groupby(settings, key=lambda one: one.built):
        same = list(group)
        yield same[0].engine, same[0].build, same


def _combinations(engine: str, grid: Mapping[str, Sequence[Any]]) -> Iterator[Setting]:
    builds = {name: list(dict.fromkeys(grid.get(name, (default,)))) for name, default in built_with(engine).items()}
    efforts = {
        name: list(dict.fromkeys(grid.get(name, EFFORTS.get(name, (default,)))))
        for name, default in searched_with(engine).items()
    }
    for name, values in efforts.items():
        for value in values:
            refuse_outside(1, LARGEST, **{name: value})
    for build in product(*builds.values()):
        for effort in product(*efforts.values()):
            yield Setting(
                engine,
                dict(zip(builds, build, strict=True)),
                dict(zip(efforts, effort, strict=True)),
                frozenset([*grid, *EFFORTS]),
            )

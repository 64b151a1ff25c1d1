"""Results of steps on disk, by what went into them: a step that was done once is never done again."""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge.io.writing import write_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

FORMAT = 2
"""Rises when a step means something else by the same name."""
SUM = "sum"


def key_of(step: str, inputs: Mapping[str, Any]) -> str:
    """The name of a result: a hash of the step and of all that goes into it.

    >>> key_of("chunk", {"size": 256}) == key_of("chunk", {"size": 128})
    False
    """
    text = json.dumps([FORMAT, step, inputs], sort_keys=True, ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def texts_key(texts: Mapping[str, str]) -> str:
    """A hash of texts by id, letter by letter and in their order.

    The fingerprint of a corpus is the same for other line ends and for ids that are composed otherwise; offsets into
    the texts, and the ids in what is kept, are not.

    >>> texts_key({"a": "one", "b": "two"}) == texts_key({"b": "two", "a": "one"})
    False
    """
    digest = hashlib.sha256()
    for pair in texts.items():
        for one in pair:
            data = one.encode("utf-8", "surrogatepass")
            digest.update(b"%d:" % len(data))
            digest.update(data)
    return digest.hexdigest()[:32]


@dataclass(slots=True)
class Store:
    """A folder with a table and what is known about it for every finished step.

    A result is written to temporary files which are then renamed, the table before the facts that say it is there, so
    that a run that is killed leaves nothing half-done, and any number of processes can share the folder. The facts hold
    a checksum of both: what was cut short or changed on the disk counts as not there, and is made again. ``done`` and
    ``reused`` count the steps that were made and those that were there before; ``made`` has the keys of the former.
    """

    folder: Path
    done: int = 0
    reused: int = 0
    seen: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)

    def table(
        self, step: str, inputs: Mapping[str, Any], make: Callable[[], tuple[pl.DataFrame, dict[str, Any]]]
    ) -> tuple[str, pl.DataFrame, dict[str, Any]]:
        """The key, table and facts of a step; made when they are not there.

        Raises: InputError when they cannot be written.
        """
        key = key_of(step, inputs)
        place, facts_at = self.folder / step / f"{key}.parquet", self.folder / step / f"{key}.json"
        first = key not in self.seen
        self.seen.add(key)
        if (found := _read(place, facts_at)) is not None:
            self.reused += first
            return key, *found
        table, facts = make()
        data = io.BytesIO()
        table.write_parquet(data)
        whole = {**facts, SUM: _sum(data.getvalue(), facts)}
        place.parent.mkdir(parents=True, exist_ok=True)
        write_all([
            (place, data.getvalue()),
            (facts_at, json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=1) + "\n"),
        ])  # fmt: skip
        self.done += 1
        self.made.add(key)
        return key, table, facts

    def facts(self, step: str, inputs: Mapping[str, Any], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The facts of a step that makes no table."""
        return self.table(step, inputs, lambda: (pl.DataFrame(), make()))[2]

    def has(self, step: str, inputs: Mapping[str, Any]) -> bool:
        """Whether a step is finished."""
        return (self.folder / step / f"{key_of(step, inputs)}.json").exists()


def _read(place: Path, facts_at: Path) -> tuple[pl.DataFrame, dict[str, Any]] | None:
    """The table and facts of a finished step; None where they are not there, or are not what was written."""
    try:
        data, facts = place.read_bytes(), json.loads(facts_at.read_bytes())
        whole = isinstance(facts, dict) and facts.pop(SUM, None) == _sum(data, facts)
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    return (pl.read_parquet(io.BytesIO(data)), facts) if whole else None


def _sum(table: bytes, facts: Mapping[str, Any]) -> str:
    """A checksum of a table as it is on the disk, and of its facts."""
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True, allow_nan=False).encode())
    digest.update(table)
    return digest.hexdigest()[:32]

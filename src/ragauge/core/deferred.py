"""A mapping that is worked out when somebody first looks into it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any


class Deferred(Mapping[str, Any]):
    """What costs time and is not always wanted, like the fingerprint of a large golden set.

    >>> mapping = Deferred(lambda: {"gold": "5f3a"})
    >>> mapping["gold"], len(mapping), mapping == {"gold": "5f3a"}
    ('5f3a', 1, True)
    """

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make
        self._made: Mapping[str, Any] | None = None

    def _mapping(self) -> Mapping[str, Any]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __getitem__(self, key: str) -> Any:
        return self._mapping()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._mapping())

    def __len__(self) -> int:
        return len(self._mapping())

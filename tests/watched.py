"""Recorded cases that tell what of them a test has not looked at."""

from __future__ import annotations

from typing import Any

ABOUT = frozenset({"id", "metric", "ref", "note", "tol"})
"""What says of a case where it comes from, and is no number to check."""


class Watched(dict[str, Any]):
    """A mapping that keeps which of its keys were read."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__({key: watched(value) for key, value in given.items()})
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        return super().get(key, default)

    def items(self) -> Any:
        self.read.update(self)
        return super().items()

    def values(self) -> Any:
        self.read.update(self)
        return super().values()


def watched(given: Any) -> Any:
    """The same, watched where it has keys; a list is taken as a whole."""
    return Watched(given) if isinstance(given, dict) else given


def unread(case: Watched, path: str = "") -> list[str]:
    """The paths of everything in a case that was not read, apart from what is about the case."""
    found = []
    for key in case:
        value = dict.__getitem__(case, key)
        if isinstance(value, Watched) and (key in case.read or value.read):
            found += unread(value, f"{path}{key}.")
        elif key not in case.read and value != {} and (path or key not in ABOUT):
            found.append(f"{path}{key}")
    return found

"""How the user says that a golden file is to be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Match = Literal["all", "any"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a user declares about a golden file; everything left out is found out, and shown.

    ``match``: a bare list of sources means all of them, or any. ``columns``: the column of a role, an empty name
    switches the role off. ``separator``: what stands between the ids of a cell, ``none`` if nothing does.
    ``no_answer``: ``column=value`` pairs that declare a row unanswerable. ``split``: of a BEIR folder. ``evidence``: it
    has to say where the evidence is; without that, only answers can be held against it. ``needed_by`` is what needs the
    evidence, as a message calls it.
    """

    match: Match | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    encoding: str | None = None
    sheet: str | int | None = None
    separator: str | None = None
    no_answer: Sequence[str] = ()
    split: str = "test"
    evidence: bool = True
    needed_by: str = "retrieval"

    def __post_init__(self) -> None:
        if self.match not in (None, "all", "any"):
            raise InputError(f"match must be 'all' or 'any', got {self.match!r}")
        if isinstance(self.no_answer, str):
            object.__setattr__(self, "no_answer", (self.no_answer,))
        for pair in self.no_answer:
            if "=" not in pair:
                raise InputError(f"no_answer is COLUMN=VALUE, got {pair!r}")

    def unanswerable(self) -> dict[str, frozenset[str]]:
        """The values that declare a row unanswerable, by column.

        >>> Reading(no_answer=["answer=Not there.", "kind=x"]).unanswerable()["answer"]
        frozenset({'Not there.'})
        """
        found: dict[str, set[str]] = {}
        for pair in self.no_answer:
            column, _, value = pair.partition("=")
            found.setdefault(column.strip(), set()).add(value.strip())
        return {column: frozenset(values) for column, values in found.items()}

"""At which level gold ids name things: the ids of the hits themselves, their documents, URLs or sections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.golden.ids.kinds import diagnosis
from ragauge.golden.ids.stages import exact_ids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.golden.ids.match import IdMatch
    from ragauge.golden.matching.universe import Universe

FIELDS = ("item", "document", "url", "section")


@dataclass(frozen=True, slots=True)
class Level:
    """The field of the hits that the gold ids name, and which id is which.

    ``units`` is for each item of the universe what it is called at this level: by the gold's name where one matches,
    else by its own.
    """

    field: str
    match: IdMatch
    units: dict[str, str]

    @property
    def quality(self) -> tuple[int, int]:
        """How many gold ids something matches; and of these, how many are more than the beginning of a longer id."""
        return self.matched, self.matched - self.match.counts.get("part", 0)

    @property
    def matched(self) -> int:
        """How many gold ids something matches."""
        return len(self.match.stage_of)


def level_of(wanted: Sequence[str], universe: Universe, *, exact: bool, named: str | None = None) -> Level:
    """The level at which most gold ids are found; the finest of those that are equally good.

    If the gold says what its ids are (``named``), and the hits tell such names and some match, that is the level.

    Raises: InputError when two different ids of the universe are as good a match for a gold id.
    """
    best: Level | None = None
    asked = "item" if named == "chunk" else named
    for name in sorted(FIELDS, key=lambda field: field != asked):
        values = universe.values[name]
        if not values:
            continue
        match = universe.matched(wanted, values, exact=exact)
        units = {item: match.given_to.get(value, value) for item, value in values.items()}
        level = Level(name, match, units)
        if best is None or level.quality > best.quality:
            best = level
        if (not match.unmatched and not match.parts) or (name == asked and level.matched):
            break
    if best is None:
        return Level("item", exact_ids(wanted, ()), {})
    if best.match.problems:
        raise ambiguous_ids(best.match.problems)
    return best


def ambiguous_ids(problems: Sequence[str]) -> InputError:
    """The error about ids that may be several of the other side."""
    advice = "; --ids exact compares letter by letter"
    return InputError([Problem(f"{problem}{advice}") for problem in problems])


def refuse_nothing_in_common(wanted: Sequence[str], universe: Universe, gold: str, run: str) -> None:
    """Raise InputError that says what the two sides look like."""
    documents = [*universe.values["document"].values(), *universe.values["url"].values()]
    more = ""
    if not documents:
        more = ". If its hits are chunks of the gold's documents, say of which: in a document column, or with --chunks"
    sentence = f"nothing in it matches the gold {gold}: {diagnosis(wanted, documents or list(universe.items))}{more}"
    raise InputError([Problem(sentence, run)])

"""Names to gold ids, folding by folding: each name goes to the gold id it hits first, and collisions are kept."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from ragauge.golden.ids.folding import FOLDINGS, without_extension
from ragauge.golden.ids.kinds import is_opaque
from ragauge.golden.ids.places import Places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

RANKS = ("exact", *FOLDINGS)
BY_NAME = ("basename", "stem")
SPELLINGS = RANKS.index("path")
"""Up to here a second id that folds alike is a second spelling or a second document, and nobody can tell which.

From here on it is another document: who writes both ``Readme.md`` and ``README.md`` means two files."""
SHOWN = 3
DIFFERENCES = {
    "exact": "in the way they are written",
    "unicode": "in Unicode form, white space or invisible characters",
    "path": "in the way the path is written",
    "case": "in case",
    "basename": "in the folder",
    "stem": "in the file extension",
}

_LETTER = re.compile(r"[^\W\d_]")

Names = list[str]


class Cascade:
    """Which gold id each name stands for.

    ``found`` is name → gold id, or None for a name that was seen and set aside. ``first`` is gold id → the rank of
    the stage that it was matched at and the name it was matched with. ``contested`` are gold ids with several names.
    """

    def __init__(self, wanted: Iterable[str]) -> None:
        self.wanted = [name for name in wanted if "\0" not in name]
        self.found: dict[str, str | None] = {}
        self.first: dict[str, tuple[int, str]] = {}
        self.contested: set[str] = set()
        self.problems: list[str] = []
        self.doubts: list[str] = []
        self._exact = set(self.wanted)
        self._keys: dict[str, Names] = {}
        self._tables: dict[str, dict[str, Names]] = {}
        self._places: dict[str, Places] = {}

    def match(self, names: Iterable[str]) -> None:
        """Take more names in, each of them once and without a NUL; those that were seen before keep what they have."""
        new = [name for name in names if name not in self.found]
        self._settle(0, {name: [name] for name in new if name in self._exact})
        left = keys = paths = [name for name in new if name not in self._exact]
        before = self.wanted
        for rank, stage in enumerate(FOLDINGS, 1):
            if not left:
                return
            folded, ours = FOLDINGS[stage](keys), self.keys(stage)
            changed = folded is not keys or ours is not before
            keys, before = folded, ours
            paths = paths if stage in BY_NAME else keys
            if not changed or self.table(stage).keys().isdisjoint(keys):
                continue
            table = self.table(stage)
            hits = [place for place, key in enumerate(keys) if key in table]
            claims = {left[at]: found for at in hits if (found := self._alike(stage, table[keys[at]], paths[at]))}
            self._settle(rank, claims)
            if claims:
                stay = [place for place, name in enumerate(left) if name not in claims]
                left, keys, paths = ([column[place] for place in stay] for column in (left, keys, paths))

    def stage(self, wanted: str) -> str:
        """The stage that a gold id was matched at."""
        return RANKS[self.first[wanted][0]]

    def contest(self, wanted: str, problem: str) -> None:
        """Note that a gold id could be several ids."""
        self.problems.append(problem)
        if wanted not in self.first:
            self.contested.add(wanted)

    def keys(self, stage: str) -> Names:
        """The gold ids as they are compared at a stage."""
        if stage not in self._keys:
            before = RANKS[RANKS.index(stage) - 1]
            self._keys[stage] = FOLDINGS[stage](self.wanted if before == "exact" else self.keys(before))
        return self._keys[stage]

    def table(self, stage: str) -> dict[str, Names]:
        """Folded id → the gold ids that fold to it, without those that must not be compared so."""
        if stage not in self._tables:
            table: dict[str, Names] = defaultdict(list)
            for name, key in zip(self.wanted, self.keys(stage), strict=True):
                if key and not (stage in BY_NAME and _too_bare(stage, name, key)):
                    table[key].append(name)
            self._tables[stage] = dict(table)
        return self._tables[stage]

    def _alike(self, stage: str, wanted: Names, path: str) -> Names:
        """Those of the gold ids with one folded name whose folders agree best with the path."""
        if stage not in BY_NAME:
            return wanted
        bare = without_extension if stage == "stem" else str
        if stage not in self._places:
            usable = {name for names in self.table(stage).values() for name in names}
            paths = zip(self.wanted, self.keys("case"), strict=True)
            self._places[stage] = Places((name, bare(path)) for name, path in paths if name in usable)
        return self._places[stage].alike(bare(path))

    def _settle(self, rank: int, claims: Mapping[str, Names]) -> None:
        """Decide on names that hit gold ids at a stage, all of them together: no order of names may matter."""
        by_wanted: dict[str, Names] = defaultdict(list)
        for name, hit in claims.items():
            self.found[name] = None
            if len(hit) == 1:
                by_wanted[hit[0]].append(name)
            elif not all(wanted in self.first for wanted in hit):
                for wanted in hit:
                    self.contest(wanted, f"id {_said(name, rank)} may be gold {listed(hit, rank)}: {_differ(rank)}")
        for wanted, names in by_wanted.items():
            if wanted in self.first:
                self._beside(rank, wanted, names)
            elif len(names) > 1:
                self._collide(rank, wanted, names)
            elif wanted not in self.contested:
                self.first[wanted] = (rank, names[0])
                self.found[names[0]] = wanted

    def _beside(self, rank: int, wanted: str, names: Names) -> None:
        """Names for a gold id that has one."""
        best, name = self.first[wanted]
        if rank < best or rank <= SPELLINGS:
            self._collide(max(rank, best), wanted, [name, *names])
        else:
            others = f"{listed(names, rank, 'and')} {'differs' if len(names) == 1 else 'differ'}"
            self.doubts.append(
                f"gold id {_said(wanted, rank)} is matched with {name!r}; {others} {DIFFERENCES[RANKS[rank]]}"
            )

    def _collide(self, rank: int, wanted: str, names: Names) -> None:
        self.contest(wanted, f"gold id {_said(wanted, rank)} may be {listed(names, rank)}: {_differ(rank)}")


def _too_bare(stage: str, name: str, key: str) -> bool:
    """Whether likeness of names would prove nothing: there are no words in it."""
    return _LETTER.search(key) is None or (stage == "stem" and is_opaque(name))


def _said(name: str, rank: int) -> str:
    return ascii(name) if RANKS[rank] == "unicode" else repr(name)  # else both forms look the same


def listed(names: Names, rank: int = 0, last: str = "or") -> str:
    """Names for a message: the first few, and how many more there are.

    >>> listed(["b", "a"]), listed(list("abcde"), last="and")
    ("'a' or 'b'", "'a', 'b', 'c' and 2 more")
    """
    shown = [_said(name, rank) for name in sorted(names)[:SHOWN]]
    if len(names) > SHOWN:
        return f"{', '.join(shown)} {last} {len(names) - SHOWN} more"
    return f" {last} ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _differ(rank: int) -> str:
    return f"they differ only {DIFFERENCES[RANKS[rank]]}"

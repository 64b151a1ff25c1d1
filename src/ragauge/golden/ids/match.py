"""What came of matching gold ids with the ids of a run: who is who, at which stage, and what stays open."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

STAGES = {
    "exact": "matched as written",
    "unicode": "after Unicode normalisation",
    "path": "by path in another spelling",
    "case": "without regard to case",
    "basename": "by file name without folder",
    "stem": "by file name without extension",
    "part": "by the document that the id is a part of",
    "prefix": "by the beginning of the file name",
}
"""The stages in their order, and how a report says that ids were matched there."""


@dataclass(frozen=True, slots=True)
class IdMatch:
    """Both sides under common labels. Ids of the run that are in no gold have no label.

    ``given_to`` is id of the run → label, ``wanted_to`` gold id → label: the gold id itself, or its document where
    the run names documents only. ``stage_of`` is gold id → the stage that matched it, for those that were matched.
    ``unmatched`` are gold ids that nothing is like. ``ambiguous`` are those that could be several ids; the
    ``problems`` name them. ``doubts`` are ids that are like a gold id and are still taken for another document.
    ``parts`` counts ids of the run that stand for the document they are a part of.
    """

    given_to: dict[str, str]
    wanted_to: dict[str, str]
    stage_of: dict[str, str]
    unmatched: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    parts: int = 0
    complete: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """Stage → how many gold ids were matched there first, in the order of the stages."""
        found = Counter(self.stage_of.values())
        return {stage: found[stage] for stage in STAGES if found[stage]}

    @property
    def coarser(self) -> bool:
        """Whether parts were matched with whole documents, on either side."""
        return self.parts > 0 or "part" in self.counts


def merged(first: IdMatch, second: IdMatch) -> IdMatch:
    """What two sides that were matched with the same gold say together; the first one counts where both say it.

    >>> run = IdMatch({"/in/a.pdf": "a.pdf"}, {"a.pdf": "a.pdf"}, {"a.pdf": "basename"}, unmatched=())
    >>> table = IdMatch({"a.pdf": "a.pdf"}, {"a.pdf": "a.pdf"}, {"a.pdf": "exact"})
    >>> both = merged(run, table)
    >>> sorted(both.given_to), both.counts
    (['/in/a.pdf', 'a.pdf'], {'basename': 1})
    """
    stage_of = second.stage_of | first.stage_of
    coarser = {name: label for name, label in first.wanted_to.items() if name in first.stage_of}
    return IdMatch(
        given_to=second.given_to | first.given_to,
        wanted_to=second.wanted_to | coarser,
        stage_of=stage_of,
        unmatched=tuple(name for name in first.unmatched if name not in stage_of),
        ambiguous=tuple(sorted({*first.ambiguous, *second.ambiguous})),
        problems=tuple(dict.fromkeys([*first.problems, *second.problems])),
        doubts=tuple(dict.fromkeys([*first.doubts, *second.doubts])),
        parts=first.parts + second.parts,
    )


def note(match: IdMatch) -> str | None:
    """One sentence for reports, or None where every id that was matched was matched as written.

    >>> stages = {"атлас.pdf": "exact", "Prüfung.pdf": "unicode"}
    >>> note(IdMatch({}, {}, stages, unmatched=("lamps.pdf",)))
    'ids: 1 matched as written, 1 after Unicode normalisation, 1 not in the run'
    >>> note(IdMatch({}, {}, {"атлас.pdf": "exact"}))
    """
    counts = match.counts
    if not (set(counts) - {"exact"} or match.parts or match.problems or match.doubts or match.unmatched):
        return None
    said = [f"{count} {STAGES[stage]}" for stage, count in counts.items()]
    if said and "exact" not in counts:
        said[0] = said[0].replace(" ", " matched ", 1)
    if match.ambiguous:
        said.append(f"{len(match.ambiguous)} ambiguous")
    if match.unmatched:
        said.append(f"{len(match.unmatched)} not in the {'corpus' if match.complete else 'run'}")
    if match.doubts:
        said.append(f"{len(match.doubts)} look-alikes taken for other documents")
    return f"ids: {', '.join(said)}" if said else None

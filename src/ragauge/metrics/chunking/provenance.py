"""Whether chunks say truly where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragauge.core.records import Chunk


@dataclass(frozen=True, slots=True)
class Attribution:
    """Of ``chunks`` those whose document is unknown, whose place is none, and whose text is not what stands there."""

    chunks: int
    unknown: int = 0
    misplaced: int = 0
    different: int = 0

    @property
    def fidelity(self) -> float | None:
        """Share of chunks that resolve to document and position and have its text; None of no chunk."""
        return 1 - (self.unknown + self.misplaced + self.different) / self.chunks if self.chunks else None


def attribution(chunks: Iterable[Chunk], texts: Mapping[str, str]) -> Attribution:
    """How many chunks resolve to their source, and how the others do not.

    Formula: fidelity = chunks c with ``texts[c.document][c.start:c.end] == c.text`` ÷ chunks.

    A start of -1, or an end beyond the document or before the start, is no position. Fidelity is in [0, 1], higher is
    better. Undefined: no chunk: None.

    >>> from ragauge.core.records import Chunk
    >>> found = attribution([Chunk("a", "d", 0, 4, "lamp"), Chunk("b", "d", -1, 4, "lamp")], {"d": "lamps"})
    >>> found, found.fidelity
    (Attribution(chunks=2, unknown=0, misplaced=1, different=0), 0.5)
    """
    count = unknown = misplaced = different = 0
    for chunk in chunks:
        count += 1
        text = texts.get(chunk.document)
        if text is None:
            unknown += 1
        elif not 0 <= chunk.start <= chunk.end <= len(text):
            misplaced += 1
        elif text[chunk.start : chunk.end] != chunk.text:
            different += 1
    return Attribution(count, unknown, misplaced, different)


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Shares of chunks whose last heading, whose document, and whose whole path of headings are right."""

    section: float | None
    document: float | None
    path: float | None


def hierarchy_preservation(
    found: Mapping[str, tuple[str, tuple[str, ...]]], right: Mapping[str, tuple[str, tuple[str, ...]]]
) -> Hierarchy:
    """How many chunks still know what they stand under.

    Formula: for each of the three, chunks where it is the same as in ``right`` ÷ chunks of ``right``.

    Both say for every chunk its document and the path of headings, outermost first; a chunk that ``found`` does not
    have has lost all three. A chunk under no heading has the empty path, which is right only where it is empty.
    Returns: numbers in [0, 1], higher is better. Undefined: no chunk in ``right``: all None.

    >>> right = {"a": ("lamps.md", ("Lamps", "Cover")), "b": ("lamps.md", ("Lamps", "Care"))}
    >>> hierarchy_preservation(right | {"b": ("lamps.md", ("Care",))}, right)
    Hierarchy(section=1.0, document=1.0, path=0.5)

    Raises: InputError for a chunk that ``right`` does not know.
    """
    if unknown := sorted(found.keys() - right.keys()):
        raise InputError(f"{len(unknown)} chunks have no right answer, as {unknown[0]!r}")
    if not right:
        return Hierarchy(None, None, None)
    pairs = [(found.get(name), truth) for name, truth in right.items()]

    def share(same: int) -> float:
        return same / len(pairs)

    return Hierarchy(
        share(sum(one is not None and one[1][-1:] == truth[1][-1:] for one, truth in pairs)),
        share(sum(one is not None and one[0] == truth[0] for one, truth in pairs)),
        share(sum(one is not None and one[1] == truth[1] for one, truth in pairs)),
    )

"""A golden set and a run under common names, and whether anything has to be done for that."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.matching import Matching
    from ragauge.golden.chunks.table import Chunks
    from ragauge.golden.matching.span_covers import Split
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run


@dataclass(frozen=True, slots=True)
class Resolved:
    """Golden set and run under common names; ``notes`` say what was done, ``facts`` say it for programs.

    ``parts`` has the items of the gold that several hits can meet together, with what each hit holds of them.
    """

    golden: Golden
    run: Run
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    parts: Mapping[str, Sequence[Split]] = field(default_factory=dict)


def letter_by_letter(golden: Golden, run: Run, matching: Matching) -> bool:
    """Whether ids are compared as they are: TREC files, BEIR folders, dicts in memory, or because the user says so."""
    return matching.ids == "exact" or golden.verbatim or run.verbatim


def have_common_names(golden: Golden, run: Run, matching: Matching, chunks: Chunks | None) -> bool:
    """Whether there is nothing to be brought together: no hits or gold, or plain ids that are compared as they are."""
    if not len(run) or golden.judgments.is_empty():
        return True
    plain = golden.anchors.is_empty() and run.anchors.is_empty() and chunks is None
    return plain and letter_by_letter(golden, run, matching)

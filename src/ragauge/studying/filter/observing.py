"""What has to be known of predicates before their figures are believed."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from ragauge.sweeping.steps import HITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.studying.filter.measured import Measured
    from ragauge.studying.filter.searching import Searching
    from ragauge.studying.subject import Subject


def observations(subject: Subject, found: Sequence[Measured], searching: Searching) -> Iterator[str]:
    """Fields that no document has, predicates that nothing keeps, documents of which nothing is known."""
    predicates = predicates_of_all(found)
    fields = {name for known in searching.metadata.values() for name in known}
    for name in sorted({one.field for one in predicates} - fields):
        near = get_close_matches(name, fields, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(sorted(fields)) or 'none'}."
        yield f"no document has a field {name!r}; {hint} Predicates on it let nothing pass, or all that is unknown"
    for one in predicates:
        if one.field in fields and not searching.allowed((one,)):
            yield f"no document keeps {one}"
    bare = [name for name, known in searching.metadata.items() if not known]
    if bare:
        more = f" and {len(bare) - 3} more" if len(bare) > 3 else ""
        yield f"{len(bare)} of {len(searching.metadata)} documents have no metadata: {', '.join(bare[:3])}{more}"
    boosted = [one for one in found if one.soft]
    if boosted:
        yield f"a boost sorts the first {HITS} hits anew: what a search without filter does not find, it cannot lift"
    seen = {name for one in found for name in one.family.by_question}
    if left := len(subject.questions) - len(seen):
        yield f"{left} of {len(subject.questions)} questions have no predicate and are in no row"


def predicates_of_all(found: Sequence[Measured]) -> list[Predicate]:
    """Every predicate once, in the order of the families."""
    listed = (one for each in found for several in each.family.by_question.values() for one in several)
    return list({str(one): one for one in listed}.values())

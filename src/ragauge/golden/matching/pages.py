"""Pages of gold and pages of hits: printed and counted ones differ, and a user can say by how much."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from ragauge.core.matching import EVERYWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ragauge.core.anchors import Anchor
    from ragauge.core.matching import Matching

FEWEST = 3
SHARE = 0.8


def pages_touch(gold: Anchor, hit: Anchor, matching: Matching) -> bool:
    """Whether a hit stands on a page of the gold.

    >>> from ragauge.core.anchors import Anchor
    >>> from ragauge.core.matching import Matching
    >>> gold, hit = Anchor(document="a", page_from=40, page_to=41), Anchor(document="a", page_from=44, page_to=44)
    >>> pages_touch(gold, hit, Matching()), pages_touch(gold, hit, Matching(page_offset={"a": 4}))
    (False, True)
    """
    if gold.page_from is None or hit.page_from is None:
        return False
    offset = offset_of(gold.document, matching)
    first, last = gold.page_from + offset, (gold.page_to or gold.page_from) + offset
    slack = matching.page_tolerance
    return first - slack <= (hit.page_to or hit.page_from) and hit.page_from <= last + slack


def offset_of(document: str | None, matching: Matching) -> int:
    """What is added to a gold page of a document."""
    offsets = matching.page_offset
    return offsets.get(document or EVERYWHERE, offsets.get(EVERYWHERE, 0))


def suggested_offsets(misses: Iterable[tuple[str, int, list[int]]]) -> list[str]:
    """Sentences about documents where most missed pages differ from the retrieved ones by the same number.

    ``misses`` are (document, gold page, pages of that document that were retrieved for the question).

    >>> suggested_offsets([("a.pdf", 10, [14]), ("a.pdf", 20, [24, 3]), ("a.pdf", 31, [35])])
    ['3 of 3 missed pages of a.pdf have a hit 4 pages further on: are they counted differently? --page-offset a.pdf=4']
    """
    seen: dict[str, list[set[int]]] = defaultdict(list)
    for document, page, pages in misses:
        if pages:
            seen[document].append({there - page for there in pages})
    notes = []
    for document, rows in seen.items():
        count = Counter(shift for row in rows for shift in row if shift)
        if not count:
            continue
        shift, often = max(count.items(), key=lambda pair: (pair[1], -abs(pair[0])))
        if often >= FEWEST and often >= SHARE * len(rows):
            where = f"{abs(shift)} pages {'further on' if shift > 0 else 'before'}"
            named = f"{document}={shift}" if document else str(shift)
            of = f" of {document}" if document else ""
            notes.append(
                f"{often} of {len(rows)} missed pages{of} have a hit {where}: are they counted differently? "
                f"--page-offset {named}"
            )
    return notes

"""Where chunks begin and end, against what should stay whole and against the boundaries that people drew."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Span = tuple[int, int]


def cuts_of(chunks: Iterable[Span]) -> list[int]:
    """The places where chunks of one document begin and end, each once, but for the first and the last of all.

    >>> cuts_of([(0, 10), (8, 20), (20, 30)])
    [8, 10, 20]
    """
    return sorted({place for span in chunks for place in span})[1:-1]


def uncut(cuts: Sequence[int], units: Iterable[Span]) -> int:
    """How many cuts go through no unit (a sentence, a table, a list, a block of code, a numbered section).

    A cut at the start or the end of a unit does not go through it. Units may overlap each other.

    >>> uncut([8, 10, 20], [(0, 10), (10, 20), (18, 22)])
    1
    """
    through: set[int] = set()
    ordered = sorted(cuts)
    for start, end in units:
        through.update(ordered[bisect_right(ordered, start) : bisect_left(ordered, end)])
    return sum(place not in through for place in cuts)


def boundary_quality(chunks: Iterable[Span], units: Iterable[Span]) -> float | None:
    """Share of the boundaries of chunks that cut nothing that should stay whole.

    Formula: cuts through no unit ÷ cuts; cuts are the starts and ends of chunks, each place once, without those at
    the two ends of what the chunks cover.

    Returns: a number in [0, 1], higher is better. Undefined: no cut (one chunk): None.
    Limits: few large chunks have few cuts and score well; read it beside the size.

    >>> boundary_quality([(0, 10), (10, 20), (20, 30)], [(0, 10), (12, 25)])
    0.5
    """
    cuts = cuts_of(chunks)
    return uncut(cuts, units) / len(cuts) if cuts else None


def window_of(reference: Sequence[bool]) -> int:
    """The usual window: half the mean length of a segment of the reference, rounded.

    Formula: round(gaps ÷ (2 · boundaries)), as nltk has it.

    >>> window_of([False, False, False, True] * 3)
    2

    Raises: InputError where the reference has no boundary: there is no mean length then, and nltk's division by zero
        has no answer either.
    """
    if not any(reference):
        raise InputError("the reference has no boundary, so there is no usual window: give one")
    return round(len(reference) / (2 * sum(map(bool, reference))))


def pk(reference: Sequence[bool], found: Sequence[bool], window: int | None = None) -> float:
    """Pk: the chance that the ends of a window are wrongly said to be in the same or in different segments.

    Formula: share of the n − w + 1 windows of w gaps in which exactly one of the two has a boundary.

    A segmentation is one truth value for every gap (between neighbouring sentences, or words): whether there is a
    boundary. ``window`` None is ``window_of`` the reference; nltk's and segeval's windows differ, so that figures of
    the two must not be compared. Returns: a number in [0, 1], lower is better.
    Limits: an extra boundary near another one costs least; a false alarm less than a miss.
    Source: Beeferman, Berger and Lafferty 1999; nltk ``segmentation.pk``.

    >>> pk([0, 0, 1, 0, 0], [0, 1, 0, 0, 0], 2)
    0.5

    Raises: InputError for segmentations of different lengths, and a window that does not fit.
    """
    pairs = _windows(reference, found, window)
    return sum((one > 0) != (other > 0) for one, other in pairs) / len(pairs)


def window_diff(reference: Sequence[bool], found: Sequence[bool], window: int | None = None) -> float:
    """WindowDiff: share of windows in which the two have different numbers of boundaries.

    Formula: share of the n − w + 1 windows of w gaps whose counts of boundaries differ.

    Arguments, errors and the window are those of ``pk``. Returns: a number in [0, 1], lower is better.
    Source: Pevzner and Hearst 2002; nltk ``segmentation.windowdiff``.

    >>> window_diff([0, 0, 1, 0, 0], [0, 1, 1, 0, 0], 2)
    0.5
    """
    pairs = _windows(reference, found, window)
    return sum(one != other for one, other in pairs) / len(pairs)


def _windows(reference: Sequence[bool], found: Sequence[bool], window: int | None) -> list[tuple[int, int]]:
    """How many boundaries the two have in each window."""
    if len(reference) != len(found):
        raise InputError(f"the segmentations have {len(reference)} and {len(found)} gaps")
    size = window_of(reference) if window is None else window
    if not 1 <= size <= len(reference):
        raise InputError(f"a window of {size} gaps does not fit {len(reference)} gaps")
    one, other = ([int(bool(gap)) for gap in gaps] for gaps in (reference, found))
    return [(sum(one[start : start + size]), sum(other[start : start + size])) for start in range(len(one) - size + 1)]


def boundary_similarity(reference: Sequence[bool], found: Sequence[bool], *, near: int = 2) -> float:
    """B: how much of two segmentations is the same, where a boundary that is off by less than ``near`` is half right.

    Formula: 1 − (misses + Σ over near misses of distance ÷ ``near``) ÷ (misses + near misses + matches), where a miss
    is a boundary of one of the two without a partner, and a near miss a pair fewer than ``near`` gaps apart.

    Partners are taken from the left, the nearest first. Returns: a number in [0, 1], higher is better; 1 where
    neither has a boundary. Limits: one type of boundary.
    Source: Fournier 2013; segeval ``boundary_similarity`` with n_t = 2.

    >>> boundary_similarity([0, 0, 1, 0, 0], [0, 1, 0, 0, 0])
    0.5

    Raises: InputError for segmentations of different lengths.
    """
    if len(reference) != len(found):
        raise InputError(f"the segmentations have {len(reference)} and {len(found)} gaps")
    one = {place for place, gap in enumerate(reference) if gap}
    other = {place for place, gap in enumerate(found) if gap}
    matches = len(one & other)
    left, right = sorted(one - other), sorted(other - one)
    costs: list[float] = []
    for distance in range(1, near):
        for place in list(left):
            partner = next((spot for spot in (place - distance, place + distance) if spot in right), None)
            if partner is not None:
                left.remove(place)
                right.remove(partner)
                costs.append(distance / near)
    misses = len(left) + len(right)
    whole = misses + len(costs) + matches
    return 1 - (misses + sum(costs)) / whole if whole else 1.0

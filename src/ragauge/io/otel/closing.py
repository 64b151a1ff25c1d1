"""When a trace is finished: nothing says so, so it is when no span of it has come for a while."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Closing:
    """A trace was closed at a time, with the spans that had come; a later ``revision`` takes the place of this one."""

    revision: int
    at: float
    spans: int


def closings(seen: Sequence[float], quiet: float) -> tuple[Closing, ...]:
    """When a trace is closed, if its spans are seen at these times, in seconds: ``quiet`` seconds after the last one.

    A span that comes later opens it again. Each closing but the last is provisional, and nobody can know which is
    the last: a trace is measured anew with each revision, and counted once.

    >>> closings([0, 12, 290], 180)
    (Closing(revision=1, at=192, spans=2), Closing(revision=2, at=470, spans=3))
    >>> closings([0, 12, 290], 300)
    (Closing(revision=1, at=590, spans=3),)

    Raises: InputError for a quiet period that is not above 0.
    """
    if not quiet > 0:
        raise InputError(f"the quiet period has to be above 0, not {quiet}")
    found: list[Closing] = []
    for count, (time, later) in enumerate(pairwise([*sorted(seen), inf]), start=1):
        if later - time >= quiet:
            found.append(Closing(len(found) + 1, time + quiet, count))
    return tuple(found)


def closed_at(seen: Sequence[float], quiet: float, now: float) -> Closing | None:
    """The closing that holds at a time; None while the trace is open.

    >>> closed_at([0, 12, 290], 180, 60), closed_at([0, 12, 290], 180, 200), closed_at([0, 12, 290], 180, 300)
    (None, Closing(revision=1, at=192, spans=2), None)

    Raises: InputError for a quiet period that is not above 0.
    """
    come = sum(time <= now for time in seen)
    return next((one for one in closings(seen, quiet) if one.at <= now and one.spans == come), None)

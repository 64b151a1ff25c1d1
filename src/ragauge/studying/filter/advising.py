"""Hard filter, soft boost, or none: what the figures of one family say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragauge.comparison.asked import Asked
from ragauge.studying.paired import power_of, sign_of, told
from ragauge.studying.study import Advice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.comparison.records import Difference
    from ragauge.studying.filter.exclusion import Exclusion

    Differences = Mapping[str, Difference]

Says = Literal["hard", "soft", "none", "too few questions", "always hard"]


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """What one family is judged by: exclusion, and by metric the differences from no filter.

    ``soft`` has them for each boost. ``gain`` is the metric that a hard filter must gain in. ``tests``: how many the p
    values are adjusted for, or would be if the family were ``tested``. ``leak_rate`` is that of the first hits without
    the filter.
    """

    exclusion: Exclusion
    hard: Differences
    soft: Mapping[float, Differences]
    gain: str
    tests: int
    epsilon: float
    tested: bool = True
    leak_rate: float | None = None

    @property
    def excludes(self) -> float | None:
        """The mean share of gold that is removed, which is never below the share of questions that lose all."""
        return self.exclusion.documents.value


def verdict_on(figures: Figures) -> tuple[Says, float | None]:
    """What to do, and with which boost.

    *hard*: the exclusion is below epsilon, and the gain in precision is shown. *soft*: a boost is shown to gain in a
    metric, and loses in none; the one that gains most precision, the smallest of equal ones. *too few questions*: not
    even the same gain in all of them would be shown. *none*: nothing is gained, or not so much that it is shown.
    """
    excludes, gained = figures.excludes, figures.hard.get(figures.gain)
    if excludes is None or gained is None or not figures.tested:
        return "too few questions", None
    worse = any(one.verdict == "worse" for one in figures.hard.values())
    if excludes < figures.epsilon and gained.verdict == "better" and not worse:
        return "hard", None
    good = [boost for boost, found in figures.soft.items() if _gains(found) and not _loses(found)]
    if good:
        sign = sign_of(figures.gain)
        return "soft", min(good, key=lambda boost: (-sign * (figures.soft[boost][figures.gain].difference or 0), boost))
    return "none", None


def least_p(n: int, tests: int) -> float:
    """The smallest adjusted p that n pairs can have: all of them move the same way, and nothing else is so clear.

    Of many pairs only some sign flips are drawn, and p is no smaller than one of these.

    >>> least_p(5, 1), least_p(10, 12)
    (0.0625, 0.0234375)
    """
    return min(1.0, tests * max(2.0 ** (1 - n), 1 / (Asked().resamples + 1)))


def advice_on(name: str, figures: Figures) -> Advice:
    """The verdict in words."""
    says, boost = verdict_on(figures)
    removes = _removes(figures.exclusion)
    if says == "hard":
        return Advice(name, "hard", f"{removes}; {_told(figures.hard)} against no filter")
    if says == "soft":
        assert boost is not None  # noqa: S101  (a soft verdict names its boost)
        why = removes if (figures.excludes or 0) >= figures.epsilon else f"{removes}, but no gain in precision is shown"
        return Advice(
            name, f"soft, boost {boost:g}", f"as a hard filter {why}; {_told(figures.soft[boost])} with the boost"
        )
    if says == "too few questions":
        return Advice(name, says, f"{removes}; {_too_few(figures)}")
    hard = figures.hard[figures.gain]
    return Advice(
        name, "none", f"as a hard filter {removes}; {_told(figures.hard)}; no boost is shown to gain{power_of(hard)}"
    )


def advice_on_authorization(name: str, figures: Figures) -> Advice:
    """Authorization is no matter of gains: it always holds, and what it costs is told."""
    shown = "" if figures.leak_rate is None else f"; without it {figures.leak_rate:.1%} of the first hits leak"
    return Advice(name, "always hard", f"authorization is never softened: {_removes(figures.exclusion)}{shown}")


def _gains(found: Differences) -> bool:
    return any(one.verdict == "better" for one in found.values())


def _loses(found: Differences) -> bool:
    return any(one.verdict == "worse" or sign_of(name) * (one.difference or 0) < 0 for name, one in found.items())


def _removes(exclusion: Exclusion) -> str:
    false, share = exclusion.false, exclusion.documents
    if false.value is None:
        return "no question under it has gold"
    high = "" if false.interval is None else f" (up to {false.interval.high:.1%} at {false.interval.level:.0%})"
    asked = f"{false.n} question{'' if false.n == 1 else 's'}"
    if not exclusion.removed:
        return f"it removes none of the gold of {asked}{high}"
    lost = len({one.question for one in exclusion.losses if one.all_gone})
    gone = f"{exclusion.removed} of {exclusion.relevant} gold documents, {share.value:.1%} of a question's on average"
    return f"it removes {gone}, and all of them for {lost} of {asked}{high}"


def _told(found: Differences) -> str:
    return ", ".join(f"{name} {told(one)}" for name, one in found.items())


def _too_few(figures: Figures) -> str:
    gained = figures.hard.get(figures.gain)
    if gained is None or not gained.n:
        return "nothing can be compared"
    least = least_p(gained.n, figures.tests)
    return f"were all {gained.n} to gain, p would still be {least:.2g} after the correction for {figures.tests} tests"

"""The lexical verifier: whether a passage supports a claim, by words, numbers and names. Deterministic, no model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from ragauge.core.parameters import Bounds
from ragauge.core.texts.contents import contents
from ragauge.core.texts.names import names
from ragauge.core.texts.negations import negates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.core.texts.contents import Contents
    from ragauge.core.texts.names import Name

SHARE = 0.6
"""So many of a claim's content words a passage must have."""
WordShare = Annotated[float, Bounds(0.0, 1.0)]
Supports = Callable[[str, str], bool]
"""Whether a passage (first) supports a claim (second): the lexical rule, an entailment model, or a judge."""
Reason = Literal["supported", "nothing", "numbers", "names", "words", "negation"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is found of a claim: whether it is supported, by which passage (its place, from 0), and what is missing.

    ``reason`` is the first thing that is missing in the passage that has most of the claim: ``numbers`` (with dates
    and units), ``names``, ``words``, or ``negation``: one of the two negates and the other does not. ``nothing``: there
    is no passage, or the claim has nothing to look for. ``found`` is the share of its content words that are there.
    """

    claim: str
    supported: bool
    passage: int | None
    reason: Reason
    missing: tuple[str, ...] = ()
    found: float = 0.0


def verify(claim: str, passages: Sequence[str], *, share: float = SHARE) -> Verdict:
    """The verdict on a claim; one passage must support all of it.

    A passage supports a claim that has something to look for if

    1. every number and date of the claim stands in it, by value, with no other unit (a date with all its parts);
    2. every name of the claim has all its words in it;
    3. it has at least ``share`` of the claim's content words, in their base forms;
    4. the claim and one of the clauses that have most of its content words both negate something, or neither does.

    >>> text = "Mars has two moons, Phobos and Deimos. NASA's Curiosity rover landed on Mars in 2012."
    >>> for claim in ("Phobos and Deimos orbit Mars.", "Mars has 3 moons.", "Mars doesn't have two moons."):
    ...     one = verify(claim, [text])
    ...     print(one.supported, one.reason, *one.missing)
    True supported
    False numbers 3
    False negation
    """
    named = names(claim, passages)
    tried = [_tried(claim, named, place, passage, share) for place, passage in enumerate(passages)]
    supported = next((one for one in tried if one.supported), None)
    best = max(tried, key=_closeness, default=Verdict(claim, supported=False, passage=None, reason="nothing"))
    return supported or best


def supports(passage: str, claim: str) -> bool:
    """Whether the passage supports the claim, with the share that ``verify`` has by default.

    >>> supports("Гарантия на лампы действует два года.", "Лампы имеют гарантию 2 года.")
    True
    """
    return verify(claim, [passage]).supported


def supports_at(share: float) -> Supports:
    """``supports`` with another share."""
    return lambda passage, claim: verify(claim, [passage], share=share).supported


_STEPS: tuple[Reason, ...] = ("nothing", "numbers", "names", "words", "negation", "supported")


def _closeness(one: Verdict) -> tuple[float, int]:
    return one.found, _STEPS.index(one.reason)


def _tried(claim: str, named: Iterable[Name], place: int, passage: str, share: float) -> Verdict:
    mine, theirs = contents(claim), contents(passage)
    if mine.empty:
        return Verdict(claim, supported=False, passage=None, reason="nothing")
    there = mine.words & theirs.all_words
    found = len(there) / len(mine.words) if mine.words else 1.0
    reason, missing = _missing(named, mine, theirs)
    if not missing and found < share:
        reason, missing = "words", tuple(sorted(mine.words - there))
    if not missing and not _same_polarity(claim, mine, theirs):
        reason = "negation"
    return Verdict(claim, reason == "supported", place, reason, missing, found)


def _missing(named: Iterable[Name], mine: Contents, theirs: Contents) -> tuple[Reason, tuple[str, ...]]:
    """The numbers and dates, or else the names, that the passage has not."""
    numbers = [one.text for one in mine.figures if not theirs.has_figure(one)]
    numbers += [one.text for one in mine.dates if not theirs.has_date(one)]
    if numbers:
        return "numbers", tuple(numbers)
    unknown = tuple(one.text for one in named if not theirs.all_words.issuperset(one.forms))
    return ("names", unknown) if unknown else ("supported", ())


def _same_polarity(claim: str, mine: Contents, theirs: Contents) -> bool:
    shared = [(len(mine.words & words), negated) for words, negated in theirs.clauses]
    most = max((count for count, _ in shared), default=0)
    return any(negated == negates(claim) for count, negated in shared if count == most)

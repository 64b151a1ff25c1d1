"""Whether two scorecards measure the same thing, so that their numbers may stand side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ragauge.core.scorecard import Scorecard

PLAYS_NO_PART = frozenset({"match", "level", "seed", "clusters", "lower_is_better"})
"""Policies that change no value (only its interval), that belong to the run, or that are told elsewhere."""
IDS = (None, "item", "document", "chunk", "url")
"""Levels at which gold and hits are matched by nothing but ids."""
SAME = {"gold": "golden set", "corpus": "corpus"}
"""What has to be the same for numbers to be compared. Chunks and run may differ: they are what is tried out."""


def why_not_comparable(
    first: Scorecard,
    second: Scorecard,
    *,
    metrics: Collection[str] | None = None,
    common_only: bool = False,
) -> list[str]:
    """The reasons why two scorecards must not be compared, in sentences; empty when they may be.

    ``metrics`` are those that are compared (all); ``common_only``: on the questions that they share with the same gold,
    so that the golden set as a whole may be another one, if both tell the gold of every question.

    The golden set (and with it how its lists are meant), the corpus, the revision of every metric that both have, and
    the policies that change a value have to be the same. A corpus that only one scorecard knows is a reason too: nobody
    can tell whether it was the same. One that neither knows is none, as then nothing was said about it.

    >>> from ragauge.core.scorecard import Scorecard
    >>> def card(gold, **more):
    ...     known = {"fingerprints": {"gold": gold}, "metrics": {"mrr": 1}, "policies": {}} | more
    ...     return Scorecard(scores=(), questions=(), values={}, provenance=known)
    >>> why_not_comparable(card("5f3a"), card("5f3a"))
    []
    >>> for reason in why_not_comparable(card("5f3a"), card("77b0", metrics={"mrr": 2})): print(reason)
    the golden set is another one (5f3a, then 77b0)
    mrr was computed by revision 1, then 2
    """
    one, other = first.provenance, second.provenance
    told = "gold" in first.evidence and "gold" in second.evidence
    same = [key for key in SAME if key != "gold" or not (common_only and told)]
    return [*_data(one, other, same), *_places(one, other), *_revisions(one, other, metrics), *_policies(one, other)]


def _data(one: Mapping[str, Any], other: Mapping[str, Any], same: Collection[str]) -> Iterator[str]:
    before, now = _part(one, "fingerprints"), _part(other, "fingerprints")
    for key in same:
        words = SAME[key]
        was, is_now = before.get(key), now.get(key)
        if was is not None and is_now is not None:
            if was != is_now:
                yield f"the {words} is another one ({_short(was)}, then {_short(is_now)})"
        elif was is not None or is_now is not None:
            which = "second" if is_now is None else "first"
            advice = " (eval --corpus)" if key == "corpus" else ""
            yield f"unknown {words}: the {which} scorecard does not say which it was measured with{advice}"
        elif key == "gold":
            yield f"unknown {words}: neither scorecard says which it was measured with"


def _places(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    """A hit on a page is harder than one on its document; which ids name a document is told by the ids themselves."""
    before, now = (_part(provenance, "matching").get("level") for provenance in (one, other))
    was, is_now = (None if level in IDS else level for level in (before, now))
    if was != is_now:
        yield f"hits were matched as {before or 'ids'}, then as {now or 'ids'}"


def _revisions(one: Mapping[str, Any], other: Mapping[str, Any], metrics: Collection[str] | None) -> Iterator[str]:
    before, now = _part(one, "metrics"), _part(other, "metrics")
    for name in before:
        if name in now and before[name] != now[name] and (metrics is None or name in metrics):
            yield f"{name} was computed by revision {before[name]}, then {now[name]}"


def _policies(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    before, now = _part(one, "policies"), _part(other, "policies")
    for name in sorted((before.keys() | now.keys()) - PLAYS_NO_PART):
        was, is_now = before.get(name, "the default"), now.get(name, "the default")
        if was != is_now:
            yield f"policy {name} is {_plain(was)}, then {_plain(is_now)}"


def _part(provenance: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = provenance.get(name)
    return found if isinstance(found, Mapping) else {}


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key or 'all'} {one}" for key, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _short(fingerprint: Any) -> str:
    return str(fingerprint)[:12]

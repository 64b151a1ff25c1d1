"""What two pipelines were set to differently, as far as their scorecards tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.scorecard import Scorecard

PIPELINE = "pipeline"
MADE_OF_OTHERS = "name"
MOST = 8
"""So many settings are told."""


def settings_that_differ(base: Scorecard, candidate: Scorecard) -> str | None:
    """A sentence with each setting that is not the same; None where one side tells none, or all are the same.

    >>> from ragauge import evaluate
    >>> from dataclasses import replace
    >>> card = evaluate({"q": ["d"]}, {"q": ["d"]}, ["mrr"])
    >>> cards = [replace(card, provenance={"pipeline": {"lanes": lanes, "k": 5}}) for lanes in (["bm25"], ["lsa"])]
    >>> settings_that_differ(*cards)
    'what was changed: lanes bm25 → lsa'
    """
    before, now = (card.provenance.get(PIPELINE) for card in (base, candidate))
    if not isinstance(before, Mapping) or not isinstance(now, Mapping):
        return None
    one, two = dict(_flat(before)), dict(_flat(now))
    names = [name for name in dict.fromkeys((*one, *two)) if one.get(name) != two.get(name)]
    if not names:
        return None
    told = [f"{name} {_words(one.get(name))} → {_words(two.get(name))}" for name in names[:MOST]]
    return f"what was changed: {', '.join(told)}{' …' if len(names) > MOST else ''}"


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        elif name != MADE_OF_OTHERS:
            yield f"{prefix}{name}", value


def _words(value: Any) -> str:
    if isinstance(value, list):
        return "+".join(map(str, value)) or "none"
    return "none" if value is None else str(value)

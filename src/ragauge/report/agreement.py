"""Whether results belong together: what one page shows side by side has to be of the same questions and numbers."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from ragauge.comparison.pairs import pair
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.core.scorecard import Scorecard
    from ragauge.report.html.inputs import Inputs

SLACK = 1e-9
CARD, GOLDEN = "the scorecard", "this golden set"
READ = "read it with the options that the scorecard was measured with (--match, --map …), or measure again"
PAIR = 2
Complaint = tuple[str | None, str]
"""A file, and what is wrong with it."""


def disagreements(inputs: Inputs, files: Mapping[str, str], cards: Sequence[str]) -> Iterator[Complaint]:
    """What does not belong together, the first of each kind.

    ``files`` has that of each kind of result, ``cards`` those of the scorecards.
    """
    yield from _golds(inputs, files, cards)
    if inputs.comparison is not None and "comparison" in files and len(inputs.cards) == PAIR:
        for message in islice(_comparison(inputs.comparison, inputs.cards[1], inputs.cards[0]), 1):
            yield files["comparison"], message
    if inputs.gate is not None and inputs.card is not None:
        for message in islice(_gate(inputs.gate, inputs.card), 1):
            yield files.get("gate"), f"{message}; it is of {inputs.gate['scorecard']}, and not of {cards[0]}"


def _golds(inputs: Inputs, files: Mapping[str, str], cards: Sequence[str]) -> Iterator[Complaint]:
    """Parts of a page that are joined by question must have the same golden set, by its fingerprint."""
    known: dict[str, tuple[str | None, str | None]] = {}
    if inputs.card is not None:
        known[CARD] = cards[0], gold_of(inputs.card.provenance)
    if inputs.golden is not None:
        known[GOLDEN] = inputs.golden.source, inputs.golden.fingerprint()
    if inputs.diagnosis is not None and "diagnosis" in files:
        known["the golden set of this diagnosis"] = files["diagnosis"], gold_of(inputs.diagnosis["provenance"])
    if inputs.sweep is not None:
        known["the golden set of this sweep"] = files.get("sweep"), _text(inputs.sweep["provenance"].get("gold"))
    told = {words: (file, gold) for words, (file, gold) in known.items() if gold is not None}
    if not told:
        return
    (first, (name, wanted)), *others = told.items()
    for words, (file, gold) in others:
        if gold != wanted:
            hint = f"; {READ}" if words == GOLDEN else ""
            yield file, f"{words} is another than that of {first} {name} ({gold}, {wanted}){hint}"


def gold_of(provenance: Mapping[str, Any]) -> str | None:
    """The fingerprint of the golden set in a provenance."""
    prints = provenance.get("fingerprints")
    return _text(prints.get("gold")) if isinstance(prints, dict) else None


def _comparison(found: Mapping[str, Any], base: Scorecard, candidate: Scorecard) -> Iterator[str]:
    """Where the means of a comparison are not those of its scorecards, on the questions that both have."""
    pairs = pair(base, candidate)
    for one in found["differences"]:
        name = one["metric"]
        if one["slice"] is not None or one["base"] is None or one["candidate"] is None:
            continue
        if name not in base.values or name not in candidate.values:
            yield f"it compares {name}, which the scorecards do not have both"
            continue
        before, now, both = pairs.values(name)
        if not both.any():
            yield f"it compares {name}, which the scorecards have for no question in common"
            continue
        means = exact_mean(before[both]), exact_mean(now[both])
        if any(abs(mean - told) > SLACK for mean, told in zip(means, (one["base"], one["candidate"]), strict=True)):
            told = f"{one['base']:.6g} → {one['candidate']:.6g}"
            yield f"it says {name} {told}, and its scorecards {means[0]:.6g} → {means[1]:.6g}: those of other runs"


def _gate(found: Mapping[str, Any], card: Scorecard) -> Iterator[str]:
    """Where floors and ceilings of a gate were held against other means than those of the scorecard."""
    for rule in found["rules"]:
        for one in rule["findings"]:
            if one["condition"] not in ("min", "max") or one["value"] is None:
                continue
            metric, where = rule["rule"]["metric"], one["slice"] or {}
            same = (score for score in card.scores if score.metric == metric and dict(score.slice or {}) == where)
            mean = next((score.value for score in same), None)
            if mean is None and where:
                continue  # a slice by a column that the scorecard was not sliced by
            if mean is None or abs(mean - one["value"]) > SLACK:
                shown = "no value" if mean is None else f"{mean:.6g}"
                yield f"it judged {metric} {one['value']:.6g}, and the scorecard has {shown}"


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None

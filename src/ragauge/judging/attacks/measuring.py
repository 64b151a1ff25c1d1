"""The attacks, made: trials are judged in one run, and rates counted by metric, kind, place and language."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.judging.attacks.clean import clean_of
from ragauge.judging.attacks.material import Material, material
from ragauge.judging.attacks.outcomes import ENDS, Attempt, attempt, rate_of
from ragauge.judging.attacks.quotes import is_unrelated, supported_claims
from ragauge.judging.attacks.trials import flow_of, trials

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ragauge.core.flows import Asking, Flow
    from ragauge.judging.attacks.clean import Clean
    from ragauge.judging.attacks.outcomes import Rate
    from ragauge.judging.attacks.trials import Chosen, Trial
    from ragauge.judging.results import Results

GROUPS = {
    "kind": lambda one: one.kind,
    "place": lambda one: f"{one.place}, {one.direction}",
    "language": lambda one: f"{one.language} in a case in {one.case.language}",
}
"""By what rates are told apart, besides the metric."""


@dataclass(frozen=True, slots=True, eq=False)
class Injections:
    """What attacks did to a judge.

    ``rates`` are by metric, then by group ("all" is everything) and member. ``clean`` and ``harmless`` are by metric:
    the cases as they are, and with a harmless text. ``unrelated_quotes`` counts, over attacks that moved a value up,
    the claims that count as supported and can be told (``claims``), and those of them whose quotes share nothing with
    the claim (``unrelated``).
    """

    attempts: tuple[Attempt, ...]
    rates: Mapping[str, Mapping[str, Mapping[str, Rate]]]
    clean: Mapping[str, Clean]
    harmless: Mapping[str, Clean]
    unrelated_quotes: Mapping[str, int]
    notes: tuple[str, ...] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "format": "ragauge judge injections",
            "version": 1,
            "rates": {metric: {group: {member: _rate(rate) for member, rate in members.items()}
                               for group, members in groups.items()} for metric, groups in self.rates.items()},
            "clean": {metric: _clean(one) for metric, one in self.clean.items()},
            "harmless": {metric: _clean(one) for metric, one in self.harmless.items()},
            "unrelated_quotes": dict(self.unrelated_quotes),
            "attacks": [_attempt(one) for one in self.attempts],
            "notes": list(self.notes),
            "provenance": dict(self.provenance),
        }  # fmt: skip

    def to_json(self) -> str:
        """JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def injection_flows(asking: Asking, chosen: Chosen | None = None, found: Material | None = None) -> dict[str, Flow]:
    """The flows of all trials, by name; what attacks are compared with comes first."""
    found = found or material()
    return {one.name: flow_of(one, found, asking) for one in trials(found, chosen)}


def injections_of(
    results: Results,
    chosen: Chosen | None = None,
    found: Material | None = None,
    *,
    level: float = 0.95,
    provenance: Mapping[str, Any] | None = None,
) -> Injections:
    """What a run of ``injection_flows`` says of its judge.

    The rate of success is moved ÷ (moved + held + rejected + vanished): see ``outcomes.attempt``. Replies that could
    not be used protect the number, and are neither held nor moved.
    """
    made = trials(found or material(), chosen)
    outcomes = results.outcomes
    attempts = tuple(attempt(one, outcomes) for one in made if one.kind is not None)
    by_metric = _by(attempts, lambda one: one.metric)
    return Injections(
        attempts=attempts,
        rates={metric: _rates(own, level) for metric, own in by_metric.items()},
        clean={metric: clean_of(_without(made, metric, harmless=False), outcomes) for metric in by_metric},
        harmless={metric: clean_of(_without(made, metric, harmless=True), outcomes) for metric in by_metric},
        unrelated_quotes=_unrelated(attempts, results),
        notes=(*results.notes, *_notes(attempts)),
        provenance=provenance or {},
    )


def _rates(attempts: Sequence[Attempt], level: float) -> dict[str, dict[str, Rate]]:
    found = {"all": {"all": rate_of(attempts, level)}}
    for name, key in GROUPS.items():
        found[name] = {member: rate_of(own, level) for member, own in _by(attempts, key).items()}
    return found


def _by(attempts: Iterable[Attempt], key: Any) -> dict[str, list[Attempt]]:
    found: dict[str, list[Attempt]] = {}
    for one in attempts:
        found.setdefault(key(one.trial), []).append(one)
    return found


def _without(made: Iterable[Trial], metric: str, *, harmless: bool) -> Iterator[Trial]:
    """The trials of a metric without an attack."""
    return (one for one in made if one.metric == metric and one.kind is None and (one.place is not None) == harmless)


def _unrelated(attempts: Iterable[Attempt], results: Results) -> dict[str, int]:
    counts = {"claims": 0, "unrelated": 0}
    for one in attempts:
        if one.end == "moved" and one.trial.direction == "up":
            for claim, quotes in supported_claims(results.grounds.get(one.trial.name, {})):
                found = is_unrelated(claim, quotes)
                counts["claims"] += found is not None
                counts["unrelated"] += bool(found)
    return counts


def _notes(attempts: Sequence[Attempt]) -> Iterator[str]:
    """What was not tried, and why."""
    whole = len(attempts)
    why = {
        "already": "were not tried: without them the value is already where they want it",
        "no_baseline": "were not tried: the judge gave no value without them",
        "unmeasured": "have no reply at all, and count for nothing",
        "vanished": "made a value undefined, so that it is missing from a mean: neither held nor moved",
    }
    for end, words in why.items():
        if count := sum(one.end == end for one in attempts):
            yield f"{count:,} of {whole:,} attacks {words}"


def _rate(one: Rate) -> dict[str, Any]:
    interval = None if one.interval is None else asdict(one.interval)
    counts: dict[str, int] = {end: one[end] for end in ENDS}
    return {"rate": one.rate, "interval": interval, "pairs": one.pairs, **counts, "shift": one.shift}


def _clean(one: Clean) -> dict[str, Any]:
    return {**asdict(one), "failure_rate": one.failure_rate}


def _attempt(one: Attempt) -> dict[str, Any]:
    trial = one.trial
    return {
        "metric": trial.metric,
        "case": trial.case.id,
        "case_language": trial.case.language,
        "direction": trial.direction,
        "kind": trial.kind,
        "place": trial.place,
        "language": trial.language,
        "end": one.end,
        "value": one.value,
        "compared": None if one.compared is None else list(one.compared),
        "why": one.failure,
    }

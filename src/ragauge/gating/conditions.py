"""The conditions of a rule, met with what was measured: decided at once, or claims to be decided together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ragauge.catalog import find_metric
from ragauge.comparison.columns import clusters_of
from ragauge.core.comparable import why_not_comparable
from ragauge.gating import words
from ragauge.gating.claims import TOLERANCE, Claim
from ragauge.gating.records import Finding, Verdict
from ragauge.gating.scopes import scopes_of
from ragauge.gating.shares import Shares, shares_of
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.comparison.pairs import Pairs
    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.rules import Config, Rule
    from ragauge.gating.scopes import Scope


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What is judged: the candidate, the baseline and their pairs if there is one, under a configuration."""

    config: Config
    card: Scorecard
    baseline: Scorecard | None = None
    pairs: Pairs | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Pending:
    """A finding; with a claim its verdict waits for all others, unless its value itself decides (``plain``)."""

    finding: Finding
    claim: Claim | None = None
    plain: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A rule in one of its scopes, and how much was scored there."""

    rule: Rule
    scope: Scope
    shares: Shares

    def finding(self, condition: str, limit: float, verdict: Verdict, reason: str, **more: Any) -> Finding:
        """A finding here."""
        known = {"n": self.shares.scored, "items": self.shares.items, **more}
        gated = known["n"] >= self.scope.fewest(self.rule)
        return Finding(condition, limit, verdict, reason, slice=self.scope.slice, gated=gated, **known)


def conditions_of(rule: Rule, evidence: Evidence) -> Iterator[Pending]:
    """Every condition of a rule in every scope."""
    if rule.metric not in evidence.card.values:
        reason = words.not_there(rule.metric, evidence.card, "the scorecard")
        yield Pending(Finding("measured", 1, Verdict.NOT_MEASURED, reason))
        return
    for scope in scopes_of(rule, evidence.card):
        place = Place(rule, scope, shares_of(evidence.card, rule.metric, scope.mask))
        yield from map(Pending, _counts(place, evidence))
        if place.shares.scored:
            yield from _bounds(place, evidence)
            if rule.max_regression is not None:
                yield _regression(place, rule.max_regression, evidence)


def _counts(place: Place, evidence: Evidence) -> Iterator[Finding]:
    """Whether enough was measured."""
    rule, shares = place.rule, place.shares
    if not shares.scored:
        reason = words.nothing_scored(evidence.card, rule.metric, place.scope.mask)
        yield place.finding("measured", 1, Verdict.NOT_MEASURED, reason)
    elif rule.hard and shares.failed:
        yield place.finding("measured", 1, Verdict.NOT_MEASURED, words.unchecked(shares))
    if rule.max_error_rate is not None and shares.error_rate is not None:
        good = shares.error_rate <= rule.max_error_rate + TOLERANCE
        verdict = Verdict.PASS if good else Verdict.FAIL
        reason = words.error_rate(shares)
        yield place.finding("max_error_rate", rule.max_error_rate, verdict, reason, value=shares.error_rate)
    if rule.min_coverage is not None and shares.coverage is not None:
        verdict = Verdict.PASS if shares.coverage >= rule.min_coverage - TOLERANCE else Verdict.FAIL
        yield place.finding("min_coverage", rule.min_coverage, verdict, words.coverage(shares), value=shares.coverage)
    if rule.min_n is not None and 0 < shares.scored < rule.min_n and not rule.judges_values:
        yield _too_few(place.finding("min_n", rule.min_n, Verdict.PASS, ""), rule.min_n, "scored questions")


def _too_few(finding: Finding, least: int, what: str) -> Finding:
    """The finding without a verdict on its value: the rule wants more before it is judged."""
    reason = words.too_few(finding.n, least, what)
    return replace(finding, verdict=Verdict.INCONCLUSIVE, reason=reason, needed=least - finding.n)


def _bounds(place: Place, evidence: Evidence) -> Iterator[Pending]:
    rule, card = place.rule, evidence.card
    values = card.values[rule.metric]
    chosen = values.defined & place.scope.mask
    codes, numbers = clusters_of(card), values.value[chosen]
    clusters = None if codes is None else codes[chosen]
    spec = find_metric(rule.metric).spec
    if rule.min is not None:
        finding = place.finding("min", rule.min, Verdict.PASS, "", value=exact_mean(numbers))
        yield _pending(finding, rule, Claim("min", rule.min, numbers, spec, clusters))
    if rule.max is not None:
        finding = place.finding("max", rule.max, Verdict.PASS, "", value=exact_mean(numbers))
        yield _pending(finding, rule, Claim("max", rule.max, numbers, spec, clusters))


def _pending(finding: Finding, rule: Rule, claim: Claim) -> Pending:
    if rule.min_n is not None and finding.n < rule.min_n:
        what = "pairs" if claim.condition == "max_regression" else "scored questions"
        return Pending(_too_few(finding, rule.min_n, what))
    return Pending(finding, claim, rule.strict or rule.hard)


def _regression(place: Place, budget: float, evidence: Evidence) -> Pending:
    rule, base, pairs = place.rule, evidence.baseline, evidence.pairs
    if base is None or pairs is None:
        return _unpaired(place, budget, Verdict.NOT_MEASURED, words.NO_BASELINE)
    if rule.metric not in base.values:
        return _unpaired(place, budget, Verdict.NOT_MEASURED, words.not_there(rule.metric, base, "the baseline"))
    only = evidence.config.common_only
    if reasons := why_not_comparable(base, evidence.card, metrics=[rule.metric], common_only=only):
        return _unpaired(place, budget, Verdict.NOT_COMPARABLE, "; ".join(reasons))
    before, now, both = pairs.values(rule.metric)
    within = place.scope.mask[pairs.at_candidate]
    chosen = both & within
    if not chosen.any():
        return _unpaired(place, budget, Verdict.NOT_MEASURED, words.NO_PAIRS)
    before, now = before[chosen], now[chosen]
    codes = clusters_of(evidence.card)
    clusters = None if codes is None else codes[pairs.at_candidate][chosen]
    known = {"value": exact_mean(now - before), "base": exact_mean(before), "candidate": exact_mean(now)}
    counts = {"n": len(now), "items": int(within.sum())}
    finding = place.finding("max_regression", budget, Verdict.PASS, "", **known, **counts)
    spec = find_metric(rule.metric).spec
    return _pending(finding, rule, Claim("max_regression", budget, now - before, spec, clusters))


def _unpaired(place: Place, budget: float, verdict: Verdict, reason: str) -> Pending:
    return Pending(place.finding("max_regression", budget, verdict, reason))

"""The conditions of a rule, met with what was measured: decided at once, or claims to be decided together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.catalog import find_metric
from ragauge.comparison.columns import clusters_of
from ragauge.comparison.marks import judged_otherwise
from ragauge.comparison.pairs import moves
from ragauge.core.comparable import why_not_comparable
from ragauge.gating import words
from ragauge.gating.claims import TOLERANCE, Claim
from ragauge.gating.records import Finding, Verdict
from ragauge.gating.scopes import scopes_of
from ragauge.gating.shares import Shares, failed_of, shares_of
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.comparison.pairs import Pairs
    from ragauge.core.arrays import BoolArray
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
        gated = self.shares.expected >= self.scope.fewest(self.rule)  # what is lost does not make a slice too small
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
            yield from _against_baseline(place, evidence)


def _counts(place: Place, evidence: Evidence) -> Iterator[Finding]:
    """Whether enough was measured."""
    rule, shares = place.rule, place.shares
    if not shares.scored:
        reason = words.nothing_scored(evidence.card, rule.metric, place.scope.mask)
        yield place.finding("measured", 1, Verdict.NOT_MEASURED, reason)
    elif rule.hard and shares.scored < shares.expected:
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
    codes, numbers = clusters_of(card, *filter(None, [evidence.baseline])), values.value[chosen]
    clusters = None if codes is None else codes[chosen]
    spec = find_metric(rule.metric).spec
    shares = place.shares
    unseen = 0 if rule.max_error_rate is not None else shares.failed
    unseen += 0 if rule.min_coverage is not None else shares.missing - shares.zeros
    if rule.min is not None:
        finding = place.finding("min", rule.min, Verdict.PASS, "", value=exact_mean(numbers))
        yield _pending(finding, rule, Claim("min", rule.min, numbers, spec, clusters, unseen=unseen))
    if rule.max is not None:
        finding = place.finding("max", rule.max, Verdict.PASS, "", value=exact_mean(numbers))
        yield _pending(finding, rule, Claim("max", rule.max, numbers, spec, clusters, unseen=unseen))


def _pending(finding: Finding, rule: Rule, claim: Claim) -> Pending:
    """The claim, unless there are too few questions for it; a hard rule that is broken is broken by the first."""
    plain = rule.strict or rule.hard
    beyond = finding.value is not None and claim.inside(finding.value) < -TOLERANCE
    if rule.min_n is not None and finding.n < rule.min_n and not (rule.hard and beyond):
        what = "pairs" if claim.condition == "max_regression" else "scored questions"
        return Pending(_too_few(finding, rule.min_n, what))
    return Pending(finding, claim, plain)


def _against_baseline(place: Place, evidence: Evidence) -> Iterator[Pending]:
    """The conditions that need pairs, or why there are none."""
    rule, base, pairs = place.rule, evidence.baseline, evidence.pairs
    limits = {"max_regression": rule.max_regression, "max_losses": rule.max_losses}
    asked = {name: float(limit) for name, limit in limits.items() if limit is not None}
    if not asked:
        return
    if base is None or pairs is None:
        yield from _unpaired(place, asked, Verdict.NOT_MEASURED, words.NO_BASELINE)
    elif rule.metric not in base.values:
        yield from _unpaired(place, asked, Verdict.NOT_MEASURED, words.not_there(rule.metric, base, "the baseline"))
    elif reasons := _not_comparable(rule.metric, base, evidence):
        yield from _unpaired(place, asked, Verdict.NOT_COMPARABLE, reasons)
    elif not (pairs.values(rule.metric)[2] & place.scope.mask[pairs.at_candidate]).any():
        yield from _unpaired(place, asked, Verdict.NOT_MEASURED, words.NO_PAIRS)
    else:
        yield from _of_pairs(place, asked, pairs, evidence)


def _not_comparable(metric: str, base: Scorecard, evidence: Evidence) -> str:
    only = evidence.config.common_only
    found = why_not_comparable(base, evidence.card, metrics=[metric], common_only=only)
    reasons = "; ".join([*found, *judged_otherwise(base, evidence.card, [metric])])
    return reasons.replace("the first scorecard", "the baseline").replace("the second scorecard", "the scorecard")


def _of_pairs(place: Place, asked: dict[str, float], pairs: Pairs, evidence: Evidence) -> Iterator[Pending]:
    rule, spec = place.rule, find_metric(place.rule.metric).spec
    before, now, both = pairs.values(rule.metric)
    within = place.scope.mask[pairs.at_candidate]
    chosen = both & within
    unseen = _unseen(rule, pairs, within)
    before, now = before[chosen], now[chosen]
    moved = moves(before, now)
    known = {"base": exact_mean(before), "candidate": exact_mean(now), "n": len(now), "items": int(within.sum())}
    if "max_regression" in asked:
        codes = clusters_of(evidence.card, pairs.base)
        clusters = None if codes is None else codes[pairs.at_candidate][chosen]
        most = float(np.abs(before).max()) if spec.width is None else None
        claim = Claim("max_regression", asked["max_regression"], moved, spec, clusters, most, unseen)
        finding = place.finding("max_regression", claim.limit, Verdict.PASS, "", value=exact_mean(moved), **known)
        yield _pending(finding, rule, claim)
    if "max_losses" in asked:
        worse = moved > 0 if spec.direction == "lower" else moved < 0
        lost = [pairs.candidate.questions[at] for at in pairs.at_candidate[chosen][worse].tolist()]
        told = {"value": float(len(lost)), "n": known["n"], "items": known["items"]}
        finding = place.finding("max_losses", asked["max_losses"], Verdict.PASS, "", **told)
        yield Pending(_losses(finding, rule, lost, unseen))


def _losses(finding: Finding, rule: Rule, lost: list[str], unseen: int) -> Finding:
    """How many questions lost, of which those without a value might be more."""
    finding = replace(finding, reason=words.losses(lost, finding.n, unseen))
    if len(lost) > finding.limit:
        return replace(finding, verdict=Verdict.FAIL)
    if rule.min_n is not None and finding.n < rule.min_n:
        return _too_few(finding, rule.min_n, "pairs")
    return finding if len(lost) + unseen <= finding.limit else replace(finding, verdict=Verdict.INCONCLUSIVE)


def _unseen(rule: Rule, pairs: Pairs, within: BoolArray) -> int:
    """How many questions had a value in the baseline and have none now.

    What the rule allows is allowed: failures where it has an error rate, anything else where it has a coverage.
    """
    before = pairs.base.values[rule.metric].defined[pairs.at_base] & within
    now = pairs.candidate.values[rule.metric].defined[pairs.at_candidate]
    failed = failed_of(pairs.candidate, rule.metric)[pairs.at_candidate]
    gone = before & ~now
    allowed = (gone & failed & (rule.max_error_rate is not None)) | (gone & ~failed & (rule.min_coverage is not None))
    return int((gone & ~allowed).sum())


def _unpaired(place: Place, asked: dict[str, float], verdict: Verdict, reason: str) -> Iterator[Pending]:
    for condition, limit in asked.items():
        yield Pending(place.finding(condition, limit, verdict, reason))

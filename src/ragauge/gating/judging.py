"""A scorecard held against rules, all claims decided together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.comparison.columns import source_of
from ragauge.comparison.pairs import pair
from ragauge.gating import words
from ragauge.gating.advice import advice_notes, is_advisory, mark_text
from ragauge.gating.claims import TOLERANCE, Claim, broken_of_family
from ragauge.gating.conditions import Evidence, Pending, conditions_of
from ragauge.gating.records import Finding, GateResult, RuleResult, Verdict
from ragauge.gating.scopes import check_slices
from ragauge.stats.means import exact_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.score import Interval
    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.claims import Key
    from ragauge.gating.rules import Config


def gate(config: Config, card: Scorecard, baseline: Scorecard | None = None) -> GateResult:
    """Hold a scorecard against the rules of a configuration, and against a baseline where they have a budget.

    Verdict of ``max_regression`` with budget δ: with the two-sided 1 − α interval of candidate − baseline, oriented so
    that up is better: pass if its lower end ≥ −δ (identical results always pass), fail if its upper end < −δ, with
    Holm's correction for all claims of the gate, else inconclusive. ``min`` and ``max`` go the same way with the
    one-sided interval; ``strict`` and ``hard`` rules go by the value itself. Claims of advisory rules are a family of
    their own: they make no other rule less likely to fail.

    Raises: InputError for slices that the scorecard does not have.
    """
    check_slices(config.rules, card, config.source)
    pairs = None if baseline is None else pair(baseline, card)
    evidence = Evidence(config, card, baseline, pairs)
    pending = [list(conditions_of(rule, evidence)) for rule in config.rules]
    advisory = [is_advisory(rule, card) for rule in config.rules]
    families = {kind: _claims(pending, [one == kind for one in advisory]) for kind in (False, True)}
    broken = {key for claims in families.values() for key in broken_of_family(claims, config.alpha)}
    results = []
    for one, (rule, row) in enumerate(zip(config.rules, pending, strict=True)):
        family = max(1, len(families[advisory[one]]))
        findings = [_decided(found, config.alpha, family, broken=(one, two) in broken) for two, found in enumerate(row)]
        results.append(RuleResult(rule, tuple(findings), mark_text(rule, card), advisory[one]))
    return GateResult(
        source=config.source,
        scorecard=source_of(card),
        baseline=None if baseline is None else source_of(baseline),
        alpha=config.alpha,
        family=len(families[False]),
        results=tuple(results),
        notes=(*advice_notes(config, card), *words.notes(config, card, pairs)),
    )


def _claims(pending: Sequence[Sequence[Pending]], chosen: Sequence[bool]) -> dict[Key, Claim]:
    """The claims of the chosen rules that wait for each other."""
    return {
        (one, two): found.claim
        for one, row in enumerate(pending)
        for two, found in enumerate(row)
        if chosen[one] and found.claim is not None and found.finding.gated and not found.plain
    }


def _decided(found: Pending, alpha: float, family: int, *, broken: bool) -> Finding:
    """The finding with its verdict and the sentence that goes with it."""
    claim, finding = found.claim, found.finding
    if claim is None:
        return finding
    interval = claim.interval(alpha)
    finding = replace(finding, interval=interval)
    inside = claim.inside(finding.value if finding.value is not None else 0.0)
    good = inside >= -TOLERANCE
    if found.plain:
        return _passes_or_not(finding, claim, words.plain(claim, good=good), alpha, good=good, plain=True)
    if claim.identical:
        return _passes_or_not(finding, claim, words.identical(finding, alpha), alpha, good=True)
    if broken:
        return replace(finding, verdict=Verdict.FAIL, reason=words.broken(claim))
    if interval is None and claim.flat:
        return _passes_or_not(finding, claim, words.all_equal(claim, good=good), alpha, good=good)
    if interval is None:
        return replace(finding, verdict=Verdict.INCONCLUSIVE, reason=words.no_interval(finding))
    if claim.holds(alpha):
        return _passes_or_not(finding, claim, words.holds(claim), alpha, good=True)
    return _open(finding, claim, interval, alpha, family)


def _passes_or_not(
    finding: Finding, claim: Claim, reason: str, alpha: float, *, good: bool, plain: bool = False
) -> Finding:
    """Pass or fail, or neither where questions that lost their value could turn a pass into a failure."""
    if not good:
        return replace(finding, verdict=Verdict.FAIL, reason=reason)
    if claim.unseen:
        worse = claim.with_unseen()
        kept = worse is not None and (
            worse.inside(exact_mean(worse.values)) >= -TOLERANCE if plain else worse.holds(alpha)
        )
        if not kept:
            return replace(finding, verdict=Verdict.INCONCLUSIVE, reason=words.unseen(claim))
    return replace(finding, verdict=Verdict.PASS, reason=reason)


def _open(finding: Finding, claim: Claim, interval: Interval, alpha: float, family: int) -> Finding:
    value = finding.value if finding.value is not None else 0.0
    in_all = claim.needed(alpha / family, value), claim.likely(alpha / family, value)
    more, likely = (None if wanted is None else max(1, wanted - finding.n) for wanted in in_all)
    alone = family > 1 and claim.broken(alpha)
    reason = words.undecided(claim, interval, more, likely, family if alone else 0)
    return replace(finding, verdict=Verdict.INCONCLUSIVE, reason=reason, needed=more)

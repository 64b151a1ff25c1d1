"""The sentences of a gate: why each condition got its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.comparison.pairs import Pairs
    from ragauge.core.arrays import BoolArray
    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.claims import Claim
    from ragauge.gating.records import Finding
    from ragauge.gating.rules import Config
    from ragauge.gating.shares import Shares

NO_BASELINE = "there is no baseline; make one with: ragauge baseline save SCORECARD"
NO_PAIRS = "no question has a value in both the baseline and the scorecard"
SHOWN = 5


def not_there(metric: str, card: Scorecard, which: str) -> str:
    """A metric that was not produced, with those that were."""
    return f"{metric} is not in {which}; it has {', '.join(card.metrics) or 'no metric'}"


def nothing_scored(card: Scorecard, metric: str, mask: BoolArray) -> str:
    """Why not one question has a value."""
    values = card.values[metric].where(mask)
    cases = ", ".join(f"{int(found.sum())} {case}" for case, found in values.undefined.items())
    return f"not one of {len(values)} questions has a value: {cases}" if len(values) else "there is no such question"


def unchecked(shares: Shares) -> str:
    """A hard rule does not pass over what could not be looked at."""
    return f"{shares.failed} of {shares.items} questions could not be checked"


def error_rate(shares: Shares) -> str:
    """How many failed."""
    return f"{shares.failed} of {shares.scored + shares.failed} failed ({shares.error_rate:.3g})"


def coverage(shares: Shares) -> str:
    """How many of those that should have a value have one."""
    expected = shares.items - shares.natural
    return f"{shares.scored} of {expected} questions that should have a value have one ({shares.coverage:.3g})"


def too_few(n: int, least: int, what: str) -> str:
    """Not as many as the rule wants."""
    return f"only {n} {what}, the rule wants {least}"


def plain(claim: Claim, *, good: bool) -> str:
    """The value itself decides."""
    return f"the value itself is {'within' if good else 'beyond'} {_limit(claim)}"


def identical(finding: Finding) -> str:
    """Nothing moved."""
    return f"identical on all {finding.n} questions"


def holds(claim: Claim) -> str:
    """The whole interval is inside."""
    if claim.condition == "max_regression":
        return f"a loss beyond {_limit(claim)} is ruled out"
    return f"within {_limit(claim)} with the whole interval"


def broken(claim: Claim) -> str:
    """The whole interval is outside."""
    return f"beyond {_limit(claim)} with the whole interval"


def no_interval(finding: Finding) -> str:
    """One question says nothing about the others."""
    return f"{finding.n} question{'s' if finding.n != 1 else ''} (or clusters) say nothing about the spread"


def undecided(claim: Claim, more: int | None, family: int) -> str:
    """Not enough evidence; ``family``: it would be, were this claim the only one."""
    text = f"neither within nor beyond {_limit(claim)}"
    if family:
        text += f" (beyond it as the only claim, not as one of {family} made at once)"
    return text if more is not None else f"{text}: it lies on the limit"


def _limit(claim: Claim) -> str:
    name = "the budget of" if claim.condition == "max_regression" else claim.condition
    return f"{name} {claim.limit:g}"


def notes(config: Config, card: Scorecard, pairs: Pairs | None) -> Iterator[str]:
    """What to know before believing the verdicts."""
    for metric in dict.fromkeys(rule.metric for rule in config.rules if rule.metric in card.metrics):
        score = card[metric]
        if score.failed or score.n < score.items:
            yield f"{metric}: {score.n} of {score.items} scored{_left(score.excluded, score.failed)}"
        if score.bounds and "match_any" in score.bounds:
            read = f"{score.bounds['match_all']:.4f} if all are needed, {score.bounds['match_any']:.4f} if any will do"
            yield f"{metric}: nobody said how the lists of the golden set are meant: {read}; judged as all"
    if pairs is None or not any(rule.max_regression is not None for rule in config.rules):
        return
    if config.common_only:
        yield from _uncommon(pairs)
    prints = [one.provenance.get("fingerprints") for one in (pairs.base, card)]
    if not any("corpus" in known for known in prints if isinstance(known, Mapping)):
        yield "neither scorecard says which corpus it was measured on (eval --corpus)"


def _left(excluded: Mapping[str, int], failed: Mapping[str, int]) -> str:
    parts = [f"{count} {case}" for case, count in excluded.items()]
    parts += [f"{count} failed: {error}" for error, count in failed.items()]
    return f" ({', '.join(parts)})" if parts else ""


def _uncommon(pairs: Pairs) -> Iterator[str]:
    found = pairs.pairing
    yield f"{found.common} questions are common to baseline and scorecard"
    for what, ids in (
        ("only in the baseline", found.only_base),
        ("only in the scorecard", found.only_candidate),
        ("with other gold than in the baseline", found.changed),
    ):
        if ids:
            more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
            yield f"{len(ids)} {what}: {', '.join(ids[:SHOWN])}{more}"

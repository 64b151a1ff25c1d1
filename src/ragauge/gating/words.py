"""The sentences of a gate: why each condition got its verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ragauge.comparison.columns import cells_of, column_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ragauge.comparison.pairs import Pairs
    from ragauge.core.arrays import BoolArray
    from ragauge.core.score import Interval
    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.claims import Claim
    from ragauge.gating.records import Finding
    from ragauge.gating.rules import Config
    from ragauge.gating.shares import Shares

NO_BASELINE = "there is no baseline yet; make one with: ragauge baseline save SCORECARD"
NO_PAIRS = "no question has a value in both the baseline and the scorecard"
SHOWN = 5


def not_there(metric: str, card: Scorecard, which: str) -> str:
    """A metric that was not produced, with those that were."""
    return f"{metric} is not in {which}; it has {', '.join(card.metrics) or 'no metric'}"


def nothing_scored(card: Scorecard, metric: str, mask: BoolArray) -> str:
    """Why not one question has a value."""
    values = card.values[metric].where(mask)
    cases = ", ".join(f"{int(found.sum())} {case}" for case, found in values.undefined.items())
    return (
        f"not one of {len(values)} questions has a value: {cases}" if len(values) else "there is no such question here"
    )


def unchecked(shares: Shares) -> str:
    """A hard rule does not pass over what could not be looked at."""
    return f"{shares.expected - shares.scored} of {shares.expected} questions could not be checked"


def error_rate(shares: Shares) -> str:
    """How many failed."""
    return f"{shares.failed} of {shares.scored + shares.failed} failed ({shares.error_rate:.3g})"


def coverage(shares: Shares) -> str:
    """How many of those that should have a value have one."""
    text = f"{shares.answered} of {shares.expected} questions that should have a value have one ({shares.coverage:.3g})"
    return f"{text}; {shares.missing} are not in the run" if shares.missing else text


def losses(lost: Sequence[str], n: int, unseen: int) -> str:
    """Which questions have a worse value than in the baseline, and how many have none."""
    more = f" and {len(lost) - SHOWN} more" if len(lost) > SHOWN else ""
    text = f"{len(lost)} of {n} questions are worse" + (f": {', '.join(lost[:SHOWN])}{more}" if lost else "")
    return f"{text}; {unseen} that had a value in the baseline have none now" if unseen else text


def too_few(n: int, least: int, what: str) -> str:
    """Not as many as the rule wants."""
    return f"only {n} {what}, the rule wants {least}"


def plain(claim: Claim, *, good: bool) -> str:
    """The value itself decides."""
    return f"the value itself is {'within' if good else 'beyond'} {_limit(claim)}"


def identical(finding: Finding, alpha: float) -> str:
    """Nothing moved, which does not say that nothing can."""
    unseen = 1 - (alpha / 2) ** (1 / finding.n)
    return f"identical on all {finding.n} questions (changes of up to {unseen:.1%} of the questions could be unseen)"


def unseen(claim: Claim) -> str:
    """What has a value now would pass; what has lost its value could be the loss."""
    many = f"{claim.unseen} question{'s' if claim.unseen != 1 else ''}"
    if claim.condition == "max_regression":
        return (
            f"{many} that had a value in the baseline have none now; were they lost, {_limit(claim)} would not be kept"
        )
    return f"{many} failed or are not in the run; were they as bad as can be, {_limit(claim)} would not be kept"


def all_equal(claim: Claim, *, good: bool) -> str:
    """No interval, but no doubt either."""
    return f"all {len(claim.values)} values are equal, {'within' if good else 'beyond'} {_limit(claim)}"


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


def undecided(claim: Claim, interval: Interval, more: int | None, likely: int | None, family: int) -> str:
    """Not enough evidence; ``family``: it would be, were this claim the only one.

    ``likely``: how many more questions would do if the difference stays as it is.
    """
    text = f"neither within nor beyond {_limit(claim)}"
    if (
        claim.condition == "max_regression"
        and max(claim.inside(interval.low), claim.inside(interval.high)) < claim.limit
    ):
        text = f"worse than the baseline, but not shown to be by more than {claim.limit:g}"
    if claim.condition != "max_regression" and claim.limit in claim.spec.range:
        return f"{text}: no interval reaches the end of the range; strict = true goes by the value itself"
    if family:
        text += f" (beyond it as the only claim, not as one of {family} made at once)"
    if more is None:
        return f"{text}: it lies on the limit"
    return (
        text if likely is None or 2 * likely > more else f"{text}; if it stays as it is, about {likely:,} more would do"
    )


def _limit(claim: Claim) -> str:
    name = "the budget of" if claim.condition == "max_regression" else claim.condition
    return f"{name} {claim.limit:g}"


def notes(config: Config, card: Scorecard, pairs: Pairs | None) -> Iterator[str]:
    """What to know before believing the verdicts."""
    for metric in dict.fromkeys(rule.metric for rule in config.rules if rule.metric in card.metrics):
        score = card[metric]
        if score.failed or score.n < score.items:
            yield f"{metric}: {score.n} of {score.items} scored{_left(score.excluded, score.failed)}"
        if score.missing:
            yield f"{metric}: {score.missing} questions with gold are not in the run"
        if score.bounds and "match_any" in score.bounds:
            read = f"{score.bounds['match_all']:.4f} if all are needed, {score.bounds['match_any']:.4f} if any will do"
            yield f"{metric}: nobody said how the lists of the golden set are meant: {read}; judged as all"
    if pairs is None or all(rule.max_regression is rule.max_losses is None for rule in config.rules):
        return
    if config.common_only:
        yield from _uncommon(pairs)
    yield from _gone(config, card, pairs)
    prints = [one.provenance.get("fingerprints") for one in (pairs.base, card)]
    if not any("corpus" in known for known in prints if isinstance(known, Mapping)):
        yield "neither scorecard says which corpus it was measured on (eval --corpus)"


def _gone(config: Config, card: Scorecard, pairs: Pairs) -> Iterator[str]:
    """Slices that the baseline has and the scorecard has not."""
    columns = dict.fromkeys(one.partition("=")[0].strip() for rule in config.rules for one in rule.slices)
    for column in columns:
        name = column_named(card, column)
        if name in pairs.base.columns:
            there = set(cells_of(card, name).tolist())
            gone = sorted(set(cells_of(pairs.base, name).tolist()) - there)
            if gone:
                yield f"slices of {name} that only the baseline has: {', '.join(gone[:SHOWN])}"


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

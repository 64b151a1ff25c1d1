"""Which scorecard may become the baseline: none that fails, none with holes in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ragauge.catalog import find_metric
from ragauge.core.errors import InputError
from ragauge.gating.judging import gate
from ragauge.gating.records import Verdict

if TYPE_CHECKING:
    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.records import Finding, GateResult, RuleResult
    from ragauge.gating.rules import Config


@dataclass(frozen=True, slots=True)
class Judged:
    """What the gate says of a scorecard that wants to be the baseline, and whether it may."""

    result: GateResult | None
    accepted: bool


def judge_baseline(
    card: Scorecard, config: Config | None, present: Scorecard | None = None, *, accept: bool = False
) -> Judged:
    """Hold a scorecard against the rules before it becomes what others are held against.

    Without a present baseline the budgets wait, and only what stands for itself is judged. ``accept``: somebody
    lets a loss against the present baseline through, or that nothing can be said of it (another golden set); nothing
    else.

    Raises: InputError where rows failed or nothing was measured.
    """
    _refuse_holes(card)
    if config is None:
        return Judged(None, accepted=True)
    rules = (
        config.rules
        if present is not None
        else [replace(rule, max_regression=None, max_losses=None) for rule in config.rules]
    )
    asked = replace(config, rules=tuple(rules))
    result = gate(asked, card, present)
    return Judged(result, accepted=all(_lets(one, accept=accept) for one in result.results))


def _lets(one: RuleResult, *, accept: bool) -> bool:
    """Whether nothing in a rule stands against it; in an advisory one nothing does.

    What is held against the present baseline has to be kept, or no worse as far as it can be seen; anything else, also
    a baseline that says nothing about it, takes somebody who accepts it.
    """
    for found in () if one.advisory else one.findings:
        if not found.gated or found.verdict == Verdict.PASS:
            continue
        if found.condition in ("max_regression", "max_losses"):
            if not accept and not (found.verdict == Verdict.INCONCLUSIVE and _is_no_loss(found, one.rule.metric)):
                return False
        elif found.verdict == Verdict.FAIL or (found.verdict == Verdict.NOT_MEASURED and one.rule.required):
            return False
    return True


def _is_no_loss(found: Finding, metric: str) -> bool:
    """Whether the mean is not worse than that of the baseline."""
    if found.condition != "max_regression" or found.value is None:
        return False
    return (-found.value if find_metric(metric).spec.direction == "lower" else found.value) >= 0


def _refuse_holes(card: Scorecard) -> None:
    failed = {score.metric: sum(score.failed.values()) for score in card.scores if score.failed and not score.slice}
    if failed:
        told = ", ".join(f"{count} of {metric}" for metric, count in failed.items())
        raise InputError(f"questions failed, so this is no baseline: {told}")
    if not any(score.n for score in card.scores):
        raise InputError("nothing was measured, so this is no baseline")

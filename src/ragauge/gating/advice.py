"""Which rules are advisory: they say what any rule says, and block nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.comparison.marks import mark_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.rules import Config, Rule


def is_advisory(rule: Rule, card: Scorecard) -> bool:
    """As the rule says; else where its numbers are of a judge that is not shown to agree with people beyond chance.

    A metric that the scorecard does not have gives no numbers to mistrust: that it was not measured counts.
    """
    if rule.advisory is not None:
        return rule.advisory
    mark = mark_of(card, rule.metric) if rule.metric in card.values else None
    return mark is not None and not mark.skilled


def mark_text(rule: Rule, card: Scorecard) -> str | None:
    """The mark of the judge whose numbers a rule is about; None where there is no judge, or no number."""
    mark = mark_of(card, rule.metric) if rule.metric in card.values else None
    return None if mark is None else mark.text


def advice_notes(config: Config, card: Scorecard) -> Iterator[str]:
    """Which metrics are advisory by default, and which ones count although nothing is known of their judge."""
    for rule in {rule.metric: rule for rule in config.rules if rule.advisory is None}.values():
        if is_advisory(rule, card):
            yield f"{rule.metric}: {mark_text(rule, card)}, so its rules are advisory and block nothing"
    for rule in {rule.metric: rule for rule in config.rules if rule.advisory is False}.values():
        mark = mark_of(card, rule.metric) if rule.metric in card.values else None
        if mark is not None and not mark.skilled:
            yield f"{rule.metric}: {mark.text}, and its rules count all the same (advisory = false)"

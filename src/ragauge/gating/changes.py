"""What a change of the rules loosens: visible in the pull request that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.gating.rules import Config, Rule


def rule_changes(before: Config, now: Config) -> Iterator[str]:
    """Every rule that is gone, new or other than in the base branch, in words."""
    if before.alpha != now.alpha:
        yield f"alpha was {before.alpha:g}, is {now.alpha:g}"
    if before.common_only != now.common_only:
        yield f"common_only was {before.common_only}, is {now.common_only}"
    old, new = _by_questions(before), _by_questions(now)
    for key, rule in old.items():
        if key not in new:
            yield f"the rule is gone: {rule.text}"
        elif _content(rule) != _content(new[key]):
            yield f"the rule was: {rule.text}; is: {new[key].text}"
    for key, rule in new.items():
        if key not in old:
            yield f"the rule is new: {rule.text}"


def _by_questions(config: Config) -> dict[tuple[str, tuple[str, ...]], Rule]:
    return {(rule.metric, tuple(sorted(rule.slices))): rule for rule in config.rules}


def _content(rule: Rule) -> tuple[object, ...]:
    return tuple(getattr(rule, name) for name in rule.__slots__ if name not in ("row", "slices"))

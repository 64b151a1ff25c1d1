"""What a change of the rules loosens: visible in the pull request that makes it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.gating.rules import Config, Rule


def rule_changes(before: Config, now: Config) -> Iterator[str]:
    """Every rule that is gone, new or other than in the base branch, in words."""
    for name in ("alpha", "common_only"):
        was, is_now = getattr(before, name), getattr(now, name)
        if was != is_now:
            yield f"{name} was {was}, is {is_now}"
    for name in ("baseline", "scorecard"):
        was, is_now = (_beside(config, getattr(config, name)) for config in (before, now))
        if was != is_now:
            yield f"{name} was {was or 'not named'}, is {is_now or 'not named'}"
    old, new = _by_questions(before), _by_questions(now)
    for key, rule in old.items():
        if key not in new:
            yield f"the rule is gone: {rule.text}"
        elif _content(rule) != _content(new[key]):
            yield f"the rule was: {rule.text}; is: {new[key].text}"
    for key, rule in new.items():
        if key not in old:
            yield f"the rule is new: {rule.text}"


def _beside(config: Config, path: str | None) -> str | None:
    """A path as the file names it, wherever the file itself lies."""
    return None if path is None else os.path.relpath(path, Path(config.source).parent)


def _by_questions(config: Config) -> dict[tuple[str, tuple[str, ...]], Rule]:
    return {(rule.metric, tuple(sorted(rule.slices))): rule for rule in config.rules}


def _content(rule: Rule) -> tuple[object, ...]:
    return tuple(getattr(rule, name) for name in rule.__slots__ if name not in ("row", "slices"))

"""Whether a kappa is evidence of skill."""

from __future__ import annotations

from ragauge.core.judge_marks import NO_SKILL, SKILL


def skill_of(kappa: float | None, low: float | None) -> str:
    """No evidence of skill unless kappa and its whole interval lie above 0; ``low`` is the lower end, None without one.

    A judge that agrees on every item has no interval, and skill as far as can be seen.

    >>> skill_of(0.6, 0.4), skill_of(0.6, -0.1), skill_of(1.0, None), skill_of(None, None)
    ('agrees beyond chance', 'no evidence of skill', 'agrees beyond chance', 'no evidence of skill')
    """
    if kappa is None or kappa <= 0:
        return NO_SKILL
    if low is None:
        return SKILL if kappa == 1 else NO_SKILL
    return SKILL if low > 0 else NO_SKILL

"""What a golden set can decide at all: known from the baseline, before any candidate is measured."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.catalog import find_metric
from ragauge.comparison.columns import clusters_of, source_of
from ragauge.core.errors import InputError
from ragauge.gating import words
from ragauge.gating.advice import is_advisory
from ragauge.gating.claims import POWER
from ragauge.gating.scopes import check_slices, scopes_of
from ragauge.stats.differences import Spread, spread

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.rules import Config, Rule
    from ragauge.gating.scopes import Scope

CORRELATION = 0.5
"""How alike the values of two versions of one system are taken to be, question by question."""


@dataclass(frozen=True, slots=True)
class Feasible:
    """Whether ``n`` questions can decide a budget: ``needed`` would, and with n the smallest one is ``could``.

    ``needed`` and ``could`` are None where the baseline shows no spread to plan with. The budget of an ``advisory``
    rule is planned among those of such rules.
    """

    metric: str
    budget: float
    n: int
    needed: int | None
    could: float | None
    slice: Mapping[str, str] | None = None
    row: int | None = None
    advisory: bool = False

    @property
    def decidable(self) -> bool:
        """Whether there are as many questions as are needed."""
        return self.needed is not None and self.needed <= self.n


@dataclass(frozen=True, slots=True)
class Feasibility:
    """What can be decided by a baseline's golden set under a configuration."""

    source: str
    baseline: str
    alpha: float
    correlation: float
    family: int
    budgets: tuple[Feasible, ...]

    @property
    def decidable(self) -> bool:
        """Whether every budget that counts can be decided."""
        return all(one.decidable for one in self.budgets if not one.advisory)

    def to_json(self) -> str:
        """JSON text."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__slots__}
        budgets = [
            {**{name: getattr(one, name) for name in one.__slots__}, "decidable": one.decidable} for one in self.budgets
        ]
        return json.dumps({**plain, "budgets": budgets}, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def feasibility(config: Config, baseline: Scorecard, *, correlation: float = CORRELATION) -> Feasibility:
    """Plan every budget of a configuration with the baseline's own spread.

    The difference of two versions whose values correlate by ρ has the variance 2(1 − ρ) of one of them; a budget δ is
    decidable when as many questions as there are would let no change pass and a loss of 2δ fail, each with 80 % power,
    at α shared by all claims of the gate.

    Raises: InputError where a rule has a budget and the baseline lacks its metric or slice.
    """
    if not 0 <= correlation < 1:
        raise InputError(f"correlation must be from 0 to below 1, got {correlation}")
    rules = [rule for rule in config.rules if rule.max_regression is not None and not (rule.strict or rule.hard)]
    check_slices(rules, baseline, config.source)
    if lacking := [rule.metric for rule in rules if rule.metric not in baseline.values]:
        raise InputError("; ".join(words.not_there(metric, baseline, "the baseline") for metric in lacking))
    if empty := [rule.metric for rule in rules if not baseline.values[rule.metric].defined.any()]:
        raise InputError(f"not one question of the baseline has a value: {', '.join(empty)}")
    places = [(rule, scope) for rule in rules for scope in _gated(rule, baseline)]
    families = {kind: _family(config, baseline, advisory=kind) for kind in (False, True)}
    return Feasibility(
        source=config.source,
        baseline=source_of(baseline),
        alpha=config.alpha,
        correlation=correlation,
        family=families[False],
        budgets=tuple(
            _feasible(rule, scope, baseline, config.alpha / families[is_advisory(rule, baseline)], correlation)
            for rule, scope in places
        ),
    )


def _gated(rule: Rule, card: Scorecard) -> Iterator[Scope]:
    """The scopes in which there are enough questions."""
    for scope in scopes_of(rule, card):
        scored = int((card.values[rule.metric].defined & scope.mask).sum())
        if scored >= max(1, scope.fewest(rule)):
            yield scope


def _family(config: Config, card: Scorecard, *, advisory: bool) -> int:
    """How many claims are made together: budgets, floors and ceilings of the rules that count, or of the advisory."""
    rules = [
        rule
        for rule in config.rules
        if not (rule.strict or rule.hard) and rule.metric in card.values and is_advisory(rule, card) == advisory
    ]
    return max(1, sum(_claims(rule) * len(list(_gated(rule, card))) for rule in rules))


def _claims(rule: Rule) -> int:
    return sum(limit is not None for limit in (rule.min, rule.max, rule.max_regression))


def _feasible(rule: Rule, scope: Scope, card: Scorecard, alpha: float, correlation: float) -> Feasible:
    values = card.values[rule.metric]
    chosen = values.defined & scope.mask
    codes = clusters_of(card)
    seen = spread(values.value[chosen], None if codes is None else codes[chosen])
    budget, n = rule.max_regression or 0.0, int(chosen.sum())
    if seen is None:
        return Feasible(rule.metric, budget, n, None, None, scope.slice, rule.row, is_advisory(rule, card))
    share = math.sqrt(2 * (1 - correlation))
    between = Spread(seen.deviation * share, seen.guarded * share, seen.units, seen.rows)
    spec = find_metric(rule.metric).spec
    width = float(np.abs(values.value[chosen]).max()) if spec.width is None else spec.width
    needed = between.needed(budget, alpha=alpha, power=POWER, width=width) if budget else None
    could = _could(between, n, alpha, width)
    return Feasible(rule.metric, budget, n, needed, could, scope.slice, rule.row, is_advisory(rule, card))


def _could(seen: Spread, n: int, alpha: float, width: float) -> float | None:
    """The smallest budget that n questions decide, by bisection; None where not even the whole range is one."""
    low, high = 0.0, width
    if seen.needed(high, alpha=alpha, power=POWER, width=width) > n:
        return None
    for _ in range(40):
        middle = (low + high) / 2
        enough = middle > 0 and seen.needed(middle, alpha=alpha, power=POWER, width=width) <= n
        low, high = (low, middle) if enough else (middle, high)
    return high

"""What a gate says: verdicts of conditions, of rules, and of all of them together."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragauge.core.score import Interval
    from ragauge.gating.rules import Config, Rule


class Verdict(StrEnum):
    """The five answers; ``INCONCLUSIVE`` is not enough evidence."""

    PASS = "pass"  # noqa: S105  (no password)
    FAIL = "fail"
    INCONCLUSIVE = "inconclusive"
    NOT_MEASURED = "not measured"
    NOT_COMPARABLE = "not comparable"


WORST_FIRST = (
    Verdict.FAIL,
    Verdict.NOT_COMPARABLE,
    Verdict.NOT_MEASURED,
    Verdict.INCONCLUSIVE,
    Verdict.PASS,
)


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of several together; nothing at all is not measured.

    >>> worst([Verdict.PASS, Verdict.INCONCLUSIVE]).value, worst([]).value
    ('inconclusive', 'not measured')
    """
    return min(verdicts, key=WORST_FIRST.index, default=Verdict.NOT_MEASURED)


@dataclass(frozen=True, slots=True)
class Finding:
    """One condition of a rule on all questions or a slice.

    ``condition`` is its name (``max_regression``), ``limit`` its number. ``value`` is what is held against the limit:
    the mean, the share, or for ``max_regression`` candidate − base, whose means are ``base`` and ``candidate``.
    ``reason`` is a sentence for people. ``needed``: how many questions more would decide, where that is known.
    ``gated``: False for a slice that is too small to be gated and only shown.
    """

    condition: str
    limit: float
    verdict: Verdict
    reason: str
    slice: Mapping[str, str] | None = None
    value: float | None = None
    interval: Interval | None = None
    n: int = 0
    items: int = 0
    base: float | None = None
    candidate: float | None = None
    needed: int | None = None
    gated: bool = True

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            **{name: getattr(self, name) for name in self.__slots__},
            "slice": None if self.slice is None else dict(self.slice),
            "interval": None if self.interval is None else self.interval.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class RuleResult:
    """A rule with what was found; its verdict is the worst of the conditions that are gated.

    ``judge`` is the mark of the judge whose numbers it is about. An ``advisory`` rule says what any rule says, and
    blocks nothing.
    """

    rule: Rule
    findings: tuple[Finding, ...]
    judge: str | None = None
    advisory: bool = False

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the gated findings."""
        return worst(finding.verdict for finding in self.findings if finding.gated)

    @property
    def blocks(self) -> int:
        """The exit code this rule asks for: 0, 1 (measured and bad) or 2 (could not measure)."""
        return 0 if self.advisory else self.would_block

    @property
    def would_block(self) -> int:
        """The exit code that it would ask for if it were not advisory."""
        verdicts = {finding.verdict for finding in self.findings if finding.gated} or {Verdict.NOT_MEASURED}
        if Verdict.FAIL in verdicts or (Verdict.INCONCLUSIVE in verdicts and self.rule.on_inconclusive == "fail"):
            return 1
        unmeasured = verdicts & {Verdict.NOT_MEASURED, Verdict.NOT_COMPARABLE}
        return 2 if unmeasured and self.rule.required else 0

    @property
    def warns(self) -> bool:
        """Whether it lets pass what people have to hear of."""
        told = self.verdict != Verdict.INCONCLUSIVE or self.rule.on_inconclusive != "pass"
        return self.blocks == 0 and self.verdict != Verdict.PASS and told

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        rule = {name: getattr(self.rule, name) for name in self.rule.__slots__}
        return {
            "rule": {**rule, "slices": list(self.rule.slices), "text": self.rule.text},
            "verdict": self.verdict,
            "judge": self.judge,
            "advisory": self.advisory,
            "exit_code": self.blocks,
            "findings": [finding.to_dict() for finding in self.findings],
        }


@dataclass(frozen=True, slots=True)
class GateResult:
    """What a gate says of a scorecard. ``source`` is the configuration, ``notes`` are for people."""

    source: str
    scorecard: str
    baseline: str | None
    alpha: float
    family: int
    results: tuple[RuleResult, ...]
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the rules that count and are required or were measured.

        Where all are advisory there is no more than their advice: pass if all of them do, else inconclusive.
        """
        counting = [one for one in self.results if not one.advisory]
        if self.results and not counting:
            passed = all(one.verdict == Verdict.PASS for one in self.results)
            return Verdict.PASS if passed else Verdict.INCONCLUSIVE
        return worst(
            one.verdict
            for one in counting
            if one.rule.required or one.verdict not in (Verdict.NOT_MEASURED, Verdict.NOT_COMPARABLE)
        )

    @property
    def exit_code(self) -> int:
        """0: nothing blocks; 1: measured and bad; 2: could not measure, and nothing measured is bad."""
        codes = {one.blocks for one in self.results}
        if 1 in codes:
            return 1
        return max(codes, default=2)

    def to_dict(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "verdict": self.verdict,
            "exit_code": self.exit_code,
            "config": self.source,
            "scorecard": self.scorecard,
            "baseline": self.baseline,
            "alpha": self.alpha,
            "family": self.family,
            "rules": [one.to_dict() for one in self.results],
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """JSON text; what does not exist is null, NaN cannot occur."""
        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def unmeasured(config: Config, why: str) -> GateResult:
    """The result of a gate that could not be held at all."""
    finding = Finding("measured", 1, Verdict.NOT_MEASURED, why)
    results = tuple(RuleResult(rule, (finding,)) for rule in config.rules)
    return GateResult(config.source, config.scorecard or "", config.baseline, config.alpha, 0, results)

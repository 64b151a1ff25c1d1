"""The gate as a test of pytest: a plugin that is not loaded unless a project asks for it.

PYTEST_DONT_REWRITE

In ``conftest.py`` (or ``pytest -p ragauge.testing``)::

    pytest_plugins = ["ragauge.testing"]

and in a test::

    def test_retrieval(ragauge_gate):
        ragauge_gate("scores.json")
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.core.scorecard import Scorecard
    from ragauge.gating.records import GateResult, RuleResult
    from ragauge.gating.rules import Config


@pytest.fixture(scope="session")
def ragauge_gate(pytestconfig: pytest.Config) -> Gate:
    """Hold a scorecard against rules: ragauge_gate(scorecard, config=None, baseline=None, common_only=False)."""
    return Gate(pytestconfig.rootpath)


@dataclass(frozen=True, slots=True)
class Gate:
    """What the fixture gives. Relative paths are those from ``root``, the rootdir of pytest."""

    root: Path

    def __call__(
        self,
        scorecard: Scorecard | str | Path,
        config: Config | str | Path | None = None,
        baseline: Scorecard | str | Path | None = None,
        common_only: bool = False,
    ) -> GateResult:
        """Hold a scorecard against the rules, and against a baseline where they have a budget.

        ``config`` None: ``ragauge.toml``, then ``[tool.ragauge]`` of ``pyproject.toml``, both in ``root``; ``baseline``
        None: the one that the configuration names.

        The test goes on with the result where every rule passes or is let through (not required, advisory beside rules
        that count, or ``on_inconclusive = "pass"``); it is skipped where evidence is wanting and ``on_inconclusive`` is
        ``"warn"``, where nothing at all was measured and nothing is required, or where all rules are advisory and one
        does not pass. It fails where a rule is broken, where evidence is wanting and ``on_inconclusive`` is ``"fail"``,
        and, as "could not measure", where a required rule was not measured or is not comparable, or a file or the rules
        cannot be read.
        """
        __tracebackhide__ = True
        from ragauge.core.errors import RagaugeError

        try:
            result = self._judged(scorecard, config, baseline, common_only=common_only)
        except (RagaugeError, OSError) as error:
            told = _printable(str(error).splitlines() or [type(error).__name__])
        else:
            return _ended(result)
        pytest.fail(f"ragauge gate: could not measure: {told}", pytrace=False)

    def _judged(
        self,
        scorecard: Scorecard | str | Path,
        config: Config | str | Path | None,
        baseline: Scorecard | str | Path | None,
        *,
        common_only: bool,
    ) -> GateResult:
        from ragauge.gating.judging import gate

        rules = self._rules(config)
        rules = replace(rules, common_only=rules.common_only or common_only)
        if baseline is None and rules.baseline is not None and os.path.lexists(rules.baseline):
            baseline = Path(rules.baseline)  # one that only the configuration names may not be there yet
        return gate(rules, self._card(scorecard), None if baseline is None else self._card(baseline))

    def _rules(self, config: Config | str | Path | None) -> Config:
        from ragauge.core.errors import InputError
        from ragauge.gating.config import find_config, has_config, read_config
        from ragauge.gating.rules import Config
        from ragauge.io.files import shown

        if isinstance(config, Config):
            return config
        if config is None and not has_config(self.root):
            where = f"in {shown(self.root)}, the rootdir"
            raise InputError(f"no configuration {where}: neither ragauge.toml nor [tool.ragauge] in pyproject.toml")
        return read_config(self._place(find_config(config, self.root)))

    def _card(self, given: Scorecard | str | Path) -> Scorecard:
        from ragauge.core.scorecard import Scorecard
        from ragauge.io.files import shown
        from ragauge.loading import load_scorecard

        if isinstance(given, Scorecard):
            return given
        path = self._place(given)
        return load_scorecard(path).called(shown(path))

    def _place(self, path: str | Path) -> Path:
        """The path, as seen from the current folder where it lies inside."""
        full, here = self.root / path, Path.cwd()
        return full.relative_to(here) if full.is_relative_to(here) else full


def _ended(result: GateResult) -> GateResult:
    """The result, or the end of the test."""
    __tracebackhide__ = True
    from ragauge.gating.records import Verdict

    if result.exit_code:
        pytest.fail(_failure(result), pytrace=False)
    if result.verdict == Verdict.INCONCLUSIVE:
        open_rules = [one for one in result.results if one.warns and (one.advisory or one.verdict == result.verdict)]
        if open_rules:
            pytest.skip(f"inconclusive: {_reasons(open_rules)}")
    elif result.verdict != Verdict.PASS:
        pytest.skip(f"not measured, and not required: {_reasons(result.results)}")
    return result


def _failure(result: GateResult) -> str:
    """The rules that block and why, then the others that do not pass, and what to know of all of them."""
    from ragauge.report.gate import gate_subject, sentence

    what = "fail" if result.exit_code == 1 else "could not measure"
    blocking = [one for one in result.results if one.blocks == result.exit_code]
    others = [one for one in result.results if one.blocks != result.exit_code]
    found = (
        f"  {sentence(finding, one)}"
        for one in blocking + others
        for finding in one.findings
        if finding.gated and finding.verdict != "pass"
    )
    title = f"ragauge gate: {what}: {'; '.join(map(_named, blocking))}"
    return _printable([title, gate_subject(result), *found, *(f"note: {note}" for note in result.notes)])


def _named(one: RuleResult) -> str:
    """A rule that blocks, with its verdict where that is no plain fail."""
    from ragauge.gating.records import Verdict

    made = ', on_inconclusive = "fail"' if one.verdict == Verdict.INCONCLUSIVE else ""
    return one.rule.text if one.verdict == Verdict.FAIL else f"{one.rule.text} ({one.verdict}{made})"


def _reasons(rules: list[RuleResult] | tuple[RuleResult, ...]) -> str:
    """Why each rule has its verdict, in one line."""
    return "; ".join(_printable([reason]) for one in rules for reason in _why(one))


def _why(one: RuleResult) -> Iterator[str]:
    from ragauge.report.gate import subject, told

    for finding in one.findings:
        if finding.gated and finding.verdict == one.verdict:
            yield f"{subject(finding, one)}: {told(finding)}"


def _printable(lines: list[str]) -> str:
    """Lines in which nothing can steer a terminal."""
    from ragauge.report.rows import printable

    return "\n".join(map(printable, lines))

"""What a gate says in rows and words, made once for the terminal, Markdown, JUnit and annotations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.gating.records import WORST_FIRST, Verdict
from ragauge.report.figures import fixed, interval_text, plural, short, signed
from ragauge.report.rows import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ragauge.gating.records import Finding, GateResult, RuleResult

HEAD = ("verdict", "rule", "value", "interval", "n", "reason")
MANY = 1_000_000
"""More questions than this are not counted."""
COUNTS = ("max_losses", "min_n")
SHOWN_ONLY = "shown only"
UNMEASURED = (Verdict.NOT_COMPARABLE, Verdict.NOT_MEASURED)
ADVISORY = {Verdict.FAIL: "would fail"}
"""What an advisory rule says where its verdict as a word would read as if it counted."""
LET_THROUGH = {
    "fail": "this blocks (on_inconclusive = fail)",
    "warn": "let through with a warning (on_inconclusive = warn)",
    "pass": "let through (on_inconclusive = pass)",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what it says, whether it counts, whether it belongs to the row above.

    ``gated`` is False for a slice that is too small, and ``advisory`` True for a rule that blocks nothing.
    """

    verdict: Verdict
    gated: bool
    indented: bool
    cells: tuple[str, ...]
    advisory: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """What must not be overlooked: a title with the verdict word, and a line a condition."""

    verdict: Verdict
    title: str
    lines: tuple[str, ...]


def word(verdict: Verdict) -> str:
    """The verdict as a word to see.

    >>> word(Verdict.NOT_MEASURED)
    'NOT MEASURED'
    """
    return verdict.value.upper()


def rule_word(one: RuleResult, verdict: Verdict | None = None) -> str:
    """The verdict of a rule, or one of its conditions, as a word to see; an advisory one is told from those that count.

    >>> from ragauge.gating.rules import Rule
    >>> from ragauge.gating.records import Finding, RuleResult
    >>> rule_word(RuleResult(Rule("faithfulness"), (Finding("min", 0.9, Verdict.FAIL, ""),), advisory=True))
    'advisory: would fail'
    """
    found = one.verdict if verdict is None else verdict
    return f"advisory: {ADVISORY.get(found, found.value)}" if one.advisory else word(found)


def gate_headline(result: GateResult) -> str:
    """The verdict, how many rules have which, and the exit code."""
    verdicts = [one.verdict for one in result.results if not one.advisory]
    advice = [one.verdict for one in result.results if one.advisory]
    told = [f"{verdicts.count(one)} {one.value}" for one in WORST_FIRST if one in verdicts]
    told += [f"{advice.count(one)} advisory ({ADVISORY.get(one, one.value)})" for one in WORST_FIRST if one in advice]
    counts = ", ".join(told)
    return f"{word(result.verdict)}: {counts or 'there are no rules'}; exit code {result.exit_code}"


def gate_subject(result: GateResult) -> str:
    """What was held against which rules."""
    baseline = f", baseline {result.baseline}" if result.baseline is not None else ""
    return f"scorecard {result.scorecard}{baseline}, rules {result.source}"


def gate_rows(result: GateResult) -> list[Row]:
    """One row a condition; those of slices stand below, those that are too small to be gated say so.

    Coverage and error rates are only told where they are broken (``kept_line`` counts those that hold).
    """
    return [row for one in result.results for row in _rows(one)]


def kept_line(result: GateResult) -> str:
    """How many conditions on coverage and errors hold, which have no row of their own."""
    rules = [one.findings for one in result.results if not all(map(_is_kept, one.findings))]
    kept = sum(_is_kept(finding) for findings in rules for finding in findings)
    verb = "holds" if kept == 1 else "hold"
    return f"{plural(kept, 'condition')} on coverage and errors {verb}" if kept else ""


def _is_kept(finding: Finding) -> bool:
    return finding.condition in ("min_coverage", "max_error_rate") and finding.verdict == Verdict.PASS


def _rows(one: RuleResult) -> Iterator[Row]:
    if not one.findings:
        nothing = (rule_word(one), one.rule.text, "", "", "", "nothing was checked")
        yield Row(one.verdict, True, False, nothing, one.advisory)
    alone = all(map(_is_kept, one.findings))
    for finding in sorted(one.findings, key=lambda each: each.slice is not None):
        if _is_kept(finding) and not alone:
            continue
        said = rule_word(one, finding.verdict) if finding.gated else SHOWN_ONLY
        cells = (said, subject(finding, one), value_text(finding), interval_text(finding.interval, _write(finding)))
        reason = told(finding) + (" (not required)" if finding.verdict in UNMEASURED and not one.rule.required else "")
        indented = finding.slice is not None
        yield Row(finding.verdict, finding.gated, indented, (*cells, count_text(finding), reason), one.advisory)


def _write(finding: Finding) -> Callable[[float | None], str]:
    return signed if finding.condition == "max_regression" else fixed


def subject(finding: Finding, one: RuleResult) -> str:
    """The metric, the mark of its judge, the slice and the condition: ``recall@5, lang=ru: min 0.6``."""
    mark = "" if one.judge is None else f" ({one.judge})"
    where = "".join(f", {column}={cell}" for column, cell in (finding.slice or {}).items())
    how = "".join(f" ({name})" for name in ("strict", "hard") if getattr(one.rule, name))
    what = "" if finding.condition == "measured" else f": {finding.condition} {short(finding.limit)}"
    return f"{one.rule.metric}{mark}{where}{what}{how}"


def value_text(finding: Finding) -> str:
    """What is held against the limit; for a regression the two means and their difference.

    >>> from ragauge.gating.records import Finding
    >>> value_text(Finding("max_regression", 0.02, Verdict.PASS, "", value=-0.01, base=0.73, candidate=0.72))
    '0.7300 → 0.7200, -0.0100'
    """
    if finding.base is not None and finding.candidate is not None:
        difference = f", {signed(finding.value)}" if finding.value is not None else ""
        return f"{fixed(finding.base)} → {fixed(finding.candidate)}{difference}"
    if finding.condition in COUNTS and finding.value is not None:
        return f"{finding.value:.0f}"
    return _write(finding)(finding.value)


def count_text(finding: Finding) -> str:
    """How many questions carry the value.

    >>> from ragauge.gating.records import Finding
    >>> [count_text(Finding("min", 0.6, Verdict.PASS, "", n=n, items=8)) for n in (8, 1)]
    ['8', '1 of 8 scored']
    """
    if finding.n == finding.items:
        return f"{finding.n}" if finding.n else ""
    return f"{finding.n} of {finding.items} scored"


def sentence(finding: Finding, one: RuleResult) -> str:
    """A condition in one line, for places without a table."""
    said = rule_word(one, finding.verdict) if finding.gated else SHOWN_ONLY
    numbers = " ".join(filter(None, (value_text(finding), interval_text(finding.interval, _write(finding)))))
    count = count_text(finding)
    resting = f"{numbers or 'no value'}{f' (n = {count})' if count else ''}"
    return f"{said}: {subject(finding, one)}: {resting}{f': {told(finding)}' if told(finding) else ''}"


def told(finding: Finding) -> str:
    """The reason, and for want of evidence how much more of it would decide."""
    if finding.verdict != Verdict.INCONCLUSIVE:
        return finding.reason
    more = "how many more questions would decide is not known"
    if finding.needed is not None:
        many = f"{min(MANY, finding.needed):,}{' and' if finding.needed > MANY else ''}"
        many += " question" if finding.needed == 1 else " questions"
        more = f"about {many} more would decide"
    return "; ".join(filter(None, (finding.reason, more)))


def sentences(one: RuleResult, *, passing: bool = True) -> list[str]:
    """All conditions of a rule, or those that do not pass; the worst first, what is only shown last."""
    told = [each for each in one.findings if passing or (each.gated and each.verdict != Verdict.PASS)]
    ordered = sorted(told, key=lambda each: (not each.gated, WORST_FIRST.index(each.verdict)))
    return [sentence(finding, one) for finding in ordered] or ["nothing was checked"]


def summary(one: RuleResult) -> str:
    """A rule in one line: its verdict and the reasons for it."""
    reasons = [
        f"{subject(each, one)}: {told(each)}" for each in one.findings if each.gated and each.verdict == one.verdict
    ]
    return f"{rule_word(one)}: {'; '.join(reasons) or ('nothing was checked' if not one.findings else one.rule.text)}"


def gate_blocks(result: GateResult) -> list[Block]:
    """What is not comparable, not measured and, last, inconclusive; also where everything else passes."""
    blocks = []
    for verdict in (*UNMEASURED, Verdict.INCONCLUSIVE):
        told = [pair for one in result.results for pair in _told_of(one, verdict)]
        if told:
            why = "not enough evidence for" if verdict == Verdict.INCONCLUSIVE else "nothing is said of"
            title = f"{word(verdict)}: {why} {plural(len(told), 'condition')}"
            blocks.append(Block(verdict, title, tuple(_grouped(told))))
    return blocks


def _grouped(told: Iterable[tuple[str, str]]) -> Iterator[str]:
    """One line a reason, with all the conditions that it holds for."""
    groups: dict[str, list[str]] = {}
    for subject_, reason in told:
        groups.setdefault(reason, []).append(subject_)
    for reason, subjects in groups.items():
        yield f"{'; '.join(subjects)}: {reason}"


def _told_of(one: RuleResult, verdict: Verdict) -> Iterator[tuple[str, str]]:
    if not one.findings and verdict == one.verdict:
        yield one.rule.text, f"nothing was checked; {_ending(one, verdict)}"
    for finding in one.findings:
        if finding.gated and finding.verdict == verdict:
            parts = (value_text(finding), told(finding), _ending(one, verdict))
            yield subject(finding, one), "; ".join(filter(None, parts))


def _ending(one: RuleResult, verdict: Verdict) -> str:
    if one.advisory:
        return "this blocks nothing (advisory)"
    if verdict != one.verdict:
        return f"the rule is {word(one.verdict)} anyway"
    return LET_THROUGH[one.rule.on_inconclusive] if verdict == Verdict.INCONCLUSIVE else _required(one)


def _required(one: RuleResult) -> str:
    return "this blocks (required)" if one.rule.required else "only shown (not required)"


def gate_methods(result: GateResult) -> str:
    """Error rate, family and how the intervals were made."""
    intervals = [finding.interval for one in result.results for finding in one.findings if finding.interval]
    methods = sorted({f"{percent(one.level)} {one.method}" for one in intervals})
    said = f"; intervals: {', '.join(methods)}" if methods else ""
    shared = f", shared by {plural(result.family, 'claim')} (Holm)" if result.family > 1 else ""
    shared += ", advisory ones apart" if any(one.advisory for one in result.results) else ""
    kept = f"; {line}" if (line := kept_line(result)) else ""
    return f"alpha {result.alpha:g}{shared}{said}{kept}"

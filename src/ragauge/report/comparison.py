"""A comparison in rows and words, made once for the terminal and for Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.report.figures import at_least, first_of, fixed, interval_text, p_text, plural, short, signed
from ragauge.report.rows import MEANING, counted, dense, named, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.comparison.records import Comparison, Difference, Moved

Line = tuple[str, str]
Rows = list[tuple[str, ...]]
HEAD = ("metric", "base", "candidate", "difference", "interval", "judge", "p", "p adjusted", "wins/ties/losses",
        "pairs", "verdict", "left out")  # fmt: skip
WORDS = ("metric", "judge", "verdict", "left out")
FEW = 5
POWER = "80%"


def comparison_title(comparison: Comparison) -> str:
    """What is held against what."""
    return f"candidate {comparison.candidate} against base {comparison.base}"


def comparison_tables(comparison: Comparison) -> list[Rows]:
    """A table of the metrics over all questions, then one a slicing column; none where nothing is comparable."""
    if not comparison.comparable:
        return []
    tables: dict[str, Rows] = {}
    for one in comparison.differences:
        column, cell = _slice(one)
        tables.setdefault(column, [(column, *HEAD)]).append((cell, *_row(one)))
    overall = tables.pop("", None)
    return [dense(table[0], table[1:]) for table in ([overall] if overall else []) + list(tables.values())]


def _slice(one: Difference) -> tuple[str, str]:
    parts = (one.slice or {}).items()
    return " × ".join(column for column, _ in parts), " × ".join(cell for _, cell in parts)


def _row(one: Difference) -> tuple[str, ...]:
    measured = one.difference is not None
    return (
        one.metric,
        fixed(one.base),
        fixed(one.candidate),
        signed(one.difference),
        interval_text(one.interval, signed),
        one.judge or "",
        p_text(one.p),
        p_text(one.p_adjusted),
        f"{one.wins}/{one.ties}/{one.losses}" if measured else "",
        _pairs(one),
        one.verdict,
        counted(one.left_out),
    )


def _pairs(one: Difference) -> str:
    all_of_them = one.n + sum(one.left_out.values())
    few = " (few)" if one.slice is not None and 0 < one.n < FEW else ""
    return (f"{one.n}" if one.n == all_of_them else f"{one.n} of {all_of_them}") + few


def pairing_lines(comparison: Comparison) -> Iterator[Line]:
    """Which questions are compared, and which are not."""
    pairing = comparison.pairing
    yield "", f"{plural(pairing.common, 'question')} in both with the same gold"
    for ids, where in (
        (pairing.only_base, "only in base"),
        (pairing.only_candidate, "only in candidate"),
        (pairing.changed, "with other gold, not compared"),
    ):
        if ids:
            yield "warning", f"{plural(len(ids), 'question')} {where}: {first_of(ids)}"


def reason_lines(comparison: Comparison) -> Iterator[Line]:
    """Why there are no numbers."""
    yield "error", "not comparable"
    for reason in comparison.reasons:
        yield "", f"  {reason}"


def verdict_lines(comparison: Comparison) -> Iterator[Line]:
    """One sentence a metric over all questions, then one a metric and slice."""
    margin = comparison.provenance.get("margin")
    for one in comparison.differences:
        if one.slice is None or one.n:
            yield "", _where(one) + verdict_sentence(one)
            if margin is not None and one.non_inferior is not None:
                yield "", f"  {margin_sentence(one, margin)}"


def _where(one: Difference) -> str:
    return "".join(f"{column}={cell}, " for column, cell in (one.slice or {}).items())


WITHIN = {"shown": "is shown", "refuted": "is refuted", "open": "is open (the interval says neither)"}


def margin_sentence(one: Difference, margin: float) -> str:
    """Whether the candidate is not worse, or the same, within a margin."""
    not_worse, same = WITHIN.get(one.non_inferior or "", ""), WITHIN.get(one.equivalent or "", "")
    return f"that it is not worse by more than {short(margin)} {not_worse}; that it is within {short(margin)} {same}"


def verdict_sentence(one: Difference) -> str:
    """What is shown, and where nothing is shown, how much that says; of a judge's numbers also what it is worth."""
    name = marked_name(one)
    if one.verdict == "not measured" or one.difference is None:
        why = counted(one.left_out)
        return f"{name}: not measured: no pair of values{f' ({why})' if why else ''}"
    if one.verdict == "identical":
        return f"{name}: identical: {plural(one.n, 'question')} with the same value in both"
    if one.verdict != "no difference shown":
        tested = f" (p {p_text(one.p)}, adjusted {p_text(one.p_adjusted)})" if one.p_adjusted is not None else ""
        return f"{name}: {one.verdict} by {short(abs(one.difference))}{tested}"
    parts = (_ruled_out(one), _resolution(one), _detectable(one))
    return "; ".join([f"{name}: no difference shown", *filter(None, parts)])


def marked_name(one: Difference | Moved) -> str:
    """The metric, with the mark of its judge where it has one.

    >>> from ragauge.comparison.records import Moved
    >>> marked_name(Moved("q", None, "faithfulness", 1.0, 0.5, False, judge="uncalibrated"))
    'faithfulness (uncalibrated)'
    """
    return one.metric if one.judge is None else f"{one.metric} ({one.judge})"


def _ruled_out(one: Difference) -> str:
    if one.interval is None:
        return ""
    low, high = one.interval.low, one.interval.high
    if low > 0 or high < 0:
        return "the interval alone, which is not adjusted for the number of tests, leaves out 0"
    if one.direction == "none":
        return f"more than {at_least(-low)} lower or {at_least(high)} higher is ruled out"
    loss, gain = (-low, high) if one.direction == "higher" else (high, -low)
    said = [("a loss", loss), ("a gain", gain)]
    told = [f"{what} of more than {at_least(size)}" for what, size in said if one.width is None or size < one.width]
    if not told:
        return "nothing is ruled out"
    return ", and ".join([f"{told[0]} is ruled out", *told[1:]])


def _resolution(one: Difference) -> str:
    if one.resolution is None or one.width != 1:
        return ""
    points = f"{100 * one.resolution:.3g}"
    return f"one question is {points} point{'' if points == '1' else 's'}"


def _detectable(one: Difference) -> str:
    if one.detectable is None or (one.width is not None and one.detectable >= one.width):
        return ""
    return (
        f"{plural(one.n, 'pair')} with this spread show a difference of {at_least(one.detectable)} in {POWER} of cases"
    )


def methods_line(comparison: Comparison) -> str:
    """How intervals, tests and their correction were made."""
    measured = [one for one in comparison.differences if one.difference is not None]
    methods = sorted({one.interval.method for one in measured if one.interval})
    tests = sorted({one.test for one in measured if one.test})
    parts = [f"{percent(comparison.level)} intervals of the difference: {', '.join(methods)}"] if methods else []
    if tests:
        parts.append(f"paired test: {' or '.join(tests)}")
        parts.append(f"p adjusted: {comparison.correction} over {plural(comparison.family, 'test')}")
    if tests and any(one.slice is not None for one in measured):
        parts.append("slices are a family of their own")
    return "; ".join(parts)


def reading_lines(comparison: Comparison) -> Iterator[str]:
    """How the table is to be read: methods, and the words it uses."""
    if methods := methods_line(comparison):
        yield methods
    for case in dict.fromkeys(case for one in comparison.differences for case in one.left_out):
        if case in MEANING:
            yield f"{case}: {MEANING[case]}"


def moved_title(comparison: Comparison) -> str:
    """The head of the questions that moved most."""
    return f"questions that moved most: {len(comparison.moved)} shown"


def moved_headline(one: Moved) -> str:
    """A question, its metric and what became of it."""
    text = "" if one.text in (None, one.question) else f"  {one.text}"
    word = "moved" if one.better is None else "better" if one.better else "worse"
    return f"question {one.question}{text}: {marked_name(one)} {fixed(one.base)} → {fixed(one.candidate)}, {word}"


def ranking_table(one: Moved) -> Rows:
    """Both rankings side by side; relevant hits are marked, and told by rank where the hit is not kept.

    >>> from ragauge.comparison.records import Moved
    >>> ranking_table(Moved("q", None, "mrr", 1.0, 0.5, False, ("a", "b"), ("b",), (1,), (57,)))
    [('rank', 'base', 'candidate'), ('1', 'a ✓ relevant', 'b'), ('2', 'b', ''), ('', '', 'relevant at rank 57')]
    """
    sides = ((one.base_hits, one.base_relevant), (one.candidate_hits, one.candidate_relevant))
    if all(hits is None and relevant is None for hits, relevant in sides):
        return []
    columns = [[_hit(hits, place, relevant) for place in range(_depth(one))] for hits, relevant in sides]
    rows = [(str(rank), *cells) for rank, cells in enumerate(zip(*columns, strict=True), 1)]
    below = tuple(_below(*side) for side in sides)
    return [("rank", "base", "candidate"), *rows, *([("", *below)] if any(below) else [])]


def _depth(one: Moved) -> int:
    return max(len(one.base_hits or ()), len(one.candidate_hits or ()))


def _hit(hits: tuple[str, ...] | None, place: int, relevant: tuple[int, ...] | None) -> str:
    if hits is None or place >= len(hits):
        return ""
    return named(hits[place]) + (" ✓ relevant" if place + 1 in (relevant or ()) else "")


def _below(hits: tuple[str, ...] | None, relevant: tuple[int, ...] | None) -> str:
    kept = "hits not kept" if hits is None else "nothing retrieved" if not hits else ""
    if relevant is None:
        return "; ".join(filter(None, (kept, "relevance not kept")))
    deep = tuple(str(rank) for rank in relevant if rank > len(hits or ()))
    ranks = f"relevant at rank {first_of(deep)}" if deep else "" if relevant else "no relevant hit"
    return "; ".join(filter(None, (kept, ranks)))

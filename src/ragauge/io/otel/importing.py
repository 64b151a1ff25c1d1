"""Spans into traces: what arrived twice once, what is not finished left out, and all of that counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.io.otel.building import Built, built
from ragauge.io.otel.documents import documents_of
from ragauge.io.otel.duplicates import without_duplicates
from ragauge.io.otel.forest import Forest, forest_of
from ragauge.io.otel.names import KINDS
from ragauge.io.otel.question import Question, question_of
from ragauge.io.otel.report import SpanReport
from ragauge.io.otel.times import BOUNDS, date_of, latest, moment_asked
from ragauge.io.problem_list import ProblemList

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from ragauge.core.trace import Trace
    from ragauge.io.otel.span import Span

OUT_OF_RANGE, OPEN, SEVERAL = "timestamp out of range", "still open", "about several questions"
OUTSIDE, CIRCULAR = "outside of the window", "spans in a circle, or nested too deeply"
DEEPEST = 200


@dataclass(frozen=True, slots=True)
class Imported:
    """The traces by the time they began, the gold that their metadata name, and what was found and left out.

    ``begun`` is when each of the traces began, in UTC. ``gold`` has one object a question
    (``load_golden(list(imported.gold))``), for questions whose metadata name any.
    """

    traces: tuple[Trace, ...]
    begun: tuple[datetime, ...]
    gold: tuple[dict[str, Any], ...]
    report: SpanReport


def traces_of_spans(spans: Iterable[Span]) -> tuple[Trace, ...]:
    """The traces of spans: see ``import_spans``, which tells what was left out too."""
    return import_spans(spans).traces


def import_spans(
    spans: Iterable[Span],
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    now: datetime | None = None,
    quiet: float = 0.0,
    source: str = "spans",
) -> Imported:
    """Traces from spans of any order.

    Spans that arrived twice count once (``otel.duplicates``). A trace is left out, and counted, when a time in it is
    before 2000, after 2099, or more than a day after ``now``; when it is open: a span has not ended, none is without a
    parent though other traces have one, or the last ended less than ``quiet`` seconds before ``now``; when it began
    outside of ``since`` ≤ start < ``until``; when its spans name several questions. The question is named by the
    metadata of the spans, else by its text, else by the trace.

    >>> from ragauge.io.otel.reading import spans_of
    >>> row = {"context": {"trace_id": "t1", "span_id": "s1"}, "name": "BM25.retrieve",
    ...        "start_time": "2031-05-02T10:00:00Z", "end_time": "2031-05-02T10:00:01Z",
    ...        "attributes": {"openinference.span.kind": "RETRIEVER", "input.value": "Why?",
    ...                       "retrieval.documents": [{"document.id": "d1"}]}}
    >>> imported = import_spans(spans_of([row, row]))
    >>> imported.traces[0].question, imported.traces[0].stage("BM25").items, imported.report.same_id
    ('Why?', ['d1'], 1)

    Raises: InputError for times without a zone, and for attributes of ours that are not what they have to be.
    """
    spans = list(spans)
    window = moment_asked(since, "since"), moment_asked(until, "until")
    moment = moment_asked(now, "now")
    unique = without_duplicates(spans)
    report = SpanReport(len(spans), same_id=unique.same_id, same_content=unique.same_content)
    report.unknown_kinds = _unknown(unique.spans)
    telling = frozenset(span.name for span in unique.spans if documents_of(span))
    forests = _forests(unique.spans, report)
    report.rootless = bool(forests) and not any(forest.is_rooted for forest in forests.values())
    made: list[tuple[Question, Built]] = []
    begun: list[datetime] = []
    problems = ProblemList()
    for trace, forest in forests.items():
        kept = [node.span for node in forest.walk()]
        question = question_of(kept)
        reason = _left_out(forest, kept, window, moment, quiet, rootless=report.rootless)
        if reason is None and len(question.ids) > 1:
            reason = SEVERAL
        if reason is not None:
            report.put_aside(reason, trace)
            continue
        name = question.ids[0] if question.ids else question.text or trace
        try:
            made.append((question, built(forest, name, question.text, telling)))
            begun.append(date_of(min(span.start for span in kept)))
        except ValueError as error:
            problems.add(Problem(f"trace {trace}: {error}", source))
    if problems:
        raise InputError(problems.all())
    _count(report, [one for _, one in made])
    return Imported(tuple(one.trace for _, one in made), tuple(begun), _gold(made), report)


def _unknown(spans: Iterable[Span]) -> dict[str, int]:
    counted = Counter(span.kind or "none" for span in spans if span.kind not in KINDS)
    return dict(sorted(counted.items()))


def _forests(spans: Iterable[Span], report: SpanReport) -> dict[str, Forest]:
    """The trees of each trace, by the time at which it began."""
    by_trace: dict[str, list[Span]] = {}
    for span in spans:
        if span.trace is None:
            report.without_trace += 1
        else:
            by_trace.setdefault(span.trace, []).append(span)
    begun = sorted(by_trace, key=lambda trace: (min(span.start for span in by_trace[trace]), trace))
    return {trace: forest_of(by_trace[trace]) for trace in begun}


def _left_out(
    forest: Forest,
    spans: list[Span],
    window: tuple[int | None, int | None],
    now: int | None,
    quiet: float,
    *,
    rootless: bool,
) -> str | None:
    """Why a trace is no trace to be measured; None where it is."""
    if forest.circular or forest.depth > DEEPEST:
        return CIRCULAR
    first, last = BOUNDS[0], latest(now)
    if any(not first <= moment < last for span in spans for moment in (span.start, span.end) if moment is not None):
        return OUT_OF_RANGE
    begin, end = window
    start = min(span.start for span in spans)
    if (begin is not None and start < begin) or (end is not None and start >= end):
        return OUTSIDE
    ended = [span.end for span in spans if span.end is not None]
    if len(ended) < len(spans) or not (forest.is_rooted or rootless):
        return OPEN
    return OPEN if now is not None and max(ended) + round(quiet * 1e9) > now else None


def _count(report: SpanReport, made: list[Built]) -> None:
    report.traces = len(made)
    for one in made:
        retrievals = [call for call in one.calls if call.kind == "lane"]
        report.calls["retrieval"] += len(retrievals)
        report.calls["reranking"] += sum(call.kind == "reranked" for call in one.calls)
        report.calls["model"] += len(one.usage.models)
        report.calls["embedding"] += len(one.usage.embeddings)
        report.empty += sum(call.hits == () for call in retrievals)
        report.unrecorded += sum(call.hits is None for call in retrievals)
        report.repeated_tokens += one.usage.repeated
        report.partial_tokens += bool({"prompt", "completion"} & set(one.usage.partial))
        report.unread_places += one.unread


def _gold(made: list[tuple[Question, Built]]) -> tuple[dict[str, Any], ...]:
    """One object a question whose metadata name gold: its id, its text, and these metadata."""
    rows: dict[str, dict[str, Any]] = {}
    for question, one in made:
        if question.has_gold:
            text = {} if question.text is None else {"question": question.text}
            rows.setdefault(one.trace.question, {"question_id": one.trace.question, **text, **question.about})
    return tuple(rows.values())

"""From results of commands, gold and traces to what a report shows: what is missing and can be computed is computed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.answering.loading import is_table_in_memory, load_traced
from ragauge.comparison.comparing import compare
from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.core.trace import Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import follow
from ragauge.io.trace_tables import traced_of
from ragauge.io.traces import read_traces
from ragauge.loading import golden_from
from ragauge.report.agreement import disagreements
from ragauge.report.diagnosis_json import diagnosis_data
from ragauge.report.html.document import document
from ragauge.report.html.inputs import Inputs
from ragauge.report.html.page import page
from ragauge.report.result_kinds import SCORECARD
from ragauge.tables.golden import Golden

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.reading import Reading
    from ragauge.core.scorecard import Scorecard
    from ragauge.report.result_files import Result
    from ragauge.tables.traced import Traced

ONCE = ("diagnosis", "comparison", "sweep", "gate")
"""The results of which a report shows one."""
PAIR = 2


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """What single questions are looked up in; ``traces`` are those of ``traced`` one by one, where they are at hand.

    ``k``: how many hits are handed on, where the traces do not tell.
    """

    golden: Golden | None = None
    traced: Traced | None = None
    around: Surroundings = field(default_factory=Surroundings)
    traces: tuple[Trace, ...] = ()
    k: int | None = None


def html_report(inputs: Inputs, language: str = "en") -> str:
    """The report as one HTML file."""
    return page(*document(inputs), language=language)


def assemble(results: Sequence[Result], data: Data | None = None, *, title: str | None = None) -> Inputs:
    """The inputs of a report.

    Of two scorecards the second is the candidate, as in ``ragauge compare BASE CANDIDATE``; they are compared unless
    their comparison is there, which says which is which. Gold and traces are diagnosed unless a diagnosis is there.

    Raises: InputError for a kind of which there is more than a report shows, and for results that do not belong
        together.
    """
    data = data or Data()
    there = {kind: _only(results, kind) for kind in ONCE}
    cards = _cards([one for one in results if one.kind == SCORECARD], there["comparison"])
    files = [one.file for one in cards]
    found = Inputs(
        title=title or "",
        cards=tuple(one.data for one in cards),
        diagnosis=there["diagnosis"] if there["diagnosis"] is not None else diagnosed(data),
        comparison=there["comparison"] if there["comparison"] is not None else _compared(cards),
        sweep=there["sweep"],
        gate=there["gate"],
        calibrations=tuple(one.data for one in results if one.kind == "calibration"),
        biases=tuple(one.data for one in results if one.kind == "bias"),
        golden=data.golden,
        traced=data.traced,
        around=data.around,
        traces=data.traces,
    )
    names = {one.kind: one.file for one in results}
    if problems := [Problem(message, file) for file, message in disagreements(found, names, files)]:
        raise InputError(problems)
    return titled(found)


def shown_data(gold: Any, traces: Any, reading: Reading, around: Surroundings) -> Data:
    """Gold and traces as ``ragauge eval`` reads them, either of which may be None; records of ``Trace`` are traces too.

    A report shows answers too, so gold alone may do without evidence.

    Raises: InputError with every problem of a file, and for traces that are none.
    """
    if traces is None:
        return Data(None if gold is None else _gold(gold, reading), around=around)
    if isinstance(traces, str | PathLike) or is_table_in_memory(traces):
        told = load_traced(gold, traces, reading)
        alone = told.of_table or not isinstance(traces, str | PathLike)
        return Data(told.golden, told.traced, around, () if alone else one_by_one(traces))
    records = tuple(traces)
    if odd := [one for one in records if not isinstance(one, Trace)]:
        raise InputError(f"traces are a path, a table or records of Trace, got {brief(odd[0])}")
    return Data(None if gold is None else _gold(gold, reading), traced_of(records), around, records)


def _gold(gold: Any, reading: Reading) -> Golden:
    return gold if isinstance(gold, Golden) else golden_from(gold, replace(reading, evidence=False))


def one_by_one(path: str | PathLike[str]) -> tuple[Trace, ...]:
    """The traces of a file with their times and costs, which a table of Parquet has not: none of one."""
    return () if str(path).lower().endswith(".parquet") else read_traces(Path(path))


def diagnosed(data: Data) -> Mapping[str, Any] | None:
    """The diagnosis of gold and traces; None without both, and where the gold names no evidence that could be lost.

    Raises: InputError where the traces cannot be followed.
    """
    if data.golden is None or data.traced is None or data.golden.judgments.is_empty():
        return None
    return diagnosis_data(follow(data.golden, data.traced, data.around, k=data.k))


def titled(inputs: Inputs) -> Inputs:
    """The same with a title that says what is shown, where it has none."""
    if inputs.title:
        return inputs
    return replace(inputs, title=title_of(inputs) or "ragauge")


def title_of(inputs: Inputs) -> str:
    """What is shown, in names that are the same in every language: the run and the gold, or base and candidate."""
    if inputs.comparison is not None:
        return f"{inputs.comparison['base']} → {inputs.comparison['candidate']}"
    if inputs.card is not None:
        return _of(inputs.card.provenance, "run", "gold")
    if inputs.diagnosis is not None:
        return _of(inputs.diagnosis["provenance"], "traces", "gold")
    if inputs.gate is not None:
        return str(inputs.gate["scorecard"])
    return "" if inputs.sweep is None else str(inputs.sweep["metric"])


def _of(provenance: Mapping[str, Any], *names: str) -> str:
    known = [provenance.get(name) for name in names]
    sources = [str(one["source"]) for one in known if isinstance(one, dict) and one.get("source")]
    return " · ".join(sources)


def _only(results: Sequence[Result], kind: str) -> Mapping[str, Any] | None:
    found = [one for one in results if one.kind == kind]
    if len(found) > 1:
        told = f"another {kind} beside {found[0].file}: a report shows one"
        raise InputError([Problem(told, one.file) for one in found[1:]])
    return found[0].data if found else None


def _cards(found: Sequence[Result], comparison: Mapping[str, Any] | None) -> list[Result]:
    """The scorecards, the one that is looked at first: of two the candidate."""
    if len(found) > PAIR:
        told = f"{len(found)} scorecards: a report looks at one, or at two; compare more with: ragauge compare"
        raise InputError([Problem(told, found[PAIR].file)])
    if len(found) < PAIR:
        return list(found)
    base, candidate = found
    if comparison is not None and (comparison["base"], comparison["candidate"]) == (candidate.file, base.file):
        return [base, candidate]
    return [candidate, base]


def _compared(cards: Sequence[Result]) -> Mapping[str, Any] | None:
    if len(cards) < PAIR:
        return None
    candidate, base = (_called(one) for one in cards)
    return compare(base, candidate).to_dict()


def _called(one: Result) -> Scorecard:
    card: Scorecard = one.data
    return card.called(one.file)

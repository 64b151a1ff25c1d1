"""What notebooks show of results: their tables, their charts, and the whole report."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.comparison.records import Comparison
from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.reading import Reading
from ragauge.core.scorecard import Scorecard
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import Diagnosis
from ragauge.gating.records import GateResult
from ragauge.golden.chunks.table import chunk_table
from ragauge.io.corpus_files import read_corpus
from ragauge.io.writing import write_text
from ragauge.report.assembling import Data, assemble, html_report, shown_data
from ragauge.report.diagnosis_json import diagnosis_data
from ragauge.report.html.strings import LANGUAGES
from ragauge.report.notebook_html import html_of
from ragauge.report.plots import ChartPlot, plot_of_inputs
from ragauge.report.result_files import Result, read_result
from ragauge.sweeping.result import Sweep

if TYPE_CHECKING:
    from ragauge.core.reading import Match

__all__ = ["HtmlReport", "html_of", "plot_of", "report_html"]
HEIGHT = 720


@dataclass(frozen=True, slots=True, repr=False)
class HtmlReport:
    """A report as one HTML file, which a notebook shows in a frame of its own."""

    text: str

    def __repr__(self) -> str:
        return f"<report of {len(self.text.encode()) / 1000:,.0f} kB; save(path) writes it>"

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file.

        Raises: InputError when it cannot be written.
        """
        write_text(Path(path), self.text)

    def _repr_html_(self) -> str:
        """In a frame that can neither reach the notebook nor the network."""
        style = f"width: 100%; height: {HEIGHT}px; border: 0"
        return f'<iframe sandbox="allow-scripts allow-modals" style="{style}" srcdoc="{escape(self.text)}"></iframe>'


def report_html(
    *results: Any,
    gold: Any = None,
    traces: Any = None,
    corpus: Any = None,
    chunks: Any = None,
    match: Match | None = None,
    title: str | None = None,
    language: str = "en",
) -> HtmlReport:
    """Results of any kind as one HTML report that needs no network.

    ``results``: a Scorecard, Comparison, Diagnosis, Sweep or the result of a gate, or the path of a file that a command
    wrote with ``--json``. Two scorecards are base and candidate, and compared. ``gold`` is what ``load_golden`` reads,
    ``traces`` a path, a table of
    answers in memory or records of ``Trace``, ``corpus`` and ``chunks`` as for ``diagnose``: with them the report shows
    the path of each question, and where evidence was lost. ``language``: ``en`` or ``ru``, a reader can change it.

    Raises: InputError for what is no result, and for results that do not belong together.
    """
    if language not in LANGUAGES:
        raise InputError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    if not results and gold is None and traces is None:
        raise InputError("name what is to be shown: results, or gold and traces")
    data = _data(gold, traces, corpus, chunks, match)
    if data.golden is None and data.traced is None:
        data = next((Data(one.golden, one.traced, data.around) for one in results if isinstance(one, Diagnosis)), data)
    return HtmlReport(html_report(assemble([_result(one) for one in results], data, title=title), language))


def plot_of(result: Any, name: str | None = None, language: str = "en") -> ChartPlot:
    """A chart of a result; without a name the first one that the report has.

    Raises: InputError for a chart that there is not.
    """
    return plot_of_inputs(assemble([_result(result)]), name, language)


def _result(given: Any) -> Result:
    """A result as a report takes it, whether it was read or made."""
    if isinstance(given, str | PathLike):
        return read_result(Path(given))
    if isinstance(given, Scorecard):
        run = given.provenance.get("run") or {}
        return Result(str(run.get("source", "scorecard")), "scorecard", given)
    if isinstance(given, Diagnosis):
        return Result("diagnosis", "diagnosis", diagnosis_data(given))
    for kind, name in ((Comparison, "comparison"), (Sweep, "sweep"), (GateResult, "gate")):
        if isinstance(given, kind):
            return Result(name, name, given.to_dict())
    raise InputError(f"no result of ragauge: {brief(given)}")


def _data(gold: Any, traces: Any, corpus: Any, chunks: Any, match: Match | None) -> Data:
    around = Surroundings(
        chunks=None if chunks is None else chunk_table(chunks), corpus=None if corpus is None else read_corpus(corpus)
    )
    return shown_data(gold, traces, Reading(match=match), around)

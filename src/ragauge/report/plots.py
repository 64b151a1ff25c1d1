"""A chart of a result by itself: for notebooks, and as a file."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.backends.vl_convert import chart_png, chart_svg
from ragauge.core.errors import InputError
from ragauge.io.writing import write_all
from ragauge.report.charts.chart import SCHEMA
from ragauge.report.charts.drawing import charts_of, complete
from ragauge.report.html.strings import LANGUAGES, translator
from ragauge.report.notebook_html import table

if TYPE_CHECKING:
    from os import PathLike

    from ragauge.report.charts.chart import Chart
    from ragauge.report.html.inputs import Inputs

MIME = "application/vnd.vegalite.v{}+json"
VERSIONS = (6, 5)
"""The major versions of Vega-Lite that notebooks draw; what is in these charts is the same in both."""


@dataclass(frozen=True, slots=True, repr=False)
class ChartPlot:
    """One chart in one language.

    >>> from ragauge.report.charts.forest import forest
    >>> row = {"metric": "mrr", "value": 0.5, "low": 0.4, "high": 0.6, "n": 9}
    >>> plot = ChartPlot(forest("metrics", [row]))
    >>> plot, plot.spec["title"], plot.spec["data"]["values"][0]["value"]
    (<chart 'metrics': Metrics from 0 to 1>, 'Metrics from 0 to 1', 0.5)
    """

    chart: Chart
    language: str = "en"

    def __repr__(self) -> str:
        return f"<chart {self.chart.name!r}: {translator(self.language)(self.chart.title)}>"

    @property
    def spec(self) -> dict[str, Any]:
        """The specification for Vega-Lite, with data and words; it refers to nothing elsewhere."""
        return complete(self.chart, self.language)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file: SVG or PNG, which need ``ragauge[charts]``, or JSON.

        Raises: InputError for another end of its name, and when it cannot be written; MissingDependencyError.
        """
        kind = Path(path).suffix.lower()
        spec = self.spec
        if kind == ".svg":
            data = chart_svg(spec).encode()
        elif kind == ".png":
            data = chart_png(spec)
        elif kind == ".json":
            data = (json.dumps(spec, ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode()
        else:
            raise InputError(f"{path}: a chart is written as .svg, .png or .json (Vega-Lite), by the end of its name")
        write_all([(Path(path), data)])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """For Vega-Lite, for what has none as a picture where vl-convert is there, and else as its table."""
        del include, exclude
        spec = self.spec
        known = {MIME.format(version): {**spec, "$schema": SCHEMA.replace("v6", f"v{version}")} for version in VERSIONS}
        return {**known, "text/html": self._html(spec), "text/plain": repr(self)}

    def _html(self, spec: dict[str, Any]) -> str:
        if find_spec("vl_convert") is None:
            return table(self._rows())
        data = base64.b64encode(chart_svg(spec).encode()).decode("ascii")
        return f'<img alt="{self.chart.name}" src="data:image/svg+xml;base64,{data}">'

    def _rows(self) -> list[tuple[str, ...]]:
        """The rows of the table of the chart as texts."""
        words = translator(self.language)
        rows = self.spec["data"]["values"]
        head = tuple(words(column.title) for column in self.chart.columns)
        return [head, *(tuple(_cell(row.get(column.field)) for column in self.chart.columns) for row in rows)]


def plot_of_inputs(inputs: Inputs, name: str | None, language: str) -> ChartPlot:
    """A chart of what a report would show; without a name its first one.

    Raises: InputError for a chart that there is not, or a language.
    """
    if language not in LANGUAGES:
        raise InputError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    charts = {chart.name: chart for chart in charts_of(inputs)}
    if not charts:
        raise InputError("there is nothing to draw: no value was measured")
    if name is not None and name not in charts:
        raise InputError(f"no chart {name!r}; there are {', '.join(charts)}")
    return ChartPlot(charts[name or next(iter(charts))], language)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)

"""The charts of a report outside of its page: complete specifications, and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ragauge.backends.vl_convert import chart_png, chart_svg
from ragauge.comparison.marks import marked, marks_of
from ragauge.report.charts.chart import Chart, TableColumn
from ragauge.report.charts.theme import CONFIG, WIDTH, palette
from ragauge.report.html.document import SECTIONS
from ragauge.report.html.strings import translator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.report.html.inputs import Inputs

PARTS = set(Chart.__slots__)


def charts_of(inputs: Inputs) -> list[Chart]:
    """The charts that the page of these inputs has, in its order.

    They may stand alone, and so the names of metrics that asked a judge have what that judge is worth beside them.

    Raises: ValueError where two have the same name, which would be one file.
    """
    names_of = dict(_marked_names(inputs))
    found = [_renamed(chart, names_of) for build in SECTIONS.values() for chart in _within(build(inputs))]
    names = [chart.name for chart in found]
    if len(set(names)) < len(names):
        raise ValueError(f"two charts with one name among {', '.join(names)}")
    return found


def _within(value: Any) -> Iterator[Chart]:
    if isinstance(value, Mapping):
        if value.keys() == PARTS:
            columns = tuple(TableColumn(**column) for column in value["columns"])
            yield Chart(**{**value, "columns": columns})
            return
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _within(one)


def _marked_names(inputs: Inputs) -> Iterator[tuple[str, str]]:
    if inputs.card is not None:
        for metric in marks_of(inputs.card):
            yield metric, marked(inputs.card, metric)
    for one in () if inputs.comparison is None else inputs.comparison["differences"]:
        if one.get("judge"):
            yield one["metric"], f"{one['metric']} ({one['judge']})"


def _renamed(chart: Chart, names: Mapping[str, str]) -> Chart:
    if not any("metric" in row for row in chart.rows):
        return chart
    return replace(chart, rows=[{**row, "metric": names.get(row["metric"], row["metric"])} for row in chart.rows])


def complete(chart: Chart, language: str = "en", theme: str = "light") -> dict[str, Any]:
    """A specification with everything in it: data, words, colours and size; it refers to nothing elsewhere.

    Raises: KeyError for a name of a text or a colour that there is not.
    """
    known = replace(chart, spec={"width": WIDTH, **chart.spec, "config": CONFIG})
    return known.vega_lite(translator(language), palette(theme).__getitem__)


def pictures(inputs: Inputs, language: str = "en") -> list[tuple[str, bytes]]:
    """Names and bytes of an SVG and a PNG of each chart.

    Raises: MissingDependencyError without vl-convert.
    """
    found: list[tuple[str, bytes]] = []
    for chart in charts_of(inputs):
        spec = complete(chart, language)
        found += [(f"{chart.name}.svg", chart_svg(spec).encode()), (f"{chart.name}.png", chart_png(spec))]
    return found

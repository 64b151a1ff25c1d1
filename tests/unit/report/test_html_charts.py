"""Charts outside of the page: complete specifications in the colours of the page, and pictures."""

import json
import re
import sys
from dataclasses import replace

import pytest

from ragauge.core.errors import MissingDependencyError
from ragauge.report.charts.chart import Chart
from ragauge.report.charts.curve import curve
from ragauge.report.charts.differences import differences, outcomes
from ragauge.report.charts.drawing import charts_of, complete, pictures
from ragauge.report.charts.forest import forest
from ragauge.report.charts.frontier import frontier
from ragauge.report.charts.pairs import pairs
from ragauge.report.charts.reliability import reliability
from ragauge.report.charts.seconds import seconds
from ragauge.report.charts.theme import CONFIG, palette
from ragauge.report.charts.waterfall import waterfall
from ragauge.report.html.inputs import Inputs

ROW = {"first": "cut", "last": "cut", "name": "cut at k", "loss": True, "needs": 1, "questions": 1, "entered": 4,
       "share": 0.25, "interval": [0.0, 0.5]}  # fmt: skip
RIGHT = {**ROW, "first": "right", "last": "right", "loss": False, "needs": 3}
DIAGNOSIS = {"rows": [ROW, RIGHT], "recovery": [], "figures": {}, "unanswerable": {}, "left_out": {}, "advice": [],
             "notes": [], "needs": [], "provenance": {}}  # fmt: skip
VALUE = {"metric": "mrr", "value": 1 / 3, "low": 0.21, "high": 0.62, "n": 9, "name": "a", "tokens": 9.5, "at": 200,
         "pareto": True, "kind": "best", "base": 0.25, "candidate": 0.5, "difference": 0.25, "step": "search",
         "median": 0.2, "p95": 0.9, "mean": 0.4, "rate": 0.5}  # fmt: skip
CHARTS = (
    waterfall(DIAGNOSIS),
    forest("metrics", [VALUE]),
    differences([{**VALUE, "kind": "better"}]),
    outcomes([{"metric": "mrr", "outcome": "comparison.wins", "count": 4, "place": 0}]),
    pairs("mrr", [(0.5, 1.0), (1.0, 0.0)]),
    frontier([VALUE]),
    curve("size", [VALUE, {**VALUE, "at": 400}]),
    reliability([VALUE]),
    seconds([VALUE]),
)


def texts(value):
    """All texts in a specification."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_a_specification_is_complete(chart, language, theme):
    spec = complete(chart, language, theme)
    found = list(texts(spec))
    assert not [one for one in found if one.startswith(("$", "@"))]
    assert [one for one in found if "://" in one] == ["https://vega.github.io/schema/vega-lite/v6.json"]
    assert len(spec["data"]["values"]) == len(chart.rows)
    assert spec["config"]["background"] == palette(theme)["card"]
    json.dumps(spec, allow_nan=False)


def test_data_that_look_like_names_stay_data():
    spec = complete(forest("metrics", [{**VALUE, "metric": "@stages.value"}, {**VALUE, "metric": "$good"}]))
    assert [row["metric"] for row in spec["data"]["values"]] == ["@stages.value", "$good"]


def test_the_colours_are_those_of_the_style_sheet():
    from importlib.resources import files

    css = files("ragauge.report.html").joinpath("app", "base.css").read_text(encoding="utf-8")
    for theme in ("light", "dark"):
        assert {f"--{name}: {value};" in css for name, value in palette(theme).items()} == {True}
    assert palette("light")["good"] != palette("dark")["good"]


def test_a_colour_that_there_is_not_is_no_colour():
    with pytest.raises(KeyError):
        complete(replace(CHARTS[0], spec={"mark": {"color": "$gold"}}))
    with pytest.raises(KeyError):
        palette("sepia")


def test_the_look_is_that_of_the_page():
    """The same names of colours for the same things as in ``app/chart.js``."""
    from importlib.resources import files

    script = files("ragauge.report.html").joinpath("app", "chart.js").read_text(encoding="utf-8")
    for name in ("labelColor", "titleColor", "gridColor", "domainColor", "tickColor"):
        color = CONFIG["axis"][name][1:]
        assert re.search(rf"{name}: {color}\b", script), name


def test_the_charts_of_a_report():
    found = charts_of(Inputs("t", diagnosis=DIAGNOSIS))
    assert [one.name for one in found] == ["waterfall"]
    assert isinstance(found[0], Chart)
    assert found[0].to_dict() == waterfall(DIAGNOSIS).to_dict()


def test_two_charts_of_one_name_are_a_mistake(monkeypatch):
    from ragauge.report.charts import drawing

    twice = {name: (lambda _inputs: forest("metrics", [VALUE]).to_dict()) for name in ("a", "b")}
    monkeypatch.setattr(drawing, "SECTIONS", twice)
    with pytest.raises(ValueError, match="two charts with one name"):
        charts_of(Inputs("t"))


def test_without_vl_convert_it_is_told_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'ragauge\[charts\]'"):
        pictures(Inputs("t", diagnosis=DIAGNOSIS))


class TestPictures:
    @pytest.fixture(autouse=True)
    def needed(self):
        pytest.importorskip("vl_convert", reason="vl-convert-python is not installed")

    def test_names_and_kinds(self):
        found = dict(pictures(Inputs("t", diagnosis=DIAGNOSIS), "ru"))
        assert list(found) == ["waterfall.svg", "waterfall.png"]
        assert found["waterfall.png"].startswith(b"\x89PNG\r\n")
        assert "Воронка свидетельств" in found["waterfall.svg"].decode()

    def test_the_same_bytes_each_time(self):
        inputs = Inputs("t", diagnosis=DIAGNOSIS)
        assert pictures(inputs) == pictures(inputs)

    @pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
    def test_an_svg_refers_to_nothing_and_is_in_the_colours(self, chart):
        from ragauge.backends.vl_convert import chart_svg

        svg = chart_svg(complete(chart))
        links = set(re.findall(r"""(?:https?:)?//[^"'\s)]+""", svg))
        assert links <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
        assert not re.search(r"<(script|image|foreignObject|use)\b|@import|url\((?!#)", svg)
        used = set(re.findall(r"#[0-9a-f]{6}", svg))
        assert used <= set(palette().values()) | {"#000000"}
        assert palette()["ink"] in used

    def test_an_svg_has_the_values(self):
        from ragauge.backends.vl_convert import chart_svg

        svg = chart_svg(complete(forest("metrics", [VALUE])))
        (point,) = re.findall(r'aria-label="(value: [^"]*)"', svg)
        assert "value: 0.333333333333;" in point
        assert "from: 0.2100; to: 0.6200" in point

    def test_nothing_is_loaded_from_anywhere(self):
        from ragauge.backends.vl_convert import chart_svg

        spec = {"data": {"url": "http://127.0.0.1:9/data.csv"}, "mark": "point", "encoding": {"x": {"field": "a"}}}
        with pytest.raises(ValueError, match="External data url not allowed"):
            chart_svg(spec)


def test_no_chart_shows_a_judges_number_alone():
    from judged_cards import judged_card
    from ragauge.comparison.comparing import compare
    from scorecards import of

    base, card = (judged_card(*values, beside=of(1.0, 0.0)) for values in ((0.5, 0.5), (1.0, 0.5)))
    (alone,) = charts_of(Inputs("t", cards=(card,)))
    assert [row["metric"] for row in alone.rows] == ["faithfulness (uncalibrated)", "recall@5"]
    both = charts_of(Inputs("t", cards=(card, base), comparison=compare(base, card).to_dict()))
    named = {row["metric"] for chart in both for row in chart.rows if "metric" in row}
    assert named == {"faithfulness (uncalibrated)", "recall@5"}

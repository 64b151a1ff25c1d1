"""What a notebook shows: tables with everything escaped, charts with their data, the report in a frame."""

import html
import json
import re
from dataclasses import replace

import pytest

import ragauge
from judged_cards import judged_card
from ragauge.core.errors import InputError
from ragauge.core.trace import StageHits, Trace
from report_data import FILES, SCRIPT, data_of
from scorecards import of, scorecard

BASE = ragauge.Scorecard.from_json(scorecard({**of(1.0, 0.0, 0.5, "no_relevant"), **of(0.1, 0.2, 1 / 3, metric="mrr")}))
BETTER = ragauge.Scorecard.from_json(scorecard({**of(1.0, 1.0, 0.5, "no_relevant"), **of(0.5, 0.2, 0.9, metric="mrr")}))
LANES = [StageHits("bm25", "lane", (("a", None), ("b", None)))]
TRACES = [Trace("q1", stages=LANES), Trace("q2", stages=LANES)]


def sweep():
    """A sweep of two configurations, made by hand from scorecards."""
    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.result import Cost, Point, Sweep

    points = [Point(Setup(chunking={"size": size}), 5, "recall@5", card, Cost(float(size), 9, 99), pareto=True)
              for size, card in ((200, BETTER), (100, BASE))]  # fmt: skip
    return Sweep(tuple(points), "recall@5", points[0], points[1])


RESULTS = {
    "scorecard": lambda: BASE,
    "comparison": lambda: ragauge.compare(BASE, BETTER),
    "diagnosis": lambda: ragauge.diagnose({"q1": ["a"], "q2": ["b"]}, TRACES, k=1),
    "sweep": sweep,
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_shows_itself(name):
    shown = RESULTS[name]()._repr_html_()
    assert re.sub(r"</?(div|p|b|table|thead|tbody|tr|th|td|ul|li|details|summary)>", "", shown).count("<") == 0
    assert "<table>" in shown


def test_values_intervals_counts_and_what_was_left_out():
    shown = BASE._repr_html_()
    assert "<td>recall@5</td><td>0.5000</td>" in shown
    assert "3 of 4" in shown
    assert "1 no_relevant" in shown


@pytest.mark.parametrize("text", [SCRIPT, "<i>", '"&', "\x1b[31m"])
def test_data_are_never_markup(text):
    card = replace(BASE, provenance={**BASE.provenance, "run": {"source": text}}, warnings=(text,))
    shown = card._repr_html_()
    assert text not in shown
    assert html.escape(text).replace("\x1b", "\ufffd") in shown
    assert "<img" not in shown


def test_a_judge_is_marked():
    assert "uncalibrated" in judged_card(1.0, 0.5)._repr_html_()
    assert "uncalibrated" not in BASE._repr_html_()


@pytest.mark.parametrize(("name", "charts"), [
    ("scorecard", ["metrics"]), ("comparison", ["differences", "outcomes"]), ("diagnosis", ["waterfall"]),
    ("sweep", ["frontier"]),
])  # fmt: skip
def test_a_result_has_charts(name, charts):
    result = RESULTS[name]()
    assert result.plot().spec == result.plot(charts[0]).spec
    for chart in charts:
        assert result.plot(chart, language="ru").spec["title"] != result.plot(chart).spec["title"]
    with pytest.raises(InputError, match=f"no chart 'pie'; there are {', '.join(charts)}"):
        result.plot("pie")


def test_a_chart_has_the_values_to_the_last_digit():
    rows = BASE.plot().spec["data"]["values"]
    assert {row["metric"]: row["value"] for row in rows} == {one.metric: one.value for one in BASE.scores}


def test_a_chart_for_notebooks(monkeypatch):
    from ragauge.report import plots

    monkeypatch.setattr(plots, "find_spec", lambda _name: None)
    shown = BASE.plot()._repr_mimebundle_()
    assert shown["application/vnd.vegalite.v6+json"]["$schema"].endswith("/v6.json")
    assert shown["application/vnd.vegalite.v5+json"]["$schema"].endswith("/v5.json")
    assert "<td>0.5000</td>" in shown["text/html"]
    assert shown["text/plain"] == "<chart 'metrics': Metrics from 0 to 1>"


def test_a_chart_as_a_file(tmp_path):
    BASE.plot().save(tmp_path / "c.json")
    assert json.loads((tmp_path / "c.json").read_text(encoding="utf-8")) == BASE.plot().spec
    with pytest.raises(InputError, match=r"a chart is written as \.svg, \.png or \.json"):
        BASE.plot().save(tmp_path / "c.pdf")
    pytest.importorskip("vl_convert", reason="vl-convert-python is not installed")
    BASE.plot().save(tmp_path / "c.svg")
    BASE.plot().save(tmp_path / "c.PNG")
    assert (tmp_path / "c.svg").read_bytes().startswith(b"<svg")
    assert (tmp_path / "c.PNG").read_bytes().startswith(b"\x89PNG")
    assert "data:image/svg+xml;base64," in BASE.plot()._repr_mimebundle_()["text/html"]


def test_notebooks_of_older_vega_lite_draw_the_same():
    convert = pytest.importorskip("vl_convert", reason="vl-convert-python is not installed")
    for result in RESULTS.values():
        spec = result().plot()._repr_mimebundle_()["application/vnd.vegalite.v5+json"]
        assert "<svg" in convert.vegalite_to_svg(spec, vl_version="5.21", allowed_base_urls=[])


def test_a_result_without_a_value_has_nothing_to_draw():
    nothing = ragauge.Scorecard.from_json(scorecard(of("no_relevant", "no_relevant")))
    with pytest.raises(InputError, match="there is nothing to draw"):
        nothing.plot()
    with pytest.raises(InputError, match="no language 'de'; there are en, ru"):
        BASE.plot(language="de")


def test_results_that_are_no_results_show_nothing():
    from ragauge.report.notebook_html import html_of

    with pytest.raises(TypeError, match="int is no result"):
        html_of(3)


class TestReport:
    def test_scorecards_are_compared(self, tmp_path):
        report = ragauge.report_html(BASE, BETTER, language="ru", title="Май")
        report.save(tmp_path / "r.html")
        page = (tmp_path / "r.html").read_text(encoding="utf-8")
        assert page == report.text
        found = data_of(page)
        assert (found["title"], found["language"]) == ("Май", "ru")
        assert found["sections"]["comparison"]["rows"][0]["wins"] == 1

    def test_a_frame_has_no_way_out(self):
        shown = ragauge.report_html(BASE)._repr_html_()
        start, _, rest = shown.partition('srcdoc="')
        assert 'sandbox="allow-scripts allow-modals"' in start
        text, _, end = rest.partition('"')
        assert html.unescape(text) == ragauge.report_html(BASE).text
        assert end == "></iframe>"

    def test_results_may_be_files_and_data_paths(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for name in ("gold.jsonl", "traces.jsonl", "chunks.jsonl"):
            (tmp_path / name).write_text(FILES[name], encoding="utf-8")
        (tmp_path / "s.json").write_text(BASE.to_json(), encoding="utf-8")
        assert "stages" in data_of(ragauge.report_html("s.json").text)["sections"]
        data = {"gold": "gold.jsonl", "traces": "traces.jsonl", "chunks": "chunks.jsonl", "match": "all"}
        by_path = ragauge.report_html(**data)
        records = ragauge.report_html(**{**data, "traces": ragauge.read_traces("traces.jsonl")})
        assert data_of(by_path.text)["sections"]["funnel"] == data_of(records.text)["sections"]["funnel"]

    def test_a_diagnosis_brings_its_gold_and_traces(self):
        found = ragauge.diagnose({"q1": ["a"], "q2": ["b"]}, TRACES, k=1)
        assert data_of(ragauge.report_html(found).text)["sections"]["questions"]["ids"] == ["q1", "q2"]

    def test_what_is_refused(self):
        with pytest.raises(InputError, match="no result of ragauge: 3"):
            ragauge.report_html(3)
        with pytest.raises(InputError, match="name what is to be shown"):
            ragauge.report_html()
        with pytest.raises(InputError, match="no language 'de'"):
            ragauge.report_html(BASE, language="de")
        with pytest.raises(InputError, match="traces are a path, a table or records of Trace, got 3"):
            ragauge.report_html(gold={"q1": ["a"]}, traces=[3])
        with pytest.raises(InputError, match="3 scorecards"):
            ragauge.report_html(BASE, BASE, BASE)

"""Every number on the page is the one in the results, to the last digit that is shown."""

import re

from watched_page import texts

from ragauge.report.html.strings import strings


def interval(ends):
    return "" if ends is None else f" [{ends['low']:.3f}, {ends['high']:.3f}]"


def signed(value, digits):
    """As in the terminal: what is not 0 never reads as 0."""
    if not value:
        return f"{0:.{digits}f}"
    return f"{value:+.1e}" if abs(value) < 0.5 * 10**-digits else f"{value:+.{digits}f}"


def words(case):
    """Why there is no number, in words."""
    return strings().get(f"case.{case}", {"en": case})["en"]


def spaced(text):
    return " ".join(text.split())


def rows_of(page, table):
    rows = page.locator(f"{table} >> tbody tr").all()
    return [[spaced(cell) for cell in row.locator("th, td").all_inner_texts()] for row in rows]


def test_the_figures_of_the_metrics(page, demo):
    card = demo.inputs.card
    shown = dict(zip(page.locator("[data-metric]").evaluate_all("(all) => all.map((one) => one.dataset.metric)"),
                     texts(page, "[data-metric]"), strict=True))  # fmt: skip
    overall = {one.metric: one for one in card.scores if one.slice is None}
    assert shown == {name: f"{one.value:.4f}" for name, one in overall.items()}
    for name, one in overall.items():
        beside = page.locator(".metric", has=page.locator(f"[data-metric='{name}']")).inner_text()
        ends = {"low": one.interval.low, "high": one.interval.high}
        assert f"{interval(ends).strip()} · n = {one.n} of {one.items}" in beside
        for case, count in {**one.excluded, **one.failed}.items():
            assert f"{count} {words(case)}" in beside


def test_the_rows_of_the_funnel(page, demo):
    rows = rows_of(page, "#funnel table >> nth=0")
    wanted = []
    back = {(one["first"], one["last"]): one["needs"] for one in demo.inputs.diagnosis["recovery"]}
    for row in demo.inputs.diagnosis["rows"]:
        low, high = row["interval"]
        share = f"{row['share'] * 100:.1f}% [{low * 100:.1f}%, {high * 100:.1f}%]"
        fixed = back.get((row["first"], row["last"]))
        wanted.append((str(row["needs"]), share, "" if fixed is None else f"+{fixed:.1f}"))
    assert [(row[1], row[2], row[3].split(" ")[0]) for row in rows] == wanted


def test_the_rows_of_the_comparison(page, demo):
    wanted = []
    for one in demo.inputs.comparison["differences"]:
        where = ", ".join(f"{name} = {cell}" for name, cell in (one["slice"] or {}).items())
        ends = ", ".join(signed(one["interval"][end], 3) for end in ("low", "high"))
        values = [f"{one['base']:.4f}", f"{one['candidate']:.4f}", f"{signed(one['difference'], 4)} [{ends}]"]
        p = "" if one["p_adjusted"] is None else f"{one['p_adjusted']:.4f}"
        record = f"{one['wins']} / {one['ties']} / {one['losses']}"
        wanted.append([one["metric"], where, *values, one["verdict"], p, record, str(one["n"])])
    assert len(wanted) > len(demo.inputs.card.metrics)
    assert rows_of(page, "#comparison .tabled >> nth=0 >> table") == wanted


def test_the_rows_of_the_sweep(page, demo):
    rows = rows_of(page, "#sweep .tabled table")
    for row, point in zip(rows, demo.inputs.sweep["points"], strict=True):
        score = next(one for one in point["scores"] if one["metric"] == f"recall@{point['k']}" and one["slice"] is None)
        assert row[0].startswith(point["name"])
        assert row[1] == f"{score['value']:.4f}{interval(score['interval'])}"
        assert row[4] == f"{point['cost']['tokens']:.1f}"
        assert row[5] == str(point["cost"]["chunks"])


def test_the_rows_of_the_gate(page, demo):
    findings = [one for rule in demo.inputs.gate["rules"] for one in rule["findings"]]
    rows = rows_of(page, "#gate table")
    assert [row[2] for row in rows] == [f"{one['value']:.4f}{interval(one['interval'])}" for one in findings]
    assert [row[3] for row in rows] == [one["verdict"] for one in findings]
    assert {one["verdict"] for one in findings} > {"fail"}


def test_the_cells_of_the_slices(page, demo):
    card = demo.inputs.card
    values = {(*one.slice.items(), one.metric): one.value for one in card.scores if one.slice}
    shown = page.locator("#slices td.heat").evaluate_all("(all) => all.map((one) => [one.title, one.innerText])")
    assert len(shown) == len(values)
    for (title, text), (key, value) in zip(shown, sorted_like_the_page(demo, values), strict=True):
        assert title.startswith(f"{key[-1]}: {'not measured' if value is None else f'{value:.4f}'}")
        assert re.match(r"\d\.\d{3}|not measured", text).group() == (
            "not measured" if value is None else f"{value:.3f}"
        )


def sorted_like_the_page(demo, values):
    for table in demo.sections["slices"]["tables"]:
        for row in table["rows"]:
            for metric in demo.sections["slices"]["metrics"]:
                key = ((table["column"], row["slice"]), metric)
                yield key, values[key]


def test_the_cells_of_the_questions(page, demo):
    card = demo.inputs.card
    while page.locator("#question-list .more button").count():
        page.click("#question-list .more button")
    first = rows_of(page, "#question-list table")
    assert len(first) == len(card.questions)
    columns = [list(card.values[name].cells()) for name in card.metrics]
    for place, row in enumerate(first):
        cells = [column[place] for column in columns]
        wanted = [f"{cell:.4f}" if isinstance(cell, float | int) else f"– {words(cell)}" for cell in cells]
        assert row[-len(wanted) :] == wanted


def test_the_judge_and_the_times(page, demo):
    figures = demo.inputs.calibrations[0]["figures"]
    rows = {row[0]: row[1] for row in rows_of(page, "#judge .tabled table")}
    for name, one in figures.items():
        assert rows[name] == (
            "not measured" if one["value"] is None else f"{one['value']:.4f}{interval(one['interval'])}"
        )
    seconds = [trace.timings["context"] for trace in demo.inputs.traces]
    row = next(row for row in rows_of(page, "#latency .tabled >> nth=0 >> table") if row[0] == "context")
    assert row[3] == f"{sum(seconds):.4f}"

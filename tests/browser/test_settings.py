"""Theme and language: all of the page follows, and the choice is kept."""

import re

from watched_page import choose, ready, strings_in

from ragauge.report.html.strings import strings

COLOURS = """() => {
  const of = (one, name) => getComputedStyle(document.querySelector(one))[name];
  return [of("body", "backgroundColor"), of("body", "color"), of("#chart-metrics .role-axis-label text", "fill"),
    of("#chart-waterfall .mark-rect path", "fill"), of("th", "backgroundColor")];
}"""


def test_the_theme_changes_colours_and_charts_and_is_kept(show, demo):
    page = show(demo.html)
    light = page.evaluate(COLOURS)
    choose(page, "theme", "dark")
    dark = page.evaluate(COLOURS)
    assert all(one != other for one, other in zip(light, dark, strict=True))
    page.reload()
    ready(page)
    assert page.evaluate(COLOURS) == dark
    assert page.input_value("#choose-theme") == "dark"
    choose(page, "theme", "auto")
    assert page.evaluate(COLOURS) == light
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]", state="attached")
    assert page.evaluate(COLOURS) == dark


def test_everything_is_said_in_russian_and_it_is_kept(show, demo):
    page = show(demo.html)
    choose(page, "language", "ru")
    assert page.evaluate("() => document.documentElement.lang") == "ru"
    page.evaluate("() => { location.hash = 'question/19'; }")
    page.wait_for_selector("#question-title")
    for button in page.locator(".chart .tools button").all():
        button.click()
    english = {
        one["en"] for one in strings().values() if one["en"] != one["ru"] and re.search("[A-Za-z]{2}", one["en"])
    }
    data = {row["value"] for row in demo.sections["provenance"]["rows"]} | set(demo.inputs.traced.names)
    assert sorted((english - data) & set(strings_in(page))) == []
    page.reload()
    ready(page, "ru")
    assert page.inner_text("#verdict-title") == strings()["verdict.title"]["ru"]


def test_headings_and_heads_are_strings_or_data(show, demo):
    page = show(demo.html)
    choose(page, "language", "ru")
    heads = page.locator(
        "h2, #comparison thead th, #funnel thead th, #gate thead th, #latency thead th"
    ).all_text_contents()
    russian = {one["ru"] for one in strings().values()}
    assert [one for one in heads if one not in russian] == []


def test_the_reader_stays_where_they_are(page):
    where = "() => document.getElementById('gate').getBoundingClientRect().top"
    page.evaluate("() => document.getElementById('choose-language').focus({ preventScroll: true })")
    page.evaluate("() => document.getElementById('gate').scrollIntoView()")
    before = page.evaluate(where)
    choose(page, "language", "ru")
    assert abs(page.evaluate(where) - before) < 60
    assert page.evaluate("() => document.activeElement.id") == "choose-language"


def test_every_text_is_in_both_languages_with_the_same_values():
    for name, one in strings().items():
        assert set(one) == {"en", "ru"}, name
        assert all(one.values()), name
        assert sorted(re.findall(r"\{\w+\}", one["en"])) == sorted(re.findall(r"\{\w+\}", one["ru"])), name

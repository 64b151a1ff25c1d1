"""Whatever the data say, they are text: nothing runs, nothing is looked up, nothing is lost, every part is shown."""

from dataclasses import replace

import pytest
from demo_report import report_of
from odd_reports import odd_inputs
from watched_page import strings_in

from ragauge.core.anchors import Anchor
from ragauge.core.trace import StageHits, Trace
from ragauge.io.trace_tables import traced_of

MARKUP = [
    "<script>window.ran = 1</script>",
    "</script><script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 1'>",
    "<!--",
    "]]>",
    "&lt;b&gt;",
    "javascript:window.ran=1",
    "'\"`",
]
MARKERS = ["$ink", "@page.theme", "@nothing", "=x", "{n}", "datum.low", "${window.ran = 1}"]
PROTOTYPE = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length"]
CHARACTERS = [
    "a\u2028b\u2029c",
    "a\x00b",
    "\ufeffx",
    "مرحبا بالعالم",
    "שלום עולם",
    "👩‍👩‍👧‍👦 🏳️‍🌈",
    "e\u0301Å ﬁ",
    "\u202eevil",
    "\t \n ",
]
ADDRESSES = ["q#1", "q?a=b&c=d", "a/b/../c", "100%", "%E0%A4%A", "a+b c", "http://x/y#z"]
LONG = ["x" * 5000, "ж" * 5000, "word " * 1000]


def opened(page):
    """Open every question, stage, hit and table."""
    for place in range(page.evaluate("() => R.document.sections.questions.ids.length")):
        page.evaluate("(place) => R.openQuestion(place, true)", place)
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.locator(".chart .tools button").evaluate_all("(all) => all.forEach((one) => one.click())")


@pytest.mark.parametrize("names", [MARKUP, MARKERS, PROTOTYPE, CHARACTERS, ADDRESSES, LONG],
                         ids=["markup", "markers", "prototype", "characters", "addresses", "long"])  # fmt: skip
@pytest.mark.parametrize("width", [1440, 390])
def test_every_name_and_text_is_shown_as_it_is(show, names, width):
    report = report_of(odd_inputs(names))
    page = show(report.html, size={"width": width, "height": 900})
    opened(page)
    assert page.evaluate("() => window.ran") is None
    assert page.locator(".problem").all_inner_texts() == []
    assert page.locator("#app script, #app img, #app iframe").count() == 0
    shown = set(strings_in(page))
    assert [name for name in names if name.strip(" \t\n\ufeff") not in shown] == []
    assert page.locator("#questions tbody tr").count() >= len(dict.fromkeys(names))
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert page.title().split() == names[0].replace("\x00", "�").split()
    assert page.evaluate("() => Object.keys(Object.prototype)") == []


@pytest.mark.parametrize(
    "names",
    [MARKUP, MARKERS, PROTOTYPE, CHARACTERS, ADDRESSES],
    ids=["markup", "markers", "prototype", "characters", "addresses"],
)
def test_charts_draw_a_mark_for_every_name(show, names):
    page = show(report_of(odd_inputs(names)).html)
    for chart in ("differences", "seconds"):
        labels = page.locator(f"#chart-{chart} .role-axis-label text").all_text_contents()
        wanted = list(dict.fromkeys(names))
        found = [label.replace("\u200b", "").rstrip("…") for label in labels]
        lost = [name for name in wanted if not any(one and name.strip(" \t\n\ufeff").startswith(one) for one in found)]
        assert [name for name in lost if name.strip()] == []
        assert len(labels) - sum(label.replace(".", "").isdigit() for label in labels) >= len(wanted)
    assert page.locator("#chart-curve .role-axis-title text").all_text_contents()[0].strip("\u200b") == names[0]


@pytest.mark.parametrize(
    "names", [MARKUP, PROTOTYPE, CHARACTERS, ADDRESSES], ids=["markup", "prototype", "characters", "addresses"]
)
def test_links_with_odd_names_lead_where_they_say(show, names):
    page = show(report_of(odd_inputs(names)).html)
    for place, name in enumerate(dict.fromkeys(names)):
        page.evaluate("() => { location.hash = '#questions'; }")
        page.locator("#question-list tbody a").nth(place).evaluate("(one) => one.click()")
        page.wait_for_function("(name) => document.getElementById('question-title')?.textContent === name", arg=name)
    link = page.locator("#slices tbody a").first
    link.evaluate("(one) => one.click()")
    page.wait_for_function("() => location.hash.startsWith('#questions?slice.')")
    half = (len(dict.fromkeys(names)) + 1) // 2
    page.wait_for_function("(n) => document.getElementById('question-count').textContent.startsWith(`${n} `)", arg=half)


def test_halves_of_characters_become_marks(show):
    names = ["a\ud800b", "\udfff"]
    page = show(report_of(replace(odd_inputs(names, traced=False), title=names[0])).html)
    assert {"a�b", "�"} <= set(strings_in(page))


def test_a_text_of_a_megabyte_is_shown_in_part(show):
    long = "w " * 500_000
    asked = odd_inputs(["q"])
    told = (
        Trace("q", text="q", stages=(StageHits("found", "lane", (("d", 1.0),)),), anchors={"d": Anchor(quote=long)}),
    )
    report = report_of(replace(asked, traced=traced_of(told), traces=told))
    page = show(report.html)
    opened(page)
    shown = page.locator(".passage")
    shown.wait_for()
    assert shown.inner_text().endswith("997,600 characters more …")
    assert len(report.html) < 600_000

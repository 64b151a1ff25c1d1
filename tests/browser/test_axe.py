"""No violation of accessibility that axe-core calls serious or critical."""

from importlib.resources import files

import pytest
from watched_page import choose

CHECK = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => [one.id, one.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 120)} ${node.failureSummary}`)]);
}"""


def axe():
    folder = files("axe_playwright_python")
    return folder.joinpath("axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_nothing_serious(page, language, theme, width):
    page.set_viewport_size({"width": width, "height": 900})
    choose(page, "theme", theme)
    choose(page, "language", language)
    page.evaluate("() => { location.hash = 'question/20'; }")
    page.wait_for_selector("#question-title")
    page.click("#chart-waterfall button")
    page.click("#provenance summary")
    page.click("#funnel details summary")
    for summary in page.locator(".explained summary").all()[:2]:
        summary.click()
    page.locator(".stage[open] .hit summary").first.click()
    page.locator(".passage").first.wait_for()
    page.evaluate(axe())
    assert page.evaluate(CHECK) == []

"""Everything can be reached and used with the keyboard, and it is seen where the focus is."""

from watched_page import texts

FOCUSED = """() => {
  const one = document.activeElement;
  const style = getComputedStyle(one);
  return { what: one.id || one.getAttribute("href") || one.textContent.slice(0, 40), tag: one.tagName,
    outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    seen: one.getBoundingClientRect().width > 0 };
}"""
USABLE = """() => [...document.querySelectorAll("a[href], button, select, input, summary, [tabindex='0']")]
  .filter((one) => one.checkVisibility()).length"""


def test_tab_reaches_everything_and_shows_where_it_is(page):
    page.click("#provenance summary")
    count = page.evaluate(USABLE)
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    page.mouse.click(2, 400)
    found = []
    for _ in range(count + 5):
        page.keyboard.press("Tab")
        one = page.evaluate(FOCUSED)
        if one["tag"] == "BODY":
            break
        found.append(one)
    assert found[0]["what"] == "#content"
    assert len(found) >= count
    assert [one for one in found if not one["outline"] or not one["seen"]] == []


def test_the_first_key_leads_past_the_head(page):
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**#content")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('#content') !== null")
    assert page.evaluate("() => document.activeElement.closest('header')") is None


def test_enter_sorts_opens_and_shows(page):
    button = page.locator("#question-list thead button").first
    button.focus()
    page.keyboard.press("Enter")
    assert button.locator("xpath=..").get_attribute("aria-sort") == "ascending"
    page.locator("#question-list tbody a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#question-title")
    assert page.evaluate("() => document.activeElement.id") == "question-title"
    page.locator(".stage > summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(".stage").first.get_attribute("open") is not None
    toggle = page.locator("#chart-waterfall .tools button")
    toggle.focus()
    page.keyboard.press("Space")
    assert toggle.get_attribute("aria-expanded") == "true"
    assert page.locator("#chart-waterfall table").is_visible()


def test_the_table_of_a_chart_says_what_it_draws(page, demo):
    page.click("#chart-metrics button")
    rows = demo.sections["stages"]["chart"]["rows"]
    assert texts(page, "#chart-metrics tbody th") == [row["metric"] for row in rows]
    assert texts(page, "#chart-metrics tbody td:nth-child(2)") == [f"{row['value']:.4f}" for row in rows]
    assert page.get_attribute("#chart-metrics svg", "aria-label").startswith("Metrics from 0 to 1")


def test_the_pointer_is_told_the_same_as_the_table(page, demo):
    mark = page.locator("#chart-metrics .mark-symbol path").first
    mark.scroll_into_view_if_needed()
    mark.hover(force=True)
    row = demo.sections["stages"]["chart"]["rows"][0]
    page.wait_for_selector(".tooltip:not([hidden])")
    shown = page.inner_text(".tooltip").split("\n")
    assert shown[:2] == [f"Metric {row['metric']}", f"Value {row['value']:.4f}"]
    page.mouse.move(5, 5)
    page.wait_for_selector(".tooltip", state="hidden")

"""The page asks for nothing, complains of nothing, and its policy lets nothing else run."""

import re
from pathlib import Path

import ragauge.report.html

APP = Path(ragauge.report.html.__file__).parent / "app"
REFUSED = ("Content Security Policy",)


def test_opening_and_using_it_asks_for_nothing(page, demo):
    for name in demo.sections:
        page.evaluate("(name) => { location.hash = name; }", name)
    page.evaluate("() => { location.hash = 'question/3'; }")
    page.wait_for_selector("#question-title")
    for button in page.locator(".chart .tools button").all():
        button.click()
    assert page.locator(".chart-table table").count() == page.locator(".chart").count() > 8


def test_an_injected_script_does_not_run(show, demo):
    page = show(demo.html, complaints=REFUSED)
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
    }""")
    page.evaluate("""() => { document.body.setAttribute("onclick", "window.ran = true"); document.body.click(); }""")
    assert page.evaluate("() => window.ran") is None


def test_nothing_can_be_fetched_or_loaded(show, demo):
    page = show(demo.html, complaints=REFUSED)
    assert page.evaluate("() => fetch('data:text/plain,x').then(() => 'fetched', () => 'refused')") == "refused"
    assert page.evaluate("() => fetch('https://example.com').then(() => 'fetched', () => 'refused')") == "refused"
    load = """() => new Promise((done) => {
      const image = new Image();
      image.onload = () => done("loaded");
      image.onerror = () => done("refused");
      image.src = "https://example.com/x.png";
    })"""
    assert page.evaluate(load) == "refused"


def test_text_cannot_become_code(show, demo):
    page = show(demo.html, complaints=REFUSED)
    page.evaluate("""() => setTimeout(() => {
      try { new Function("window.ran = true")(); } catch (error) { window.ran = error.name; }
    })""")
    page.wait_for_timeout(50)
    assert page.evaluate("() => window.ran") == "EvalError"


def test_the_code_makes_text_nodes_only():
    written = {path.name: path.read_text(encoding="utf-8") for path in APP.glob("*.js")}
    assert len(written) > 15
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|fetch\(|https?:"
    )
    assert {name: forbidden.findall(text) for name, text in written.items() if forbidden.search(text)} == {}


def test_the_file_names_no_other_place(demo):
    assert re.findall(r'(?:src|href)="(?!data:,)[^"]*"', demo.html) == []

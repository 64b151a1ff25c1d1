"""Reports in a real browser: Playwright drives Chromium, which has a new profile for every page.

``scripts/browser.py`` runs these tests with both at hand; it sets RAGAUGE_BROWSER, and nothing is skipped. Elsewhere
they are skipped where Playwright or Chromium are missing.
"""

import os
import shutil
from importlib.util import find_spec

import pytest
from watched_page import Watched

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome")
WIDE = {"width": 1440, "height": 900}


def missing(what: str) -> None:
    told = f"{what} is missing: make browser"
    if os.environ.get("RAGAUGE_BROWSER") == "required":
        pytest.fail(told)
    pytest.skip(told)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    """Start Chromium with a new profile and given settings of Playwright; the same settings share a window."""
    if find_spec("playwright") is None:
        missing("Playwright")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        missing("Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = []

        def start(**settings):
            profile = tmp_path_factory.mktemp("profile")
            how = {"viewport": WIDE, "color_scheme": "light", **settings}
            started.append(
                driver.chromium.launch_persistent_context(profile, executable_path=program, args=FLAGS, **how)
            )
            return started[-1]

        yield start
        for one in started:
            one.close()


@pytest.fixture(scope="session")
def shared(chromium):
    """The window that tests share; what they leave in its storage is taken out after each."""
    return chromium()


@pytest.fixture
def show(shared, tmp_path):
    """Open a report in a page that is watched: by the end of the test it has complained and asked for nothing."""
    opened = []

    def open_page(html, place="", *, complaints=(), context=None, size=None, **media):
        path = tmp_path / f"report-{len(opened)}.html"
        path.write_text(html, encoding="utf-8")
        page = (context or shared).new_page()
        watched = Watched(page, complaints)
        opened.append((page, watched))
        page.set_default_timeout(10_000)
        page.set_viewport_size(size or WIDE)
        page.emulate_media(**media)
        page.goto(path.as_uri() + place)
        watched.ready()
        return page

    yield open_page
    for page, _ in opened:
        page.evaluate("() => localStorage.clear()")
        page.emulate_media(color_scheme="light", media="screen")
        page.close()
    for _, watched in opened:
        watched.check()


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """The report of the demo, with every part."""
    from demo_report import demo_inputs, report_of

    return report_of(demo_inputs(tmp_path_factory.mktemp("demo")))


@pytest.fixture
def page(show, demo):
    """The demo report, open in English and light."""
    return show(demo.html)

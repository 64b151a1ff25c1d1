"""The HTML report: how large it is, how long it takes to make, and how long until Chromium shows it.

python bench/report.py                    of 300 and of 10,000 questions, the median of five openings
python bench/report.py --questions 300    a quick look

Run it with the interpreter of an environment that has ragauge and Playwright (scripts/browser.py makes one). Opening is
from the beginning of navigation, from a file, until every chart is drawn; a question is opened and the list is sorted
by its first metric while the page is open. A missed target is shown, and does not fail.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from _environments import machine
from _report import Row, show
from _report_data import made
from ragauge.report.html.document import document
from ragauge.report.html.page import page

if TYPE_CHECKING:
    from collections.abc import Callable

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome")
SMALL, MOST_BYTES, MOST_SECONDS = 300, 2_000_000, 2.0
SHOWN = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
READY = "() => new Promise((done) => { const ask = () => document.documentElement.dataset.ready ? done(performance.now()) : setTimeout(ask, 5); ask(); })"  # noqa: E501
OPEN = "async (place) => { const start = performance.now(); await R.openQuestion(place, false); document.body.offsetHeight; return performance.now() - start; }"  # noqa: E501
SORT = """() => { const start = performance.now();
  document.querySelectorAll("#question-list thead button")[3].click(); document.body.offsetHeight;
  return performance.now() - start; }"""
NOTES = (
    "questions have three stages of 20 hits with texts, an answer, 15 metrics, and a place where their evidence ended",
    "making is from results in memory to the text of the file: the document, then packing",
)


def main() -> int:
    """Make, open and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--questions", default="300,10000", help="how many, with commas (default 300,10000)")
    parser.add_argument("--runs", type=int, default=5, help="openings each (default 5)")
    parser.add_argument("--keep", type=Path, help="write the reports to this folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = options.keep or Path(folder)
        sections = [measured(int(one), place, options.runs) for one in options.questions.split(",")]
    show(f"reports, medians of {options.runs} openings", sections, [*NOTES, machine()])
    return 0


def measured(questions: int, folder: Path, runs: int) -> list[Row]:
    inputs = made(questions)
    document_seconds, parts = timed(lambda: document(inputs))
    page_seconds, text = timed(lambda: page(*parts))
    path = folder / f"report-{questions}.html"
    path.write_text(text, encoding="utf-8")
    size = path.stat().st_size
    opened = opening(path, questions, runs)
    name = f"{questions:,} questions"
    return [
        Row(f"{name}, size", size / 1e6, " MB", ("<", MOST_BYTES / 1e6) if questions <= SMALL else None),
        Row(f"{name}, document made", document_seconds, " s"),
        Row(f"{name}, page packed", page_seconds, " s"),
        Row(f"{name}, first content", opened["first"], " s"),
        Row(f"{name}, opened, all drawn", opened["ready"], " s", ("<", MOST_SECONDS)),
        Row(f"{name}, a question opened", opened["open"], " s"),
        Row(f"{name}, sorted by a metric", opened["sort"], " s"),
    ]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = perf_counter()
    found = work()
    return perf_counter() - start, found


def opening(path: Path, questions: int, runs: int) -> dict[str, float]:
    from playwright.sync_api import sync_playwright

    taken: dict[str, list[float]] = {}
    with sync_playwright() as driver:
        program = next(filter(None, map(shutil.which, NAMES)))
        for _ in range(runs + 1):  # the first is not counted
            browser = driver.chromium.launch(executable_path=program, args=FLAGS)
            tab = browser.new_page(viewport={"width": 1440, "height": 900})
            tab.goto(path.as_uri(), wait_until="commit")
            found = {"ready": tab.evaluate(READY), "first": tab.evaluate(SHOWN)}
            found |= {"open": tab.evaluate(OPEN, questions // 2), "sort": tab.evaluate(SORT)}
            for name, value in found.items():
                taken.setdefault(name, []).append(value / 1000)
            browser.close()
    return {name: median(values[1:]) for name, values in taken.items()}


if __name__ == "__main__":
    raise SystemExit(main())

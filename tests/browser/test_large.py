"""Many questions: the file stays small, opens, and shows what it has; how fast is measured by ``bench/report.py``."""

import sys
from pathlib import Path

import pytest
from demo_report import report_of

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture(scope="module")
def report():
    sys.path.insert(0, str(BENCH))
    try:
        from _report_data import made
    finally:
        sys.path.remove(str(BENCH))
    return report_of(made(300))


def test_three_hundred_questions_with_their_texts_are_less_than_two_megabytes(report):
    hits = sum(len(stage["hits"]) for one in report.details for stage in one["stages"])
    assert hits == 300 * 3 * 20
    assert len(report.html.encode()) < 2_000_000


def test_the_last_question_is_as_near_as_the_first(show, report):
    page = show(report.html, "#question/299")
    assert page.inner_text("#question-title") == "q00299"
    page.locator(".stage >> nth=-1 >> .hit summary").first.click()
    page.locator(".passage").first.wait_for()
    assert page.locator("#question-list tbody tr").count() == 25
    assert page.evaluate("() => [...R.blocks.keys()].every((name) => /^(details-2|texts-[0-9]+)$/.test(name))")

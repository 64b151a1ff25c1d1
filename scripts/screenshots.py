"""Take the picture of the report in docs/images: the top of the demo's report, as Chromium shows it.

python scripts/screenshots.py

It runs in the environment of scripts/browser.py, which is made where it is missing.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "images" / "report.png"
SIZE = {"width": 1440, "height": 1120}
MOST_BYTES = 300_000
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "browser")]


def main() -> int:
    """Make the report, open it, and write what is seen."""
    from browser import chromium, environment

    program = chromium()
    if program is None:
        print("no Chromium, and it cannot be installed here", file=sys.stderr)
        return 1
    if find_spec("playwright") is None:
        return subprocess.run([environment(), __file__], check=False).returncode
    from demo_report import demo_inputs, report_of

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(report_of(demo_inputs(Path(folder))).html, encoding="utf-8")
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        picture(program, path)
    size = TARGET.stat().st_size
    print(f"written: {TARGET.relative_to(ROOT)} ({size / 1000:,.0f} kB)")
    return int(size > MOST_BYTES)


def picture(program: str, path: Path) -> None:
    """What a window of this size shows of the page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]", state="attached")
        page.screenshot(path=TARGET)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())

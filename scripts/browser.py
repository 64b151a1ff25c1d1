"""Run the tests of the HTML report in Chromium.

python scripts/browser.py             in .venv-browser, which is made where it is missing or out of date
python scripts/browser.py --fresh     makes it anew

Chromium is the system's; where there is none, Debian's is installed if this may be done (apt-get, as root). Without it
the tests are left out, which is told, and is a failure where CI is set. Exit 1 when a test fails or is skipped, or a
package cannot be installed. Packages come from the package index; the tests ask nothing of the network.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv-browser"
PACKAGES = ["pytest>=8.2", "playwright>=1.50", "axe-playwright-python>=0.1.4"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
INSTALL = (["apt-get", "-q", "update"], ["apt-get", "-q", "install", "-y", "--no-install-recommends", "chromium"])


def main() -> int:
    """Find Chromium, make the environment, run the tests, and say how long both took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--fresh", action="store_true", help="make the environment anew")
    parser.add_argument("tests", nargs="*", default=["tests/browser"], help="which tests; default: tests/browser")
    options = parser.parse_args()
    if chromium() is None:
        print(
            "no Chromium, and it cannot be installed here: the tests of the report in a browser DID NOT RUN",
            file=sys.stderr,
        )
        return 1 if os.environ.get("CI") else 0
    start = perf_counter()
    try:
        python = environment(fresh=options.fresh)
    except subprocess.CalledProcessError as error:
        print(f"the environment cannot be made: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    made = perf_counter()
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", *options.tests]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "RAGAUGE_BROWSER": "required"}, check=False)
    print(f"environment: {made - start:.0f} s, tests: {perf_counter() - made:.0f} s")
    return min(done.returncode, 1)


def chromium() -> str | None:
    """Where Chromium is; Debian's is installed where there is none and it can be."""
    if (found := _found()) is not None:
        return found
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in INSTALL:
            if subprocess.run(command, env=quiet, check=False).returncode:
                return None
    return _found()


def _found() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def environment(*, fresh: bool = False) -> Path:
    """The interpreter of an environment with the checkout, pytest, Playwright and axe-core."""
    stamp, python = FOLDER / "ready", FOLDER / "bin" / "python"
    if fresh or not stamp.exists() or stamp.stat().st_mtime < (ROOT / "pyproject.toml").stat().st_mtime:
        shutil.rmtree(FOLDER, ignore_errors=True)
        uv = shutil.which("uv")
        make = [uv, "venv", "-q", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
        install = [uv, "pip", "install", "-q", "--python", python] if uv else [python, "-m", "pip", "install", "-q"]
        subprocess.run([*make, FOLDER], check=True)
        (FOLDER / ".gitignore").write_text("*\n", encoding="utf-8")  # for git and the linter
        subprocess.run([*install, "-e", ".", *PACKAGES], cwd=ROOT, check=True)
        stamp.touch()
    return python


if __name__ == "__main__":
    sys.exit(main())

"""Run the examples and tests of LangChain, LlamaIndex and Haystack against the real packages.

python scripts/frameworks.py             in .venv-frameworks, which is made where it is missing or out of date
python scripts/frameworks.py --fresh     makes it anew

Exit 1 when a test fails, is skipped, or a package cannot be installed. The packages come from the package index;
the tests themselves ask nothing of the network.
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
FOLDER = ROOT / ".venv-frameworks"
EXTRAS = ".[langchain,llama-index,haystack]"
TESTS = ["tests/functional/test_framework_examples.py", "tests/functional/test_frameworks.py"]


def main() -> int:
    """Make the environment, run the tests, and say how long both took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--fresh", action="store_true", help="make the environment anew")
    start = perf_counter()
    try:
        python = environment(fresh=parser.parse_args().fresh)
    except subprocess.CalledProcessError as error:
        print(f"the environment cannot be made: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    made = perf_counter()
    command = [python, "-m", "pytest", "-p", "no:cacheprovider", *TESTS]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "RAGAUGE_FRAMEWORKS": "required"}, check=False)
    print(f"environment: {made - start:.0f} s, tests: {perf_counter() - made:.0f} s")
    return min(done.returncode, 1)


def environment(*, fresh: bool) -> Path:
    """The interpreter of an environment with the frameworks, the checkout and pytest."""
    stamp, python = FOLDER / "ready", FOLDER / "bin" / "python"
    if fresh or not stamp.exists() or stamp.stat().st_mtime < (ROOT / "pyproject.toml").stat().st_mtime:
        shutil.rmtree(FOLDER, ignore_errors=True)
        uv = shutil.which("uv")
        make = [uv, "venv", "-q", "--python", sys.executable] if uv else [sys.executable, "-m", "venv"]
        install = [uv, "pip", "install", "-q", "--python", python] if uv else [python, "-m", "pip", "install", "-q"]
        subprocess.run([*make, FOLDER], check=True)
        (FOLDER / ".gitignore").write_text("*\n", encoding="utf-8")  # for git and the linter
        subprocess.run([*install, "-e", EXTRAS, "pytest>=8.2"], cwd=ROOT, check=True)
        stamp.touch()
    return python


if __name__ == "__main__":
    sys.exit(main())

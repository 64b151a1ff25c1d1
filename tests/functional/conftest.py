"""Running the command as a user does."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from ragauge.cli.main import main

collect_ignore = ["slow_judge.py", "judging_run.py"]
"""Scripts that tests run as processes of their own."""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def write(folder: Path, files: dict[str, str | bytes] | None) -> None:
    for name, content in (files or {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.fixture
def ragauge(tmp_path, monkeypatch):
    """Run `ragauge …` in an empty folder, in this process; files are given as {name: text or bytes}."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, files: dict[str, str | bytes] | None = None) -> Done:
        write(tmp_path, files)
        done = CliRunner().invoke(main, arguments, prog_name="ragauge")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Done(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture
def ragauge_process(tmp_path):
    """The same as a process of its own."""

    def run(*arguments: str, files: dict[str, str | bytes] | None = None, **settings) -> Done:
        write(tmp_path, files)
        command = [str(Path(sys.executable).parent / "ragauge"), *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", **settings)
        return Done(done.returncode, done.stdout, done.stderr)

    return run

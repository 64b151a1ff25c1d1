"""The page about diagnosing shows what its commands print."""

import re
import shlex
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "diagnosing.md"
BLOCK = re.compile(r"```console\n\$ (.+)\n((?:.*\n)*?)```")


def test_the_outputs_of_the_page_are_those_of_its_commands(ragauge, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) == 7
    for command, shown in blocks:
        done = ragauge(*shlex.split(command)[1:])
        assert done.code == 0, (command, done.err)
        lines = shown.splitlines()
        if lines and lines[-1] == "…":
            lines.pop()
        assert done.out.splitlines()[: len(lines)] == lines, command

"""The page about reports names commands, and options that there are."""

import re
import shlex
from pathlib import Path

import click

from ragauge.cli.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")


def test_every_command_of_the_page_can_be_read():
    lines = re.findall(r"^\$ (ragauge .+)$", PAGE, re.MULTILINE)
    assert len(lines) == 13
    for line in lines:
        name, *arguments = shlex.split(line.partition(" > ")[0])[1:]
        with main.commands[name].make_context(name, arguments, parent=click.Context(main)) as context:
            assert context.params


def test_the_commands_with_html_are_those_of_the_page():
    told = re.search(r"`--html FILE` is an option of (.+?)\.", PAGE, re.DOTALL)[1]
    having = {name for name, one in main.commands.items() if any(option.name == "html" for option in one.params)}
    assert set(re.findall(r"`(\w+)`", told)) == having

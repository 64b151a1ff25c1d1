"""Options of the form NAME=FILE."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence


def named_files(option: str, given: Sequence[str]) -> list[tuple[str, str]]:
    """The names and files of a repeated option.

    >>> named_files("--run", ["dense=runs/dense.trec"])
    [('dense', 'runs/dense.trec')]

    Raises: a usage error for another form, or a name that is there twice.
    """
    found: list[tuple[str, str]] = []
    for text in given:
        name, mark, path = text.partition("=")
        if not (mark and name.strip() and path):
            raise click.BadParameter(f"{option} is NAME=FILE, like dense=dense.trec; got {text!r}")
        if name.strip() in dict(found):
            raise click.BadParameter(f"{option}: the name {name.strip()!r} is there twice")
        found.append((name.strip(), path))
    return found

"""The words of the page in every language that it has, read from ``strings/*.json``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LANGUAGES = ("en", "ru")


@cache
def strings() -> Mapping[str, Mapping[str, str]]:
    """By name the text in each language; ``{n}`` stands for a value.

    >>> strings()["page.questions"]["ru"]
    'Вопросы'
    """
    found: dict[str, Mapping[str, str]] = {}
    folder = files("ragauge.report.html").joinpath("strings")
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        found.update(json.loads(file.read_text(encoding="utf-8")))
    return found


def translator(language: str) -> Callable[[str], str]:
    """Gives the text of a name.

    Raises: KeyError for a name that there is not.
    """
    return lambda name: strings()[name][language]

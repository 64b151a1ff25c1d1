"""The look of charts outside of the page: its own colours, read from its style sheet."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 640
"""Pixels that the axes take."""
BLOCK = re.compile(r':root(?:\[data-theme="(\w+)"\])?\s*\{([^}]*)\}')
VARIABLE = re.compile(r"--([\w-]+):\s*([^;]+);")
LETTERS = {
    "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal", "labelColor": "$ink", "titleColor": "$quiet",
}  # fmt: skip
AXIS = {**LETTERS, "gridColor": "$line", "domainColor": "$line", "tickColor": "$line", "labelFlush": False,
        "labelLimit": 260}  # fmt: skip
CONFIG = {
    "background": "$card",
    "padding": 12,
    "view": {"stroke": "transparent"},
    "title": {"color": "$ink", "anchor": "start"},
    "axis": AXIS,
    "axisQuantitative": {"tickCount": 9},
    "legend": {**LETTERS, "orient": "bottom"},
    "text": {"color": "$ink"},
    "rule": {"color": "$quiet"},
    "mark": {"color": "$accent"},
    "point": {"opacity": 1},
}
"""As ``R.chartConfig`` of the page has it, on a ground of its own."""


@cache
def palette(theme: str = "light") -> Mapping[str, str]:
    """The colours of a theme by name.

    >>> sorted(palette()) == sorted(palette("dark")), palette()["card"]
    (True, '#ffffff')

    Raises: KeyError for a theme that there is not.
    """
    text = files("ragauge.report.html").joinpath("app", "base.css").read_text(encoding="utf-8")
    themes: dict[str, dict[str, str]] = {}
    for name, block in BLOCK.findall(text):
        themes.setdefault(name or "light", {}).update(VARIABLE.findall(block))
    return themes[theme]

"""Filters on the demo, with what they do to its gold and what is to be advised: the truth that studies are held to."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def demo_filters() -> dict[str, Any]:
    """The cases, and the phrases with what their extraction gives, as ``filters.toml`` has them.

    >>> [case["filters"][0]["advice"] for case in demo_filters()["cases"]][1:4]
    ['hard', 'soft, boost 0.5', 'none']
    """
    return tomllib.loads((files("ragauge.demo") / "filters.toml").read_text(encoding="utf-8"))

"""The page: styles, code and data in one file, and a policy that lets nothing else in."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ragauge.report.html.strings import strings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

STYLES = ("base.css", "parts.css", "explorer.css")
SCRIPTS = (
    "core.js", "format.js", "chart.js", "table.js",
    "verdict.js", "funnel.js", "stages.js", "slices.js", "comparison.js", "sweep.js", "judge.js", "latency.js",
    "gate.js", "explorer.js", "question.js", "provenance.js",
    "main.js",
)  # fmt: skip
"""In this order: what a file uses stands before it; ``main.js`` begins."""
BLOCK = 100
"""So many questions are packed together; a block is unpacked when one of its questions is opened."""


def page(document: Mapping[str, Any], details: Sequence[Mapping[str, Any]] = (), *, language: str = "en") -> str:
    """The whole file. ``document`` has what is seen at once, ``details`` a mapping a question, in their order.

    The data are JSON, packed with gzip; nothing of them is HTML at any time. The policy allows the scripts and styles
    of the page by their hashes, and no connection to anywhere.
    """
    code = [_vendored(), "\n".join(_read("app", name) for name in SCRIPTS)]
    style = "\n".join(_read("app", name) for name in STYLES)
    blocks = [details[at : at + BLOCK] for at in range(0, len(details), BLOCK)]
    packed: list[tuple[str, Any]] = [("document", {**document, "language": language, "strings": strings(), "block": BLOCK})]
    packed += [(f"details-{number}", block) for number, block in enumerate(blocks)]
    return "\n".join([
        "<!DOCTYPE html>",
        f'<html lang="{escape(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(code, style)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(str(document.get('title', 'ragauge')))}</title>",
        '<link rel="icon" href="data:,">',
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        '<div id="app"></div>',
        "<noscript>This report needs JavaScript, which it has within; it asks for nothing from the network.</noscript>",
        *(f'<script type="text/plain" id="{name}">{_packed(data)}</script>' for name, data in packed),
        *(f"<script>{one}</script>" for one in code),
        "</body>",
        "</html>",
        "",
    ])  # fmt: skip


def _packed(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), 9, mtime=0)).decode("ascii")


def _policy(code: Sequence[str], style: str) -> str:
    scripts = " ".join(f"'{_hash(one)}'" for one in code)
    rules = {
        "default-src": "'none'",
        "script-src": scripts,
        "style-src": f"'{_hash(style)}'",
        "img-src": "data: blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return escape("; ".join(f"{name} {value}" for name, value in rules.items()), quote=False).replace('"', "&quot;")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"


@cache
def _read(*path: str) -> str:
    return files("ragauge.report.html").joinpath(*path).read_text(encoding="utf-8")


@cache
def _vendored() -> str:
    """The library that draws charts; nothing in it can end the element that it stands in."""
    text = _read("vendor", "vega.js")
    if "</script" in text.casefold() or "<!--" in text:
        raise ValueError("the vendored script has what ends a script element")
    return text

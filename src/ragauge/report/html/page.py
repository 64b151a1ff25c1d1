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

STYLES = ("base.css", "parts.css", "explorer.css", "print.css")
SCRIPTS = (
    "core.js", "format.js", "chart.js", "table.js",
    "verdict.js", "funnel.js", "stages.js", "slices.js", "comparison.js", "sweep.js", "judge.js", "latency.js",
    "gate.js", "explorer.js", "path.js", "answer.js", "question.js", "provenance.js",
    "main.js",
)  # fmt: skip
"""In this order: what a file uses stands before it; ``main.js`` begins."""
LIBRARY = ("vendor", "vega.js")
"""What draws charts; it is unpacked when the first is drawn."""
BLOCK = 100
"""So many questions, and so many texts, are packed together; a block is unpacked when one of them is looked at."""


def page(
    document: Mapping[str, Any],
    details: Sequence[Mapping[str, Any]] = (),
    texts: Sequence[Mapping[str, Any]] = (),
    *,
    language: str = "en",
) -> str:
    """The whole file. ``document`` has what is seen at once, ``details`` a mapping a question, ``texts`` those in them.

    The data are JSON, packed with gzip, and so is the library that draws; nothing of them is HTML at any time. The
    policy allows the scripts and styles of the page by their hashes, and no connection to anywhere.
    """
    code = "\n".join(_read("app", name) for name in SCRIPTS)
    style = "\n".join(_read("app", name) for name in STYLES)
    shown = {**document, "language": language, "strings": strings(), "block": BLOCK}
    packed = {"document": _packed(_json(shown)), **_blocks("details", details), **_blocks("texts", texts)}
    policy = _policy([code, _read(*LIBRARY)], style)
    return "\n".join([
        "<!DOCTYPE html>",
        f'<html lang="{escape(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(_whole(str(document.get('title', 'ragauge'))))}</title>",
        '<link rel="icon" href="data:,">',
        f"<style>{style}</style>",
        "</head>",
        "<body>",
        '<div id="app"></div>',
        "<noscript>This report needs JavaScript, which it has within; it asks for nothing from the network.</noscript>",
        *(f'<script type="text/plain" id="{name}">{data}</script>' for name, data in packed.items()),
        f'<script type="text/plain" id="library">{_packed_library()}</script>',
        f"<script>{code}</script>",
        "</body>",
        "</html>",
        "",
    ])  # fmt: skip


def _blocks(name: str, rows: Sequence[Any]) -> dict[str, str]:
    return {f"{name}-{at // BLOCK}": _packed(_json(rows[at : at + BLOCK])) for at in range(0, len(rows), BLOCK)}


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _packed(text: str) -> str:
    return base64.b64encode(gzip.compress(_whole(text).encode(), 9, mtime=0)).decode("ascii")


def _whole(text: str) -> str:
    """The text with a mark for halves of characters, which no file can hold.

    >>> _whole("a\\ud800"), _whole("Ж😀")
    ('a�', 'Ж😀')
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


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
def _packed_library() -> str:
    return _packed(_read(*LIBRARY))

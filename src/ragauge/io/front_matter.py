"""The fields that stand before a text: TOML between lines of ``+++``, flat YAML between lines of ``---``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragauge.core.brief import brief
from ragauge.io.flat_yaml import read_flat_yaml
from ragauge.io.plain_values import plain_value

if TYPE_CHECKING:
    from ragauge.io.plain_values import Field

ENDINGS = frozenset({
    "", ".md", ".markdown", ".mdx", ".qmd", ".rmd", ".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".textile",
    ".wiki",
})  # fmt: skip
"""Endings of files that may have front matter; in a ``.yaml`` file the same lines are the text itself."""

_TOML = re.compile(r"\+\+\+[ \t]*\n(?P<fields>.*?)^\+\+\+[ \t]*$", re.DOTALL | re.MULTILINE)
_YAML = re.compile(r"---[ \t]*\n(?![ \t]*\n)(?P<fields>.*?)^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The fields that were understood, and in words what was not."""

    fields: dict[str, Field] = field(default_factory=dict)
    doubts: tuple[str, ...] = ()


def front_matter(text: str) -> FrontMatter | None:
    """The front matter of a text; None where it has none. The text itself stays as it is.

    Types are those of the file: in TOML as it says, in YAML as a predicate reads a value (1 is a number, 01 and "1" are
    texts, ``yes`` too). A field that is not one value or a list of values is passed over, and so are all fields where
    the lines are no fields at all: both with a doubt. A ``---`` with a blank line below is a rule, and no front matter.

    >>> front_matter('+++\\nlocale = "en-GB"\\nvalid_from = 2026-01-01\\n+++\\n# Delivery').fields
    {'locale': 'en-GB', 'valid_from': '2026-01-01'}
    >>> front_matter("---\\nтариф: 01\\ntags: [a, 2]\\nauthor:\\n  name: Ann\\n---\\n# Delivery")
    FrontMatter(fields={'тариф': '01', 'tags': ('a', 2)}, doubts=("'author' is no single value or list of values",))
    """
    if text.startswith("+++"):
        found = _TOML.match(text)
        return _toml(found["fields"]) if found else None
    if text.startswith("---"):
        found = _YAML.match(text)
        return FrontMatter(*read_flat_yaml(found["fields"])) if found else None
    return None


def _toml(text: str) -> FrontMatter:
    try:
        told = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return FrontMatter(doubts=(f"not TOML: {error}",))
    fields: dict[str, Field] = {}
    doubts = []
    for name, value in told.items():
        try:
            plain = plain_value(value)
        except ValueError as error:
            doubts.append(f"{brief(name)} is {error}")
            continue
        if plain is not None:
            fields[name] = plain
    return FrontMatter(fields, tuple(doubts))

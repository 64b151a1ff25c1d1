"""A chart: a Vega-Lite specification, the rows that it draws, and the table that says the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
MARK = "@"
"""A text of a specification that begins so is the name of a string, and is shown in the language of the reader."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of the table of a chart: a field of its rows, the name of its title, and how it is written.

    ``kind``: ``text``, ``name`` (of strings, joined by +), ``number`` (four digits after the point), ``count`` (a
    whole number), ``percent``.
    """

    field: str
    title: str
    kind: str = "number"


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart. ``name`` is its own in a report, ``title`` and ``about`` name strings; ``spec`` has no data.

    ``about`` says in a sentence what is drawn, for those who do not see it.
    """

    name: str
    title: str
    about: str
    spec: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    columns: Sequence[TableColumn] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """As plain data for the page."""
        return {
            "name": self.name,
            "title": self.title,
            "about": self.about,
            "spec": dict(self.spec),
            "rows": [dict(row) for row in self.rows],
            "columns": [{"field": one.field, "title": one.title, "kind": one.kind} for one in self.columns],
        }

    def vega_lite(self, translate: Callable[[str], str]) -> dict[str, Any]:
        """A complete specification with its data, in the language of ``translate``."""
        named = [one.field for one in self.columns if one.kind == "name"]
        rows = [{**row, **{name: words(row[name], translate) for name in named if row.get(name)}} for row in self.rows]
        spec: dict[str, Any] = translated(self.spec, translate)
        return {"$schema": SCHEMA, **spec, "title": translate(self.title), "data": {"values": rows}}


def translated(value: Any, translate: Callable[[str], str]) -> Any:
    """A specification in which every named text is the text itself.

    >>> translated({"axis": {"title": "@axis.n"}, "values": [1, "a"]}, {"axis.n": "questions"}.__getitem__)
    {'axis': {'title': 'questions'}, 'values': [1, 'a']}
    """
    if isinstance(value, str):
        return translate(value[len(MARK) :]) if value.startswith(MARK) else value
    if isinstance(value, dict):
        return {key: translated(one, translate) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [translated(one, translate) for one in value]
    return value


def words(name: str, translate: Callable[[str], str]) -> str:
    """The text of one name, or of several that are joined by +.

    >>> words("a+b", {"a": "filter", "b": "fusion"}.__getitem__)
    'filter – fusion'
    """
    return " – ".join(translate(one) for one in name.split("+"))

"""A chart: a Vega-Lite specification, the rows that it draws, and the table that says the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
TEXT, COLOR, AS_IT_IS = "@", "$", "="
"""How a text of a specification begins that is the name of a string, shown in the language of the reader; the name of a
colour of the style sheet; and a text that is shown as it stands after this."""


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

    def vega_lite(self, translate: Callable[[str], str], color: Callable[[str], str]) -> dict[str, Any]:
        """A complete specification with its data, in the language of ``translate`` and the colours of ``color``."""
        named = [one.field for one in self.columns if one.kind == "name"]
        rows = [{**row, **{name: words(row[name], translate) for name in named if row.get(name)}} for row in self.rows]
        spec: dict[str, Any] = resolved(self.spec, translate, color)
        return {"$schema": SCHEMA, **spec, "title": translate(self.title), "data": {"values": rows}}


def resolved(value: Any, translate: Callable[[str], str], color: Callable[[str], str]) -> Any:
    """A specification in which every name of a text or a colour is the text or the colour.

    >>> spec = {"title": "@axis.n", "color": "$good", "as": "=@n", "values": [1, "a"]}
    >>> resolved(spec, {"axis.n": "questions"}.__getitem__, {"good": "green"}.__getitem__)
    {'title': 'questions', 'color': 'green', 'as': '@n', 'values': [1, 'a']}

    Raises: what ``translate`` and ``color`` raise for a name that there is not.
    """
    if isinstance(value, str):
        markers: dict[str, Callable[[str], str]] = {TEXT: translate, COLOR: color, AS_IT_IS: str}
        return markers[value[0]](value[1:]) if value[:1] in markers else value
    if isinstance(value, dict):
        return {key: resolved(one, translate, color) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [resolved(one, translate, color) for one in value]
    return value


def words(name: str, translate: Callable[[str], str]) -> str:
    """The text of one name, or of several that are joined by +.

    >>> words("a+b", {"a": "filter", "b": "fusion"}.__getitem__)
    'filter – fusion'
    """
    return " – ".join(translate(one) for one in name.split("+"))

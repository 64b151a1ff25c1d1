"""The cells of a table of answers: texts of a prompt, ids, citations, flags."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ragauge.core.brief import brief
from ragauge.core.entries import hit_of, items_of
from ragauge.core.entry_anchors import as_mapping
from ragauge.core.ids import clean_id, is_truth_value
from ragauge.core.json_text import parse_json
from ragauge.core.list_text import looks_like_a_list, parse_list
from ragauge.core.numbers import read_numbers

if TYPE_CHECKING:
    from ragauge.core.anchors import Anchor

SEPARATORS = {"newline": "\n", "blank-line": "\n\n", "tab": "\t"}
"""What may stand between the texts of a cell, by a name that a command line can take."""
_YES = frozenset({"true", "yes", "y", "1", "да", "ja", "sí", "si", "oui", "sim", "是"})
_NO = frozenset({"false", "no", "n", "0", "нет", "nein", "não", "non", "否"})


def is_blank(value: Any) -> bool:
    """Whether a cell holds nothing: no value, NaN, or white space."""
    return (
        value is None or (isinstance(value, str) and not value.strip()) or (isinstance(value, float) and value != value)
    )


def answer_in(cell: Any) -> str | None:
    """The text of an answer; a number is one as it is written.

    >>> answer_in("Two years [1]."), answer_in(42), answer_in(" ")
    ('Two years [1].', '42', None)

    Raises: ValueError in words for a list, an object or a truth value.
    """
    if is_blank(cell):
        return None
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int | float) and not is_truth_value(cell):
        return str(cell)
    raise ValueError(f"{brief(cell)} is no text of an answer")


def values_in(cell: Any, separator: str | None = None) -> list[Any]:
    """The values of a cell: those of a list, also one in a text; else of the text between separators; else the cell.

    >>> values_in("['It hums.', 'Two years.']"), values_in("It hums. | Two years.", "|"), values_in("[1] It hums.")
    (['It hums.', 'Two years.'], ['It hums.', 'Two years.'], ['[1] It hums.'])

    Raises: ValueError in words for a list that cannot be read.
    """
    if isinstance(cell, Mapping):
        return [cell]
    if not isinstance(cell, str):
        return [cell] if isinstance(cell, int | float) else items_of(cell, "{} is no list")
    if looks_like_a_list(cell) or _is_list(cell):
        return parse_list(cell)
    return [cell] if separator is None else [part for part in map(str.strip, cell.split(separator)) if part]


def _is_list(text: str) -> bool:
    """Whether all of a text is a list in JSON, whatever is in it."""
    plain = text.strip()
    if not (plain.startswith("[") and plain.endswith("]")):
        return False
    try:
        return isinstance(parse_json(plain), list)
    except ValueError:
        return False


class Context(NamedTuple):
    """A text of a prompt as its cell tells it: its id, None where it has none, and what else is told of its place."""

    id: str | None
    text: str | None
    place: Anchor | None = None


def contexts_in(cell: Any, separator: str | None = None) -> list[Context]:
    """The texts of the prompt that a cell holds; a blank one is none. An object may tell an id and a place too.

    >>> [(one.id, one.text) for one in contexts_in(["It hums.", {"id": "c1", "text": "Two years."}, ""])]
    [(None, 'It hums.'), ('c1', 'Two years.')]

    Raises: ValueError in words for what is neither a text nor such an object.
    """
    found = []
    for number, value in enumerate(values_in(cell, separator), start=1):
        if isinstance(value, str):
            found.append(Context(None, value))
        elif not is_blank(value):
            found.append(_context(value, number))
    return [one for one in found if not (one.id is None and is_blank(one.text))]


def _context(value: Any, number: int) -> Context:
    told: dict[str, Anchor] = {}
    if not isinstance(as_mapping(value), Mapping):
        odd = f"text {number}: {brief(value)} is neither a text nor an object with one"
        raise ValueError(odd)  # noqa: TRY004  (a wrong value in a file, not in a program)
    try:
        name, _ = hit_of(value, told)
    except ValueError as error:
        raise ValueError(f"text {number}: {error}") from error
    place = None if name is None else told.get(name)
    if place is None:
        return Context(name, None)
    name = place.chunk or place.document or place.url
    return Context(name, place.quote, place)


def ids_in(cell: Any) -> list[str]:
    """The ids of a cell: a list, also one in a text, or a text with ``;`` between them.

    >>> ids_in("c1; c2"), ids_in("[3, 7]"), ids_in(["c1", 3])
    (['c1', 'c2'], ['3', '7'], ['c1', '3'])

    Raises: ValueError in words for what is no id.
    """
    bracketed = isinstance(cell, str) and cell.strip().startswith("[") and cell.strip().endswith("]")
    values = parse_list(cell) if bracketed else values_in(cell, ";")
    found = [clean_id(value.get("id") if isinstance(value, Mapping) else value) for value in values]
    if None in found:
        raise ValueError(f"an id is missing in {brief(cell)}")
    return [name for name in found if name is not None]


def texts_in(cell: Any) -> list[str]:
    """The right answers of a cell: one text, or a list of them.

    >>> texts_in("Two years."), texts_in('["Two years.", "24 months"]')
    (['Two years.'], ['Two years.', '24 months'])

    Raises: ValueError in words for anything else.
    """
    if is_blank(cell):
        return []
    found = [answer_in(value) for value in values_in(cell)]
    return [text for text in found if text is not None]


def flag_in(cell: Any) -> bool | None:
    """Yes or no.

    >>> flag_in("да"), flag_in(False), flag_in("")
    (True, False, None)

    Raises: ValueError in words for what is neither.
    """
    if is_truth_value(cell):
        return bool(cell)
    word = "" if is_blank(cell) else str(cell).strip().casefold().removesuffix(".0")
    if not word or word in _YES | _NO:
        return word in _YES if word else None
    raise ValueError(f"{brief(cell)} is neither yes nor no")


def number_in(cell: Any) -> float | None:
    """A share, or a number in any notation that can be read in one way only.

    >>> number_in("0,87"), number_in("87 %"), number_in("1.000"), number_in(None)
    (0.87, 0.87, 1.0, None)

    Raises: ValueError in words for anything else.
    """
    if is_blank(cell):
        return None
    found = read_numbers(cell) if isinstance(cell, str | int | float) else []
    shares = [one for one in found if 0 <= one <= 1]  # 1.000 is one, and not a thousand
    if 1 not in (len(found), len(shares)):
        raise ValueError(f"{brief(cell)} is no number that can be read in one way")
    return float(found[0] if len(found) == 1 else shares[0])

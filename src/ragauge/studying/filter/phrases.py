"""What the values of fields are called in questions, as a TOML file."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.io.files import existing_file, read_bytes, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ragauge.pipeline.filters.kinds import Scalar

    Phrases = dict[str, dict[Scalar, Sequence[str]]]


def read_phrases(path: str | Path) -> Phrases:
    """The table of a file: a field, its values, and the phrases that mean each of them.

    ::

        [locale]
        "en-US" = ["the US", "United States"]

        [[year]]
        value = 2024
        phrases = ["last year"]

    Keys of TOML are texts; the second form is for values that are not.

    Raises: InputError for a file that is no such table.
    """
    file = existing_file(path)
    try:
        told = tomllib.loads(read_bytes(file).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError([Problem(f"not TOML: {error}", shown(file))]) from error
    return phrases_of(told, shown(file))


def phrases_of(told: Mapping[str, Any], source: str) -> Phrases:
    """The same from what TOML holds.

    >>> phrases_of({"locale": {"en-US": ["the US"]}, "year": [{"value": 2024, "phrases": ["last year"]}]}, "p.toml")
    {'locale': {'en-US': ['the US']}, 'year': {2024: ['last year']}}
    """
    table: Phrases = {}
    problems = []
    for field, given in told.items():
        try:
            table[field] = _values(given)
        except ValueError as error:
            problems.append(Problem(f"field {field!r}: {error}", source))
    if not told:
        problems.append(Problem("no field in it", source))
    if problems:
        raise InputError(problems)
    return table


def _values(given: Any) -> dict[Scalar, Sequence[str]]:
    if isinstance(given, dict):
        pairs = list(given.items())
    elif isinstance(given, list) and all(isinstance(one, dict) and one.keys() == {"value", "phrases"} for one in given):
        pairs = [(one["value"], one["phrases"]) for one in given]
    else:
        raise ValueError(f"values with lists of phrases are needed, got {brief(given)}")
    found: dict[Scalar, Sequence[str]] = {}
    for value, phrases in pairs:
        is_list = isinstance(phrases, list) and all(isinstance(one, str) for one in phrases)
        if not is_list or not isinstance(value, str | int | float | bool):
            raise ValueError(f"a value with a list of phrases is needed, got {brief(value)} with {brief(phrases)}")
        found[value] = phrases
    return found

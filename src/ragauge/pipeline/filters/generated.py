"""Predicates that a question states, by a generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.rewriting.prompting import language_of, load_prompt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.ports import Generator
    from ragauge.pipeline.filters.predicate import Predicate

NONE = "none"


@dataclass(frozen=True, slots=True)
class Extracted:
    """The predicates that were understood, and the lines that were not, each with the reason."""

    predicates: tuple[Predicate, ...]
    refused: tuple[tuple[str, str], ...]


def extract(question: str, generator: Generator, fields: Mapping[str, str], *, version: int = 1) -> Extracted:
    """Ask a generator which conditions a question states on the ``fields``, given with what they mean.

    A line that is no predicate, or is on another field, is refused and kept on record. Authorization never comes from
    a generator: none of the predicates is one of it.

    >>> class Canned:
    ...     def complete(self, prompt):
    ...         return 'locale = "en-US"\\ncolour = red\\nanything else'
    >>> found = extract("What holds in the US?", Canned(), {"locale": "language and country, as en-US"})
    >>> [str(one) for one in found.predicates], [line for line, _ in found.refused]
    (['locale = "en-US"'], ['colour = red', 'anything else'])
    """
    prompt = load_prompt("filter", language_of(question), version)
    listed = "\n".join(f"{name}: {meaning}" for name, meaning in fields.items())
    kept: dict[Predicate, None] = {}
    refused = []
    for line in map(str.strip, generator.complete(prompt.filled(question=question, fields=listed)).splitlines()):
        if not line or line.casefold() == NONE:
            continue
        try:
            predicate = parse(line)
        except InputError as error:
            refused.append((line, str(error)))
            continue
        if predicate.field in fields:
            kept[predicate] = None
        else:
            refused.append((line, f"no field {predicate.field!r}"))
    return Extracted(tuple(kept), tuple(refused))

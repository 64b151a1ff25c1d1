"""Filters by the share of documents that they let pass: given ones, ones made from the metadata, and random ones."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError
from ragauge.core.ids import is_truth_value
from ragauge.pipeline.filters.predicate import Predicate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.pipeline.filters.kinds import Scalar

TARGETS = (0.01, 0.1, 0.5)
EDGES = (0.03, 0.25)
"""Where one bucket ends and the next begins: between the targets on a scale of ratios."""
BUCKETS = ("up to 3 %", "3 to 25 %", "over 25 %")
MOST_VALUES = 20
"""A filter that is made names no more values than these."""
RANDOM = "random"
"""The field that random filters are on."""

Rows = dict[str, frozenset[int]]


def bucket_of(share: float) -> str:
    """The bucket of a filter that lets this share of the rows pass.

    >>> bucket_of(0.01), bucket_of(0.25), bucket_of(0.5)
    ('up to 3 %', '3 to 25 %', 'over 25 %')
    """
    return BUCKETS[sum(share > edge for edge in EDGES)]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A filter that could be made, and how many rows it lets pass."""

    predicate: Predicate
    matching: int


def made_filters(metadata: Sequence[Mapping[str, object]], targets: Sequence[float] = TARGETS) -> list[Predicate]:
    """One filter a target, from the values that there are: the one whose share of rows is nearest to it.

    Tried are every value, groups of the values of a field, and the order of numbers. Near is meant as a ratio, and the
    share must lie in the bucket of its target: there is no filter for a target that no value comes near.

    >>> rows = [{"locale": "en" if n % 10 else "ru", "n": n} for n in range(100)]
    >>> [str(one) for one in made_filters(rows)]
    ['n <= 0', 'locale = "ru"', 'n <= 49']
    """
    candidates = list(_candidates(metadata, targets))
    found: dict[str, Predicate] = {}
    for target in targets:
        fitting = [one for one in candidates if bucket_of(one.matching / len(metadata)) == bucket_of(target)]
        if fitting:
            best = min(fitting, key=lambda one: (_off(one.matching / len(metadata), target), str(one.predicate)))
            found.setdefault(str(best.predicate), best.predicate)
    return list(found.values())


def random_filters(
    documents: Sequence[str], shares: Sequence[float], *, seed: int = 0
) -> tuple[dict[str, dict[str, object]], list[Predicate]]:
    """A field with the numbers from 0 in random order, and filters on it that let these shares of the documents pass.

    They have nothing to do with what documents say, which makes them the easy case: filters of a language or a product
    cut the space of vectors into parts.

    >>> fields, filters = random_filters(["a", "b", "c", "d"], [0.5])
    >>> sorted(one["random"] for one in fields.values()), str(filters[0])
    ([0, 1, 2, 3], 'random < 2')

    Raises: InputError for a share that is not between 0 and 1.
    """
    if wrong := [share for share in shares if not 0 < share < 1]:
        raise InputError(f"a share of documents lies between 0 and 1, got {', '.join(f'{one:g}' for one in wrong)}")
    order = np.random.default_rng(seed).permutation(len(documents)).tolist()
    fields: dict[str, dict[str, object]] = {
        name: {RANDOM: place} for name, place in zip(sorted(documents), order, strict=True)
    }
    counts = dict.fromkeys(max(1, round(share * len(documents))) for share in shares)
    return fields, [Predicate(RANDOM, "lt", count) for count in counts]


def _off(share: float, target: float) -> float:
    return round(abs(math.log(share / target)), 9)


def _candidates(metadata: Sequence[Mapping[str, object]], targets: Sequence[float]) -> Iterator[Candidate]:
    """Filters that let some rows pass, but not all."""
    for field, values in _values(metadata).items():
        found = [
            *_single(field, values),
            *_groups(field, values, [target * len(metadata) for target in targets]),
            *_ranges(field, values, [target * len(metadata) for target in targets]),
        ]
        yield from (one for one in found if 0 < one.matching < len(metadata))


def _values(metadata: Sequence[Mapping[str, object]]) -> dict[str, dict[tuple[bool, Scalar], frozenset[int]]]:
    """The rows of every value of every field; truth values are told from numbers."""
    rows: dict[str, dict[tuple[bool, Scalar], set[int]]] = defaultdict(lambda: defaultdict(set))
    for row, fields in enumerate(metadata):
        for field, stored in fields.items():
            for value in stored if isinstance(stored, list | tuple | set | frozenset) else [stored]:
                if isinstance(value, str) or (isinstance(value, int | float) and math.isfinite(value)):
                    rows[field][is_truth_value(value), value].add(row)
    return {field: {key: frozenset(found) for key, found in values.items()} for field, values in sorted(rows.items())}


def _single(field: str, values: Mapping[tuple[bool, Scalar], frozenset[int]]) -> Iterator[Candidate]:
    for (_, value), rows in values.items():
        yield Candidate(Predicate(field, "eq", value), len(rows))


def _groups(
    field: str, values: Mapping[tuple[bool, Scalar], frozenset[int]], sizes: Sequence[float]
) -> Iterator[Candidate]:
    """Texts, the most frequent first, as long as no more rows pass than are wanted."""
    texts = sorted(((value, rows) for (_, value), rows in values.items() if isinstance(value, str)),
                   key=lambda pair: (-len(pair[1]), pair[0]))  # fmt: skip
    for size in sizes:
        taken: list[str] = []
        passing: frozenset[int] = frozenset()
        for value, rows in texts:
            if len(passing | rows) <= size and len(taken) < MOST_VALUES:
                taken.append(value)
                passing |= rows
        if len(taken) > 1:
            yield Candidate(Predicate(field, "in", tuple(sorted(taken))), len(passing))


def _ranges(
    field: str, values: Mapping[tuple[bool, Scalar], frozenset[int]], sizes: Sequence[float]
) -> Iterator[Candidate]:
    """Numbers up to the one at which the wanted number of rows is reached, and up to the one before it."""
    numbers = sorted(
        (value, rows) for (truth, value), rows in values.items() if not truth and not isinstance(value, str)
    )
    passing: frozenset[int] = frozenset()
    counts = []
    for _, rows in numbers:
        passing |= rows
        counts.append(len(passing))
    for size in sizes:
        place = int(np.searchsorted(counts, size))
        for at in {max(0, place - 1), place} & set(range(len(numbers))):
            yield Candidate(Predicate(field, "le", numbers[at][0]), counts[at])

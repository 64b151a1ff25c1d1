"""Hard filters: only documents that keep every predicate may be returned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.pipeline.filters.predicate import Predicate


def allowed(metadata: Mapping[str, Mapping[str, object]], predicates: Iterable[Predicate]) -> frozenset[str]:
    """The ids of the documents that keep all predicates.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> documents = {"d1": {"tenant": "elm", "year": 2024}, "d2": {"tenant": "oak", "year": 2024}}
    >>> allowed(documents, [parse("tenant = elm"), parse("year >= 2024")])
    frozenset({'d1'})
    """
    listed = list(predicates)
    return frozenset(item for item, fields in metadata.items() if all(one.holds(fields) for one in listed))


def hard_filter(
    hits: Sequence[Hit], metadata: Mapping[str, Mapping[str, object]], predicates: Iterable[Predicate]
) -> list[Hit]:
    """The hits that keep all predicates, in their order.

    >>> from ragauge.core.records import Hit
    >>> from ragauge.pipeline.filters.parsing import parse
    >>> hard_filter([Hit("d2", 2.0), Hit("d1", 1.0)], {"d1": {"n": 3}, "d2": {"n": 4}}, [parse("n <= 3")])
    [Hit(item='d1', score=1.0)]

    Raises: InputError for a hit whose metadata is not known.
    """
    listed = list(predicates)
    return [hit for hit, fields in with_metadata(hits, metadata) if all(one.holds(fields) for one in listed)]


def with_metadata(
    hits: Sequence[Hit], metadata: Mapping[str, Mapping[str, object]]
) -> list[tuple[Hit, Mapping[str, object]]]:
    """Every hit beside its metadata.

    Raises: InputError for hits whose metadata is not known: nothing can be said about them.
    """
    unknown = dict.fromkeys(hit.item for hit in hits if hit.item not in metadata)
    if unknown:
        raise InputError([Problem(f"no metadata for hit {item!r}") for item in unknown])
    return [(hit, metadata[hit.item]) for hit in hits]

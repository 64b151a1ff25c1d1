"""What the asker may see: predicates that are never softened, and whose leaks stop everything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, RagaugeError
from ragauge.pipeline.filters.hard import allowed
from ragauge.pipeline.filters.leaks import leaks

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.pipeline.filters.leaks import Leak
    from ragauge.pipeline.filters.predicate import Predicate


class AuthorizationLeakError(RagaugeError):
    """A document was returned that the asker is not shown to be allowed to see."""

    def __init__(self, found: Sequence[Leak]) -> None:
        self.leaks = tuple(found)
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        super().__init__(f"leaked past authorization: {found[0]}{more}")


def authorization(predicate: Predicate) -> Predicate:
    """The predicate, marked as one of authorization.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> authorization(parse("tenant = elm")).authorization
    True
    """
    return replace(predicate, authorization=True)


def guard(
    hits: Sequence[Hit], metadata: Mapping[str, Mapping[str, object]], predicates: Sequence[Predicate]
) -> list[Hit]:
    """The hits as they are, if none leaked past the predicates of authorization among ``predicates``.

    A value of another type and a missing field are leaks too: what is not shown to be allowed is not.

    >>> from ragauge.core.records import Hit
    >>> from ragauge.pipeline.filters.parsing import parse
    >>> guard([Hit("2", 1)], {"2": {"tenant": "oak"}}, [parse("tenant = elm", authorization=True)])
    Traceback (most recent call last):
    ragauge.pipeline.filters.authorization.AuthorizationLeakError: leaked past authorization: '2' has tenant 'oak': ...

    Raises: AuthorizationLeakError holding all leaks; InputError for a hit whose metadata is not known, and where no
        predicate is one of authorization.
    """
    secret = [predicate for predicate in predicates if predicate.authorization]
    if not secret:
        raise InputError("no predicate of authorization to guard")
    found = leaks(hits, metadata, secret).authorization
    if found:
        raise AuthorizationLeakError(found)
    return list(hits)


def eligible_gold(
    gold: Collection[str], metadata: Mapping[str, Mapping[str, object]], predicates: Sequence[Predicate]
) -> list[str]:
    """The relevant ids that the asker may see: against these, and no others, a search under authorization is measured.

    Predicates that are not of authorization take nothing away: what they lose is lost.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> fields = {"d1": {"tenant": "elm", "n": 1}, "d2": {"tenant": "oak", "n": 1}}
    >>> eligible_gold(["d1", "d2"], fields, [parse("tenant = elm", authorization=True), parse("n = 2")])
    ['d1']

    Raises: InputError for a relevant id whose metadata is not known.
    """
    unknown = sorted(item for item in gold if item not in metadata)
    if unknown:
        raise InputError(f"no metadata for {', '.join(map(repr, unknown))}")
    may = allowed({item: metadata[item] for item in gold}, [one for one in predicates if one.authorization])
    return [item for item in gold if item in may]

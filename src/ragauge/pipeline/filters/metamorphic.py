"""What must hold between the results of a search under two filters, without any gold."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Literal

from ragauge.pipeline.filters.hard import allowed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.pipeline.filters.predicate import Predicate


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """A pair of filters whose results do not go together; for ``tighter`` the first is the tighter one."""

    kind: Literal["equivalent", "tighter"]
    first: str
    second: str
    message: str


def equivalent_problem(first: Sequence[str], second: Sequence[str]) -> str | None:
    """How the results of two filters that allow the same documents differ; None where they are the same.

    >>> equivalent_problem(["p", "q"], ["p", "r"])
    'the results differ: only the first has q, only the second has r'
    """
    if list(first) == list(second):
        return None
    one, other = ([item for item in here if item not in there] for here, there in ((first, second), (second, first)))
    parts = [f"only the {name} has {', '.join(left)}" for name, left in (("first", one), ("second", other)) if left]
    return f"the results differ: {', '.join(parts) or 'their order'}"


def tighter_problem(tight: Sequence[str], loose: Sequence[str], allowed_by_tight: frozenset[str]) -> str | None:
    """How the results of a tighter filter contradict those of a looser one under the same k; None where they do not.

    The tighter filter returns no more, and keeps what the looser one returned and the tighter one allows.

    >>> tighter_problem(["p"], ["p", "q", "r"], frozenset({"p", "q"}))
    'the tighter filter lost q, which it allows'
    """
    if len(set(tight)) > len(set(loose)):
        return f"the tighter filter returned {len(set(tight))}, the looser one {len(set(loose))}"
    lost = [item for item in loose if item in allowed_by_tight and item not in tight]
    return f"the tighter filter lost {', '.join(lost)}, which it allows" if lost else None


def inconsistencies(
    search: Callable[[Sequence[Predicate]], Sequence[Hit]],
    filters: Mapping[str, Sequence[Predicate]],
    metadata: Mapping[str, Mapping[str, object]],
) -> list[Inconsistency]:
    """Ask a search for one question, with a fixed k, under every filter, and compare the filters two by two.

    Compared are those of which one allows nothing that the other does not.

    Which filters are equivalent, or tighter, is worked out on the metadata of all documents. An exact search
    passes; an approximate one shows how much a filter harms it.

    >>> from ragauge.core.records import Hit
    >>> from ragauge.pipeline.filters.parsing import parse
    >>> fields = {"p": {"n": 1}, "q": {"n": 3}, "r": {"n": 9}}
    >>> forgets = lambda predicates: [Hit("p", 1.0)] if predicates[0].op == "le" else [Hit("p", 1.0), Hit("q", 0.5)]
    >>> filters = {"range": [parse("n<=3")], "members": [parse("n in {1,2,3}")]}
    >>> [(one.kind, one.first, one.second) for one in inconsistencies(forgets, filters, fields)]
    [('equivalent', 'range', 'members')]
    """
    allows = {name: allowed(metadata, predicates) for name, predicates in filters.items()}
    found = {name: [hit.item for hit in search(predicates)] for name, predicates in filters.items()}
    names = list(filters)
    problems: list[Inconsistency] = []
    for one, other in permutations(names, 2):
        if allows[one] == allows[other] and names.index(one) < names.index(other):
            message = equivalent_problem(found[one], found[other])
            problems += [Inconsistency("equivalent", one, other, message)] if message else []
        elif allows[one] < allows[other]:
            message = tighter_problem(found[one], found[other], allows[one])
            problems += [Inconsistency("tighter", one, other, message)] if message else []
    return problems

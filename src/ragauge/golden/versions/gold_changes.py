"""What changed in the gold of one question, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ragauge.golden.versions.export_rows import Gold

Items = frozenset[str]


def gold_changes(old: Gold, new: Gold) -> tuple[str, ...]:
    """The needs, alternatives and grades that came and went, one sentence each, in an order of their own.

    >>> from ragauge.golden.versions.export_rows import Gold
    >>> old = Gold(((("a", 1),), (("b", 1), ("c", 1))))
    >>> new = Gold(((("a", 2),), (("b", 1), ("d", 1)), (("e", 1),)), (("c", 0),))
    >>> for change in gold_changes(old, new): print(change)
    'c' is now judged not relevant (grade 0)
    need added: 'e'
    need of 'b' or 'c': no longer 'c'
    need of 'b' or 'c': now also 'd'
    the grade of 'a' is 2 instead of 1
    """
    return tuple(sorted([*_needs(old, new), *_grades(old, new)]))


def _needs(old: Gold, new: Gold) -> Iterator[str]:
    before = [frozenset(item for item, _ in need) for need in old.needs]
    after = [frozenset(item for item, _ in need) for need in new.needs]
    for need in [need for need in before if need in after]:
        if need in before and need in after:
            before.remove(need)
            after.remove(need)
    for one, other in _likest(before, after):
        before.remove(one)
        after.remove(other)
        yield from (f"need of {_words(one)}: no longer {item!r}" for item in one - other)
        yield from (f"need of {_words(one)}: now also {item!r}" for item in other - one)
    yield from (f"need removed: {_words(need)}" for need in before)
    yield from (f"need added: {_words(need)}" for need in after)


def _likest(before: Iterable[Items], after: Iterable[Items]) -> list[tuple[Items, Items]]:
    """Pairs of needs that share a source, those that share most first, each need at most once."""
    left = list(after)
    shared = [(-len(one & other), sorted(one), sorted(other)) for one in before for other in left if one & other]
    pairs: list[tuple[Items, Items]] = []
    taken = [list(before), left.copy()]
    for _, one, other in sorted(shared):
        first, second = frozenset(one), frozenset(other)
        if first in taken[0] and second in taken[1]:
            taken[0].remove(first)
            taken[1].remove(second)
            pairs.append((first, second))
    return pairs


def _grades(old: Gold, new: Gold) -> Iterator[str]:
    before, after = _graded(old), _graded(new)
    for item in sorted(before.keys() | after.keys()):
        was, now = before.get(item), after.get(item)
        if was == now:
            continue
        if was is None and now is not None and now <= 0:
            yield f"{item!r} is judged not relevant (grade {now})"
        elif now is None and was is not None and was <= 0:
            yield f"{item!r} is no longer judged (its grade was {was})"
        elif was is not None and now is not None:
            turned = now <= 0 < was
            words = f"{item!r} is now judged not relevant (grade {now})"
            yield words if turned else f"the grade of {item!r} is {now} instead of {was}"


def _graded(gold: Gold) -> dict[str, int]:
    return {item: grade for need in (*gold.needs, gold.others) for item, grade in need}


def _words(need: Items) -> str:
    return " or ".join(map(repr, sorted(need)))

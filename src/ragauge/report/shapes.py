"""What plain data must look like, as small parts that are put together, and where some does not."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ragauge.core.brief import brief

Shape = Callable[[Any, str], Iterator[str]]
"""Gives a complaint for everything in a value that is not as it should be; the text is where the value stands."""


def text(value: Any, at: str) -> Iterator[str]:
    """A text.

    >>> list(text(3, "base"))
    ['base is no text: 3']
    """
    if not isinstance(value, str):
        yield f"{at} is no text: {brief(value)}"


def flag(value: Any, at: str) -> Iterator[str]:
    """True or false."""
    if not isinstance(value, bool):
        yield f"{at} is neither true nor false: {brief(value)}"


def whole(value: Any, at: str) -> Iterator[str]:
    """A whole number from 0."""
    if type(value) is not int or value < 0:
        yield f"{at} is no whole number from 0: {brief(value)}"


def number(value: Any, at: str) -> Iterator[str]:
    """A number; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        yield f"{at} is no number: {brief(value)}"


def anything(value: Any, at: str) -> Iterator[str]:
    """Whatever it is."""
    del value, at
    return iter(())


def one_of(known: Iterable[str]) -> Shape:
    """One of these texts.

    >>> list(one_of(["cut", "use"])("kut", "first"))
    ["first is not known: 'kut'"]
    """
    names = frozenset(known)

    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, str) or value not in names:
            yield f"{at} is not known: {brief(value)}"

    return check


def maybe(shape: Shape) -> Shape:
    """Null, or what ``shape`` wants."""
    return lambda value, at: iter(()) if value is None else shape(value, at)


def many(shape: Shape) -> Shape:
    """A list of it.

    >>> list(many(whole)([1, -1], "relevant"))
    ['relevant[1] is no whole number from 0: -1']
    """

    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{at} is no list: {brief(value)}"
            return
        for place, one in enumerate(value):
            yield from shape(one, f"{at}[{place}]")

    return check


def named(shape: Shape) -> Shape:
    """An object with it under names of any kind."""

    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{at} is no object: {brief(value)}"
            return
        for name, one in value.items():
            yield from shape(one, f"{at}.{name}")

    return check


def fields(**shapes: Shape) -> Shape:
    """An object that has these, whatever else it has.

    >>> list(fields(n=whole)({}, "figure")), list(fields(n=whole)({"n": 3, "more": 1}, "figure"))
    (['figure has no n'], [])
    """

    def check(value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{at or 'it'} is no object: {brief(value)}"
            return
        for name, shape in shapes.items():
            if name in value:
                yield from shape(value[name], f"{at}.{name}" if at else name)
            else:
                yield f"{at or 'it'} has no {name}"

    return check


def ends(value: Any, at: str) -> Iterator[str]:
    """The two ends of an interval, the lower one first."""
    complaints = list(many(number)(value, at))
    yield from complaints
    if not complaints and (len(value) != 2 or value[0] > value[1]):
        yield f"{at} are no two ends: {brief(value)}"


def interval(value: Any, at: str) -> Iterator[str]:
    """An interval with names for its ends."""
    complaints = list(fields(low=number, high=number)(value, at))
    yield from complaints
    if not complaints and value["low"] > value["high"]:
        yield f"{at} ends before it begins: {brief(value)}"

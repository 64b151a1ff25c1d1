"""What the parameters of vector indexes may be."""

from __future__ import annotations

from ragauge.core.errors import InputError, MissingDependencyError, Problem

MOST_LINKS = 1_000
MOST = 1_000_000


def refuse_outside(least: int, most: int, **given: object) -> None:
    """Raise InputError for parameters that are no whole numbers, or out of bounds.

    >>> refuse_outside(1, MOST, ef=64)
    >>> refuse_outside(2, MOST_LINKS, m=1, ef="many")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: m must be a whole number from 2 to 1,000, got 1
    ef must be a whole number from 2 to 1,000, got 'many'
    """
    wrong = [
        Problem(f"{name} must be a whole number from {least} to {most:,}, got {value!r}")
        for name, value in given.items()
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most
    ]
    if wrong:
        raise InputError(wrong)


def missing(package: str, extra: str) -> MissingDependencyError:
    """The error for a package that is not installed.

    >>> missing("usearch", "ann")
    MissingDependencyError("usearch is not installed: pip install 'ragauge[ann]'")
    """
    return MissingDependencyError(f"{package} is not installed: pip install 'ragauge[{extra}]'")

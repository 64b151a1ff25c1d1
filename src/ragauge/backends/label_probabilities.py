"""The probabilities of labels from the log-probabilities of tokens."""

from __future__ import annotations

from math import exp, fsum, isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEAST = 0.5
"""So much probability must lie on labels, or the model answered something else."""
UNCLEAR = 0.01
"""So much of it may lie on tokens that begin several labels."""
TOLERANCE = 1e-6
"""Servers round, and some tell a little more than certainty."""


def label_probabilities(
    tokens: Sequence[tuple[str, Mapping[str, float]]], labels: Sequence[str]
) -> dict[str, float] | None:
    """p(label | the reply is a label), from the first token of a reply that is not blank; None where it cannot be told.

    ``tokens`` are the tokens of the reply with their likeliest alternatives and those' natural logarithms. Spaces and
    case around a label do not matter (" 7" counts for "7"). A token that begins one label only stands for it. One that
    begins several ("1" for 1 and 10) is unclear, unless the longer ones stand among the alternatives as tokens of their
    own: then the model does not write them in two. None: no alternatives, less than half of the probability on labels,
    or more than 1 % of that unclear.

    >>> four = label_probabilities([(" ", {}), ("4", {"4": -0.2231435513, " 5": -1.6094379124})], ["4", "5"])["4"]
    >>> f"{four:.9f}"
    '0.800000000'
    >>> print(label_probabilities([("1", {"1": -0.1}), ("0", {"0": -0.1})], ["1", "10"]))
    None
    """
    first = next((alternatives for token, alternatives in tokens if token.strip()), None)
    by_name = {label.strip().casefold(): label for label in labels}
    if not first or len(by_name) < len(labels):
        return None
    seen = {token: token.strip().casefold() for token in first}
    whole = set(seen.values())
    masses: dict[str, list[float]] = {label: [] for label in labels}
    unclear = []
    for token, name in seen.items():
        begun = [known for known in by_name if name and known.startswith(name)]
        others = [known for known in begun if known != name]
        if len(begun) == 1 or (name in by_name and whole.issuperset(others)):
            masses[by_name[name if name in by_name else begun[0]]].append(exp(first[token]))
        elif begun:
            unclear.append(exp(first[token]))
    sums = {label: fsum(parts) for label, parts in masses.items()}
    total = fsum(sums.values())
    if total < LEAST or fsum(unclear) > UNCLEAR * total:
        return None
    return {label: mass / total for label, mass in sums.items()}


def logarithm(value: Any) -> float:
    """The logarithm of a probability as a server told it.

    Raises: ValueError or TypeError for what is none.
    """
    number = float(value)
    if isnan(number) or number > TOLERANCE:
        raise ValueError("no logarithm of a probability")
    return min(number, 0.0)

"""The scale that labels are compared on, and which replies of a judge are not on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ragauge.core.errors import InputError, Problem
from ragauge.judging.measured.plain_label import number_of, plain_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.core.arrays import FloatArray
    from ragauge.judging.measured.labels import Labels
    from ragauge.judging.measured.settings import Kind, Settings

POSITIVE = ("pass", "passed", "yes", "true", "1", "supported", "correct", "relevant", "good", "accept",
            "да", "верно", "правильно", "релевантно", "подтверждено")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    """Labels in their order; ``ordered`` says whether the order means anything."""

    labels: tuple[str, ...]
    ordered: bool

    @property
    def numbers(self) -> FloatArray | None:
        """The labels as numbers; None when one of them is a word."""
        found = [number_of(label) for label in self.labels]
        return None if None in found else np.array(found, dtype=np.float64)

    def place(self, label: str | None) -> int:
        """Where a label stands, from 0; −1 for one that is missing or not on the scale."""
        return self.labels.index(label) if label in self.labels else -1


def scale_of(labels: Labels, settings: Settings, kind: Kind) -> Scale:
    """The scale that was given, or that of the labels in use.

    Numbers stand in their order; words have none. Where humans use at least two words, those are the scale, and any
    other reply of the judge is a failed one. Where they use one only, the judge's words belong to it.

    Raises: InputError for human labels that are not on the given scale, each with its row, and a label given twice.
    """
    used = {label for given in labels.humans.values() for label in given if label is not None}
    if settings.scale:
        return _given(labels, settings.scale)
    judged = set() if kind == "score" else {label for label in labels.judge if label is not None}
    if all(number_of(label) is not None for label in used):
        numbers = used | {label for label in judged if number_of(label) is not None}
        return Scale(tuple(sorted(numbers, key=float)), ordered=len(numbers) > 2)
    return Scale(tuple(sorted(used if len(used) > 1 else used | judged)), ordered=False)


def _given(labels: Labels, scale: Sequence[str]) -> Scale:
    plain = [plain_label(label) or "" for label in scale]
    if len(set(plain)) < len(plain) or len(plain) < 2:
        raise InputError(f"--scale needs at least two labels, each once; got {', '.join(scale)}")
    problems = [
        Problem(f"{label!r} is not on the scale {', '.join(plain)}", labels.source, line, name)
        for name, given in labels.humans.items()
        for line, label in zip(labels.lines, given, strict=True)
        if label is not None and label not in plain
    ]
    if problems:
        raise InputError(problems)
    return Scale(tuple(plain), ordered=len(plain) > 2)


def kind_of(labels: Labels, settings: Settings) -> Kind:
    """Whether the judge gives labels or scores: scores are numbers for what humans have at most two labels for.

    Most replies must be numbers that are no label of the humans, and some of them not whole unless humans use words.
    """
    if settings.kind is not None:
        return settings.kind
    used = {label for given in labels.humans.values() for label in given if label is not None}
    replies = [label for label in labels.judge if label is not None]
    numbers = [number for label in replies if (number := number_of(label)) is not None]
    words = any(number_of(label) is None for label in used)
    if settings.scale or len(used) > 2 or 2 * len(numbers) <= len(replies) or set(replies) <= used:
        return "label"
    return "score" if words or any(not number.is_integer() for number in numbers) else "label"


def positive_of(scale: Scale, settings: Settings) -> str | None:
    """The label whose rate is estimated: as given, or of two the one that says yes; None if that is not clear.

    Raises: InputError when the given one is not on the scale.
    """
    if settings.positive is not None:
        label = plain_label(settings.positive)
        if label not in scale.labels:
            raise InputError(f"--positive {settings.positive!r} is not among the labels: {', '.join(scale.labels)}")
        return label
    found = [label for label in scale.labels if label in POSITIVE]
    return found[0] if len(scale.labels) <= 2 and len(found) == 1 else None

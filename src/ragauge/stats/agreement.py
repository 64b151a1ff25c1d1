"""Raw agreement of a judge with the humans, label by label, and against a judge who never looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ragauge.core.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class PerLabel:
    """How a judge does on one label; counts, so that 0 of 1 and 0 of 100 are told apart.

    ``human`` and ``judge`` are how often each gave the label, ``both`` how often on the same item.
    """

    human: int
    judge: int
    both: int

    @property
    def precision(self) -> float | None:
        """both ÷ judge, 0 to 1, higher is better; None when the judge never gave the label."""
        return self.both / self.judge if self.judge else None

    @property
    def recall(self) -> float | None:
        """both ÷ human, 0 to 1, higher is better; None when no human gave the label."""
        return self.both / self.human if self.human else None

    @property
    def f1(self) -> float | None:
        """2 · both ÷ (human + judge), 0 to 1, higher is better; None when neither gave the label."""
        return 2 * self.both / (self.human + self.judge) if self.human + self.judge else None


def raw_agreement(table: FloatArray) -> float | None:
    """The share of items on which two raters gave the same label.

    Formula: trace ÷ sum of the confusion table. Range: 0 to 1, higher is better. Undefined: None for no item.
    It says little alone: see ``constant_agreement``.

    >>> raw_agreement(np.array([[9.0, 0.0], [1.0, 0.0]])), raw_agreement(np.zeros((2, 2)))
    (0.9, None)
    """
    n = float(table.sum())
    return float(np.trace(table)) / n if n else None


def constant_agreement(table: FloatArray) -> float | None:
    """The agreement of a judge who gives the humans' most frequent label to every item.

    Formula: the largest row sum ÷ sum; rows are the humans' labels. A judge that agrees no more often than this has
    shown nothing. Range: 1 ÷ labels to 1. Undefined: None for no item.

    Example: humans pass 9 of 10, and the judge passes all; both are right on 0.9.
        >>> constant_agreement(np.array([[9.0, 0.0], [1.0, 0.0]]))
        0.9
    """
    n = float(table.sum())
    return float(table.sum(axis=1).max()) / n if n else None


def per_label(table: FloatArray) -> list[PerLabel]:
    """Precision, recall and F1 of every label; rows of the table are the humans', columns the judge's.

    For two labels the recall of the second is the true negative rate of the first.

    >>> fail = per_label(np.array([[9.0, 0.0], [1.0, 0.0]]))[1]
    >>> fail.human, fail.recall, fail.precision
    (1, 0.0, None)
    """
    human, judge, both = table.sum(axis=1), table.sum(axis=0), np.diagonal(table)
    return [PerLabel(*map(int, counts)) for counts in zip(human, judge, both, strict=True)]


def balanced_accuracy(table: FloatArray) -> float | None:
    """The mean recall over the labels that humans gave.

    Formula: mean of both ÷ human over labels with human > 0. Range: 0 to 1, higher is better; a constant judge has
    1 ÷ labels. Undefined: None for fewer than two labels given by humans.
    Source: Brodersen et al. 2010; ``sklearn.metrics.balanced_accuracy_score``.

    >>> balanced_accuracy(np.array([[9.0, 0.0], [1.0, 0.0]])), balanced_accuracy(np.array([[9.0, 0.0], [0.0, 0.0]]))
    (0.5, None)
    """
    recalls = [one.recall for one in per_label(table) if one.recall is not None]
    return sum(recalls) / len(recalls) if len(recalls) > 1 else None

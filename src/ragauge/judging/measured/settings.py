"""What a calibration is asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ragauge.stats.kappa import Weights
    from ragauge.stats.krippendorff import Level
    from ragauge.stats.thresholds import Objective

Kind = Literal["label", "score"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices; None is chosen from the labels, and the choice is on record.

    ``weights`` are those of the kappa that counts: none for two labels and for words, quadratic for a scale. ``alpha``
    is Krippendorff's level: nominal for words, ordinal for a scale. ``half_width`` is the wanted half of the interval
    of the true rate; for a scale of numbers the default is a twentieth of its width, for a rate 0.05.
    """

    kind: Kind | None = None
    scale: tuple[str, ...] = ()
    positive: str | None = None
    weights: Weights | None = None
    alpha: Level | None = None
    threshold: float | None = None
    objective: Objective = "balanced_accuracy"
    folds: int = 5
    half_width: float | None = None
    bins: int = 10
    level: float = 0.95
    seed: int = 0
    resamples: int = 5000

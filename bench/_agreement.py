"""Whether tools that draw at random agree: within five standard errors of the difference of two draws.

``_agreement.py FOLDER RESAMPLES`` prints what that takes to know of the two scorecards in a folder.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ERRORS = 5.0
LEVEL = 0.95
SAME = ("ragauge", "ragauge CLI")
"""The same code with the same seed: no digit may differ."""
DOUBLED = ("scipy",)
"""Its p is twice the smaller tail, which draws less exactly than both tails together."""
UNTIED = ("ranx",)
"""It compares sums without a tolerance: those that are equal but for rounding count as smaller or not."""


def apart(
    tool: str,
    theirs: Mapping[str, Mapping[str, Any]],
    own: Mapping[str, Mapping[str, Any]],
    known: Mapping[str, Mapping[str, float]],
    resamples: int,
) -> Iterator[str]:
    """Where p or an end of an interval differs by more than chance."""
    for metric, mine in own.items():
        for what in ("p", "low", "high"):
            if what not in theirs[metric]:
                continue
            value, low, high = theirs[metric][what], mine[what], mine[what]
            if what == "p":
                error = p_error(high, resamples, doubled=tool in DOUBLED)
                low = min(low, known[metric]["beyond"]) if tool in UNTIED else low
            else:
                error = end_error(known[metric]["error"], resamples)
            slack = 0.0 if tool in SAME else ERRORS * error + (what == "p") / resamples
            if not low - slack <= value <= high + slack:
                yield f"{tool}, {metric}: {what} is {value:.6g}, ragauge's {high:.6g}"


def p_error(p: float, resamples: int, *, doubled: bool) -> float:
    """The standard error of the difference of two drawn p."""
    return math.sqrt((p * (1 - p) + p * ((2 if doubled else 1) - p)) / resamples)


def end_error(deviation: float, resamples: int) -> float:
    """The same of two percentiles of resampled means, which are all but normal."""
    tail = (1 - LEVEL) / 2
    normal = NormalDist()
    return math.sqrt(2 * tail * (1 - tail) / resamples) / normal.pdf(normal.inv_cdf(tail)) * deviation


def main(folder: Path, resamples: int) -> None:
    """Standard errors of the mean differences, and how often flipped sums lie beyond the observed ones, ties left out.

    The package that starts other processes stays without numpy, so this is one of them.
    """
    import numpy as np

    base, candidate = (
        json.loads((folder / f"{name}.json").read_text())["questions"]["values"] for name in ("base", "cand")
    )
    moved = np.array([candidate[name] for name in base]) - np.array([base[name] for name in base])
    observed = np.abs(moved.sum(axis=1))
    tolerance = 1e-9 * np.abs(moved).sum(axis=1)
    rng = np.random.default_rng(3)
    beyond = np.zeros(len(moved))
    for _ in range(resamples // 100):
        signs = rng.integers(0, 2, size=(moved.shape[1], 100)) * 2.0 - 1
        beyond += (np.abs(moved @ signs) > (observed + tolerance)[:, None]).sum(axis=1)
    errors = moved.std(axis=1, ddof=1) / math.sqrt(moved.shape[1])
    shares = beyond / (resamples // 100 * 100)
    cells = zip(base, errors.tolist(), shares.tolist(), strict=True)
    print(json.dumps({name: {"error": error, "beyond": share} for name, error, share in cells}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))

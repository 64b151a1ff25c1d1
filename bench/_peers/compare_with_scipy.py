"""The same by scipy on the same values: ``compare_with_scipy.py BASE CAND RESAMPLES``, vectorised over the metrics."""

import json
import sys
import time
from pathlib import Path

import numpy as np
from scipy.stats import bootstrap, permutation_test

BATCH = 50
"""Resamples at a time: a few hundred megabytes for 10 metrics of 6,980 questions."""


def values(path):
    """Metrics by name, one value a question."""
    return json.loads(Path(path).read_text())["questions"]["values"]


def mean(sample, axis):
    return np.mean(sample, axis=axis)


base, candidate, resamples = values(sys.argv[1]), values(sys.argv[2]), int(sys.argv[3])
moved = np.array([candidate[name] for name in base]) - np.array([base[name] for name in base])
begin = time.perf_counter()
ends = bootstrap(
    (moved,), mean, n_resamples=resamples, batch=BATCH, axis=-1, method="percentile", vectorized=True, rng=1
).confidence_interval
middle = time.perf_counter()
test = permutation_test(
    (moved,),
    mean,
    permutation_type="samples",
    vectorized=True,
    n_resamples=resamples,
    batch=BATCH,
    axis=-1,
    rng=2,
)
last = time.perf_counter()
cells = zip(base, test.pvalue.tolist(), ends.low.tolist(), ends.high.tolist(), strict=True)
rows = {name: {"p": p, "low": low, "high": high} for name, p, low, high in cells}
told = {"seconds": last - begin, "bootstrap": middle - begin, "permutation_test": last - middle, "metrics": rows}
print(json.dumps(told))

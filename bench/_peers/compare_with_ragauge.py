"""Sign flips and percentile intervals by ragauge's library: ``compare_with_ragauge.py BASE CAND RESAMPLES``.

``seconds`` is the comparison alone, without reading the two files.
"""

import json
import sys
import time
from pathlib import Path

import ragauge

base, candidate = (ragauge.Scorecard.from_json(Path(path).read_text()) for path in sys.argv[1:3])
begin = time.perf_counter()
found = ragauge.compare(base, candidate, interval="percentile", resamples=int(sys.argv[3]))
seconds = time.perf_counter() - begin
rows = {
    one.metric: {"p": one.p, "test": one.test, "low": one.interval.low, "high": one.interval.high}
    for one in found.differences
}
print(json.dumps({"seconds": seconds, "metrics": rows}))

"""Diagnose traces: ``diagnose_with_ragauge.py GOLD TRACES``; without GOLD (``-``) they are only read."""

import json
import sys
import time

from ragauge.funnel.diagnosing import follow
from ragauge.io.trace_tables import read_traced
from ragauge.loading import load_golden

gold, traces = sys.argv[1:]
start = time.perf_counter()
traced = read_traced(traces)
parts = {"hits": len(traced.hits), "read": time.perf_counter() - start}
if gold != "-":
    start = time.perf_counter()
    golden = load_golden(gold)
    parts["gold"] = time.perf_counter() - start
    start = time.perf_counter()
    found = follow(golden, traced)
    parts |= {
        "diagnose": time.perf_counter() - start,
        "needs": len(found.needs),
        "lost": int(found.fates.is_lost.sum()),
    }
print(json.dumps(parts))

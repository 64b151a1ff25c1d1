"""Every line of traces, parsed by orjson: ``floor_traces_orjson.py TRACES``; with ``keep`` all of them are kept."""

import json
import sys
from pathlib import Path

import orjson

kept, count = [], 0
with Path(sys.argv[1]).open("rb") as file:
    for line in file:
        trace = orjson.loads(line)
        count += 1
        if "keep" in sys.argv:
            kept.append(trace)
print(json.dumps({"traces": count}))

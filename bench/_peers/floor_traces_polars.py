"""Nothing but questions and stages of traces, read by polars: ``floor_traces_polars.py TRACES``."""

import json
import sys

import polars as pl

path = sys.argv[1]
scan = pl.scan_parquet(path) if path.endswith(".parquet") else pl.scan_ndjson(path)
frame = scan.select("question", "stages").collect(engine="streaming")
print(json.dumps({"traces": frame.height}))

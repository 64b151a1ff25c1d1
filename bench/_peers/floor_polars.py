"""Nothing but question, item and score of a run, read by polars: ``floor_polars.py GOLD RUN``."""

import json
import sys

import polars as pl

SCHEMA = {"q": pl.String, "q0": pl.String, "d": pl.String, "rank": pl.String, "s": pl.Float64, "tag": pl.String}

run = pl.scan_csv(sys.argv[2], separator=" ", has_header=False, quote_char=None, schema=SCHEMA)
frame = run.select("q", "d", "s").collect(engine="streaming")
print(json.dumps({"rows": frame.height}))

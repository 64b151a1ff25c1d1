"""Nothing but question, item and score of a run, read by pyarrow: ``floor_pyarrow.py GOLD RUN``."""

import json
import sys

import pyarrow as pa  # noqa: TID251
from pyarrow import csv  # noqa: TID251

table = csv.read_csv(
    sys.argv[2],
    read_options=csv.ReadOptions(column_names=["q", "q0", "d", "rank", "s", "tag"]),
    parse_options=csv.ParseOptions(delimiter=" ", quote_char=False),
    convert_options=csv.ConvertOptions(
        include_columns=["q", "d", "s"],
        column_types={"q": pa.dictionary(pa.int32(), pa.string()), "d": pa.string(), "s": pa.float64()},
    ),
)
print(json.dumps({"rows": table.num_rows}))

"""Means by ranx: ``with_ranx.py GOLD RUN``. Equal scores stand as numba's argsort leaves them."""

import json
import sys

from ranx import Qrels, Run, evaluate

METRICS = ["ndcg@10", "mrr@10", "recall@100", "recall@1000", "map"]

means = evaluate(Qrels.from_file(sys.argv[1], kind="trec"), Run.from_file(sys.argv[2], kind="trec"), METRICS)
print(json.dumps({name: float(means[name]) for name in METRICS}))

"""Smallest and largest means over all orders of equal scores: ``tie_bounds.py GOLD RUN``."""

import json
import sys

import ragauge

METRICS = ["ndcg@10", "mrr@10", "recall@100", "recall@1000", "map"]

card = ragauge.evaluate(sys.argv[1], sys.argv[2], METRICS, ties="average")
bounds = {name: card[name].bounds or {} for name in METRICS}
print(json.dumps({name: (bound["ties_worst"], bound["ties_best"]) for name, bound in bounds.items()}))

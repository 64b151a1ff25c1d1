"""Means by ragauge's library: ``with_ragauge.py GOLD RUN``."""

import json
import sys

import ragauge

METRICS = ["ndcg@10", "mrr@10", "recall@100", "recall@1000", "map"]

card = ragauge.evaluate(sys.argv[1], sys.argv[2], METRICS)
print(json.dumps({name: card[name].value for name in METRICS}))

"""Means by pytrec_eval: ``with_pytrec_eval.py GOLD RUN``. Its recip_rank has no cut-off, so ``mrr`` it is."""

import json
import sys
from pathlib import Path

import pytrec_eval  # noqa: TID251

NAMES = {
    "ndcg@10": "ndcg_cut_10",
    "mrr": "recip_rank",
    "recall@100": "recall_100",
    "recall@1000": "recall_1000",
    "map": "map",
}

with Path(sys.argv[1]).open() as file:
    qrels = pytrec_eval.parse_qrel(file)
with Path(sys.argv[2]).open() as file:
    run = pytrec_eval.parse_run(file)
found = pytrec_eval.RelevanceEvaluator(qrels, set(NAMES.values())).evaluate(run)
print(json.dumps({ours: sum(row[theirs] for row in found.values()) / len(qrels) for ours, theirs in NAMES.items()}))

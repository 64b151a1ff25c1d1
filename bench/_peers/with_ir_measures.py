"""Means by ir_measures: ``with_ir_measures.py GOLD RUN``. A second provider computes its RR@10, ids rising in ties."""

import json
import sys

import ir_measures  # noqa: TID251
from ir_measures import AP, RR, R, nDCG  # noqa: TID251

NAMES = {"ndcg@10": nDCG @ 10, "mrr@10": RR @ 10, "recall@100": R @ 100, "recall@1000": R @ 1000, "map": AP}

qrels, run = ir_measures.read_trec_qrels(sys.argv[1]), ir_measures.read_trec_run(sys.argv[2])
means = ir_measures.calc_aggregate(list(NAMES.values()), qrels, run)
print(json.dumps({ours: means[theirs] for ours, theirs in NAMES.items()}))

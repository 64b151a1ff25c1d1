"""Fisher's randomisation test by ranx: ``compare_with_ranx.py GOLD BASE CAND RESAMPLES`` (TREC files).

ranx.compare has no intervals, and makes the test of a pair in both directions; ``seconds`` is ``compare`` alone, which
also computes the metrics.
"""

import json
import sys
import time

from ranx import Qrels, Run, compare

NAMES = {
    "recall@5": "recall@5",
    "recall@10": "recall@10",
    "precision@5": "precision@5",
    "precision@10": "precision@10",
    "f1@5": "f1@5",
    "success@5": "hit_rate@5",
    "mrr": "mrr",
    "map": "map",
    "ndcg@5": "ndcg@5",
    "ndcg@10": "ndcg@10",
}

qrels = Qrels.from_file(sys.argv[1], kind="trec")
runs = [Run.from_file(path, kind="trec", name=name) for path, name in zip(sys.argv[2:4], "ab", strict=True)]
begin = time.perf_counter()
report = compare(qrels, runs, list(NAMES.values()), stat_test="fisher", n_permutations=int(sys.argv[4]))
seconds = time.perf_counter() - begin
tests = report.comparisons[frozenset("ab")]
print(json.dumps({"seconds": seconds, "metrics": {name: {"p": tests[own]["p_value"]} for name, own in NAMES.items()}}))

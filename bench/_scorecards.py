"""Two made-up systems on the same questions: golden set, runs and the scorecards that ``ragauge eval`` would write.

``_scorecards.py FOLDER QUESTIONS``
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

import ragauge

METRICS = ("recall@5", "recall@10", "precision@5", "precision@10", "f1@5", "success@5", "mrr", "map", "ndcg@5",
           "ndcg@10")  # fmt: skip
DEPTH, SEED = 20, 11
MOVED = 0.15
"""The share of questions that the candidate ranks anew."""


def main(folder: Path, questions: int) -> None:
    """Write gold.qrels, base.trec, cand.trec, base.json, cand.json."""
    folder.mkdir(parents=True)
    rng = np.random.default_rng(SEED)
    relevant = rng.integers(1, 5, size=questions)
    order = np.argsort(rng.random((questions, DEPTH)) + 0.035 * np.arange(DEPTH), axis=1)
    anew = np.argsort(rng.random((questions, DEPTH)) + 0.037 * np.arange(DEPTH), axis=1)
    moved = rng.random(questions) < MOVED
    rankings = {"base": order, "cand": np.where(moved[:, None], anew, order)}
    with (folder / "gold.qrels").open("w") as file:
        for q, count in enumerate(relevant.tolist()):
            file.writelines(f"q{q} 0 d{q}-{item} 1\n" for item in range(count))
    for name, ranking in rankings.items():
        with (folder / f"{name}.trec").open("w") as file:
            for q, items in enumerate(ranking.tolist()):
                file.writelines(f"q{q} Q0 d{q}-{item} {k + 1} {DEPTH - k} {name}\n" for k, item in enumerate(items))
        card = ragauge.evaluate(folder / "gold.qrels", folder / f"{name}.trec", list(METRICS))
        (folder / f"{name}.json").write_text(card.to_json())
    print(json.dumps({"moved": int(moved.sum())}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))

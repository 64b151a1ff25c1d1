"""Cross-encoders by onnxruntime and tokenizers, from a local folder: nothing is downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.errors import InputError, MissingDependencyError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from ragauge.core.arrays import FloatArray

INPUTS = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
"""What a model may ask for, and what the tokenizer calls it."""


class OnnxCrossEncoder:
    """Scores pairs of question and text by the one logit of a sequence classifier, higher is better.

    ``folder`` holds ``model.onnx`` (or ``onnx/model.onnx``) and ``tokenizer.json``. What is longer than
    ``longest`` tokens together loses the end of the longer part. Texts are taken by length, ``batch`` at a time and
    padded to the longest of them. An int8 model quantises a whole batch by one scale, so that the score of a
    text depends on what it is batched with (by 0.1 and more); one at a time, the default, it does not, and takes about
    a quarter longer. A model in float is safe to batch.

    Raises: MissingDependencyError without onnxruntime or tokenizers; InputError for a folder without these files, or
        a model with other inputs or outputs.
    """

    def __init__(
        self, folder: str | PathLike[str], *, longest: int = 512, batch: int = 1, threads: int | None = None
    ) -> None:
        if batch < 1 or longest < 8:
            raise InputError(f"a batch has at least 1 text and a pair at least 8 tokens, not {batch} and {longest}")
        model, tokenizer = _files(Path(folder))
        runtime, tokenizers = _packages()
        self._batch = batch
        self._tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(longest, strategy="longest_first")
        options = runtime.SessionOptions()
        options.log_severity_level = 3
        if threads is not None:
            options.intra_op_num_threads = threads
        self._session = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._inputs = [node.name for node in self._session.get_inputs()]
        odd = sorted(set(self._inputs) - INPUTS.keys())
        if odd:
            raise InputError(f"{model}: the model asks for {', '.join(odd)}; a cross-encoder takes {', '.join(INPUTS)}")

    def scores(self, question: str, texts: Sequence[str], /) -> list[float]:
        """One logit a text."""
        encoded = self._tokenizer.encode_batch([(question, text) for text in texts])
        order = sorted(range(len(texts)), key=lambda place: (len(encoded[place].ids), texts[place]))
        logits = np.empty(len(texts))
        for start in range(0, len(order), self._batch):
            places = order[start : start + self._batch]
            logits[places] = self._logits([encoded[place] for place in places])
        return [float(logit) for logit in logits]

    def _logits(self, encoded: list[Any]) -> FloatArray:
        width = max(len(pair.ids) for pair in encoded)
        feed = {}
        for name in self._inputs:
            rows = np.zeros((len(encoded), width), dtype=np.int64)
            for row, pair in zip(rows, encoded, strict=True):
                values = getattr(pair, INPUTS[name])
                row[: len(values)] = values
            feed[name] = rows
        logits = np.asarray(self._session.run(None, feed)[0], dtype=np.float64)
        if logits.shape not in {(len(encoded), 1), (len(encoded),)}:
            raise InputError(
                f"the model gives {logits.shape} for {len(encoded)} pairs; a reranker has one logit a pair"
            )
        return logits.reshape(-1)


def _packages() -> tuple[Any, Any]:
    try:
        import onnxruntime  # type: ignore[import-not-found,import-untyped,unused-ignore]
        import tokenizers  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise MissingDependencyError(
            "a cross-encoder needs onnxruntime and tokenizers: pip install onnxruntime tokenizers"
        ) from error
    return onnxruntime, tokenizers


def _files(folder: Path) -> tuple[Path, Path]:
    models = [path for path in (folder / "model.onnx", folder / "onnx" / "model.onnx") if path.is_file()]
    tokenizer = folder / "tokenizer.json"
    if not models or not tokenizer.is_file():
        raise InputError(f"{folder} is no cross-encoder: it must hold model.onnx and tokenizer.json")
    return models[0], tokenizer

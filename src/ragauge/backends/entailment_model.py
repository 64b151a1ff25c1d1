"""Scores of entailment by a classifier of pairs, whichever library runs it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.core.errors import InputError, RagaugeError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from ragauge.backends.entailment_labels import Reading
    from ragauge.backends.entailment_windows import Windows
    from ragauge.core.arrays import FloatArray

    Feed = Mapping[str, NDArray[np.int64]]

INPUTS = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
"""What a model may ask for, and what the tokenizer calls it."""


class EntailmentModel:
    """An ``Entailer``: the probability that the premise entails the hypothesis, the best one over its windows.

    ``run`` gives the logits of padded arrays by the names of ``INPUTS``. Windows are taken by length, ``batch`` at a
    time. One at a time, the default, the score of a pair is its own to the last digit; in batches it differs with the
    company by rounding, and by much more in models of int8.
    """

    def __init__(
        self,
        run: Callable[[Feed], NDArray[Any]],
        windows: Windows,
        reading: Reading,
        *,
        batch: int,
        padding: int,
        facts: Mapping[str, object],
    ) -> None:
        if batch < 1:
            raise InputError(f"a batch has at least 1 pair, not {batch}")
        self._run, self._windows, self._reading = run, windows, reading
        self._batch, self._padding, self._facts = batch, padding, facts

    @property
    def identity(self) -> str:
        """The files or the revision of the model, the library, the label and the windows, as JSON."""
        told = {"label": self._reading.label, "place": self._reading.place, "batch": self._batch}
        return json.dumps({**self._facts, **told}, sort_keys=True, ensure_ascii=False)

    def scores(self, pairs: Sequence[tuple[str, str]], /) -> FloatArray:
        """For each (premise, hypothesis) the probability of entailment, 0 to 1; higher is surer.

        NaN where the hypothesis leaves no room for a premise: it is never cut.

        Raises: RagaugeError for outputs that are no numbers; InputError for as many as the labels are not.
        """
        encoded = [(place, one) for place, pair in enumerate(pairs) for one in self._windows.of(*pair)]
        encoded.sort(key=lambda one: (len(one[1].ids), one[1].ids))
        best = np.full(len(pairs), -1.0)
        for start in range(0, len(encoded), self._batch):
            part = encoded[start : start + self._batch]
            found = self._reading.probabilities(self._logits([one for _, one in part]))
            np.maximum.at(best, [place for place, _ in part], found)
        return np.where(best < 0, np.nan, best)

    def _logits(self, encoded: list[Any]) -> FloatArray:
        width = max(len(one.ids) for one in encoded)
        feed = {}
        for name, attribute in INPUTS.items():
            rows = np.full((len(encoded), width), self._padding if name == "input_ids" else 0, dtype=np.int64)
            for row, one in zip(rows, encoded, strict=True):
                values = getattr(one, attribute)
                row[: len(values)] = values
            feed[name] = rows
        logits = np.asarray(self._run(feed), dtype=np.float64)
        wanted = (len(encoded), self._reading.labels)
        if logits.shape == wanted[:1] and wanted[1] == 1:
            logits = logits[:, None]
        if logits.shape != wanted:
            raise InputError(
                f"the model gives outputs of {logits.shape} for {wanted[0]} pairs; its configuration has"
                f" {wanted[1]} labels"
            )
        if not np.isfinite(logits).all():
            raise RagaugeError("the model gives outputs that are no numbers")
        return logits

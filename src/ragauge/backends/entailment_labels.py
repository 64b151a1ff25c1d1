"""Which output of a classifier says that a premise entails a hypothesis, read from the labels of its configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.arrays import FloatArray

ENTAILS = frozenset(["entailment", "entails", "entailed", "entail", "consistent", "supported", "supports", "support"])
"""Names of the label that is looked for, among those that models of inference and of hallucination have."""
OPTION = "--entailment-label"


@dataclass(frozen=True, slots=True)
class Reading:
    """How outputs become a probability: the place of the label among ``labels`` of them, and the function.

    ``softmax`` over all labels where they exclude each other, ``sigmoid`` of the one output where it stands alone.
    """

    label: str
    place: int
    labels: int
    by: Literal["softmax", "sigmoid"]

    def probabilities(self, logits: FloatArray) -> FloatArray:
        """One probability a row of logits, (n, labels), computed in double precision.

        >>> Reading("entailment", 1, 2, "softmax").probabilities(np.array([[0.0, np.log(3.0)]]))
        array([0.75])
        >>> Reading("consistent", 0, 1, "sigmoid").probabilities(np.array([[0.0], [-1000.0]]))
        array([0.5, 0. ])
        """
        if self.by == "sigmoid":
            halves = np.tanh(logits[:, self.place].astype(np.float64) / 2)  # 1 ÷ (1 + e^−x) without an overflow
            return np.asarray((1 + halves) / 2, dtype=np.float64)
        shifted = np.exp(logits - logits.max(axis=1, keepdims=True), dtype=np.float64)
        return np.asarray(shifted[:, self.place] / shifted.sum(axis=1), dtype=np.float64)


def read_labels(config: Mapping[str, Any], label: str | None, source: str) -> Reading:
    """How the outputs of a model are read, by its ``config.json``, or by a label that is given: a name, or a number.

    Names are found in any case. A model of one output tells consistency. Labels without a meaning (``LABEL_0``), and
    names of which none or several speak of entailment, are not guessed at.

    >>> config = {"id2label": {"0": "contradiction", "1": "ENTAILMENT", "2": "neutral"}}
    >>> read_labels(config, None, "model").place, read_labels(config, "neutral", "model").place
    (1, 2)

    Raises: InputError for labels that are not there, are not clear or contradict each other, and for a single output
        that is meant as a score of relevance.
    """
    names = _names(config, source)
    alone = len(names) == 1
    if label is None and alone:
        _refuse_reranker(config, source)
    by: Literal["softmax", "sigmoid"] = "softmax"
    if alone or config.get("problem_type") == "multi_label_classification":
        by = "sigmoid"
    place = 0 if alone and label is None else _place(names, label, source)
    return Reading(names[place], place, len(names), by)


def _place(names: list[str], label: str | None, source: str) -> int:
    plain = [_plain(name) for name in names]
    listed = ", ".join(f"{place} {name}" for place, name in enumerate(names))
    if label is None:
        found = [place for place, name in enumerate(plain) if name in ENTAILS]
        if len(found) != 1:
            raise InputError(
                f"{source}: which label means that the premise entails the hypothesis ({listed})? say {OPTION}"
            )
        return found[0]
    if plain.count(_plain(label)) == 1:
        return plain.index(_plain(label))
    if label.isascii() and label.isdigit() and int(label) < len(names):
        return int(label)
    raise InputError(f"{source} has no label {label!r}; it has: {listed}")


def _names(config: Mapping[str, Any], source: str) -> list[str]:
    """The labels by their places."""
    told, inverse = config.get("id2label"), config.get("label2id")
    if told is None and isinstance(config.get("num_labels"), int):
        told = {place: f"LABEL_{place}" for place in range(config["num_labels"])}
    elif told is None:
        told = {name: label for label, name in inverse.items()} if isinstance(inverse, dict) else {}
    try:
        by_place = {int(place): str(name) for place, name in told.items()}
    except (AttributeError, TypeError, ValueError):
        raise InputError(f"{source}: id2label of config.json must map numbers to names") from None
    if not by_place or sorted(by_place) != list(range(len(by_place))):
        raise InputError(f"{source}: config.json does not tell the labels of the model (id2label, from 0 without gaps)")
    names = [by_place[place] for place in range(len(by_place))]
    if isinstance(inverse, dict):
        odd = [name for place, name in enumerate(names) if inverse.get(name, place) != place]
        if odd:
            raise InputError(f"{source}: id2label and label2id of config.json disagree on {', '.join(odd)}")
    return names


def _refuse_reranker(config: Mapping[str, Any], source: str) -> None:
    """A cross-encoder says whether its one output is to be squeezed to a probability, or stands as it is."""
    nested = config.get("sentence_transformers")
    told = config.get("sbert_ce_default_activation_function")
    if isinstance(nested, dict):
        told = nested.get("activation_fn", told)
    if isinstance(told, str) and told.endswith(".Identity"):
        raise InputError(
            f"{source}: its one output is a score without bounds, as rerankers give; to take it for the evidence of"
            f" entailment all the same, say {OPTION} 0"
        )


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")

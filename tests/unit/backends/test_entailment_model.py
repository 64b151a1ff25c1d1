"""Scores of pairs from encodings and logits, with both made up: what is best, what is refused."""

import json

import numpy as np
import pytest

from ragauge.backends.entailer import make_entailer
from ragauge.backends.entailment_labels import Reading
from ragauge.backends.entailment_model import EntailmentModel
from ragauge.core.errors import InputError, MissingDependencyError, RagaugeError

READING = Reading("entailment", 1, 2, "softmax")


class Encoded:
    def __init__(self, ids):
        self.ids = ids
        self.attention_mask = [1] * len(ids)
        self.type_ids = [0] * len(ids)


class Windows:
    """A premise of several windows is written with bars; a hypothesis with 9 letters is too long."""

    def of(self, premise, hypothesis):
        return [Encoded([*map(ord, part), *map(ord, hypothesis)]) for part in premise.split("|") if len(hypothesis) < 9]


def logits(feed):
    """The first window with an x in it is entailed surely, one with a y perhaps; padding is 7, and seen."""
    ids, mask = feed["input_ids"], feed["attention_mask"]
    assert ((ids == 7) == (mask == 0)).all()
    scores = np.where((ids == ord("x")).any(axis=1), 3.0, np.where((ids == ord("y")).any(axis=1), 0.0, -3.0))
    return np.column_stack([np.zeros(len(ids)), scores])


def model(run=logits, reading=READING, batch=1):
    return EntailmentModel(run, Windows(), reading, batch=batch, padding=7, facts={"entailer": "made up"})


PAIRS = [("a|b|x|c", "h"), ("a|y", "h"), ("a", "h"), ("x", "h" * 9), ("b|x", "h"), ("", "h")]


@pytest.mark.parametrize("batch", [1, 2, 100])
def test_the_best_window_counts_whatever_is_run_together(batch):
    found = model(batch=batch).scores(PAIRS)
    sure, unsure = 1 / (1 + np.exp(-3)), 1 / (1 + np.exp(3))
    assert found[[0, 1, 2, 4, 5]] == pytest.approx([sure, 0.5, unsure, sure, unsure], rel=1e-14)
    assert np.isnan(found[3])
    assert np.array_equal(found[::-1], model(batch=batch).scores(PAIRS[::-1]), equal_nan=True)


def test_nothing_asked_is_nothing_run():
    assert model(run=None).scores([]).shape == (0,)
    assert np.isnan(model(run=None).scores([("a", "h" * 9)])).all()


@pytest.mark.parametrize(
    ("run", "error", "message"),
    [
        (lambda feed: np.zeros((len(feed["input_ids"]), 3)), InputError, "configuration has 2 labels"),
        (lambda feed: np.zeros((len(feed["input_ids"]), 4, 2)), InputError, r"outputs of \(1, 4, 2\)"),
        (lambda feed: np.full((len(feed["input_ids"]), 2), np.nan), RagaugeError, "no numbers"),
        (lambda feed: np.full((len(feed["input_ids"]), 2), np.inf), RagaugeError, "no numbers"),
    ],
)
def test_outputs_that_cannot_be_read_are_refused(run, error, message):
    with pytest.raises(error, match=message):
        model(run=run).scores([("a", "h")])


def test_one_output_without_a_second_dimension_is_read():
    alone = Reading("consistent", 0, 1, "sigmoid")
    assert model(run=lambda feed: np.zeros(len(feed["input_ids"])), reading=alone).scores([("a", "h")]) == 0.5


def test_the_identity_tells_how_outputs_are_read():
    assert json.loads(model().identity) == {"entailer": "made up", "label": "entailment", "place": 1, "batch": 1}
    assert model(reading=Reading("neutral", 0, 2, "softmax")).identity != model().identity
    with pytest.raises(InputError, match="at least 1 pair"):
        model(batch=0)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ((), "holds no entailment model"),
        (("config.json",), "holds no entailment model"),
        (("model.safetensors",), "holds no entailment model"),
        (("config.json", "pytorch_model.bin"), "holds no entailment model.*safetensors"),
        (("onnx/model.onnx",), "lacks tokenizer.json, config.json"),
        (("model.onnx", "tokenizer.json"), "lacks config.json"),
        (("model.onnx", "tokenizer.json", "config.json"), "config.json: no JSON"),
    ],
)
def test_folders_without_a_model_are_told_what_they_lack(tmp_path, files, message):
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    with pytest.raises(InputError, match=message):
        make_entailer(tmp_path)


@pytest.mark.parametrize("name", ["gone", "hub:", "hub:name", "hub:/name", "hub:a/b/c", "owner/name"])
def test_what_is_no_folder_is_not_looked_for_elsewhere(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"hub:owner/name"):
        make_entailer(name)


def test_without_the_packages_the_line_that_installs_them_is_told(tmp_path, monkeypatch):
    import sys

    config = {"id2label": {"0": "entailment", "1": "not_entailment"}, "max_position_embeddings": 512}
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "tokenizer.json").touch()
    (tmp_path / "model.safetensors").touch()
    for package in ("onnxruntime", "torch"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingDependencyError, match=r"ragauge\[entail-transformers\]"):
        make_entailer(tmp_path)
    with pytest.raises(MissingDependencyError, match=r"ragauge\[entail-transformers\]"):
        make_entailer("hub:owner/name")
    (tmp_path / "model.onnx").touch()
    with pytest.raises(MissingDependencyError, match=r"ragauge\[entail\]"):
        make_entailer(tmp_path)

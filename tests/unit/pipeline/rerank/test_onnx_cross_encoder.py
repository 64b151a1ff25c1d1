"""The cross-encoder of a local folder: with a model where there is one, and what is told where there is none."""

import os
import sys

import pytest

from ragauge.backends.cross_encoder_onnx import OnnxCrossEncoder
from ragauge.core.errors import InputError, MissingDependencyError
from ragauge.core.records import Hit
from ragauge.pipeline.rerank.reranking import rerank


def test_a_folder_without_a_model_is_named(tmp_path):
    with pytest.raises(InputError, match=r"model\.onnx and tokenizer\.json"):
        OnnxCrossEncoder(tmp_path)
    with pytest.raises(InputError, match="at least 1 text"):
        OnnxCrossEncoder(tmp_path, batch=0)


def test_without_the_packages_the_line_that_installs_them_is_told(tmp_path, monkeypatch):
    (tmp_path / "model.onnx").touch()
    (tmp_path / "tokenizer.json").touch()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingDependencyError, match="pip install onnxruntime tokenizers"):
        OnnxCrossEncoder(tmp_path)


@pytest.fixture(scope="module")
def folder():
    pytest.importorskip("onnxruntime")
    pytest.importorskip("tokenizers")
    path = os.environ.get("RAGAUGE_CROSS_ENCODER")
    if not path:
        pytest.skip("RAGAUGE_CROSS_ENCODER is not set: it names the folder of a cross-encoder")
    return path


TEXTS = ["Lamps have a warranty of two years.", "Cables are black.", "word " * 2000, "", "Lamp warranty? See page 2."]


def test_the_answer_is_scored_highest_and_scores_do_not_depend_on_the_company(folder):
    encoder = OnnxCrossEncoder(folder)
    question = "How long is the lamp warranty?"
    scores = encoder.scores(question, TEXTS)
    assert max(scores) == scores[0]
    assert scores[::-1] == encoder.scores(question, TEXTS[::-1])
    assert scores == [encoder.scores(question, [text])[0] for text in TEXTS]
    assert encoder.scores(question, []) == []


def test_batches_are_near_to_single_texts(folder):
    single, batched = OnnxCrossEncoder(folder), OnnxCrossEncoder(folder, batch=3, longest=128)
    question = "How long is the lamp warranty?"
    assert batched.scores(question, TEXTS[:2]) == pytest.approx(single.scores(question, TEXTS[:2]), abs=0.5)


def test_it_fits_the_port(folder):
    texts = dict(zip("abcde", TEXTS, strict=True))
    result = rerank("How long is the lamp warranty?", [Hit(i, 0.0) for i in "edcba"], texts, OnnxCrossEncoder(folder))
    assert result[0].item == "a"
    assert len(result) == 5

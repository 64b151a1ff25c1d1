"""A classifier of two layers made by transformers, and what its loading refuses."""

import json
import shutil

import numpy as np
import pytest

from ragauge.backends.entailer import make_entailer
from ragauge.core.errors import InputError, RagaugeError

transformers = pytest.importorskip("transformers", reason="transformers is not installed: extra entail-transformers")
torch = pytest.importorskip("torch", reason="torch is not installed: the extra entail-transformers")
pytestmark = pytest.mark.filterwarnings("ignore")  # of torch and its friends, which have many

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "lamp", "proof", "shade", "with", "доказано"]
LABELS = {0: "contradiction", 1: "neutral", 2: "entailment"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    torch.manual_seed(0)
    path = tmp_path_factory.mktemp("nli")
    (path / "vocab.txt").write_text("\n".join(WORDS))
    transformers.BertTokenizerFast(vocab=str(path / "vocab.txt"), model_max_length=64).save_pretrained(path)
    shape = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=64, id2label=LABELS, label2id={name: place for place, name in LABELS.items()},
        initializer_range=0.5,
    )  # fmt: skip
    transformers.BertForSequenceClassification(shape).save_pretrained(path)
    return path


PAIRS = [("a lamp with a shade", "lamp"), ("proof", "a lamp"), ("", "lamp"), ("доказано a \ud83d", "lamp")]


def test_scores_are_those_of_the_model_itself(folder):
    found = make_entailer(folder).scores(PAIRS[:3])
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    for (premise, hypothesis), score in zip(PAIRS, found, strict=False):
        with torch.inference_mode():
            logits = model(**tokenizer(premise, hypothesis, return_tensors="pt")).logits[0]
        assert score == pytest.approx(float(torch.softmax(logits.double(), 0)[2]), rel=1e-6)
    assert make_entailer(folder, label="neutral").scores(PAIRS) != pytest.approx(make_entailer(folder).scores(PAIRS))


def test_windows_cover_the_premise_and_the_best_counts(folder):
    model = make_entailer(folder, overlap=0)
    room = 64 - 3 - 1
    parts = [("lamp " * room), ("proof " * room), ("shade " * 7)]
    whole = model.scores([("".join(parts), "lamp")])[0]
    assert whole == max(model.scores([(part, "lamp") for part in parts]))
    assert np.isnan(model.scores([("proof " * 40, "lamp " * 40)])[0])


def test_scores_are_the_same_alone_and_in_batches(folder):
    found = make_entailer(folder).scores(PAIRS)
    assert found.tolist() == [make_entailer(folder).scores([pair])[0] for pair in PAIRS]
    assert make_entailer(folder, batch=3).scores(PAIRS) == pytest.approx(found, abs=1e-6)


def test_the_identity_tells_weights_apart(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / folder.name)
    one = json.loads(make_entailer(folder).identity)
    assert (one["longest"], one["label"], one["place"], one["name"]) == (64, "entailment", 2, folder.name)
    assert make_entailer(copy).identity == make_entailer(folder).identity
    data = bytearray((copy / "model.safetensors").read_bytes())
    data[-1] ^= 1
    (copy / "model.safetensors").write_bytes(bytes(data))
    assert make_entailer(copy).identity != make_entailer(folder).identity


def changed(folder, tmp_path, **config):
    copy = shutil.copytree(folder, tmp_path / "changed")
    written = json.loads((copy / "config.json").read_text())
    (copy / "config.json").write_text(json.dumps({**written, **config}))
    return copy


def test_code_that_comes_with_a_model_is_not_run(folder, tmp_path):
    ran = tmp_path / "ran"
    copy = changed(folder, tmp_path, auto_map={"AutoModelForSequenceClassification": "own.Own"}, model_type="own")
    (copy / "own.py").write_text(f"open({str(ran)!r}, 'w')")
    with pytest.raises(InputError, match=r"code of its own.*Export it.*model\.onnx"):
        make_entailer(copy)
    assert not ran.exists()


def test_a_model_without_a_trained_classifier_is_refused(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "base")
    config = transformers.AutoConfig.from_pretrained(copy)
    torch.manual_seed(1)
    transformers.BertModel(config).save_pretrained(copy)
    with pytest.raises(InputError, match=r"no trained classifier: its weights lack .*classifier"):
        make_entailer(copy)


def test_weights_that_can_run_code_are_not_opened(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "pickled")
    (copy / "model.safetensors").rename(copy / "pytorch_model.bin")
    (copy / "other.safetensors").touch()
    with pytest.raises(RagaugeError, match="cannot be loaded"):
        make_entailer(copy)


def test_labels_without_a_meaning_are_asked_for(folder, tmp_path):
    copy = changed(folder, tmp_path, id2label={"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}, label2id=None)
    with pytest.raises(InputError, match="--entailment-label"):
        make_entailer(copy)
    assert make_entailer(copy, label="2").scores(PAIRS) == pytest.approx(make_entailer(folder).scores(PAIRS))


def test_the_hub_is_asked_only_by_its_name(folder, monkeypatch):
    asked = []

    def from_pretrained(source, **given):
        asked.append((source, given["revision"], given["local_files_only"]))
        raise OSError("no such repository")

    monkeypatch.setattr(transformers.PretrainedConfig, "get_config_dict", from_pretrained)
    with pytest.raises(RagaugeError, match="'owner/name' cannot be loaded: no such repository"):
        make_entailer("hub:owner/name@main")
    with pytest.raises(RagaugeError, match="cannot be loaded"):
        make_entailer(folder)
    assert asked == [("owner/name", "main", False), (folder, None, True)]

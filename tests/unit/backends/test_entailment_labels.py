"""Which output means entailment: read from configurations as models have them, and never guessed."""

import json
import math
import re

import numpy as np
import pytest

from ragauge.backends.entailment_folder import files_digest, longest_input, read_json
from ragauge.backends.entailment_labels import Reading, read_labels
from ragauge.core.errors import InputError

MNLI = {"id2label": {"0": "CONTRADICTION", "1": "NEUTRAL", "2": "ENTAILMENT"}}
CROSS_ENCODER = {"id2label": {"0": "contradiction", "1": "entailment", "2": "neutral"}}


@pytest.mark.parametrize(
    ("config", "label", "place", "by"),
    [
        (MNLI, None, 2, "softmax"),
        (CROSS_ENCODER, None, 1, "softmax"),
        ({**MNLI, "label2id": {"CONTRADICTION": 0, "NEUTRAL": 1, "ENTAILMENT": 2}}, None, 2, "softmax"),
        ({"label2id": {"entailment": 0, "neutral": 1, "contradiction": 2}}, None, 0, "softmax"),
        ({"id2label": {0: "entailment", 1: "not_entailment"}}, None, 0, "softmax"),
        ({"id2label": {"0": "not entailment", "1": "Entailment"}}, None, 1, "softmax"),
        ({"id2label": {"0": "hallucinated", "1": "consistent"}}, None, 1, "softmax"),
        ({"id2label": {"0": "Unsupported", "1": "Supported"}}, None, 1, "softmax"),
        ({**CROSS_ENCODER, "problem_type": "multi_label_classification"}, None, 1, "sigmoid"),
        ({"id2label": {"0": "LABEL_0"}}, None, 0, "sigmoid"),
        ({"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}, "1", 1, "softmax"),
        ({"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}, "label_1", 1, "softmax"),
        ({"num_labels": 2}, "1", 1, "softmax"),
        ({"id2label": {"0": "следует", "1": "не следует"}}, "Следует", 0, "softmax"),
        (MNLI, "neutral", 1, "softmax"),
        ({"id2label": {"0": "1", "1": "0"}}, "1", 0, "softmax"),  # a name before a number
    ],
)
def test_the_label_is_found_by_name_or_as_it_is_given(config, label, place, by):
    found = read_labels(config, label, "model")
    assert (found.place, found.by) == (place, by)


@pytest.mark.parametrize(
    ("config", "label", "message"),
    [
        ({"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}, None, r"model: which label .*0 LABEL_0, 1 LABEL_1.*--entailm"),
        ({"num_labels": 3}, None, r"which label .*--entailment-label"),
        ({"id2label": {"0": "supported", "1": "entailment"}}, None, "which label"),
        ({"id2label": {"0": "relevant", "1": "irrelevant"}}, None, "which label"),
        (MNLI, "entails", "has no label 'entails'; it has: 0 CONTRADICTION"),
        (MNLI, "3", "has no label '3'"),
        (MNLI, "٢", "has no label"),
        ({}, None, "does not tell the labels"),
        ({"id2label": {}}, None, "does not tell the labels"),
        ({"id2label": {"0": "a", "2": "entailment"}}, None, "from 0 without gaps"),
        ({"id2label": ["entailment"]}, None, "must map numbers to names"),
        ({"id2label": {"zero": "entailment"}}, None, "must map numbers to names"),
        ({**MNLI, "label2id": {"ENTAILMENT": 0, "NEUTRAL": 1, "CONTRADICTION": 2}}, None, "disagree on CONTRADICTION"),
    ],
)
def test_what_is_not_clear_is_asked_for(config, label, message):
    with pytest.raises(InputError, match=message):
        read_labels(config, label, "model")


@pytest.mark.parametrize(
    "told",
    [
        {"sbert_ce_default_activation_function": "torch.nn.modules.linear.Identity"},
        {"sentence_transformers": {"activation_fn": "torch.nn.modules.linear.Identity", "version": "4.1.0"}},
    ],
)
def test_a_reranker_is_no_entailment_model_unless_that_is_said(told):
    config = {"id2label": {"0": "LABEL_0"}, **told}
    with pytest.raises(InputError, match=r"as rerankers give.*--entailment-label 0"):
        read_labels(config, None, "model")
    assert read_labels(config, "0", "model").by == "sigmoid"
    squeezed = {"sbert_ce_default_activation_function": "torch.nn.modules.activation.Sigmoid"}
    assert read_labels({"id2label": {"0": "LABEL_0"}, **squeezed}, None, "model").by == "sigmoid"


def test_probabilities_are_those_of_the_formulas_and_do_not_overflow():
    three = Reading("entailment", 1, 3, "softmax")
    row = [0.5, -1.25, 3.0]
    wanted = math.exp(-1.25) / math.fsum(math.exp(x) for x in row)
    assert three.probabilities(np.array([row]))[0] == pytest.approx(wanted, rel=1e-14)
    assert three.probabilities(np.array([[-1e4, 1e4, 0.0], [1e4, -1e4, 0.0]])).tolist() == [1.0, 0.0]
    alone = Reading("consistent", 0, 1, "sigmoid")
    assert alone.probabilities(np.array([[-1.5]]))[0] == pytest.approx(1 / (1 + math.exp(1.5)), rel=1e-14)
    assert alone.probabilities(np.array([[-1e4], [0.0], [1e4]])).tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("config", "tokenizer", "longest"),
    [
        ({"max_position_embeddings": 512}, {}, 512),
        ({"max_position_embeddings": 514, "pad_token_id": 1, "model_type": "xlm-roberta"}, {}, 512),
        ({"max_position_embeddings": 514, "model_type": "bert"}, {"model_max_length": 128}, 128),
        ({"max_position_embeddings": 8192}, {"model_max_length": 1e30}, 8192),
        ({"n_positions": 512}, {"model_max_length": 1000000000000000019884624838656}, 512),
        ({}, {"model_max_length": 512}, 512),
    ],
)
def test_how_much_a_model_reads(config, tokenizer, longest):
    assert longest_input(config, tokenizer, "model") == longest


def test_where_nothing_tells_how_much_a_model_reads_it_is_asked_for():
    with pytest.raises(InputError, match="tells how many tokens"):
        longest_input({"max_position_embeddings": -1}, {"model_max_length": 1e30}, "model")


def test_files_that_are_no_objects_are_named(tmp_path):
    path = tmp_path / "config.json"
    for text, message in (("{", "no JSON"), ("[1]", "not an object"), ("\udcff", "no JSON")):
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        with pytest.raises(InputError, match=rf"{re.escape(str(path))}: {message}"):
            read_json(path)
    with pytest.raises(InputError, match="no JSON"):
        read_json(tmp_path / "gone.json")


def test_the_digest_is_of_what_stands_in_the_files(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / "config.json").write_text(json.dumps(MNLI))
        (folder / "model.onnx").write_bytes(b"12")
    names = ["config.json", "model.onnx"]
    assert files_digest(one, names) == files_digest(other, names[::-1])
    (other / "model.onnx").write_bytes(b"21")  # as long as the other
    assert files_digest(one, names) != files_digest(other, names)

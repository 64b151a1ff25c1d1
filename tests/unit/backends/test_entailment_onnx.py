"""Real classifiers of a few weights, run by onnxruntime: the order of labels, windows, prompts, and what is refused.

The logits of these models are sums over the tokens of the premise: "proof" speaks for entailment, other words little.
"""

import json
import math

import numpy as np
import pytest

from ragauge.backends.entailer import make_entailer
from ragauge.core.errors import InputError, RagaugeError

onnx = pytest.importorskip("onnx", reason="onnx is not installed")
pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: the extra entail")
tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed: the extra entail")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

SPECIAL = ["<pad>", "<s>", "</s>", "<unk>"]
WORDS = [*SPECIAL, "proof", "lamp", "two", "years", "доказано", "Premise", "Hypothesis"]
PROOF, OTHER = 4.0, -0.01
LONGEST = 64


def tokenizer(folder, *, pairs="<s> $A </s> </s> $B:1 </s>:1"):
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel({word: i for i, word in enumerate(WORDS)}, "<unk>"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    special = [("<s>", 1), ("</s>", 2)]
    template = tokenizers.processors.TemplateProcessing(single="<s> $A </s>", pair=pairs, special_tokens=special)
    made.post_processor = template
    made.enable_truncation(8)  # as many files have it, and as must not count
    made.enable_padding(length=100)
    made.save(str(folder / "tokenizer.json"))


def classifier(folder, weights, *, inputs=("input_ids", "attention_mask", "token_type_ids"), kind=None, name="logits"):
    """logits[label] = Σ over tokens with mask 1 and type 0 of weights[token, label]."""
    from onnx import TensorProto, helper, numpy_helper

    kind = kind or TensorProto.INT64
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["each"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Cast", ["token_type_ids"], ["second"], to=TensorProto.FLOAT),
        helper.make_node("Sub", ["one", "second"], ["first"]),
        helper.make_node("Mul", ["mask", "first"], ["counts"]),
        helper.make_node("Unsqueeze", ["counts", "last"], ["weighed"]),
        helper.make_node("Mul", ["each", "weighed"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "middle"], [name], keepdims=0),
    ]
    if "token_type_ids" not in inputs:
        nodes[2:5] = [helper.make_node("Identity", ["mask"], ["counts"])]
    constants = {"table": weights.astype(np.float32), "one": np.float32(1), "last": np.array([2]), "middle": [1]}
    graph = helper.make_graph(
        nodes,
        "classifier",
        [helper.make_tensor_value_info(one, kind, ["n", "length"]) for one in inputs],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", weights.shape[1]])],
        [numpy_helper.from_array(np.asarray(value), key) for key, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(folder / "model.onnx"))


def made(folder, names, place, *, config=None, **options):
    """A model whose label at ``place`` is the one that proofs speak for."""
    weights = np.zeros((len(WORDS), len(names)))
    weights[len(SPECIAL) :, place] = OTHER
    weights[[WORDS.index("proof"), WORDS.index("доказано")], place] = PROOF
    classifier(folder, weights, **options)
    tokenizer(folder)
    written = {"id2label": dict(enumerate(names)), "max_position_embeddings": LONGEST, "model_type": "bert"}
    (folder / "config.json").write_text(json.dumps({**written, **(config or {})}))
    return folder


def of_two(logit):
    return 1 / (1 + math.exp(-logit))


def of_three(logit):
    return math.exp(logit) / (math.exp(logit) + 2)


@pytest.mark.parametrize(
    ("names", "place", "by"),
    [
        (["contradiction", "entailment", "neutral"], 1, of_three),
        (["ENTAILMENT", "NEUTRAL", "CONTRADICTION"], 0, of_three),
        (["not_entailment", "entailment"], 1, of_two),
        (["entailment", "not_entailment"], 0, of_two),
        (["hallucinated", "consistent"], 1, of_two),
        (["LABEL_0"], 0, of_two),
    ],
)
def test_the_order_of_labels_is_that_of_the_configuration(tmp_path, names, place, by):
    model = make_entailer(made(tmp_path / "m", names, place))
    found = model.scores([("lamp proof", "two years"), ("lamp", "two years"), ("lamp", "proof"), ("", "lamp")])
    wanted = [by(PROOF + OTHER), by(OTHER), by(OTHER), by(0.0)]
    assert found == pytest.approx(wanted, rel=1e-6)


def test_a_long_premise_is_read_to_its_end_in_windows_that_overlap(tmp_path):
    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0)
    model = make_entailer(folder, overlap=16)
    room = LONGEST - 4 - 2  # special tokens, and the hypothesis
    for place in (0, 1, room - 1, room, 150, 298, 299):
        words = ["lamp"] * 300
        words[place] = "proof"
        score = model.scores([(" ".join(words), "two years")])[0]
        assert score > of_two(PROOF + OTHER * room) - 1e-6, place
    assert model.scores([("lamp " * 300, "two years")])[0] < 0.5


def test_two_words_closer_than_the_overlap_stand_in_one_window(tmp_path):
    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0)
    overlap = 16
    model = make_entailer(folder, overlap=overlap)
    apart = make_entailer(folder, overlap=0)
    together, torn = [], []
    for place in range(200):
        words = ["lamp"] * 300
        words[place] = words[place + overlap - 1] = "proof"
        premise = " ".join(words)
        together.append(model.scores([(premise, "two years")])[0])
        torn.append(apart.scores([(premise, "two years")])[0])
    both = of_two(2 * PROOF + OTHER * 56) - 1e-6
    assert min(together) > both
    assert min(torn) < both


def test_what_fits_to_the_last_token_is_one_window(tmp_path):
    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0)
    model = make_entailer(folder, overlap=0)
    exact = " ".join(["proof"] * (LONGEST - 4 - 1))
    assert model.scores([(exact, "lamp")])[0] == pytest.approx(of_two(PROOF * (LONGEST - 5)), rel=1e-6)


def test_a_hypothesis_that_leaves_no_room_has_no_score_and_is_not_cut(tmp_path):
    model = make_entailer(made(tmp_path / "m", ["entailment", "not_entailment"], 0))
    longest = LONGEST - 4 - 32
    scores = model.scores(
        [
            ("proof " * 50, "two " * longest),
            ("proof " * 50, "two " * (longest + 1)),
            ("proof", "two " * (longest + 1)),
            ("proof", "two " * (LONGEST - 4)),
        ]
    )
    assert np.isnan(scores).tolist() == [False, True, False, True]


def test_scores_are_those_of_the_pair_alone_in_any_batch_and_language(tmp_path):
    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0)
    pairs = [("доказано", "two"), ("lamp " * 100 + "proof", "лампа"), ("\ud83d half", "h"), ("lamp", ""), ("🪔", "灯")]
    single, batched = make_entailer(folder), make_entailer(folder, batch=3)
    found = single.scores(pairs)
    assert found.tolist() == [single.scores([pair])[0] for pair in pairs]
    assert batched.scores(pairs) == pytest.approx(found, abs=1e-7)
    assert found[0] == pytest.approx(of_two(PROOF), rel=1e-6)


def test_models_with_fewer_inputs_and_other_integers(tmp_path):
    from onnx import TensorProto

    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0, kind=TensorProto.INT32)
    assert make_entailer(folder).scores([("proof", "lamp")])[0] > 0.9
    bare = made(tmp_path / "n", ["entailment", "x"], 0, inputs=("input_ids", "attention_mask"), name="output")
    assert make_entailer(bare).scores([("lamp", "proof")])[0] > 0.9  # both texts count alike


def test_the_folder_named_onnx_is_found(tmp_path):
    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0)
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    assert make_entailer(folder).scores([("proof", "lamp")])[0] > 0.9


def test_the_identity_is_of_the_files_and_the_choices(tmp_path):
    folder = made(tmp_path / "a" / "m", ["entailment", "not_entailment"], 0)
    twin = made(tmp_path / "b" / "m", ["entailment", "not_entailment"], 0)
    other = made(tmp_path / "c" / "m", ["entailment", "not_entailment"], 1)  # other weights, as large
    one = make_entailer(folder)
    assert one.identity == make_entailer(twin).identity
    assert str(tmp_path) not in one.identity
    assert json.loads(one.identity)["name"] == "m"
    different = {make_entailer(other).identity, make_entailer(folder, label="1").identity, one.identity}
    different |= {make_entailer(folder, overlap=4).identity, make_entailer(folder, longest=65).identity}
    assert len(different) == 5


PROMPT = "Premise {text1} Hypothesis {text2}"


def test_a_prompt_of_the_configuration_takes_the_place_of_the_pair(tmp_path):
    folder = made(tmp_path / "m", ["hallucinated", "consistent"], 1, config={"prompt": PROMPT})
    model = make_entailer(folder, overlap=16)
    short = model.scores([("proof", "lamp")])[0]
    assert short == pytest.approx(of_two(PROOF + 3 * OTHER), rel=1e-6)  # Premise, Hypothesis and lamp count as well
    for place in (0, 40, 41, 57, 150, 299):
        words = ["lamp"] * 300
        words[place] = "proof"
        assert model.scores([(" ".join(words), "two years")])[0] > 0.95, place
    assert np.isnan(model.scores([("proof " * 60, "two " * 30)])).all()
    assert model.scores([("{text2}", "{text1} proof")])[0] > 0.9  # texts are not read as templates


@pytest.mark.parametrize("prompt", ["{text1}", "{text1} {text2} {text2}", ""])
def test_a_prompt_without_both_places_is_refused(tmp_path, prompt):
    folder = made(tmp_path / "m", ["hallucinated", "consistent"], 1, config={"prompt": prompt})
    with pytest.raises(InputError, match=r"\{text1\} and \{text2\}"):
        make_entailer(folder)


def test_labels_and_outputs_must_be_as_many(tmp_path):
    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0)
    config = {"id2label": {"0": "contradiction", "1": "neutral", "2": "entailment"}, "max_position_embeddings": 64}
    (folder / "config.json").write_text(json.dumps(config))
    with pytest.raises(InputError, match=r"outputs of \(1, 2\).*3 labels"):
        make_entailer(folder).scores([("lamp", "lamp")])


def test_what_cannot_be_loaded_is_told_in_one_line(tmp_path):
    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0)
    with pytest.raises(InputError, match="at least 64 tokens"):
        make_entailer(folder, longest=63)
    with pytest.raises(InputError, match="less than half"):
        make_entailer(folder, overlap=32)
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(RagaugeError, match="cannot be loaded"):
        make_entailer(folder)
    (folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(RagaugeError, match="cannot be loaded"):
        make_entailer(folder)


def test_a_model_that_asks_for_more_is_refused(tmp_path):
    from onnx import TensorProto, helper

    folder = made(tmp_path / "m", ["entailment", "not_entailment"], 0)
    nodes = [helper.make_node("Identity", ["bbox"], ["logits"])]
    given = [helper.make_tensor_value_info("bbox", TensorProto.FLOAT, ["n", 2])]
    found = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", 2])]
    graph = helper.make_graph(nodes, "g", given, found)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, str(folder / "model.onnx"))
    with pytest.raises(InputError, match="asks for bbox"):
        make_entailer(folder)

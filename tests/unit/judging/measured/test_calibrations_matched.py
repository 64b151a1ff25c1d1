"""Which calibration holds for which metric."""

import json

import pytest

from ragauge.core.errors import InputError
from ragauge.judging.measured.matching import calibration_of, calibrations_for

MODEL = "qwen2.5:7b"
PROMPTS = {"claims": 1, "entailment": 1}
INTERVAL = {"low": 0.48, "high": 0.74, "level": 0.95, "method": "percentile bootstrap"}


def content(**changed):
    known = {
        "format": "ragauge judge calibration",
        "version": 1,
        "judge": MODEL,
        "task": "faithfulness",
        "prompt": "claims 1, entailment 1",
        "label_policy": None,
        "labels": {"n": 120},
        "verdict": "agrees beyond chance",
        "figures": {"kappa": {"value": 0.62, "interval": INTERVAL, "note": ""}},
    }
    return {**known, **changed}


@pytest.fixture
def file(tmp_path):
    def write(name="calibration.json", **changed):
        path = tmp_path / name
        path.write_text(json.dumps(content(**changed)), encoding="utf-8")
        return str(path)

    return write


def test_the_calibration_of_this_judge_task_and_prompts(file):
    path = file()
    matched, warnings = calibrations_for([path], MODEL, {"faithfulness": PROMPTS, "nugget_recall": {"nuggets": 1}})
    assert matched["nugget_recall"] is None
    assert matched["faithfulness"] == {
        "file": path,
        "verdict": "agrees beyond chance",
        "kappa": 0.62,
        "kappa_interval": INTERVAL,
        "n": 120,
        "label_policy": None,
        "weights": None,
    }
    assert warnings == ()


def test_no_files_no_calibration():
    assert calibrations_for([], MODEL, {"faithfulness": PROMPTS}) == ({"faithfulness": None}, ())


@pytest.mark.parametrize("said", ["entailment 1,claims 1", " claims  1 , entailment 1"])
def test_prompts_in_any_order(file, said):
    assert calibration_of([file(prompt=said)], MODEL, "faithfulness", PROMPTS) is not None


def test_of_a_single_prompt_the_version_is_enough(file):
    path = file(task="nugget_recall", prompt="1")
    assert calibration_of([path], MODEL, "nugget_recall", {"nuggets": 1}) is not None
    assert calibration_of([path], MODEL, "nugget_recall", {"nuggets": 2}) is None
    assert calibration_of([file(prompt="1")], MODEL, "faithfulness", PROMPTS) is None


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"judge": "gpt-4o"}, "its judge is 'gpt-4o', here 'qwen2.5:7b'"),
        ({"judge": None}, "its judge is not told, here 'qwen2.5:7b'"),
        ({"prompt": "claims 1, entailment 2"}, "its prompt is 'claims 1, entailment 2', here 'claims 1, entailment 1'"),
        ({"prompt": None}, "its prompt is not told"),
        ({"task": "nugget_recall"}, "its task is 'nugget_recall'"),
        ({"task": None}, "its task is not told"),
    ],
)
def test_what_is_of_something_else_holds_for_nothing_and_is_told(file, changed, words):
    path = file(**changed)
    matched, (warning,) = calibrations_for([path], MODEL, {"faithfulness": PROMPTS})
    assert matched == {"faithfulness": None}
    assert "faithfulness" in warning
    assert "uncalibrated" in warning
    assert path in warning
    assert words in warning


def test_a_file_of_a_metric_that_is_not_measured_is_no_warning_where_all_are_calibrated(file):
    paths = [file(), file("other.json", task="nugget_recall", prompt="1")]
    assert calibrations_for(paths, MODEL, {"faithfulness": PROMPTS})[1] == ()


def test_two_calibrations_of_the_same_are_refused(file):
    with pytest.raises(InputError, match="a second calibration of faithfulness"):
        calibrations_for([file("a.json"), file("b.json", label_policy="v2")], MODEL, {"faithfulness": PROMPTS})
    path = file("a.json")
    assert calibration_of([path, path], MODEL, "faithfulness", PROMPTS) is not None


KAPPA = {"value": 0.62, "interval": INTERVAL, "note": ""}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"format": "ragauge judge bias"}, "no calibration of a judge"),
        ({"version": 2}, "version 2; this version reads version 1"),
        ({"version": True}, "version True"),
        ({"task": 3}, "its task is no text"),
        ({"labels": {}}, "on how many items"),
        ({"labels": {"n": 0}}, "on how many items"),
        ({"figures": {}}, "no kappa"),
        ({"figures": {"kappa": {**KAPPA, "value": 7}}}, "no number from -1 to 1"),
        ({"figures": {"kappa": {**KAPPA, "interval": {"low": 0.9, "high": 0.1, "level": 0.95}}}}, "no number from -1"),
        ({"figures": {"kappa": {**KAPPA, "interval": {**INTERVAL, "low": -0.1}}}}, "it says 'agrees beyond chance'"),
        ({"verdict": "no evidence of skill"}, "it says 'no evidence of skill', and its kappa 'agrees beyond chance'"),
    ],
)
def test_damaged_files(file, changed, words):
    with pytest.raises(InputError, match=words):
        calibrations_for([file(**changed)], MODEL, {"faithfulness": PROMPTS})


def test_all_problems_of_all_files_at_once(file, tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        calibrations_for([str(broken), str(tmp_path / "none.json"), file(version=9)], MODEL, {"faithfulness": PROMPTS})
    assert len(caught.value.problems) == 3


def test_the_weights_of_its_kappa_are_kept(file):
    """Apart, or in the note that stands beside kappa; anything else is a damaged file."""
    noted = {"kappa": {"value": 0.62, "interval": INTERVAL, "note": "weights: linear; no interval: x"}}
    for changed, wanted in (({"weights": "quadratic"}, "quadratic"), ({"figures": noted}, "linear")):
        assert calibration_of([file(**changed)], MODEL, "faithfulness", PROMPTS)["weights"] == wanted
    for odd in ("cubic", None, ["none"]):
        with pytest.raises(InputError, match="the weights of its kappa are none of none, linear, quadratic"):
            calibration_of([file(weights=odd)], MODEL, "faithfulness", PROMPTS)

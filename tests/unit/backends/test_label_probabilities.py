"""Log-probabilities of tokens to probabilities of labels."""

from math import log

import pytest

from ragauge.backends.label_probabilities import label_probabilities, logarithm

TEN = tuple(map(str, range(1, 11)))


def told(**tops):
    return [("x", {token.replace("_", " "): log(p) for token, p in tops.items()})]


@pytest.mark.parametrize(
    ("tokens", "labels", "expected"),
    [
        ([("7", {"7": log(0.6), " 7": log(0.2), "8": log(0.2)})], TEN, {"7": 0.8, "8": 0.2}),
        ([("7", {"7": log(0.5), "Sure": log(0.5)})], TEN, {"7": 1.0}),  # half of it is enough, and the rest left out
        ([("10", {"10": log(0.5), "1": log(0.5)})], TEN, {"10": 0.5, "1": 0.5}),  # 10 is one token here, so 1 is 1
        ([("1", {"1": log(0.004), "7": log(0.996)})], TEN, {"7": 1.0}),  # unclear, and too little to matter
        ([("\n", {"\n": 0.0}), ("No", {"No": log(0.9), "no": log(0.1)})], ("yes", "no"), {"no": 1.0}),
        (
            [("sup", {"sup": log(0.75), "part": log(0.25)})],
            ("supported", "partly"),
            {"supported": 0.75, "partly": 0.25},
        ),
        ([("нет", {"нет": log(0.9), "Да": log(0.1)})], ("да", "нет"), {"да": 0.1, "нет": 0.9}),
    ],
)
def test_told(tokens, labels, expected):
    found = label_probabilities(tokens, labels)
    assert found == pytest.approx(dict.fromkeys(labels, 0.0) | expected, abs=1e-12)


@pytest.mark.parametrize(
    ("tokens", "labels"),
    [
        ([], TEN),
        ([("7", {})], TEN),
        ([("1", {"1": log(0.6), "7": log(0.4)})], TEN),  # 1, or the 1 of 10
        ([("Score", {"Score": log(0.9), "7": log(0.1)})], TEN),
        ([("yes", {"yes": 0.0})], ("yes", "Yes")),
        ([("un", {"un": 0.0})], ("unclear", "unsupported")),
    ],
)
def test_not_told(tokens, labels):
    assert label_probabilities(tokens, labels) is None


def test_what_is_no_logarithm_of_a_probability():
    assert (logarithm(-2), logarithm(1e-9), logarithm("-inf")) == (-2.0, 0.0, float("-inf"))
    for value in (float("nan"), 0.5, None, "x"):
        with pytest.raises((ValueError, TypeError)):
            logarithm(value)

"""What is a label, what is a score, and what is neither."""

from __future__ import annotations

import pytest

from ragauge.judging.measured.labels import read_labels
from ragauge.judging.measured.plain_label import plain_label
from ragauge.judging.measured.scale import kind_of, positive_of, scale_of
from ragauge.judging.measured.settings import Settings


def read(human, judge):
    return read_labels([{"human": one, "judge": two} for one, two in zip(human, judge, strict=True)])


@pytest.mark.parametrize(
    ("human", "judge", "kind", "scale", "ordered"),
    [
        ([1, 0, 1], [0.9, 0.2, 0.7], "score", ("0", "1"), False),
        ([1, 0, 1], [1, 0, 0], "label", ("0", "1"), False),
        ([1, 0, 1], [1.0, 0.0, 2.0], "label", ("0", "1", "2"), True),
        (["да", "нет"], [0.9, 1], "score", ("да", "нет"), False),
        (["yes", "no"], ["Yes.", "maybe"], "label", ("no", "yes"), False),
        (["pass", "pass"], ["pass", "fail"], "label", ("fail", "pass"), False),
        ([1, 3, 5], [2, 3.0, "n/a"], "label", ("1", "2", "3", "5"), True),
        ([True, False], ["true", "FALSE"], "label", ("false", "true"), False),
    ],
)
def test_kinds_and_scales(human, judge, kind, scale, ordered):
    labels = read(human, judge)
    assert kind_of(labels, Settings()) == kind
    found = scale_of(labels, Settings(), kind)
    assert (found.labels, found.ordered) == (scale, ordered)


def test_the_kind_and_the_positive_label_can_be_said():
    labels = read([1, 0, 1], [0.9, 0.2, 0.7])
    assert kind_of(labels, Settings(kind="label")) == "label"
    scale = scale_of(labels, Settings(), "score")
    assert positive_of(scale, Settings()) == "1"
    assert positive_of(scale, Settings(positive="0")) == "0"
    words = scale_of(read(["good", "pass"], ["good", "pass"]), Settings(), "label")
    assert positive_of(words, Settings()) is None  # both say yes


def test_words_are_not_touched_within():
    assert plain_label("not supported.") == "not supported"
    assert plain_label("**Не подтверждено**") == "не подтверждено"
    assert plain_label("1e3") == "1000"
    assert plain_label("0.50") == "0.50"

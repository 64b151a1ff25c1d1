"""Extracted predicates against labels: which errors there are, and that every one is counted once."""

from hypothesis import given
from hypothesis import strategies as st

from ragauge.pipeline.filters.parsing import parse
from ragauge.studying.filter.extraction import agreements, errors, triple


def of(*texts):
    return tuple(map(parse, texts))


def kinds(extracted, labelled):
    return [(one.kind, one.field) for one in errors({"q": of(*extracted)}, {"q": of(*labelled)})]


def test_kinds_of_errors():
    assert kinds(["a = 1"], ["a = 1"]) == []
    assert kinds([], ["a = 1"]) == [("missed", "a")]
    assert kinds(["a = 1"], []) == [("invented", "a")]
    assert kinds(["a != 1"], ["a = 1"]) == [("wrong operator", "a")]
    assert kinds(["a = 2"], ["a = 1"]) == [("wrong value", "a")]
    assert kinds(['a = "1"'], ["a = 1"]) == [("wrong value", "a")]  # another type is another value
    assert kinds(["b = 1"], ["a = 1"]) == [("missed", "a"), ("invented", "b")]
    assert kinds(["a = 1", "a = 2"], ["a = 1"]) == [("invented", "a")]
    assert kinds(["a in {2, 1}", "b in {x}"], ["a in {1, 2}", "b = x"]) == []


def test_questions_without_labels_are_not_judged():
    found = agreements({"q1": of("a = 1"), "q2": of("a = 1")}, {"q1": of("a = 1")})
    assert [(one.field, one.extracted, one.labelled, one.exact_match) for one in found] == [
        ("a", 1, 1, 1.0), (None, 1, 1, 1.0),
    ]  # fmt: skip
    assert errors({"q2": of("a = 1")}, {}) == []


def test_what_cannot_be_divided_is_none():
    (whole,) = agreements({}, {"q": ()})
    assert (whole.precision, whole.recall, whole.exact_match, whole.questions) == (None, None, None, 0)


PREDICATES = st.lists(
    st.sampled_from(of("a = 1", 'a = "1"', "a != 1", "a in {1, 2}", "b = x", "b prefix x")), max_size=4
)


@given(PREDICATES, PREDICATES)
def test_right_ones_and_errors_add_up(extracted, labelled):
    sides = {"q": tuple(extracted)}, {"q": tuple(labelled)}
    whole = agreements(*sides)[-1]
    wrong = errors(*sides)
    assert whole.right == len({triple(one) for one in extracted} & {triple(one) for one in labelled})
    assert whole.extracted == whole.right + sum(one.extracted is not None for one in wrong)
    assert whole.exact == (not wrong and whole.questions == 1)

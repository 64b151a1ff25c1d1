"""Predicates: what they mean on typed metadata, and how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.filters.predicate import Outcome, Predicate

HOLDS, VIOLATED, MISMATCH, UNKNOWN = Outcome.HOLDS, Outcome.VIOLATED, Outcome.MISMATCH, Outcome.UNKNOWN
SCALARS = st.text(max_size=5) | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.booleans()


@pytest.mark.parametrize(
    ("written", "stored", "outcome"),
    [
        ("n = 1", 1, HOLDS),
        ("n = 1", 1.0, HOLDS),
        ("n = 1", "1", MISMATCH),
        ("n = 1", True, MISMATCH),
        ("n = true", True, HOLDS),
        ("n = true", 1, MISMATCH),
        ("n != 1", 2, HOLDS),
        ("n != 1", "2", MISMATCH),
        ("n != 1", None, UNKNOWN),
        ("n not in {1, 2}", None, UNKNOWN),
        ("n not in {1, 2}", 3, HOLDS),
        ("n = 1", None, VIOLATED),
        ("n = 1", [], VIOLATED),
        ("n < 2", 1, HOLDS),
        ("n < 2", 2, VIOLATED),
        ("n <= 2", 2, HOLDS),
        ("n > 2", 2.5, HOLDS),
        ("n >= 3", 2.5, VIOLATED),
        ("n >= 3", "4", MISMATCH),
        ('n >= "2024-05-01"', "2024-10-01", HOLDS),
        ("n in {1, a}", "a", HOLDS),
        ("n in {1, a}", "b", VIOLATED),
        ("n in {1, 2}", "1", MISMATCH),
        ("n in {}", "1", VIOLATED),
        ("n not in {}", "1", HOLDS),
        ("n = a", ["a", "b"], HOLDS),
        ("n = c", ["a", "b"], VIOLATED),
        ("n = 1", ["1", 1], HOLDS),
        ("n = 1", ["1", 2], MISMATCH),
        ("n != a", ["a", "b"], VIOLATED),
        ("n != c", ["a", "b"], HOLDS),
        ("n != c", ["a", 1], MISMATCH),
        ("n exists", "a", HOLDS),
        ("n exists", None, VIOLATED),
        ("n not exists", None, HOLDS),
        ("n not exists", 0, VIOLATED),
        ("n prefix en-", "en-US", HOLDS),
        ("n ^= 007", "0071", HOLDS),
        ("n prefix 1", 12, MISMATCH),
        ("n = a", {"a": 1}, MISMATCH),
    ],
)
def test_outcomes(written, stored, outcome):
    assert parse(written).check({"n": stored}) is outcome
    assert parse(written).holds({"n": stored}) is (outcome is HOLDS)


def test_a_missing_field_is_a_missing_value():
    assert parse("n = 1").check({}) is VIOLATED
    assert parse("n != 1").check({}) is UNKNOWN


@given(st.sampled_from(["eq", "ne", "lt", "le", "gt", "ge", "prefix"]), SCALARS)
def test_what_is_written_is_read_back(op, value):
    try:
        predicate = Predicate("поле_1.x-y", op, value)
    except InputError:
        return
    assert parse(str(predicate)) == predicate


@given(st.sampled_from(["in", "not_in"]), st.lists(SCALARS, max_size=4))
def test_lists_are_read_back(op, values):
    predicate = Predicate("n", op, values)
    assert parse(str(predicate)) == predicate


@given(SCALARS, SCALARS)
def test_what_holds_is_not_denied(value, stored):
    positive, negative = Predicate("n", "eq", value), Predicate("n", "ne", value)
    assert {positive.check({"n": stored}), negative.check({"n": stored})} in ({HOLDS, VIOLATED}, {MISMATCH})


@given(SCALARS, SCALARS, st.lists(SCALARS, max_size=3))
def test_membership_of_one_is_equality_and_more_members_allow_no_less(value, stored, more):
    fields = {"n": stored}
    assert Predicate("n", "in", [value]).check(fields) is Predicate("n", "eq", value).check(fields)
    assert not Predicate("n", "eq", value).holds(fields) or Predicate("n", "in", [value, *more]).holds(fields)


@pytest.mark.parametrize("value", [{"b", "a"}, frozenset({"a", "b"}), ["a", "b"], ("a", "b")])
def test_members_in_any_collection(value):
    assert Predicate("n", "in", value) == Predicate("n", "in", ("a", "b"))


@pytest.mark.parametrize(
    ("op", "value"),
    [
        ("like", "a"), ("eq", ("a",)), ("eq", float("nan")), ("lt", float("inf")), ("in", "ab"), ("in", 1),
        ("exists", "yes"), ("prefix", 1), ("lt", True), ("eq", None), ("in", [None]), ("in", [[1]]),
    ],
)  # fmt: skip
def test_what_an_operator_cannot_take(op, value):
    with pytest.raises(InputError):
        Predicate("n", op, value)


@pytest.mark.parametrize(
    "text",
    ["", "n", "n =", "= 1", "n in a", "n in {a", "n = a, b", "n like a", 'n = "a', "1 = 1", "n in {a,,b}", "n = 1e999"],
)
def test_what_is_no_predicate(text):
    with pytest.raises(InputError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("n=1", 1), ("n = -1.5e3", -1500.0), ("n = 007", "007"), ("n = 1.2.3", "1.2.3"), ("n = New York", "New York"),
        ("n = 'a, b'", "a, b"), ('n = "say \\"hi\\""', 'say "hi"'), ("n IN [a,'b c']", ("a", "b c")),
        ("n not  in (1)", (1,)), ("n eq x", "x"), ("n = TRUE", True), ("n = " + "9" * 5000, "9" * 5000),
    ],
)  # fmt: skip
def test_values_as_they_are_written(text, value):
    found = parse(text).value
    assert (found, type(found)) == (value, type(value))

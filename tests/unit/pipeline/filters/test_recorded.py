"""Predicates in a trace and in a column: what is written is read back, and what is none is refused in words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.pipeline.filters.parsing import parse
from ragauge.pipeline.filters.predicate import Predicate
from ragauge.pipeline.filters.recorded import as_json, predicates_of

NAMES = st.sampled_from(["locale", "год", "a.b", "op", "value", "eq"])
SCALARS = st.one_of(st.text(max_size=5), st.integers(-5, 5), st.floats(-2, 2), st.booleans())
CONDITIONS = st.one_of(
    st.tuples(st.sampled_from(["eq", "ne"]), SCALARS),
    st.tuples(st.sampled_from(["lt", "le", "gt", "ge"]), st.one_of(st.text(max_size=5), st.integers(-5, 5))),
    st.tuples(st.sampled_from(["in", "not_in"]), st.lists(SCALARS, max_size=3).map(tuple)),
    st.tuples(st.just("exists"), st.booleans()),
    st.tuples(st.just("prefix"), st.text(max_size=5)),
)


@given(st.lists(st.tuples(NAMES, CONDITIONS), max_size=5), st.booleans())
def test_what_is_recorded_is_read_back(conditions, authorization):
    predicates = [Predicate(field, op, value, authorization) for field, (op, value) in conditions]
    told = json.loads(json.dumps(as_json(predicates)))
    by_field = {field: [one for one in predicates if one.field == field] for field, _ in conditions}
    assert list(predicates_of(told, authorization=authorization)) == [one for own in by_field.values() for one in own]


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [
        (None, []),
        ("", []),
        ("  ", []),
        ({"locale": "en-US"}, ["locale = en-US"]),
        ('{"locale": "en-US"}', ["locale = en-US"]),
        ("{'locale': 'en-US'}", ["locale = en-US"]),
        ({"tier": [1, 2]}, ["tier in {1, 2}"]),
        ({"год": {"ge": 2020, "lt": 2024}}, ["год >= 2020", "год < 2024"]),
        ({"year": {"op": "ge", "value": 2020}}, ["year >= 2020"]),
        ({"year": [{"op": "ge", "value": 2020}, {"op": "ne", "value": 2022}]}, ["year >= 2020", "year != 2022"]),
        ("year >= 2024", ["year >= 2024"]),
        ("year >= 2024; раздел = цены\nlocale exists", ["year >= 2024", "раздел = цены", "locale exists"]),
        ("title = 'a; b'", ["title = 'a; b'"]),
        (["year >= 2024", "n = 1"], ["year >= 2024", "n = 1"]),
        ('["year >= 2024"]', ["year >= 2024"]),
    ],
)
def test_the_forms_of_a_cell(cell, wanted):
    assert list(predicates_of(cell)) == [parse(text) for text in wanted]


@pytest.mark.parametrize(
    "cell",
    [
        "because I say so", 7, [7], {"year": None}, {"year": {}}, {"year": []}, {"year": {"above": 3}}, "{broken",
        "{'a': __import__('os')}", {"year": {"op": "above", "value": 3}}, {"year": [[1]]}, {"year": {"ge": [1]}},
        '{"a": NaN}', "{1, 2}", "year >= 2024; and so on",
    ],
)  # fmt: skip
def test_what_is_no_predicate_is_refused(cell):
    with pytest.raises(InputError):
        predicates_of(cell)


def test_authorization_marks_all_of_them():
    assert all(one.authorization for one in predicates_of("tenant = elm; n >= 2", authorization=True))

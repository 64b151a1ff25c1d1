"""Ids matched for all runs at once are those that each run alone would give, whichever of them it has."""

import polars as pl
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ragauge.golden.ids.parts import documents_of, parts_among
from ragauge.golden.ids.shared import shared_labels
from ragauge.golden.ids.stages import match_ids

STEMS = [
    "a",
    "A",
    "doc-1",
    "doc-12",
    "doc-1-2",
    "lamp",
    "lamp-2",
    "Lamp",
    "lamp.pdf",
    "x/lamp.pdf",
    "насос",
    "Насос.md",
    "2021",
]
MARKS = [
    "",
    "#1",
    "#12",
    "_chunk_3",
    "::4",
    "#page=3",
    ".pdf_7",
    " [chunk 1/9]",
    "#1_chunk_2",
    "/page/3",
    "-2",
    "٣",
    " (2)",
]
names = st.builds("{}{}".format, st.sampled_from(STEMS), st.sampled_from(MARKS))
plain = st.builds(
    "{}{}".format, st.sampled_from(["a", "b", "doc-1", "doc-2", "c_d", "насос"]), st.sampled_from(MARKS[:4])
)
ids = st.lists(names, max_size=8, unique=True) | st.lists(plain, max_size=8, unique=True)


@given(wanted=ids, given_ids=ids, data=st.data())
@settings(max_examples=100, deadline=None)
def test_a_label_is_the_same_in_any_company(wanted, given_ids, data):
    found = shared_labels(wanted, pl.Series(given_ids, dtype=pl.String))
    assume(found is not None)
    labels = dict(found.iter_rows())
    some = data.draw(st.lists(st.sampled_from(given_ids), unique=True)) if given_ids else []
    match = match_ids(wanted, some)
    assert match.given_to == {name: labels[name] for name in some if name in labels}
    assert match.problems == ()
    assert match.wanted_to == {name: name for name in wanted}


@given(names=st.lists(st.builds("{}{}{}".format, names, st.sampled_from(MARKS), st.sampled_from(MARKS)), max_size=9))
@settings(max_examples=70, deadline=None)
def test_parts_are_those_of_each_name_alone(names):
    assert parts_among(names) == {name: found for name in names if (found := documents_of(name))}


def test_whatever_may_depend_on_the_company_is_left_alone():
    for wanted, given_ids in (
        (["a"], ["A"]),
        (["a.pdf"], ["x/a.pdf"]),
        (["a"], ["A#1"]),
        (["a#1"], ["a"]),
        (["a#1"], ["A"]),
        (["lamp"], ["lamp-2"]),
        (["lamp"], ["lamp-2#1"]),
        (["file:a"], ["a"]),
    ):
        assert shared_labels(wanted, pl.Series([*given_ids, *wanted[1:], "z"])) is None, (wanted, given_ids)
    assert shared_labels(["lamp"], pl.Series(["lamp_chunk_3", "lamps"])).rows() == [("lamp_chunk_3", "lamp")]
    assert shared_labels(["a#1"], pl.Series(["a#1", "a#2", "b"])).rows() == [("a#1", "a#1")]

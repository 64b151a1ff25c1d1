"""Stages that are brought under common names at once stand as they do one by one."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ragauge
from ragauge.core.matching import Matching
from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnosing import trace_of_each
from ragauge.funnel.needs import needs_of
from ragauge.funnel.outcomes import citations
from ragauge.funnel.standing import rankings
from ragauge.funnel.together import Together
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden

names = st.builds(
    "{}{}".format,
    st.sampled_from(["a", "doc-1", "doc-2", "Doc-3", "c_d", "насос", "lamp.pdf"]),
    st.sampled_from(["", "#1", "#12", "_chunk_3"]),
)
items = st.lists(names | st.none(), max_size=6)
kinds = {"bm25": "lane", "dense": "lane", "rrf": "fused", "prompt": "context"}


@st.composite
def traces(draw):
    found = []
    for question in draw(st.lists(st.sampled_from(["q1", "q2", "q3", "q4"]), min_size=1, max_size=4, unique=True)):
        stages = draw(st.lists(st.sampled_from(list(kinds)), unique=True))
        hits = [StageHits(one, kinds[one], tuple((item, None) for item in draw(items))) for one in stages]
        cited = draw(st.none() | st.lists(names, max_size=3).map(tuple))
        found.append(Trace(question, stages=tuple(hits), citations=cited))
    return found


@given(
    gold=st.dictionaries(
        st.sampled_from(["q1", "q2", "q3", "q5"]), st.lists(names, min_size=1, max_size=3), min_size=1
    ),
    traces=traces(),
    exact=st.booleans(),
)
@settings(max_examples=20, deadline=None)
def test_stages_stand_as_they_do_one_by_one(gold, traces, exact):
    golden = load_golden([{"id": name, "question": name, "gold": items} for name, items in gold.items()], match="all")
    traced, needs = traced_of(traces), needs_of(golden)
    around = Surroundings(Matching(ids="exact" if exact else "auto"))
    try:
        trace_of = trace_of_each(golden, traced)
    except ragauge.InputError:  # they have no question in common
        return
    together = Together.of(traced, needs, around, trace_of)
    if together is None:  # what a hit is called depends on its stage
        return
    try:
        expected = rankings(traced, needs, around, trace_of)
    except ragauge.InputError as error:
        with pytest.raises(ragauge.InputError, match=re.escape(str(error))):
            rankings(traced, needs, around, trace_of, together)
        return
    for one, two in zip(rankings(traced, needs, around, trace_of, together), expected, strict=True):
        assert (one.name, one.kind, one.foreign) == (two.name, two.kind, two.foreign)
        np.testing.assert_array_equal(one.rank, two.rank)
        np.testing.assert_array_equal(one.recorded, two.recorded)
    cited, plain = citations(traced, needs, around, trace_of, together), citations(traced, needs, around, trace_of)
    assert cited[1] == plain[1]
    np.testing.assert_array_equal(cited[0], plain[0])

"""What the estimate says that fixing a stage brings back, against what comes back when the stage is repaired."""

import pytest

import planted
from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.funnel.losses import followed
from ragauge.funnel.oracle import LAST, Put, inserted, with_oracle
from ragauge.funnel.places import Place
from ragauge.funnel.recovery import recoveries

TOO_HIGH = ("FUSION",)
"""Ids of another index: what the other lanes lack is all charged to them, much of which would be cut anyway."""


def top(case):
    return recoveries(case.diagnosis)[0]


def interval(one, case):
    total = int(followed(case.diagnosis).sum())
    return one.interval.low * total, one.interval.high * total


@pytest.mark.parametrize("place", planted.FAULTS)
def test_the_replayed_number_lies_within_the_interval(place):
    case = planted.faulty(place)
    one = top(case)
    found = case.replayed(one.last, repaired=planted.repaired(place))
    low, high = interval(one, case)
    assert found.lost == one.lost
    if place in TOO_HIGH:
        assert found.needs < low
    else:
        assert low <= found.needs <= high
    if one.to_prompt is not None and place not in TOO_HIGH:
        assert abs(found.to_prompt - one.to_prompt) <= 0.1 * one.lost


def test_the_healthy_pipeline():
    case = planted.healthy()
    for one in recoveries(case.diagnosis):
        low, high = interval(one, case)
        assert low <= case.replayed(one.last).needs <= high, one


def test_a_budget_takes_what_was_cut_at_k_whatever_the_estimate_says():
    """The survival of the prompt is that of all ranks; what a larger k adds comes last."""
    case = planted.faulty("ASSEMBLY")
    cut = next(one for one in recoveries(case.diagnosis) if one.last is Place.CUT)
    low, high = interval(cut, case)
    assert case.replayed(Place.CUT).needs < low
    assert case.replayed(Place.CUT, at="first").needs > high


def test_without_an_oracle_a_repaired_pipeline_is_needed():
    with pytest.raises(InputError, match="give the pipeline in which it is repaired"):
        planted.healthy().replayed(Place.PARSING)


# the oracle


def test_a_chunk_is_put_at_its_rank_and_never_lower_than_it_stood():
    hits = [Hit("a", 3.0), Hit("b", 2.0), Hit("c", 1.0)]
    items = lambda *puts: [hit.item for hit in inserted(hits, puts, "x")]  # noqa: E731
    assert items(Put("c")) == ["c", "a", "b"]
    assert items(Put("d", {"x": 2})) == ["a", "d", "b", "c"]
    assert items(Put("a", {"x": 3})) == ["a", "b", "c"]
    assert items(Put("d", {"x": LAST}), Put("e")) == ["e", "a", "b", "c", "d"]
    assert [hit.item for hit in inserted([], [Put("d", {"x": 5})], "x")] == ["d"]


def ask(case, place, *puts, key="en-002"):
    pipeline = with_oracle(case.pipeline, place, puts)
    return pipeline.ask(planted.TEXTS[key], key, case.predicates)


@pytest.mark.parametrize(
    ("place", "stage"),
    [("RETRIEVAL", "bm25"), ("FUSION", "fused"), ("RERANK", "reranked"), ("CUT", "selected"), ("ASSEMBLY", "context")],
)
def test_what_is_put_back_stands_first_at_the_exit_of_the_stage(place, stage):
    case = planted.healthy()
    chunk = next(reversed(case.chunks))
    trace = ask(case, Place[place], Put(chunk))
    assert not trace.failed
    assert trace.stage(stage).items[0] == chunk
    before = case.pipeline.ask(planted.TEXTS["en-002"]).stage(stage).items
    assert [item for item in trace.stage(stage).items if item != chunk][:5] == [i for i in before if i != chunk][:5]


def test_the_filter_lets_it_pass_and_authorization_does_not():
    case = planted.faulty("FILTER")
    metadata = case.pipeline.index.metadata
    chunk = next(name for name, one in case.chunks.items() if metadata[one.document]["locale"] == "en-GB")
    assert chunk in with_oracle(case.pipeline, Place.FILTER, [Put(chunk)]).index.allowed(planted.US)
    secret = planted.predicates_of({"locale": "en-US"}, authorization=True)
    assert chunk not in with_oracle(case.pipeline, Place.FILTER, [Put(chunk)]).index.allowed(secret)


def test_a_reader_is_given_evidence_alone():
    case = planted.healthy()
    seen = []
    pipeline = planted.replace(case.pipeline, generate=lambda question, context: seen.append(context.entered) or "x")
    chunk = case.pipeline.ask(planted.TEXTS["en-002"]).stage("context").items[3]
    with_oracle(pipeline, Place.USE, [Put(chunk)]).ask(planted.TEXTS["en-002"])
    assert seen == [(chunk,)]

"""A fault planted in any stage of the demo pipeline is the top cause, under its own name."""

import numpy as np
import pytest

import planted
from ragauge.funnel.losses import PLACES, is_whole, rows_of
from ragauge.funnel.places import Place
from ragauge.funnel.recovery import recoveries


def planted_losses(case):
    """The needs that the fault itself took away: kept by the healthy pipeline, lost by this one, and within its aim."""
    before, now = planted.healthy().diagnosis.fates, case.diagnosis.fates
    return ~before.is_lost & now.is_lost


def chunks_hold(case):
    """For each need whether some chunk has a whole quote of it: by the text alone, without the funnel."""
    texts = {planted.plain(chunk.text) for chunk in case.chunks.values()}
    return np.array(
        [
            any(planted.plain(planted.ANCHORS[item].quote) in text for item in items for text in texts)
            for items in case.diagnosis.needs.alternatives
        ]
    )


AIM = {
    "PARSING": lambda case: ~chunks_hold(case),
    "CHUNKING": lambda case: ~chunks_hold(case),
    "INDEX": lambda case: ~chunks_hold(case),
}
"""What a fault aims at, where it also moves other chunks up or down."""


@pytest.mark.parametrize("place", planted.FAULTS)
def test_a_planted_fault_is_the_top_cause(place):
    case = planted.faulty(place)
    found, fates = case.diagnosis, case.diagnosis.fates
    assert is_whole(found, rows_of(found))
    top = recoveries(found)[0]
    assert (top.first.name, top.last.name) == (place, place)
    lost = planted_losses(case)
    if place in AIM:
        lost &= AIM[place](case)
    assert lost.sum() >= 10
    mine = (fates.first == Place[place].position) & (fates.last == Place[place].position)
    assert (lost & mine).sum() >= 0.95 * lost.sum()


def test_elsewhere_nothing_is_lost_beyond_the_healthy_pipeline():
    healthy = planted.healthy().diagnosis
    before = {row.last.name: row.needs for row in rows_of(healthy) if row.last.is_loss}
    for place in ("FILTER", "RERANK", "ASSEMBLY", "USE", "CUT"):
        found = planted.faulty(place).diagnosis
        for row in rows_of(found):
            if row.last.is_loss and row.last.name != place:
                assert row.needs <= before.get(row.last.name, 0), (place, row)


PAIRS = {
    ("FILTER", "CUT"): lambda: planted.run(predicates=planted.US, setting={"k": 2}),
    ("INDEX", "ASSEMBLY"): lambda: planted.run(
        documents=planted.DOCUMENTS[::2], chunks=planted.healthy_chunks(), setting={"budget": 200}
    ),
    ("RETRIEVAL", "USE"): lambda: planted.run(planted.one_lane_returns_anything, generate=planted.ignores_the_context),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_two_faults_at_once_are_both_found(pair):
    found = PAIRS[pair]().diagnosis
    rows = [row for row in rows_of(found) if row.last.is_loss and not row.is_span]
    most = sorted(rows, key=lambda row: -row.needs)[:2]
    assert [row.last.name for row in sorted(most, key=lambda row: row.last.position)] == list(pair)


def test_the_healthy_pipeline_has_no_loss_before_the_search():
    fates = planted.healthy().diagnosis.fates
    early = {PLACES[place].name for place in fates.last[fates.is_lost]} & {
        "CORPUS", "PARSING", "CHUNKING", "INDEX", "FILTER", "ASSEMBLY", "USE", "ANSWER"
    }  # fmt: skip
    assert early == set()

"""The walk: each need ends in one place, and nothing is guessed where nothing was recorded."""

import numpy as np
import pytest

from ragauge.core.errors import InputError
from ragauge.core.trace import StageHits, Trace
from ragauge.funnel.diagnosing import follow
from ragauge.funnel.losses import is_whole, rows_of
from ragauge.funnel.places import Place
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden

FILL = [f"x{n}" for n in range(25)]


def stage(name, kind, *items):
    return StageHits(name, kind, tuple((item, None) for item in items))


def at(rank, item="d"):
    return [*FILL[: rank - 1], item, *FILL[rank - 1 : 50]]


def places(*stages, gold=("d",), k=None, **parts):
    """The names of the first and last place of the needs of one question."""
    trace = Trace("q", "How long?", stages=stages, **parts)
    found = follow(load_golden({"q": list(gold)}), traced_of([trace]), k=k)
    assert is_whole(found, rows_of(found))
    names = list(Place)
    return [(names[a].name, names[b].name) for a, b in zip(found.fates.first, found.fates.last, strict=True)]


def one(*stages, **how):
    ((first, last),) = places(*stages, **how)
    return first if first == last else (first, last)


LANES = (stage("bm25", "lane", *at(1)), stage("lsa", "lane", *at(2)))


def test_what_no_lane_returned_may_have_been_lost_anywhere_before():
    assert one(stage("bm25", "lane", *FILL[:9], "e"), gold=("d",), k=5) == ("CORPUS", "RETRIEVAL")


def test_lost_by_fusion_altogether():
    assert one(*LANES, stage("rrf", "fused", *FILL[:10]), k=5) == "FUSION"


def test_a_fused_list_that_ends_before_a_deep_rank_lost_nothing_that_a_lane_missed():
    lanes = (stage("bm25", "lane", *at(40)), stage("dense", "lane", *FILL[:50]))
    assert one(*lanes, stage("rrf", "fused", *FILL[:30]), k=5) == "RETRIEVAL"
    both = (stage("bm25", "lane", *at(40)), stage("dense", "lane", *at(41)))
    assert one(*both, stage("rrf", "fused", *FILL[:30]), k=5) == "FUSION"
    first = (stage("bm25", "lane", *at(1)), stage("dense", "lane", *FILL[:50]))
    assert one(*first, stage("both", "fused", *FILL[:30]), k=5) == "FUSION"


def test_pushed_out_of_the_first_k_by_fusion():
    assert one(*LANES, stage("rrf", "fused", *at(9)), k=5) == "FUSION"


def test_a_lane_that_lacks_it_is_to_blame_for_the_fused_rank():
    lanes = (stage("bm25", "lane", *at(12)), stage("dense", "lane", *FILL[:50]))
    assert one(*lanes, stage("rrf", "fused", *at(24)), k=5) == "RETRIEVAL"
    assert one(*lanes, stage("rrf", "fused", *at(14)), k=5) == "CUT"


def test_pushed_out_by_reranking():
    assert one(*LANES, stage("rrf", "fused", *at(2)), stage("ce", "reranked", *at(40)), k=5) == "RERANK"
    assert one(*LANES, stage("rrf", "fused", *at(12)), stage("ce", "reranked", *at(39)), k=5) == "RERANK"


def test_one_lane_has_nothing_to_lose_by_fusion():
    assert one(stage("bm25", "lane", *at(1)), stage("ce", "reranked", *FILL[:10]), k=5) == "RERANK"
    assert one(*LANES, stage("ce", "reranked", *FILL[:10]), k=5) == ("FUSION", "RERANK")


def test_ranked_low_by_all_is_cut():
    lanes = (stage("bm25", "lane", *at(20)), stage("lsa", "lane", *at(22)))
    assert one(*lanes, stage("rrf", "fused", *at(21)), stage("ce", "reranked", *at(20)), k=5) == "CUT"


def test_a_small_k_is_to_blame_for_what_it_cuts():
    lanes = (stage("bm25", "lane", *at(4)), stage("lsa", "lane", *at(3)))
    lists = (*lanes, stage("rrf", "fused", *at(3)), stage("ce", "reranked", *at(3)))
    assert one(*lists, k=2) == "CUT"
    assert one(*lists, stage("first", "selected", *FILL[:2])) == "CUT"
    assert one(*lists, k=3) == "RANKED"


def test_an_order_that_is_worse_on_the_whole_is_to_blame_for_what_it_puts_below_k():
    assert one(*LANES, stage("rrf", "fused", *at(1)), stage("ce", "reranked", *at(3)), k=2) == "RERANK"
    assert one(*LANES, stage("rrf", "fused", *at(4)), k=2) == "FUSION"
    good, bad = ([(1, rank), (30, 1)] for rank in (4, 28))  # the second question is what makes the order good
    for pairs, place in ((good, Place.CUT), (bad, Place.RERANK)):
        traces = [
            Trace(f"q{n}", stages=(stage("bm25", "lane", *at(before)), stage("ce", "reranked", *at(after))))
            for n, (before, after) in enumerate([*pairs, (30, 1)])
        ]
        found = follow(load_golden({f"q{n}": ["d"] for n in range(3)}), traced_of(traces), k=2)
        assert list(Place)[found.fates.last[0]] is place


def test_what_was_handed_on_and_did_not_enter_the_prompt():
    lists = (*LANES, stage("rrf", "fused", *at(2)), stage("first", "selected", *at(2)[:5]))
    assert one(*lists, stage("prompt", "context", "x0", "x2")) == "ASSEMBLY"
    assert one(*lists, stage("prompt", "context", "d", "x2")) == "PROMPT"


def test_without_a_record_of_the_cut_it_is_the_cut_or_the_assembly():
    assert one(*LANES, stage("prompt", "context", "x0")) == ("FUSION", "ASSEMBLY")
    assert one(stage("prompt", "context", "x0", "e"), gold=("d",)) == ("CORPUS", "ASSEMBLY")


def test_what_is_seen_later_passed_whatever_an_earlier_record_says():
    lists = (stage("bm25", "lane", *FILL[:5]), stage("ce", "reranked", *at(1)), stage("prompt", "context", "d"))
    assert one(*lists) == "PROMPT"


def test_the_answer():
    prompt = (*LANES, stage("prompt", "context", "d", "x1"))
    assert one(*prompt, answer="Two.", citations=("d",)) == "USED"
    assert one(*prompt, answer="Two.", citations=("x1",)) == "USE"
    assert one(*prompt, answer="Two.", citations=(), refusal=False) == "USE"
    assert one(*prompt, answer="Two.", citations=()) == ("REFUSAL", "USE")
    assert one(*prompt, answer="I cannot say.", refusal=True) == "REFUSAL"
    assert one(*prompt, answer="Two.") == "PROMPT"


def answered(right, **parts):
    trace = Trace("q", stages=(*LANES, stage("prompt", "context", "d")), **parts)
    found = follow(load_golden({"q": ["d"]}), traced_of([trace]), right={"q": right})
    return list(Place)[found.fates.first[0]].name, list(Place)[found.fates.last[0]].name


def test_right_and_wrong_answers():
    assert answered(True, answer="a") == ("RIGHT", "RIGHT")
    assert answered(True, answer="a", citations=()) == ("RIGHT", "RIGHT")
    assert answered(False, answer="a", citations=("d",)) == ("ANSWER", "ANSWER")
    assert answered(False, answer="a", citations=(), refusal=False) == ("USE", "USE")
    assert answered(False, answer="a") == ("REFUSAL", "ANSWER")
    assert answered(False, answer="a", refusal=False) == ("USE", "ANSWER")


def test_failed_and_missing_questions_are_counted_apart():
    traced = traced_of([Trace("q1", error="timeout", failed_in="dense"), Trace("q2", stages=())])
    found = follow(load_golden({"q1": ["d"], "q2": ["d"], "q3": ["d"]}), traced)
    rows = {row.last.name: row for row in rows_of(found)}
    assert {name: row.needs for name, row in rows.items()} == {"FAILED": 1, "UNSEEN": 1, "MISSING": 1}
    assert all(row.share is None for row in rows.values())


def test_ids_that_mean_nothing_to_anybody_break_the_fusion():
    lanes = (stage("bm25", "lane", *at(8)), stage("dense", "lane", *(f"v2:{name}" for name in at(1))))
    fused = stage(
        "rrf", "fused", *(name for pair in zip(at(8), at(1), strict=True) for name in (pair[0], f"v2:{pair[1]}"))
    )
    found = follow(load_golden({"q": ["d"]}), traced_of([Trace("q", stages=(*lanes, fused))]), k=5)
    assert list(Place)[found.fates.last[0]] is Place.FUSION
    assert (
        any("'dense' are known to no other stage" in note for note in found.notes) is False
    )  # the fused list has them


def test_alternatives_and_needs():
    lists = (stage("bm25", "lane", "b", "x"), stage("prompt", "context", "b"))
    assert places(*lists, gold=[["a", "b"], ["c"]]) == [("PROMPT", "PROMPT"), ("CORPUS", "RETRIEVAL")]


def test_k_must_be_a_number_from_one():
    with pytest.raises(InputError, match="k must be"):
        places(*LANES, k=0)


def test_every_need_ends_once_in_random_traces():
    rng = np.random.default_rng(7)
    kinds = ("lane", "lane", "fused", "reranked", "selected", "context")
    for _ in range(25):
        traces = []
        for number in range(5):
            chosen = [place for place in range(6) if rng.random() < 0.6]
            lists = tuple(
                stage(f"s{place}", kinds[place], *(f"d{n}" for n in rng.permutation(12)[: rng.integers(0, 12)]))
                for place in chosen
            )
            traces.append(Trace(f"q{number}", stages=lists or None, error="boom" if rng.random() < 0.1 else None))
        gold = {f"q{n}": [[f"d{a}" for a in rng.permutation(12)[: rng.integers(1, 3)]]] for n in range(6)}
        found = follow(load_golden(gold), traced_of(traces), k=int(rng.integers(1, 6)))
        assert is_whole(found, rows_of(found))
        assert (found.fates.first <= found.fates.last).all()


def test_a_row_that_is_missing_is_seen():
    found = follow(load_golden({"q": ["d"], "r": ["e"]}), traced_of([Trace("q", stages=LANES)]))
    rows = rows_of(found)
    assert is_whole(found, rows)
    assert not is_whole(found, rows[1:])

"""The path of a need, and the line that says how it was lost."""

import pytest

from ragauge.core.errors import InputError
from ragauge.core.trace import StageHits, Trace
from ragauge.evaluation import Surroundings
from ragauge.funnel.diagnose import diagnose
from ragauge.funnel.diagnosing import follow
from ragauge.funnel.paths import examples, needs_of_question, path_of, reason
from ragauge.funnel.places import CHECKS, LOSSES, MEANINGS, Place
from ragauge.funnel.walking import NEAR
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden
from ragauge.tables.corpus import Corpus

FILL = tuple((f"x{n}", None) for n in range(9))


def stage(name, kind, rank=None):
    hits = FILL if rank is None else (*FILL[: rank - 1], ("d", None), *FILL[rank - 1 :])
    return StageHits(name, kind, hits)


def diagnosed(*stages, gold=("d",), around=None, k=5, **parts):
    return follow(load_golden({"q": list(gold)}), traced_of([Trace("q", stages=stages, **parts)]), around, k=k)


def told(found, need=0):
    return {step.stage: (step.verdict, step.words) for step in path_of(found, need)}


def test_the_ranks_of_every_list_and_what_came_after():
    found = diagnosed(stage("bm25", "lane", 2), stage("rrf", "fused", 7), answer="a", citations=("x1",), refusal=False)
    steps = told(found)
    assert steps["bm25"] == (1, "rank 2")
    assert steps["rrf"] == (1, "rank 7, below the first 5")
    assert steps["corpus"] == (0, "passed, since it was found")
    assert steps["citations"] == (-1, "not cited")
    assert steps["refusal"] == (1, "answered")
    assert "answer" not in steps


def test_what_was_not_found_may_have_been_lost_before():
    found = diagnosed(stage("bm25", "lane"), gold=("x1", "d"))
    assert told(found, 1)["corpus"] == (0, "not known")
    assert told(found, 1)["bm25"] == (-1, "not in its list")
    assert reason(found, 1) == "bm25: not there"


def test_the_reason_before_the_search_is_said_in_words():
    around = Surroundings(corpus=Corpus({"x1": "lamp"}))
    found = diagnosed(stage("bm25", "lane"), gold=("x1", "d"), around=around)
    assert told(found, 1)["corpus"] == (-1, "no document 'd' in the corpus")
    assert reason(found, 1) == "no document 'd' in the corpus"


def test_a_cut_says_its_k():
    found = diagnosed(stage("bm25", "lane", 8))
    assert reason(found, 0) == "bm25: rank 8 (k = 5)"


def test_examples_are_of_different_questions():
    gold = {f"q{n}": ["d", "e"] for n in range(5)}
    traces = [Trace(name, f"text of {name}", stages=(stage("bm25", "lane", 8),)) for name in gold]
    found = follow(load_golden(gold), traced_of(traces), k=5)
    assert [one.question for one in examples(found, Place.CUT, Place.CUT)] == ["q0", "q1", "q2"]
    assert examples(found, Place.RERANK, Place.RERANK) == []


def test_the_needs_of_a_question():
    found = diagnosed(stage("bm25", "lane", 8), gold=("d", "e"))
    assert list(needs_of_question(found, "q")) == [0, 1]
    with pytest.raises(KeyError):
        needs_of_question(found, "q9")


def test_every_place_has_a_meaning_and_its_order():
    assert set(MEANINGS) == set(Place)
    assert [place.position for place in CHECKS] == list(range(len(CHECKS)))
    assert LOSSES[-1] is Place.ANSWER


# the facade


def test_paths_and_objects(tmp_path):
    (tmp_path / "gold.jsonl").write_text('{"id": "q", "question": "q?", "document": "d"}\n', encoding="utf-8")
    (tmp_path / "run.jsonl").write_text('{"question": "q", "hits": ["x", "d"]}\n', encoding="utf-8")
    (tmp_path / "ids.txt").write_text("d\nx\n", encoding="utf-8")
    chunks = [{"id": "d", "document": "d", "text": "lamp"}, {"id": "x", "document": "x", "text": "cord"}]
    found = diagnose(
        tmp_path / "gold.jsonl", str(tmp_path / "run.jsonl"), k=1, chunks=chunks, index=tmp_path / "ids.txt"
    )
    assert list(Place)[found.fates.last[0]] is Place.CUT
    traced = traced_of([Trace("q", stages=(stage("bm25", "lane", 8),))])
    for given in (traced, [Trace("q", stages=(stage("bm25", "lane", 8),))]):
        assert list(Place)[diagnose({"q": ["d"]}, given, k=5, near=NEAR).fates.last[0]] is Place.CUT
    right = diagnose({"q": ["d"]}, traced, right={"q": True})
    assert list(Place)[right.fates.last[0]] is Place.RIGHT
    with pytest.raises(InputError, match="traces must be a path or records"):
        diagnose({"q": ["d"]}, [{"question": "q"}])

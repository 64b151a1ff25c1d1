"""What fixing a place brings back, by hand."""

import pytest

from ragauge.core.trace import StageHits, Trace
from ragauge.funnel.diagnosing import follow
from ragauge.funnel.places import Place
from ragauge.funnel.recovery import goal_of, recoveries
from ragauge.io.trace_tables import traced_of
from ragauge.loading import load_golden

K = 2
FILL = tuple(f"x{n}" for n in range(40))


def stage(name, kind, *items):
    return StageHits(name, kind, tuple((item, None) for item in items))


def ranked(**ranks):
    """A list with each item at its rank."""
    items = list(FILL)
    for item, rank in sorted(ranks.items(), key=lambda pair: pair[1]):
        items.insert(rank - 1, item)
    return items


def one_lane(question, answered=True, **ranks):
    """A lane, and the first two in the prompt."""
    items = ranked(**ranks)
    parts = {"answer": "a", "citations": tuple(items[:K]), "refusal": False} if answered else {}
    return Trace(question, stages=(stage("bm25", "lane", *items), stage("prompt", "context", *items[:K])), **parts)


def diagnosed(traces, gold=None, right=None, k=K, near=20):
    gold = gold or {trace.question: ["d"] for trace in traces}
    return follow(load_golden(gold), traced_of(traces), k=k, near=near, right=right)


def found(diagnosis, level=0.95):
    return {(one.first.name, one.last.name): one for one in recoveries(diagnosis, level=level)}


@pytest.fixture
def twenty():
    """Of twenty needs four are in no list, six are cut, five are answered wrong and five right."""
    traces = [one_lane(f"a{n}") for n in range(4)]
    traces += [one_lane(f"b{n}", d=5) for n in range(6)]
    traces += [one_lane(f"c{n}", d=1) for n in range(10)]
    right = {trace.question: False for trace in traces} | {f"c{n}": True for n in range(5)}
    return traces, right


def test_lost_times_the_survival_of_all_later_stages(twenty):
    traces, right = twenty
    told = found(diagnosed(traces, right=right))
    span, cut, answer = (told[key] for key in (("CORPUS", "RETRIEVAL"), ("CUT", "CUT"), ("ANSWER", "ANSWER")))
    assert (span.lost, span.needs, span.to_prompt) == (4, pytest.approx(4 * 10 / 16 * 5 / 10), pytest.approx(2.5))
    assert (cut.lost, cut.needs, cut.to_prompt) == (6, pytest.approx(3.0), pytest.approx(6.0))
    assert (answer.lost, answer.needs, answer.to_prompt) == (5, pytest.approx(5.0), None)
    assert [one.last for one in recoveries(diagnosed(traces, right=right))] == [
        Place.ANSWER, Place.CUT, Place.RETRIEVAL
    ]  # fmt: skip
    assert cut.survival == pytest.approx(0.5)
    assert cut.share == pytest.approx(3 / 20)
    assert cut.interval.low < cut.share < cut.interval.high
    assert cut.to_dict()["goal"] == "right"


def test_a_need_whose_question_lacks_other_evidence_does_not_make_its_answer_right():
    traces = [one_lane("a", d=5, e=6), one_lane("b", d=5), one_lane("c", d=1), one_lane("f", d=1)]
    gold = {"a": ["d", "gone"], "b": ["d"], "c": ["d"], "f": ["d"]}
    right = {"a": False, "b": False, "c": True, "f": True}
    told = found(diagnosed(traces, gold, right))
    assert (told["CUT", "CUT"].lost, told["CUT", "CUT"].needs, told["CUT", "CUT"].to_prompt) == (2, 1.0, 2.0)
    assert told["CORPUS", "RETRIEVAL"].needs == 0.0
    both = found(diagnosed(traces, {**gold, "a": ["d", "e"]}, right))  # both lost at the cut: fixing it brings both
    assert (both["CUT", "CUT"].lost, both["CUT", "CUT"].needs) == (3, 3.0)
    bare = [one_lane(trace.question, answered=False, **ranks)
            for trace, ranks in zip(traces, ({"d": 5, "e": 6}, {"d": 5}, {"d": 1}, {"d": 1}), strict=True)]  # fmt: skip
    assert found(diagnosed(bare, gold))["CUT", "CUT"].needs == 2.0  # no answers are judged


def fused(question, lanes, rank):
    lists = [stage(f"l{n}", "lane", *ranked(d=at)) for n, at in enumerate(lanes)]
    items = ranked(d=rank)
    return Trace(question, stages=(*lists, stage("rrf", "fused", *items), stage("prompt", "context", *items[:K])))


def test_what_fusion_pushed_out_of_the_first_k_is_not_cut_again():
    kept = [fused(f"k{n}", (2, 2), 1) for n in range(3)]
    cut = [fused("c", (9, 9), 9)]
    within, beyond = fused("w", (1, 30), 25), fused("b", (9, 30), 25)
    told = found(diagnosed([*kept, *cut, within, beyond]))
    assert told["FUSION", "FUSION"].lost == 2
    assert told["FUSION", "FUSION"].needs == pytest.approx(1 + 3 / 4)  # the other one stood below k before, too


def test_the_goal_is_as_far_as_the_traces_tell():
    lane = Trace("q", stages=(stage("bm25", "lane", "d"),))
    assert goal_of(diagnosed([lane])) is Place.RANKED
    assert goal_of(diagnosed([one_lane("q", answered=False, d=1)])) is Place.PROMPT
    assert goal_of(diagnosed([one_lane("q", d=1)])) is Place.USED
    assert goal_of(diagnosed([one_lane("q", d=1)], right={"q": False})) is Place.RIGHT


def test_nothing_lost_and_a_single_question():
    assert recoveries(diagnosed([one_lane("q", d=1)])) == []
    (cut,) = recoveries(diagnosed([one_lane("q", d=9)]))
    assert (cut.needs, cut.interval) == (1.0, None)


def test_the_interval_follows_level_and_seed(twenty):
    traces, right = twenty
    made = diagnosed(traces, right=right)
    wide, narrow = (found(made, level)["CUT", "CUT"].interval for level in (0.99, 0.5))
    assert wide.low <= narrow.low < narrow.high <= wide.high
    assert recoveries(made, seed=3) == recoveries(made, seed=3) != recoveries(made, seed=4)

"""Dry runs: certain calls, estimated ones, and nothing sent."""

from canned_judges import YES, Canned, claims, one_verdict

from ragauge.core.flows import JudgeError, Reply, Request
from ragauge.judging.cache import Cache
from ragauge.judging.limits import Limits, Prices
from ragauge.judging.planning import Plan, plan_flows
from ragauge.judging.running import run_flows
from ragauge.judging.stand_in import stand_in


def test_first_calls_are_certain_and_those_after_them_estimated():
    judge = Canned(AssertionError("asked"))
    flows = {f"q{number}": claims(f"Which {number}?") for number in range(3)}
    plan = plan_flows(flows, judge, Limits(reply_tokens=100, prices=Prices(1.0, 2.0)))
    # "Which 0?" has 8 bytes; its four claims are "…", which makes prompts of 12 bytes that are one and the same
    assert plan == Plan(3, first=3, further=3, cached=0, unknown=0, prompt=15, completion=600, money=0.001215)
    assert (plan.calls, judge.asked) == (6, [])


def test_what_is_in_the_cache_is_not_asked(tmp_path):
    cache = Cache(tmp_path / "c")
    run_flows({"q": one_verdict("A?")}, Canned(YES), cache=cache)
    plan = plan_flows(
        {"a": one_verdict("A?"), "b": one_verdict("B?"), "c": one_verdict("B?")}, Canned(YES), cache=cache
    )
    assert (plan.first, plan.further, plan.cached) == (1, 0, 1)


def test_flows_that_cannot_go_on_are_counted():
    def picky():
        yield (Request("t", 1, "p"),)
        raise JudgeError("no_quote", "the quote is nowhere")

    def endless():
        while True:
            yield (Request("t", 1, "p"),)

    plan = plan_flows({"a": picky(), "b": endless()}, Canned(YES))
    assert (plan.first, plan.unknown) == (1, 2)


def test_samples_are_counted_where_no_probabilities_are_told():
    def rated():
        yield (Request("rate", 1, "p", labels=("1", "2"), samples=20),)
        return 1.0

    assert plan_flows({"a": rated()}, Canned("1")).calls == 20
    assert plan_flows({"a": rated()}, Canned("1", tells_probabilities=True)).calls == 1


def test_stand_ins_fit_their_schemas():
    schema = {
        "type": "object",
        "properties": {
            "n": {"type": "integer", "minimum": 1, "maximum": 5},
            "of": {"enum": ["yes", "no"]},
            "three": {"type": "array", "items": {"type": ["string", "null"]}, "minItems": 3, "maxItems": 3},
            "flag": {"type": "boolean"},
        },
    }
    assert stand_in(Request("t", 1, "p", schema)).data == {"n": 1, "of": "yes", "three": ["…"] * 3, "flag": True}


def graded():
    (reply,) = yield (Request("grade", 1, "From 1 to 5?", labels=("1", "2"), samples=3),)
    return float(reply.text)


def test_samples_are_counted_apart_while_it_is_not_known_whether_the_judge_tells_probabilities():
    def calls(judge, cache=None):
        plan = plan_flows({"q1": graded(), "q2": graded()}, judge, cache=cache)
        return plan.calls, plan.samples, plan.cached

    assert calls(Canned("2", tells_probabilities=True)) == (1, 3, 0)
    assert calls(Canned("2")) == (3, 0, 0)
    for told, left in (({"1": 0.5, "2": 0.5}, (0, 0, 2)), (None, (0, 0, 8))):
        cache = Cache()
        judge = Canned(Reply("2", probabilities=told), tells_probabilities=True)
        run_flows({"q1": graded()}, judge, cache=cache)
        assert calls(judge, cache) == left
        assert len(judge.asked) == (1 if told else 4)
        cache.close()

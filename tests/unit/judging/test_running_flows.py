"""Runs of flows: what comes out, what is asked, and what it takes, with judges that misbehave."""

import asyncio
import time

import pytest
from canned_judges import NO, VERDICT, YES, Canned, claims, one_verdict, verdict

from ragauge.backends.call_error import CallError
from ragauge.core.errors import InputError, RagaugeError
from ragauge.core.flows import JudgeError, Reply, Request
from ragauge.judging.cache import Cache
from ragauge.judging.ledger import Spent
from ragauge.judging.limits import Budget, Limits, Prices
from ragauge.judging.results import Failure
from ragauge.judging.running import run_flows, run_flows_async

QUICK = Limits(first_wait=0.001, longest_wait=0.002, give_up=10)
LIMITED = CallError("rate_limited", "HTTP 429", again=True, of_server=True)


def flows(number, make=one_verdict):
    return {f"q{one}": make(f"Question {one}?") for one in range(number)}


def test_values_undefined_cases_and_failures_stand_side_by_side():
    def answer(request, _):
        if request.task == "claims":
            return '{"claims": []}' if "0" in request.prompt else '{"claims": ["one", "two"]}'
        return (
            JudgeError("refused", "no") if "Question 2" in request.prompt else (YES if "one" in request.prompt else NO)
        )

    judge = Canned(answer)
    results = run_flows(flows(3, claims), judge)
    assert results.outcomes == {"q0": "no_claims", "q1": 0.5, "q2": Failure("refused", "no")}
    assert (results.failed, results.coverage) == ({"refused": 1}, 2 / 3)
    assert results.spent == Spent(calls=7, replies=5, prompt=50, completion=10)
    assert judge.closed == 1


def test_a_reply_is_repaired_once_and_not_twice():
    texts = {0: ["Yes, it is.", YES], 1: ["{", "[]"], 2: [YES]}
    judge = Canned(lambda request, _: texts[int(request.prompt[9])].pop(0))
    results = run_flows(flows(3), judge)
    assert results.outcomes["q0"] == results.outcomes["q2"] == 1.0
    assert results.outcomes["q1"].kind == "unparsable"
    assert results.counts["repaired"] == 1
    assert len(judge.asked) == 5
    second = next(request.prompt for request, _ in judge.asked if "earlier reply" in request.prompt)
    assert "Yes, it is." in second
    assert "there is no JSON in it" in second


def test_equal_requests_in_flight_ask_once():
    judge = Canned(YES, delay=0.01)
    results = run_flows({f"q{number}": one_verdict() for number in range(20)}, judge)
    assert set(results.outcomes.values()) == {1.0}
    assert len(judge.asked) == 1
    assert results.counts["shared"] + results.counts.get("cached", 0) == 19


def test_equal_requests_fail_together_and_are_asked_again_later():
    judge = Canned(JudgeError("refused", "no"), delay=0.01)
    results = run_flows({"a": one_verdict(), "b": one_verdict()}, judge)
    assert results.failed == {"refused": 2}
    assert len(judge.asked) == 1


def test_a_second_run_asks_nothing(tmp_path):
    judge = Canned(YES)
    first = run_flows(flows(30), judge, cache=Cache(tmp_path / "c"))
    again = Canned(NO)
    second = run_flows(flows(30), again, cache=Cache(tmp_path / "c"))
    assert second.outcomes == first.outcomes
    assert (again.asked, second.spent.calls, second.counts["cached"]) == ([], 0, 30)
    other = run_flows(flows(30), Canned(NO, identity="another model"), cache=Cache(tmp_path / "c"))
    assert set(other.outcomes.values()) == {0.0}


def test_replies_that_a_flow_cannot_use_are_asked_for_again_another_time(tmp_path):
    def counted(prompt):
        (reply,) = yield (Request("verdicts", 1, prompt, {"type": "array", "items": {"type": "boolean"}}),)
        if len(reply.data) != 2:
            raise JudgeError("wrong_count", f"{len(reply.data)} verdicts for 2 claims")
        return sum(reply.data) / 2

    cache = Cache(tmp_path / "c")
    assert run_flows(flows(2, counted), Canned("[true]"), cache=cache).failed == {"wrong_count": 2}
    assert run_flows(flows(2, counted), Canned("[true, false]"), cache=cache).outcomes == {"q0": 0.5, "q1": 0.5}


def test_few_that_are_always_refused_leave_the_others_alone():
    begin = time.monotonic()
    judge = Canned(lambda request, _: LIMITED if int(request.prompt[9:-1]) % 10 == 3 else YES, delay=0.001)
    results = run_flows(flows(50), judge, Limits(first_wait=0.05))
    assert (results.failed, results.coverage) == ({"rate_limited": 5}, 0.9)
    assert time.monotonic() - begin < 5


def test_a_storm_is_waited_out():
    begin = time.monotonic()
    judge = Canned(
        lambda *_: CallError("rate_limited", "429", again=True, wait=0.3, of_server=True)
        if time.monotonic() - begin < 0.3 else YES
    )  # fmt: skip
    results = run_flows(flows(200), judge, Limits(concurrency=64, first_wait=0.01))
    assert results.coverage == 1
    assert time.monotonic() - begin >= 0.3
    assert len(judge.asked) <= 200 + 64  # those in flight, and nobody else, met the storm


def test_a_server_that_answers_nobody_is_given_up():
    judge = Canned(CallError("unreachable", "connection refused", again=True, of_server=True))
    results = run_flows(flows(500), judge, QUICK)
    assert results.failed == {"unreachable": 500}
    assert len(judge.asked) < 60 * QUICK.attempts
    assert "given up" in results.notes[0]


def test_a_deadline_ends_before_a_wait_that_would_break_it():
    begin = time.monotonic()
    judge = Canned(CallError("rate_limited", "429", again=True, wait=3600, of_server=True))
    assert run_flows(flows(1), judge, Limits(deadline=5)).failed == {"rate_limited": 1}
    assert time.monotonic() - begin < 1
    assert len(judge.asked) == 1


def test_a_call_that_hangs_is_given_up():
    results = run_flows(flows(2), Canned(YES, delay=30), Limits(timeout=0.02, attempts=2, first_wait=0.001))
    assert results.failed == {"timeout": 2}


@pytest.mark.parametrize(
    ("budget", "calls"),
    [(Budget(calls=7), 7), (Budget(tokens=12 * 7 + 3), 7), (Budget(money=0.000071), 7), (Budget(calls=0), 0)],
)
def test_a_budget_ends_cleanly(budget, calls):
    limits = Limits(concurrency=1, budget=budget, prices=Prices(1.0, 0.0), reply_tokens=1)
    judge = Canned(lambda *_: Reply(YES, tokens={"prompt": 10, "completion": 2}))
    results = run_flows(flows(40), judge, limits)
    assert (len(judge.asked), results.spent.calls) == (calls, calls)
    assert results.failed == {"budget": 40 - calls}


def test_a_budget_holds_with_many_in_flight():
    limits = Limits(concurrency=32, budget=Budget(tokens=200), reply_tokens=2)
    long = {f"q{number}": one_verdict(f"{number:040}") for number in range(100)}
    spent = run_flows(long, Canned(YES, delay=0.005), limits).spent
    assert (spent.calls, spent.prompt + spent.completion) == (16, 192)


def test_replies_of_the_cache_cost_no_budget(tmp_path):
    run_flows(flows(5), Canned(YES), cache=Cache(tmp_path / "c"))
    limits = Limits(budget=Budget(calls=2), concurrency=1)
    results = run_flows(flows(10), Canned(YES), limits, Cache(tmp_path / "c"))
    assert sum(one == 1.0 for one in results.outcomes.values()) == 7
    assert results.failed == {"budget": 3}


def test_money_without_prices_is_refused():
    with pytest.raises(InputError, match="needs prices"):
        Limits(budget=Budget(money=1.0))


def test_tokens_that_are_not_told_are_estimated_and_this_is_said():
    results = run_flows(flows(3), Canned(lambda *_: Reply(YES)))
    assert results.spent.estimated == 3
    assert results.notes == ("tokens of 3 of 3 replies are estimated: the judge told none",)


def rated(labels=("1", "2"), samples=4):
    (reply,) = yield (Request("rate", 1, "Rate it", labels=labels, samples=samples),)
    if reply.probabilities is not None:
        return sum(float(label) * p for label, p in reply.probabilities.items())
    return sum(map(float, reply.texts)) / len(reply.texts)


def test_probabilities_are_taken_where_a_judge_tells_them():
    judge = Canned(lambda *_: Reply("2", probabilities={"1": 0.25, "2": 0.75}), tells_probabilities=True)
    results = run_flows({"q": rated()}, judge)
    assert (results.outcomes["q"], results.counts["probabilities"], len(judge.asked)) == (1.75, 1, 1)


def test_samples_are_drawn_where_it_does_not(tmp_path):
    judge = Canned(lambda _, draw: "12"[draw % 2])
    results = run_flows({"q": rated()}, judge, cache=Cache(tmp_path / "c"))
    assert (results.outcomes["q"], results.counts["samples"]) == (1.5, 1)
    assert [draw for _, draw in judge.asked] == [0, 1, 2, 3]
    more = Canned("2")
    assert run_flows({"q": rated(samples=6)}, more, cache=Cache(tmp_path / "c")).outcomes["q"] == 10 / 6
    assert [draw for _, draw in more.asked] == [4, 5]


def test_samples_are_drawn_where_probabilities_are_not_clear():
    judge = Canned(lambda _, draw: "1" if draw is None else "2", tells_probabilities=True)
    results = run_flows({"q": rated()}, judge)
    assert (results.outcomes["q"], len(judge.asked)) == (2.0, 5)


def test_no_more_in_flight_than_allowed():
    judge = Canned(YES, delay=0.001)
    run_flows(flows(100, claims), Canned('{"claims": ["a", "b", "c"]}'), Limits(concurrency=4))
    run_flows(flows(100), judge, Limits(concurrency=4))
    assert judge.most == 4


def test_ten_thousand():
    results = run_flows(flows(10_000), Canned(YES), Limits(concurrency=64))
    assert results.coverage == 1


def test_inside_of_an_event_loop_and_as_a_coroutine():
    async def notebook():
        inside = run_flows(flows(2), Canned(YES))
        return inside.outcomes, (await run_flows_async(flows(2), Canned(YES))).outcomes

    expected = {"q0": 1.0, "q1": 1.0}
    assert asyncio.run(notebook()) == (expected, expected)


def test_what_is_at_fault_is_raised():
    def broken(_):
        yield (verdict(),)
        raise ZeroDivisionError

    def without_end(_):
        yield (verdict(),)
        return float("nan")

    def unchecked(_):
        yield (Request("t", 1, "p", {"type": "string", "pattern": "x"}),)
        return 0.0

    for make, error in ((broken, ZeroDivisionError), (without_end, ValueError), (unchecked, ValueError)):
        judge = Canned(YES)
        with pytest.raises(error):
            run_flows(flows(3, make), judge)
        assert judge.closed == 1


def test_progress_is_told():
    told = []
    run_flows(flows(3), Canned(YES), progress=lambda done, whole, spent: told.append((done, whole, spent.calls)))
    assert [one[:2] for one in told] == [(1, 3), (2, 3), (3, 3)]


def test_clocks_may_jump(monkeypatch):
    jumps = iter(range(0, 10**9, 10**5))
    monkeypatch.setattr("time.time", lambda: float(next(jumps)))
    judge = Canned(lambda request, _: LIMITED if judge.asked.count((request, None)) == 1 else YES)
    assert run_flows(flows(5), judge, QUICK).coverage == 1


def test_a_disk_that_is_full_is_told(tmp_path):
    cache = Cache(tmp_path / "c")
    cache._file.execute("PRAGMA max_page_count = 3")
    results = run_flows(flows(200), Canned(YES), cache=cache)
    assert results.coverage == 1
    assert results.notes == (f"not all replies are in the cache {tmp_path / 'c'}: database or disk is full",)


def test_data_that_a_judge_gives_itself_is_checked():
    results = run_flows(flows(1), Canned(lambda *_: Reply("", {"supported": "so"})))
    assert results.failed == {"unparsable": 1}
    assert run_flows(flows(1), Canned(lambda *_: Reply("", {"supported": True}))).outcomes == {"q0": 1.0}
    assert VERDICT["required"] == ["supported"]


def test_rates_are_kept():
    begin = time.monotonic()
    run_flows(flows(20), Canned(YES), Limits(rpm=1200))  # a second's worth at once would be 20
    assert time.monotonic() - begin < 0.5
    begin = time.monotonic()
    run_flows(flows(20), Canned(YES), Limits(tpm=7200, reply_tokens=1))  # 120 a second, and each takes 12
    assert 0.5 < time.monotonic() - begin < 2.5


def test_an_error_that_is_no_judge_error_ends_the_run_at_once():
    judge = Canned(RagaugeError("no key: set the environment variable KEY"), delay=0.001)
    with pytest.raises(RagaugeError, match="no key"):
        run_flows(flows(1000), judge)
    assert len(judge.asked) <= 32

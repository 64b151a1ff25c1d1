"""Turns and rates: in order, fewer after refusals, and by no wall clock."""

import asyncio

import pytest

from ragauge.backends.call_error import CallError
from ragauge.judging.breaker import Breaker
from ragauge.judging.rate import Rate
from ragauge.judging.window import Window


def test_refusals_halve_once_for_all_in_flight_and_answers_bring_places_back():
    async def play():
        window = Window(8)
        entered = [await window.enter() for _ in range(8)]
        sizes = [window.size]
        for one in entered:
            window.refused(one)
            window.leave()
        sizes.append(window.size)
        for _ in range(40):
            window.answered()
        sizes.append(window.size)
        for _ in range(10):
            window.refused(await window.enter())
            window.leave()
        return [*sizes, window.size]

    assert asyncio.run(play()) == [8, 4, 8, 1]


def test_places_are_given_in_order_and_never_too_many():
    async def play():
        window, order, inside, most = Window(3), [], 0, 0

        async def call(number):
            nonlocal inside, most
            await window.enter()
            inside += 1
            most = max(most, inside)
            order.append(number)
            await asyncio.sleep(0)
            inside -= 1
            window.leave()

        await asyncio.gather(*map(call, range(50)))
        return order, most

    assert asyncio.run(play()) == (list(range(50)), 3)


def test_a_cancelled_turn_loses_no_place():
    async def play():
        window = Window(1)
        await window.enter()
        waiting = [asyncio.create_task(window.enter()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        window.leave()  # gives the place to the second
        waiting[1].cancel()  # which is cancelled just then
        await asyncio.gather(*waiting[:2], return_exceptions=True)
        await asyncio.wait_for(waiting[2], 1)

    asyncio.run(play())


@pytest.mark.parametrize("per_minute", [60, 600])
def test_a_rate_is_kept_over_a_minute(per_minute):
    rate, now, sent = Rate(per_minute), 1000.0, []
    for _ in range(3 * per_minute):
        now += rate.reserve(1, now=now)
        sent.append(now)
    for begin in sent:  # no minute has more, but for the second's worth that may come at once
        assert sum(begin <= one < begin + 60 for one in sent) <= per_minute * 61 / 60 + 1


def test_costs_are_set_right_afterwards():
    rate = Rate(6000)  # 100 a second
    assert rate.reserve(1000, now=0) == 0
    rate.correct(-500)
    assert rate.reserve(1, now=0) == 4.0


def test_only_faults_of_the_server_in_a_row_stop_a_run():
    breaker, down = Breaker(2), CallError("unreachable", "down", of_server=True)
    for fault in (down, CallError("refused", "too long"), CallError("unparsable", "?")):
        breaker.given_up(fault)
    breaker.answered()
    breaker.given_up(down)
    breaker.check()
    breaker.given_up(down)
    with pytest.raises(CallError, match="not asked, after 2 in a row"):
        breaker.check()

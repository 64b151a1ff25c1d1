"""Other processes end with whoever started them."""

import multiprocessing
import os
import time

import pytest

from ragauge.core.errors import RagaugeError
from ragauge.sweeping.processes import as_done, pool_of


def nothing():
    pass


def sleep(seconds):
    time.sleep(seconds)
    return seconds


def stopped():
    with pool_of(1, nothing) as pool:
        assert pool.submit(sleep, 0).result() == 0
        pool.submit(sleep, 60)
        raise KeyboardInterrupt


def test_an_interrupt_waits_for_nobody():
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert time.monotonic() - began < 20
    assert not multiprocessing.active_children()


def test_a_process_that_was_ended_from_outside_is_told():
    with pytest.raises(RagaugeError, match="ended from outside"), pool_of(1, nothing) as pool:
        pool.submit(os._exit, 9).result()


def test_results_come_as_they_are_done():
    with pool_of(1, nothing) as pool:
        futures = [pool.submit(sleep, one) for one in (0, 0.01)]
        assert sorted(future.result() for future in as_done(futures)) == [0, 0.01]

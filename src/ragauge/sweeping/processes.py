"""Other processes that work for this one, and end when it ends, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from ragauge.core.errors import RagaugeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
PIECE = 0.2
"""Seconds."""


@contextmanager
def pool_of(count: int, start: Callable[..., None], *given: object) -> Iterator[ProcessPoolExecutor]:
    """A pool of ``count`` processes, in each of which ``start(*given)`` is called first.

    Whatever stops the work (Ctrl-C, an error) ends them at once: nobody waits for what they were at. What they write
    must be whole at any moment.

    Raises: RagaugeError when one of them was ended from outside, as by a system without memory.
    """
    context = multiprocessing.get_context("spawn")  # a fork would copy locks that other threads hold
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(start, given))
    try:
        yield pool
    except BrokenProcessPool:
        raise RagaugeError(
            "a process that did steps was ended from outside: the memory may be too small; what is finished is kept"
        ) from None
    except BaseException:
        mine = set(multiprocessing.active_children()) - others
        for process in mine:
            process.terminate()
        for process in mine:
            process.join()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def as_done(futures: Iterable[Future[T]]) -> Iterator[Future[T]]:
    """The futures as they are done.

    The wait is in short pieces: a system call that is restarted after a signal would keep Ctrl-C until it ends.
    """
    left = set(futures)
    while left:
        done, left = wait(left, timeout=PIECE, return_when=FIRST_COMPLETED)
        yield from done


@contextmanager
def undisturbed() -> Iterator[None]:
    """Processes that are started in here never hear of Ctrl-C, which is for whoever started them to handle."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(start: Callable[..., None], given: tuple[object, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    start(*given)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""The steps of a sweep shared out to the cores: each chunking, with all that is searched in it, to one process."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from ragauge.sweeping.steps import Steps
from ragauge.sweeping.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ragauge.pipeline.reference.setup import Setup

WORTH = 2_000_000
"""Characters of documents below which starting processes takes longer than it saves."""
_STEPS: list[Steps] = []
"""What a process of the pool works on, set when it starts."""


def share_out(setups: Sequence[Setup], steps: Steps, workers: int | None = None) -> None:
    """Do the steps of all configurations on every core, into the store; what is there already is not done again.

    Configurations that share their chunks stay together, so that no step is done twice. Whoever asks for the results
    afterwards finds them finished. Errors are left to those who ask.
    """
    groups = list(_groups(setups))
    count = min(workers or os.cpu_count() or 1, len(groups))
    small = sum(map(len, steps.documents.values())) * len(groups) < WORTH
    if count < 2 or small or not any(_unfinished(group, steps) for group in groups):
        return
    plain = (dict(steps.documents), steps.corpus, dict(steps.questions), steps.asked, steps.store.folder)
    context = multiprocessing.get_context("spawn")  # a fork would copy locks that other threads hold
    with ProcessPoolExecutor(count, mp_context=context, initializer=_start, initargs=plain) as pool:
        for done in pool.map(_work, groups):
            steps.store.seen.update(done)
            steps.store.done += len(done)


def _groups(setups: Iterable[Setup]) -> Iterable[list[Setup]]:
    """The setups by their chunks; larger chunks are fewer, so that the dearest come first."""
    groups: dict[str, list[Setup]] = {}
    for setup in setups:
        groups.setdefault(f"{setup.chunker} {sorted(setup.chunking.items())}", []).append(setup)
    return groups.values()


def _unfinished(group: Sequence[Setup], steps: Steps) -> bool:
    return any(not steps.is_chunked(setup) for setup in group)


def _start(*plain: object) -> None:
    documents, corpus, questions, asked, folder = plain
    _STEPS.append(Steps(documents, corpus, questions, asked, Store(folder)))  # type: ignore[arg-type]


def _work(group: list[Setup]) -> set[str]:
    """Do the steps of one chunking; the keys of those that were made here."""
    steps = _STEPS[-1]
    store = steps.store
    before = set(store.made)
    for setup in group:
        try:
            steps.hits(setup)
        except Exception:
            break
    steps.texts.clear()
    return store.made - before

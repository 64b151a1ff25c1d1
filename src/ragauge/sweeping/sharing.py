"""The steps of a sweep shared out to the cores: each chunking, with all that is searched in it, to one process."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ragauge.pipeline.chunking.chunkers import CHUNKERS
from ragauge.pipeline.reference.parts import ENGINES
from ragauge.pipeline.reference.setup import WHOLE
from ragauge.sweeping.processes import as_done, pool_of, undisturbed
from ragauge.sweeping.steps import Steps
from ragauge.sweeping.store import Store

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from ragauge.pipeline.reference.setup import Setup

WORTH = 2_000_000
"""Characters of documents below which starting processes takes longer than it saves."""
_STEPS: list[Steps] = []
"""What a process of the pool works on, set when it starts."""


def finished(setups: Sequence[Setup], steps: Steps, workers: int | None = None) -> Generator[list[Setup]]:
    """The configurations in groups that share their chunks, as soon as every step of a group is done or nobody else
    will do it.

    With enough to do, other processes do the steps, into the store; ``workers`` None is one a core. What is there
    already is not done again. A model uses all cores itself and is loaded once: what needs one, or a part of one's own,
    is left to whoever asks for the results, and so are errors.
    """
    groups = list(_groups(setups))
    far = [group for group in groups if all(map(_is_built_in, group)) and _unfinished(group, steps)]
    count = min(workers if workers is not None else os.cpu_count() or 1, len(far))
    small = sum(map(len, steps.documents.values())) * len(groups) < WORTH
    if count < 2 or small:
        yield from groups
        return
    yield from (group for group in groups if group not in far)
    plain = (dict(steps.documents), steps.corpus, dict(steps.questions), steps.asked, steps.store.folder)
    with pool_of(count, _start, *plain) as pool:
        with undisturbed():
            waiting = {pool.submit(_work, group): group for group in far}
        for future in as_done(waiting):
            done = future.result()
            steps.store.seen.update(done)
            steps.store.done += len(done)
            yield waiting[future]


def _groups(setups: Iterable[Setup]) -> Iterable[list[Setup]]:
    """The setups by their chunks; larger chunks are fewer, so that the dearest come first."""
    groups: dict[str, list[Setup]] = {}
    for setup in setups:
        groups.setdefault(f"{setup.chunker} {sorted(setup.chunking.items())}", []).append(setup)
    return groups.values()


def _is_built_in(setup: Setup) -> bool:
    """Whether its parts need neither a model nor anything that was given."""
    chunker = setup.chunker == WHOLE or setup.chunker in CHUNKERS
    embedder = setup.chunking.get("embedder", "lsa") == "lsa"
    return chunker and embedder and all(lane in ENGINES for lane in setup.lanes) and setup.reranker in (None, "lexical")


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

"""All configurations of a grid, measured on the same documents and questions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge._version import __version__
from ragauge.catalog import find_metric
from ragauge.core.errors import InputError
from ragauge.core.matching import Matching
from ragauge.core.options import Options
from ragauge.pipeline.chunking.chunkers import CHUNKERS
from ragauge.pipeline.reference.setup import WHOLE
from ragauge.sweeping.choosing import judged, notes_on
from ragauge.sweeping.grid import setups_of
from ragauge.sweeping.measuring import card_of, places_of
from ragauge.sweeping.result import Cost, Point, Sweep
from ragauge.sweeping.sharing import share_out
from ragauge.sweeping.spans import coverage, gold_spans
from ragauge.sweeping.steps import HITS, Steps, by_question

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.spans import Places
    from ragauge.sweeping.store import Store
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden

DEFAULT = ("recall@k", "ndcg@10", "mrr")


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What is to be tried: the grid, the ks, and the metrics, of which the first one is what is compared.

    ``recall@k`` stands for the metric at every k.
    """

    grid: Mapping[str, Any]
    k: Sequence[int] = (5,)
    metrics: Sequence[str] = DEFAULT
    by: Sequence[str] = ()
    options: Options = field(default_factory=Options)
    matching: Matching = field(default_factory=Matching)

    def names(self, k: int) -> list[str]:
        """The metrics at a k, by their canonical names."""
        return [find_metric(name.replace("@k", f"@{k}")).name for name in self.metrics]


def sweep(
    corpus: Corpus,
    golden: Golden,
    plan: Plan,
    store: Store,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Sweep:
    """Measure every configuration of a grid, and say which one to take.

    Steps that several configurations share are done once, and what the store has already is not done again: a further
    k costs nothing, and a sweep that was stopped goes on where it was.

    Raises: InputError for documents without text, a golden set without questions, or a grid that nothing takes.
    """
    _refuse_deep(plan)
    setups = setups_of(plan.grid, {name: tuple(one.__slots__) for name, one in CHUNKERS.items()})
    steps = steps_of(corpus, golden, store)
    gold = gold_spans(golden, corpus)
    share_out(setups, steps)
    points = []
    for done, setup in enumerate(setups):
        if progress is not None:
            progress(done, len(setups))
        points += _points(setup, steps, corpus, golden, plan, gold)
    if progress is not None:
        progress(len(setups), len(setups))
    told, best, recommended = judged(points, level=plan.options.level, seed=plan.options.seed)
    return Sweep(
        points=tuple(told),
        metric=plan.metrics[0],
        best=best,
        recommended=recommended,
        notes=tuple(dict.fromkeys([*notes_on(told), *best.card.warnings, *_unread(corpus)])),
        provenance={
            "ragauge": __version__,
            "corpus": corpus.fingerprint(),
            "gold": golden.fingerprint(),
            "questions": len(golden),
            "documents": len(steps.documents),
            "level": plan.options.level,
            "seed": plan.options.seed,
        },
    )


def _refuse_deep(plan: Plan) -> None:
    """Only so many hits are kept: a metric that looks further would be told too low."""
    names = [name for k in plan.k for name in plan.names(k)]
    deep = [name for name in dict.fromkeys(names) if int(find_metric(name).given.get("k", 0)) > HITS]
    if deep or max(plan.k) > HITS:
        raise InputError(f"a sweep keeps the first {HITS} hits; k and metrics must not look further: {', '.join(deep)}")


def steps_of(corpus: Corpus, golden: Golden, store: Store) -> Steps:
    """The steps over a corpus and the questions of a golden set.

    Raises: InputError for documents without text, or a golden set without questions.
    """
    documents = dict(sorted(corpus.readable().items()))
    if not documents:
        raise InputError(f"{corpus.source}: no document can be read as text")
    table = golden.questions
    questions = dict(zip(table["question"], table["text"].fill_null(table["question"]), strict=True))
    if not questions:
        raise InputError(f"{golden.source}: no question")
    asked = hashlib.sha256("\0".join(f"{key}\1{text}" for key, text in questions.items()).encode()).hexdigest()[:32]
    return Steps(documents, corpus.fingerprint(), questions, asked, store)


def _unread(corpus: Corpus) -> list[str]:
    unread = corpus.unreadable()
    return (
        [f"{len(unread)} documents cannot be read as text and are not searched: {', '.join(unread[:5])}"]
        if unread
        else []
    )


def _points(
    setup: Setup, steps: Steps, corpus: Corpus, golden: Golden, plan: Plan, gold: Mapping[str, Places]
) -> list[Point]:
    """One point a k; the scorecard of the setup has the metrics of all of them."""
    key, chunks, made = steps.chunks(setup)
    _, hits, took = steps.hits(setup)
    names = list(dict.fromkeys(name for k in plan.k for name in plan.names(k)))
    card = card_of(
        setup.name,
        hits,
        golden,
        corpus,
        names,
        chunks=None if setup.chunker == WHOLE else places_of(chunks, steps.documents),
        by=plan.by,
        k=max(plan.k),
        options=plan.options,
        matching=plan.matching,
    )
    tokens = dict(chunks.select("id", "tokens").iter_rows())
    texts = steps.texts[key]
    rows = chunks.select("id", "document", "start", "end").iter_rows()
    places = {name: (document, start, end) for name, document, start, end in rows}
    lists = by_question(hits)
    times = np.array(took["query_seconds"])
    cost = Cost(
        tokens=0.0,
        chunks=chunks.height,
        size=sum(map(len, texts.values())),
        chunk_seconds=made.get("chunk_seconds", 0.0),
        index_seconds=took.get("index_seconds", 0.0),
        query_p50=float(np.quantile(times, 0.5)) if len(times) else None,
        query_p95=float(np.quantile(times, 0.95)) if len(times) >= 20 else None,
    )
    points = []
    for k in plan.k:
        first = {name: [hit.item for hit in lists.get(name, [])[:k]] for name in steps.questions}
        spent = [sum(tokens[item] for item in items) for items in first.values()]
        at = replace(cost, tokens=float(np.mean(spent)))
        point = Point(setup, k, plan.names(k)[0], card, at)
        points.append(replace(point, spans=coverage(gold, first, places)) if gold else point)
    return points

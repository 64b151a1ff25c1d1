"""All configurations of a grid, measured on the same documents and questions."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge._version import __version__
from ragauge.catalog import find_metric
from ragauge.core.errors import InputError
from ragauge.core.matching import Matching
from ragauge.core.options import Options
from ragauge.pipeline.chunking.chunkers import CHUNKERS
from ragauge.pipeline.reference.indexing import documents_of
from ragauge.sweeping.choosing import judged, notes_on
from ragauge.sweeping.curves import curve_through
from ragauge.sweeping.cutting import refuse_odd_chunkers
from ragauge.sweeping.grid import setups_of
from ragauge.sweeping.memory import workers_within
from ragauge.sweeping.overlaps import ablations
from ragauge.sweeping.own import OwnParts
from ragauge.sweeping.pointing import Measuring
from ragauge.sweeping.result import Sweep
from ragauge.sweeping.sharing import finished
from ragauge.sweeping.spans import gold_spans
from ragauge.sweeping.steps import HITS, Steps
from ragauge.sweeping.store import texts_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.result import Point
    from ragauge.sweeping.store import Store
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden

DEFAULT = ("recall@k", "ndcg@10", "mrr")


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What is to be tried: the grid, the ks, and the metrics, of which the first one is what is compared.

    ``recall@k`` stands for the metric at every k. ``own`` are parts that are not built in, by their names in the grid.
    ``audit`` looks at what the chunks cut through too. ``memory`` is the most that may be used, in bytes.
    """

    grid: Mapping[str, Any]
    k: Sequence[int] = (5,)
    metrics: Sequence[str] = DEFAULT
    by: Sequence[str] = ()
    options: Options = field(default_factory=Options)
    matching: Matching = field(default_factory=Matching)
    own: OwnParts = field(default_factory=OwnParts)
    audit: bool = False
    memory: int | None = None

    def names(self, k: int) -> list[str]:
        """The metrics at a k, by their canonical names."""
        return [find_metric(name.replace("@k", f"@{k}")).name for name in self.metrics]

    def setups(self) -> list[Setup]:
        """Every configuration of the grid."""
        built_in = {name: tuple(one.__slots__) for name, one in CHUNKERS.items()}
        return setups_of(self.grid, built_in | dict.fromkeys(self.own.chunkers, ()), self.own)


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

    Raises: InputError for documents without text, a golden set without questions, a grid that nothing takes, or more
        than fits into the memory that the plan allows.
    """
    refuse_deep([name for k in plan.k for name in plan.names(k)], plan.k)
    setups = plan.setups()
    refuse_odd_chunkers(setups, plan.own.chunkers)
    steps = steps_of(corpus, golden, store, plan.own)
    for lane in dict.fromkeys(lane for setup in setups for lane in setup.lanes):
        steps.lanes.check(lane)
    workers = None if plan.memory is None else workers_within(plan.memory, setups, steps)
    points = _all_points(setups, Measuring(steps, corpus, golden, plan, gold_spans(golden, corpus)), workers, progress)
    told, best, recommended = judged(points, level=plan.options.level, seed=plan.options.seed)
    return Sweep(
        points=tuple(told),
        metric=plan.metrics[0],
        best=best,
        recommended=recommended,
        curve=curve_through(best, told),
        overlaps=tuple(ablations(told, seed=plan.options.seed)),
        notes=tuple(dict.fromkeys([*notes_on(told, recommended), *best.card.warnings, *corpus.notes])),
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


def _all_points(
    setups: Sequence[Setup],
    measuring: Measuring,
    workers: int | None,
    progress: Callable[[int, int], None] | None,
) -> list[Point]:
    """The points of all configurations in the order of the grid, each measured as soon as its steps are done."""
    done: dict[str, list[Point]] = {}
    tell = progress or (lambda _done, _total: None)
    tell(0, len(setups))
    with closing(finished(setups, measuring.steps, workers)) as groups:  # whatever happens, its processes end here
        for group in groups:
            for setup in group:
                done[setup.name] = measuring.points(setup)
                tell(len(done), len(setups))
            measuring.steps.texts.clear()
    return [point for setup in setups for point in done[setup.name]]


def refuse_deep(names: Sequence[str], ks: Sequence[int] = (), *, hits: int = HITS) -> None:
    """Raise InputError for what looks further than hits are kept, and would be told too low."""
    deep = [name for name in dict.fromkeys(names) if int(find_metric(name).given.get("k", 0)) > hits]
    deep += [f"k={k}" for k in ks if k > hits]
    if deep:
        raise InputError(f"the first {hits} hits are kept; k and metrics must not look further: {', '.join(deep)}")


def steps_of(corpus: Corpus, golden: Golden, store: Store, own: OwnParts | None = None) -> Steps:
    """The steps over a corpus and the questions of a golden set.

    Raises: InputError for documents without text, or a golden set without questions.
    """
    documents = {one.id: one.text for one in documents_of(corpus)}
    table = golden.questions
    questions = dict(zip(table["question"], table["text"].fill_null(table["question"]), strict=True))
    if not questions:
        raise InputError(f"{golden.source}: no question")
    return Steps(documents, texts_key(documents), questions, texts_key(questions), store, own=own or OwnParts())

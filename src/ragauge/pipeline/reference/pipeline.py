"""The reference pipeline: a question in, a trace out, through parts that are plain callables."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, MissingDependencyError
from ragauge.pipeline.recording import Recording
from ragauge.pipeline.reference.asking import Asking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.core.trace import Trace
    from ragauge.pipeline.context.records import Context
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.pipeline.generation.records import Answer
    from ragauge.pipeline.recorded_parts import Clock
    from ragauge.pipeline.reference.indexing import Index
    from ragauge.pipeline.reference.parts import Search
    from ragauge.pipeline.reference.rewriters import Rewrite
    from ragauge.pipeline.reference.settings import Settings

    Read = Callable[[str], Sequence[Predicate]]
    """The predicates that a question states."""
    Fuse = Callable[[Mapping[str, Sequence[Hit]]], Sequence[Hit]]
    Rerank = Callable[[str, Sequence[Hit]], Sequence[Hit]]
    """A question and the candidates, best first, into their new order."""
    Assemble = Callable[[Sequence[Hit]], Context]
    """The selected hits into what the model sees."""
    Generate = Callable[[str, Context], Answer | str]


PARTS = ("read", "rewrite", "fuse", "rerank", "assemble", "generate")
"""The parts beside the lanes, in the order in which a question meets them."""


@dataclass(frozen=True, slots=True, eq=False)
class Pipeline:
    """Parts that are made from an index and settings (see ``building.build``), any of which can be replaced.

    A lane takes a question and a number, and where there are filters ``allowed``, the ids among which to look; it gives
    ``Hit`` records or (id, score) pairs, best first. ``rewrite``, ``rerank`` and ``generate`` are None where there
    is no such step. ``made`` has the parts as they were built, so that a trace says which were replaced.

    >>> from ragauge.core.records import Document
    >>> from ragauge.pipeline.reference.building import build
    >>> pipeline = build([Document("a", "Lamps: two years"), Document("b", "Pumps: one year")])
    >>> trace = pipeline.ask("How long for lamps?", key="q1")
    >>> trace.stage("bm25").items, trace.stage("context").items, trace.prompt_tokens
    (['a'], ['a'], 3)
    >>> mine = replace(pipeline, rerank=lambda question, hits: hits[::-1])
    >>> mine.ask("years of lamps and pumps").stage("reranked").items, mine.told["replaced"]
    (['b', 'a'], 'rerank')
    """

    index: Index
    settings: Settings
    lanes: Mapping[str, Search]
    read: Read
    fuse: Fuse
    assemble: Assemble
    rewrite: Rewrite | None = None
    rerank: Rerank | None = None
    generate: Generate | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    made: Mapping[str, Any] = field(default_factory=dict, repr=False)
    clock: Clock = perf_counter

    def ask(self, question: str, key: str | None = None, predicates: Sequence[Predicate] = ()) -> Trace:
        """What happens to one question; ``predicates`` hold for it besides those that are read out of it.

        An error of a part ends the question and is kept in its trace.

        Raises: InputError for an empty question; MissingDependencyError where a package is not there.
        """
        recording = Recording(question, key=key, clock=self.clock, versions=self.told)
        try:
            with recording as t:
                Asking(self, t, question, predicates).run()
        except MissingDependencyError:
            raise
        except Exception as error:
            if not recording.has_ended:
                raise InputError(f"question {key or question!r} could not be recorded: {error}") from error
        trace = recording.trace
        items = dict.fromkeys(item for stage in trace.stages or () for item in stage.items if item is not None)
        known = self.index.anchors
        return replace(trace, anchors={item: known[item] for item in items if item in known})

    def conditions(self, question: str, predicates: Sequence[Predicate] = ()) -> list[Predicate]:
        """All predicates that hold for a question, each once: those that were given, then those that it states."""
        return list(dict.fromkeys([*predicates, *self.read(question)]))

    @property
    def ranking(self) -> str:
        """The name of the stage that is the last ranking."""
        last = (
            ("reranked", self.rerank is not None),
            ("boosted", self.settings.filter == "soft"),
            ("fused", len(self.lanes) > 1),
        )
        return next((name for name, there in last if there), next(iter(self.lanes)))

    @property
    def told(self) -> dict[str, str]:
        """What a trace says that it was made with."""
        replaced = [name for name in PARTS if getattr(self, name) is not self.made.get(name)]
        made = self.made.get("lanes", {})
        replaced += [f"lane {name}" for name, lane in self.lanes.items() if lane is not made.get(name)]
        return {**self.versions, **({"replaced": ", ".join(replaced)} if replaced else {})}

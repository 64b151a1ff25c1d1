"""A trace: what a system did for one question, stage by stage.

Each part of it is None where it was not recorded, and empty where it was recorded and there was nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, get_args

from ragauge.core.errors import InputError, Problem
from ragauge.core.trace_parts import CHECKS, complaint_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ragauge.core.anchors import Anchor
    from ragauge.core.entries import Hit

Kind = Literal["lane", "fused", "reranked", "selected", "context"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What a stage does, in the order of a pipeline: finds, joins lanes, orders anew, cuts at k, fills the prompt."""

LAST: tuple[Kind, ...] = ("reranked", "fused", "lane", "selected", "context")
"""Which kind is the last ranking: what was selected of one is cut at k, and a context may stand in an order of its own,
so these count where there is no other."""


@dataclass(frozen=True, slots=True)
class StageHits:
    """What one stage handed on, best first: (id, score) pairs, either of them None where it is not known.

    >>> StageHits("dense", "lane", (("c1", 0.9), ("c2", None))).items
    ['c1', 'c2']
    """

    name: str
    kind: Kind
    hits: tuple[Hit, ...]

    @property
    def items(self) -> list[str | None]:
        """The ids, best first."""
        return [item for item, _ in self.hits]


@dataclass(frozen=True, slots=True)
class Trace:
    """What the system did for one question.

    ``question`` is its id, ``text`` what was asked. ``extracted`` and ``authorization`` are the predicates that were
    read out of the question and those that the person who asks is bound by. ``stages`` stand in the order in which
    they ran, each name once; ``anchors`` says where their items stand, as far as the system tells. ``prompt_tokens``
    is the length of the prompt, ``window`` what the model can take. ``timings`` has the seconds of each step, by
    name, ``seconds`` those of all of it. ``tokens`` (``{"prompt": 812, "completion": 64}``), ``cost`` (in one
    currency) and ``cache_hits`` are counted over the question; ``versions`` names models, prompts and indexes.
    ``error`` is what ended a failed trace, ``failed_in`` the step that it came from, where that is known.

    >>> trace = Trace("q1", "How long?", stages=(StageHits("bm25", "lane", (("c1", 7.5),)),), prompt_tokens=12)
    >>> trace.stage("bm25").items, trace.stage("dense"), trace.rewrites, trace.failed
    (['c1'], None, None, False)

    Raises: InputError with every part that cannot be what it is called.
    """

    question: str
    text: str | None = None
    rewrites: tuple[str, ...] | None = None
    extracted: Mapping[str, Any] | None = None
    authorization: Mapping[str, Any] | None = None
    stages: tuple[StageHits, ...] | None = None
    anchors: Mapping[str, Anchor] = field(default_factory=dict)
    prompt_tokens: int | None = None
    window: int | None = None
    answer: str | None = None
    citations: tuple[str, ...] | None = None
    refusal: bool | None = None
    timings: Mapping[str, float] | None = None
    seconds: float | None = None
    tokens: Mapping[str, int] | None = None
    cost: float | None = None
    cache_hits: Mapping[str, int] | None = None
    versions: Mapping[str, str] | None = None
    error: str | None = None
    failed_in: str | None = None

    def __post_init__(self) -> None:
        problems = [] if self.question else [Problem("the question is missing", column="question")]
        problems += [
            Problem(complaint, column=name)
            for name in CHECKS
            if (complaint := complaint_of(name, getattr(self, name))) is not None
        ]
        names = [stage.name for stage in self.stages or ()]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            problems.append(Problem(f"two stages are called {twice!r}", column="stages"))
        if problems:
            raise InputError(problems)

    @property
    def failed(self) -> bool:
        """Whether it ended in an error."""
        return self.error is not None

    def stage(self, name: str) -> StageHits | None:
        """The stage of that name, None where it was not recorded."""
        return next((stage for stage in self.stages or () if stage.name == name), None)

    def last(self, kind: Kind) -> StageHits | None:
        """The last stage of a kind, None where there is none."""
        return next((stage for stage in reversed(self.stages or ()) if stage.kind == kind), None)


TRACE_FIELDS = tuple(part.name for part in fields(Trace))


def stage_of_each(traces: Sequence[Trace], stage: str | None = None) -> tuple[str, list[StageHits | None]]:
    """One stage of every trace, None where a trace has it not, and what it is called.

    ``stage`` is the name of a stage; without it the last ranking counts: the last reranking if any trace has one,
    else the last fusion, else the lane if there is but one, else what was selected, else the context.

    >>> lane, fused = StageHits("bm25", "lane", (("c1", 7.5),)), StageHits("rrf", "fused", (("c2", 0.1),))
    >>> name, found = stage_of_each([Trace("q1", stages=(lane, fused)), Trace("q2", stages=(lane,))])
    >>> name, [stage and stage.items for stage in found]
    ('rrf', [['c2'], None])

    Raises: InputError when no trace has it, or there are several lanes and nothing that joins them.
    """
    if stage is not None:
        found = [trace.stage(stage) for trace in traces]
        if not any(found):
            raise InputError(f"no trace has a stage {stage!r}; there are: {_listed(_names(traces))}")
        return stage, found
    kind = next((kind for kind in LAST if _names(traces, kind)), None)
    if kind is None:
        raise InputError("no trace has a stage with hits")
    names = _names(traces, kind)
    if kind == "lane" and len(names) > 1:
        raise InputError(f"several lanes, and nothing that joins them; say which is meant: {_listed(names)}")
    return names[0] if len(names) == 1 else kind, [trace.last(kind) for trace in traces]


def _names(traces: Iterable[Trace], kind: Kind | None = None) -> list[str]:
    stages = [stage for trace in traces for stage in trace.stages or () if kind in (None, stage.kind)]
    return list(dict.fromkeys(stage.name for stage in stages))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:20]) or "none"

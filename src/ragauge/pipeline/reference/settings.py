"""Everything that a run of the reference pipeline can be set to."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, fields
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args

from ragauge.core.brief import brief
from ragauge.core.errors import InputError, Problem
from ragauge.pipeline.reference.setup import Setup

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ragauge.pipeline.context.ordering import Order

Rewriting = Literal["none", "rm3", "bo1", "multi_query", "hyde"]
Filtering = Literal["none", "hard", "soft"]

REWRITING: dict[str, tuple[str, ...]] = {
    "none": (),
    "rm3": ("terms", "documents", "original"),
    "bo1": ("terms", "documents"),
    "multi_query": ("count",),
    "hyde": ("with_question",),
}
"""The ways to rewrite a question, with the parameters that each takes."""
MOST_BOOST = 1e6
"""Above it, the scores that are boosted would be lost in the digits of a float."""
BY_FEEDBACK = frozenset({"rm3", "bo1"})
"""Those that expand a question by what the lexical lane finds first."""
LEXICAL = "bm25"


@dataclass(frozen=True, slots=True)
class Settings:
    """A configuration of the whole pipeline, from the documents to the answer.

    - ``setup``: how documents are cut, searched, fused and reranked;
    - ``k``: so many units are handed to the prompt; ``hits``: so many are kept of each lane and of the fused list;
    - ``rewrite`` with the parameters ``rewriting``, for the lanes ``rewrite_lanes`` (none named: the lexical one for
      rm3 and bo1, all others for hyde, every one for multi_query), by the model ``rewriter``;
    - ``filter``: what predicates of a question do, with the ``boost`` of a soft one; those of authorization are hard
      whatever it says;
    - ``budget`` of the context, counted by ``counter``, its ``order``, and whether it is ``dedupe``d and joined with
      its ``neighbours``; ``window``: what the model can take;
    - ``generator``: who answers, with the parameters ``generation``.

    >>> Settings(Setup(lanes=("bm25", "lsa")), k=3, filter="hard").name
    'document · bm25+lsa · rrf · filter=hard · k=3'

    Raises: InputError with every setting that cannot be, or that nothing would take.
    """

    setup: Setup = field(default_factory=Setup)
    k: int = 5
    hits: int = 100
    rewrite: Rewriting = "none"
    rewriting: Mapping[str, Any] = field(default_factory=dict)
    rewrite_lanes: tuple[str, ...] = ()
    rewriter: str | None = None
    filter: Filtering = "none"
    boost: float = 0.5
    budget: int | None = None
    counter: str = "words"
    order: Order = "rank"
    dedupe: bool = True
    neighbours: bool = False
    window: int | None = None
    generator: str = "none"
    generation: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        odd = list(self._odd_kinds())
        problems = [Problem(message, column=key) for key, message in odd or self._complaints()]
        if problems:
            raise InputError(problems)

    @property
    def name(self) -> str:
        """The configuration in one line."""
        told = (
            ("rewrite", self.rewrite, "none"), ("filter", self.filter, "none"), ("budget", self.budget, None),
            ("generator", self.generator, "none"), ("k", self.k, None),
        )  # fmt: skip
        return " · ".join([self.setup.name, *(f"{name}={value}" for name, value, usual in told if value != usual)])

    @property
    def rewritten(self) -> frozenset[str]:
        """The lanes that are asked what the question was rewritten to."""
        if self.rewrite_lanes or self.rewrite == "none":
            return frozenset(self.rewrite_lanes)
        chosen = {"rm3": _lexical, "bo1": _lexical, "hyde": _dense}.get(self.rewrite, bool)
        return frozenset(filter(chosen, self.setup.lanes))

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        rest = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "setup"}
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in rest.items()}
        plain |= {"rewriting": dict(self.rewriting), "generation": dict(self.generation)}
        return {**self.setup.to_dict(), **plain, "name": self.name}

    def fingerprint(self) -> str:
        """A hash of all of it.

        >>> Settings(k=5).fingerprint() == Settings().fingerprint() != Settings(k=6).fingerprint()
        True
        """
        text = json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=False, default=repr)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _odd_kinds(self) -> Iterator[tuple[str, str]]:
        """What is not even of the kind that it must be; Python checks no type by itself."""
        wanted: dict[str, tuple[str, tuple[type, ...]]] = {
            **dict.fromkeys(("k", "hits"), ("a whole number", (int,))),
            **dict.fromkeys(("budget", "window"), ("a whole number, or nothing", (int, NoneType))),
            **dict.fromkeys(("dedupe", "neighbours"), ("true or false", (bool,))),
            "boost": ("a number", (int, float)),
            "setup": ("a Setup", (Setup,)),
        }
        for name, (kind, types) in wanted.items():
            if type(value := getattr(self, name)) not in types:
                yield name, f"must be {kind}, got {brief(value)}"

    def _complaints(self) -> Iterator[tuple[str, str]]:
        yield from self._odd_choices()
        for name in ("k", "hits"):
            if (value := getattr(self, name)) < 1:
                yield name, f"must be a whole number from 1, got {value}"
        most, what = (self.setup.depth, "depth") if self.setup.reranker else (self.hits, "hits")
        if self.k > most:
            yield "k", f"must not be above {what}, which is {most}: nothing is kept beyond, got {self.k}"
        if self.budget is not None and self.budget < 0:
            yield "budget", f"must be a number of tokens from 0, got {self.budget}"
        if not 0 <= self.boost <= MOST_BOOST:
            yield "boost", f"must be a number from 0 to {MOST_BOOST:g}, got {self.boost}"
        if len(set(self.setup.lanes)) < len(self.setup.lanes) or not self.setup.lanes:
            yield "lane", f"must name lanes, each once, got {'+'.join(self.setup.lanes)!r}"
        yield from self._odd_rewriting()

    def _odd_choices(self) -> Iterator[tuple[str, str]]:
        choices = {"rewrite": get_args(Rewriting), "filter": get_args(Filtering), "order": ("rank", "edges_first")}
        for name, known in choices.items():
            if (value := getattr(self, name)) not in known:
                yield name, f"must be one of {', '.join(known)}, got {brief(value)}"

    def _odd_rewriting(self) -> Iterator[tuple[str, str]]:
        takes = REWRITING.get(self.rewrite, ())
        if unknown := [name for name in self.rewriting if name not in takes]:
            there = ", ".join(takes) or "none"
            yield "rewriting", f"{self.rewrite} has no parameter {', '.join(map(repr, unknown))}; it has: {there}"
        for name in takes:
            if name in self.rewriting and (wanted := _wanted(name, self.rewriting[name])):
                yield "rewriting", f"{name} must be {wanted}, got {brief(self.rewriting[name])}"
        lanes = self.setup.lanes
        if away := [name for name in self.rewrite_lanes if name not in lanes]:
            yield "rewrite_lanes", f"no lane {', '.join(map(repr, away))}; there are: {', '.join(lanes)}"
        if self.rewrite in BY_FEEDBACK and LEXICAL not in lanes:
            yield "rewrite", f"{self.rewrite} looks at what the lane {LEXICAL} finds first, and it is not there"
        elif self.rewrite in REWRITING and self.rewrite != "none" and not self.rewritten:
            yield "rewrite", f"{self.rewrite} is for dense lanes, and there is none; rewrite_lanes names others"


def _wanted(name: str, value: Any) -> str | None:
    """What a parameter of a rewriting must be, where it is not.

    >>> _wanted("terms", 1.5), _wanted("original", 1), _wanted("with_question", 0)
    ('a whole number from 1', None, 'true or false')
    """
    if name == "with_question":
        return None if isinstance(value, bool) else "true or false"
    if name == "original":
        fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        return None if fits else "a number from 0 to 1"
    return None if type(value) is int and value >= 1 else "a whole number from 1"


def _lexical(lane: str) -> bool:
    return lane == LEXICAL


def _dense(lane: str) -> bool:
    return lane != LEXICAL

"""Rerankers: by name, as functions, and as lists that somebody's own reranker returned."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.fusion.lists import unique
from ragauge.pipeline.rerank.reranking import rerank
from ragauge.sweeping.own import OwnParts
from ragauge.sweeping.rerankers import is_reranker, reranker_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.core.ports import Reranker

KNOWN = "lexical, onnx:FOLDER, http://HOST/PATH#MODEL"


class Rerank(Protocol):
    """Anybody's rerank: the candidates of a question in another order, best first."""

    def __call__(self, question: str, candidates: Sequence[Hit], /) -> Sequence[Hit]:
        """The candidates with the scores of the reranker."""


@dataclass(frozen=True, slots=True)
class ByScores:
    """A reranker that scores texts, as a rerank of hits; ``texts`` has the text of every candidate."""

    reranker: Reranker
    texts: Mapping[str, str]

    def __call__(self, question: str, candidates: Sequence[Hit], /) -> list[Hit]:
        """The candidates, sorted by the scores of their texts."""
        return rerank(question, candidates, self.texts, self.reranker)


def make_reranker(name: str, texts: Mapping[str, str]) -> ByScores:
    """The reranker of a name: ``lexical``, ``onnx:FOLDER``, or ``http://HOST/PATH#MODEL``, as in a sweep.

    ``http:URL`` is the same as URL. ``lexical`` weighs words by all texts.

    >>> make_reranker("bge", {})
    Traceback (most recent call last):
    ragauge.core.errors.InputError: no reranker 'bge'; there are lexical, onnx:FOLDER, http://HOST/PATH#MODEL

    Raises: InputError for an unknown name, a bad address or folder; MissingDependencyError naming the package.
    """
    address = name.removeprefix("http:") if name.startswith(("http:http://", "http:https://")) else name
    if address == "none" or not is_reranker(address, OwnParts()):
        raise InputError(f"no reranker {name!r}; there are {KNOWN}")
    return ByScores(reranker_of(address, texts, OwnParts()), texts)


@dataclass(frozen=True, slots=True, eq=False)
class Returned:
    """What a rerank made of the first ``depth`` hits of every question; ``depth`` None is all of them.

    ``lists`` has what it returned, ``candidates`` what it was given, ``seconds`` what each question took. ``scored`` is
    false where its hits have no scores.
    """

    name: str
    depth: int | None
    candidates: Mapping[str, Sequence[Hit]]
    lists: Mapping[str, Sequence[Hit]]
    seconds: Sequence[float] = field(default=())
    scored: bool = True

    @property
    def label(self) -> str:
        """The name with the depth."""
        return self.name if self.depth is None else f"{self.name} depth={self.depth}"


def returned(
    name: str,
    rerank_hits: Rerank,
    questions: Mapping[str, str],
    lists: Mapping[str, Sequence[Hit]],
    depth: int,
    clock: Callable[[], float] = time.perf_counter,
) -> Returned:
    """Rerank the first ``depth`` hits of every question; questions without hits are not asked."""
    candidates = {question: unique(lists.get(question, ()))[:depth] for question in questions}
    found: dict[str, Sequence[Hit]] = {}
    seconds = []
    for question, hits in candidates.items():
        if hits:
            begun = clock()
            found[question] = list(rerank_hits(questions[question], list(hits)))
            seconds.append(clock() - begun)
    return Returned(name, depth, candidates, found, seconds)


def whole(one: Returned, lists: Mapping[str, Sequence[Hit]]) -> dict[str, list[Hit]]:
    """What was returned, with the rest of the first stage behind it in its order, so that all lists hold the same hits.

    Scores of two stages cannot be compared, so each hit has that of its place, falling.

    >>> from ragauge.core.records import Hit
    >>> first = {"q": [Hit("a", 9.0), Hit("b", 8.0), Hit("c", 7.0)]}
    >>> [hit.item for hit in whole(Returned("r", 2, {}, {"q": [Hit("b", 0.5), Hit("a", 0.25)]}), first)["q"]]
    ['b', 'a', 'c']
    """
    return {
        question: in_order([hit.item for hit in (*one.lists.get(question, ()), *hits)])
        for question, hits in lists.items()
    }


def in_order(items: Sequence[str]) -> list[Hit]:
    """Ids as hits with falling scores; what is repeated counts where it comes first."""
    once = list(dict.fromkeys(items))
    return [Hit(item, float(len(once) - place)) for place, item in enumerate(once)]

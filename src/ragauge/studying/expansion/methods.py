"""The ways to ask otherwise, each with the lists that it finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragauge.pipeline.fusion.rrf import rrf
from ragauge.studying.expansion.asking import Found, searched
from ragauge.studying.expansion.feedback import PARAMETERS, Collection, expand
from ragauge.studying.expansion.generated import passages_of, rewrites_of
from ragauge.sweeping.steps import HITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.ports import Generator
    from ragauge.core.records import Hit
    from ragauge.studying.subject import Subject


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """A way to ask: its lists by question, what each question took from first to last, and what it added to it."""

    name: str
    lists: Mapping[str, Sequence[Hit]]
    seconds: Mapping[str, float]
    added: Mapping[str, str] = field(default_factory=dict)
    generated: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rewritten:
    """The searches for the question and its rewrites: ``searches[0]`` is for the questions themselves."""

    searches: tuple[Found, ...]
    seconds: Mapping[str, float]
    texts: Mapping[str, tuple[str, ...]]

    def lists(self, question: str, rewrites: int) -> dict[str, Sequence[Hit]]:
        """The lists of a question and of its first rewrites, as far as the generator gave so many."""
        given = len(self.texts.get(question, ("",)))
        return {str(place): self.searches[place].lists.get(question, ()) for place in range(min(rewrites + 1, given))}

    def took(self, question: str, rewrites: int) -> float:
        """The seconds of the generator and of all searches, one after the other."""
        searches = sum(one.seconds.get(question, 0.0) for one in self.searches[: rewrites + 1])
        return searches + (self.seconds[question] if rewrites else 0.0)


def feedback_methods(subject: Subject, lane: str, raw: Found) -> list[Method]:
    """RM3 and Bo1, with the hits of the raw search."""
    collection = Collection(subject.texts, subject.steps.stemmer)
    found = []
    for name in PARAMETERS:
        expanded = {
            question: expand(name, collection, text, raw.lists.get(question, ()))
            for question, text in subject.questions.items()
        }
        again = searched(subject, {question: one.text for question, one in expanded.items()}, lane)
        seconds = {
            question: raw.seconds[question] + one.seconds + again.seconds[question]
            for question, one in expanded.items()
        }
        added = {question: " ".join(one.added) for question, one in expanded.items()}
        found.append(Method(name, again.lists, seconds, added))
    return found


def rewritten(subject: Subject, lane: str, raw: Found, generator: Generator, count: int) -> Rewritten:
    """The question and up to ``count`` rewrites, each searched for."""
    given = rewrites_of(subject, generator, count)
    searches = [raw]
    for place in range(1, count + 1):
        texts = {question: found[place] for question, found in given.texts.items() if place < len(found)}
        searches.append(searched(subject, texts, lane) if texts else Found({}, {}))
    return Rewritten(tuple(searches), given.seconds, given.texts)


def multi_query_method(subject: Subject, found: Rewritten, rewrites: int) -> Method:
    """The lists of the question and its first rewrites, fused by RRF."""
    return Method(
        f"multi-query N={rewrites}",
        {question: rrf(found.lists(question, rewrites))[:HITS] for question in subject.questions},
        {question: found.took(question, rewrites) for question in subject.questions},
        {question: " | ".join(texts[1 : rewrites + 1]) for question, texts in found.texts.items()},
        generated=True,
    )


def hyde_method(subject: Subject, lane: str, generator: Generator) -> Method:
    """A made-up passage in place of the question."""
    given = passages_of(subject, generator)
    texts = {question: found[0] for question, found in given.texts.items()}
    found = searched(subject, texts, lane)
    seconds = {question: given.seconds[question] + found.seconds[question] for question in texts}
    return Method("hyde", found.lists, seconds, texts, generated=True)

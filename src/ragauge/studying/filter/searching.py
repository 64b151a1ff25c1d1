"""Searches under filters: among what is allowed only, or with a boost for what keeps the predicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.pipeline.filters.authorization import guard
from ragauge.pipeline.filters.hard import allowed
from ragauge.pipeline.filters.soft import boost_sweep
from ragauge.pipeline.reference.parts import fuse, make_lane
from ragauge.sweeping.steps import HITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.pipeline.reference.parts import Search
    from ragauge.studying.filter.families import Filters
    from ragauge.studying.subject import Subject

    Lists = dict[str, list[Hit]]


class Searching:
    """The first hundred hits of every question under any filter.

    ``metadata`` has all documents, those too of which nothing is known; ``guards`` are the predicates of authorization
    that every search for a question is held to.
    """

    def __init__(self, subject: Subject, lanes: Sequence[str], guards: Filters) -> None:
        self.metadata: dict[str, Mapping[str, object]] = {
            name: subject.corpus.metadata.get(name, {}) for name in subject.corpus.texts
        }
        self._subject, self._names, self._guards = subject, tuple(lanes), guards
        self._free = subject.lists(self._names, reranker=None)
        self._lanes: dict[str, Search] = {}
        self._document = dict(subject.chunks.select("id", "document").iter_rows())
        self._of_hit = {item: self.metadata[document] for item, document in self._document.items()}
        self._allowed: dict[tuple[str, ...], frozenset[str]] = {}
        self._among: dict[frozenset[str], frozenset[str]] = {}

    def allowed(self, predicates: Sequence[Predicate]) -> frozenset[str]:
        """The documents that keep all predicates."""
        key = tuple(map(str, predicates))
        if key not in self._allowed:
            self._allowed[key] = allowed(self.metadata, predicates)
        return self._allowed[key]

    def without(self, questions: Filters) -> Lists:
        """The hits with no filter but those of authorization."""
        return {question: self._held(question, ()) for question in questions}

    def unguarded(self, questions: Filters) -> Lists:
        """The hits without any filter: what a search would show that knows nothing of authorization."""
        return {question: self._free.get(question, []) for question in questions}

    def hard(self, filters: Filters) -> Lists:
        """The hits among what keeps the predicates: the search knows of them, so no list is cut short by them."""
        return {question: self._held(question, predicates) for question, predicates in filters.items()}

    def soft(self, base: Mapping[str, Sequence[Hit]], filters: Filters, boosts: Sequence[float]) -> dict[float, Lists]:
        """The hits of ``base`` at each boost for those that keep the predicates."""
        found: dict[float, Lists] = {boost: {} for boost in boosts}
        for question, predicates in filters.items():
            for boost, hits in boost_sweep(base[question], self._of_hit, predicates, boosts).items():
                found[boost][question] = hits
        return found

    def fields(self) -> Mapping[str, Mapping[str, object]]:
        """The metadata of everything that can be a hit."""
        return self._of_hit

    def _held(self, question: str, predicates: Sequence[Predicate]) -> list[Hit]:
        secret = self._guards.get(question, ())
        every = (*secret, *predicates)
        if not every:
            return self._free.get(question, [])
        hits = self._search(question, self.allowed(every))
        return guard(hits, self._of_hit, secret) if secret else hits

    def _search(self, question: str, documents: frozenset[str]) -> list[Hit]:
        if documents not in self._among:
            self._among[documents] = frozenset(
                item for item, document in self._document.items() if document in documents
            )
        among, text = self._among[documents], self._subject.questions[question]
        found = {name: self._lane(name)(text, HITS, allowed=among) for name in self._names}
        return found[self._names[0]] if len(found) == 1 else fuse(found, self._subject.setup.fusion)[:HITS]

    def _lane(self, name: str) -> Search:
        if name not in self._lanes:
            self._lanes[name] = make_lane(name, self._subject.texts, stemmer=self._subject.steps.stemmer)
        return self._lanes[name]

"""The ways to rewrite a question, as parts of a pipeline."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol

from ragauge.core.errors import InputError
from ragauge.pipeline.reference.settings import LEXICAL
from ragauge.pipeline.rewriting.bo1 import bo1
from ragauge.pipeline.rewriting.hyde import hyde
from ragauge.pipeline.rewriting.multi_query import multi_query
from ragauge.pipeline.rewriting.rm3 import Rarity, rm3
from ragauge.pipeline.rewriting.terms import as_words, term_counts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ragauge.core.ports import Generator
    from ragauge.core.records import Hit
    from ragauge.pipeline.reference.parts import Search
    from ragauge.pipeline.reference.settings import Settings

FEEDBACK = {"rm3": 10, "bo1": 3}
"""How many documents are looked at, unless ``documents`` says it."""


class Rewrite(Protocol):
    """Gives the queries that are asked in place of a question.

    ``allowed`` are the ids that the asker may be answered from, and nothing else may have a part in the queries; None
    is all.
    """

    def __call__(self, question: str, allowed: AbstractSet[str] | None, /) -> Sequence[str]:
        """The queries."""


def make_rewriter(
    settings: Settings, lanes: Mapping[str, Search], texts: Mapping[str, str], generator: Generator | None = None
) -> Rewrite | None:
    """The rewriter of a configuration; None where questions are asked as they are.

    Raises: InputError where a model is needed and there is none.
    """
    name, parameters = settings.rewrite, dict(settings.rewriting)
    if name == "none":
        return None
    if name in FEEDBACK:
        return Expansion(name, lanes[LEXICAL], texts, parameters)
    if generator is None:
        raise InputError(f'{name} needs a model that writes: rewriter = "openai:MODEL"')
    model = generator
    if name == "hyde":
        return lambda question, _allowed: [hyde(question, model, **parameters)]
    return lambda question, _allowed: multi_query(question, model, **parameters)


class Expansion:
    """RM3 or Bo1 over what a lexical lane finds first; the weighted terms become one query of repeated words.

    >>> from ragauge.pipeline.reference.parts import make_lane
    >>> texts = {"a": "lamp warranty", "b": "lamps have a warranty", "c": "pump"}
    >>> expand = Expansion("rm3", make_lane("bm25", texts), texts, {"documents": 1})
    >>> sorted(set(expand("lamp", None)[0].split()))
    ['lamp', 'warranty']
    """

    def __init__(self, how: str, search: Search, texts: Mapping[str, str], parameters: Mapping[str, Any]) -> None:
        self._how, self._search, self._parameters = how, search, dict(parameters)
        self._documents = int(self._parameters.pop("documents", FEEDBACK[how]))
        self._counts = {name: term_counts(text) for name, text in texts.items()}
        self._collection = Counter[str]()
        self._frequencies = Counter[str]()
        for counts in self._counts.values():
            self._collection.update(counts)
            self._frequencies.update(counts.keys())

    def __call__(self, question: str, allowed: AbstractSet[str] | None, /) -> list[str]:
        """The question and its expansion as one query."""
        searched: dict[str, Any] = {} if allowed is None else {"allowed": allowed}
        found = self._search(question, self._documents, **searched)
        weights = self._weights(list(term_counts(question).elements()), found)
        return [" ".join(as_words(weights)) or question]

    def _weights(self, asked: Sequence[str], found: Sequence[Hit]) -> dict[str, float]:
        size, first = len(self._counts), self._documents
        if self._how == "rm3":
            feedback = [(self._counts[hit.item], hit.score) for hit in found]
            rarity = Rarity(self._frequencies, size)
            return rm3(asked, feedback, documents=first, rarity=rarity, **self._parameters)
        counts = [self._counts[hit.item] for hit in found]
        return bo1(asked, counts, self._collection, size, documents=first, **self._parameters)

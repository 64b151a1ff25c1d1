"""RM3 and Bo1 over the stems of a corpus: questions expanded by the texts that they found first."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragauge.pipeline.rewriting.bo1 import bo1
from ragauge.pipeline.rewriting.rm3 import Rarity, rm3
from ragauge.pipeline.words import words
from ragauge.studying.expansion.asking import weighted_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.backends.snowball import SnowballStemmer
    from ragauge.core.records import Hit

RM3_TERMS, RM3_DOCUMENTS, RM3_ORIGINAL = 10, 10, 0.5
BO1_TERMS, BO1_DOCUMENTS = 10, 3
PARAMETERS = {
    "rm3": f"{RM3_TERMS} terms of {RM3_DOCUMENTS} texts, the question weighs {RM3_ORIGINAL:g}",
    "bo1": f"{BO1_TERMS} terms of {BO1_DOCUMENTS} texts, without a parameter",
}
"""The methods and their parameters: the defaults of Anserini and Terrier."""


@dataclass(slots=True, eq=False)
class Collection:
    """The stems of all texts: in how many they are, how often, and the word that stands for each.

    Expansion happens in stems, as the lanes compare them; what is asked is the most frequent word of each stem (of
    equally frequent ones the first in the alphabet), so that stemming it again changes nothing.

    >>> from ragauge.backends.snowball import SnowballStemmer
    >>> collection = Collection({"a": "Lamps, lamps and a lamp", "b": "no lamp"}, SnowballStemmer())
    >>> collection.word("lamp", ()), collection.frequencies["lamp"], collection.totals["lamp"]
    ('lamp', 2, 4)
    """

    texts: Mapping[str, str]
    stemmer: SnowballStemmer
    frequencies: Counter[str] = field(default_factory=Counter)
    totals: Counter[str] = field(default_factory=Counter)
    _words: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        forms: Counter[str] = Counter()
        for text in self.texts.values():
            said = words(text)
            forms.update(said)
            stems = self.stemmer.stem(said)
            self.totals.update(stems)
            self.frequencies.update(set(stems))
        for word, _ in sorted(forms.items(), key=lambda pair: (-pair[1], pair[0])):
            self._words.setdefault(self.stemmer.stem([word])[0], word)

    def counts(self, item: str) -> Counter[str]:
        """The stems of a text."""
        return Counter(self.stemmer.stem(words(self.texts[item])))

    def word(self, stem: str, asked: Sequence[str]) -> str:
        """The word that stands for a stem: that of the corpus, or of the question where the corpus has none."""
        if stem in self._words:
            return self._words[stem]
        return next(word for word in asked if self.stemmer.stem([word])[0] == stem)


@dataclass(frozen=True, slots=True, eq=False)
class Expanded:
    """An expanded question: its text, the words that the question did not have, heaviest first, and what it took."""

    text: str
    added: tuple[str, ...]
    seconds: float


def expand(
    method: str,
    collection: Collection,
    question: str,
    hits: Sequence[Hit],
    clock: Callable[[], float] = time.perf_counter,
) -> Expanded:
    """A question expanded by ``rm3`` or ``bo1`` with the hits of its first search.

    Hits whose score is not above 0 are no feedback: RM3 weighs by scores.

    >>> from ragauge.backends.snowball import SnowballStemmer
    >>> from ragauge.core.records import Hit
    >>> texts = {"a": "warranty of lamps: two years", "b": "lamp warranty years"}
    >>> collection = Collection(texts, SnowballStemmer())
    >>> expand("bo1", collection, "Lamp?", [Hit("a", 2.0), Hit("b", 1.0)]).added
    ('warranty', 'years')
    """
    begun = clock()
    said = words(question)
    stems = collection.stemmer.stem(said)
    useful = [hit for hit in hits if hit.score > 0]
    if method == "rm3":
        feedback = [(collection.counts(hit.item), hit.score) for hit in useful[:RM3_DOCUMENTS]]
        rarity = Rarity(collection.frequencies, len(collection.texts))
        weights = rm3(stems, feedback, terms=RM3_TERMS, documents=RM3_DOCUMENTS, original=RM3_ORIGINAL, rarity=rarity)
    else:
        counted = [collection.counts(hit.item) for hit in useful[:BO1_DOCUMENTS]]
        size = len(collection.texts)
        weights = bo1(stems, counted, collection.totals, size, terms=BO1_TERMS, documents=BO1_DOCUMENTS)
    named = {collection.word(stem, said): weight for stem, weight in weights.items()}
    added = tuple(collection.word(stem, said) for stem in weights if stem not in set(stems))
    return Expanded(weighted_text(named), added, clock() - begun)

"""Answers without a model: the sentences of the context that say most of what is asked."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ragauge.backends.snowball import SnowballStemmer
from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.texts.function_words import function_words
from ragauge.core.texts.markers import without_markers
from ragauge.core.texts.sentences import sentence_spans as spoken_spans
from ragauge.pipeline.chunking.checks import check_share, check_whole
from ragauge.pipeline.chunking.sentence_ends import sentence_spans
from ragauge.pipeline.generation.records import Answer, chunks_of
from ragauge.pipeline.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragauge.pipeline.context.records import Context

_HEADING = re.compile(r"#{1,6}\s")
_QUESTION = re.compile(r"[?？؟][\"'”’»)\]]*\Z")


class Sentence(NamedTuple):
    """A sentence that can be an answer: its place, the number of its passage, and the stems that count for it."""

    text: str
    passage: int
    stems: frozenset[str]


@dataclass(frozen=True, slots=True)
class ExtractiveAnswerer:
    """Takes sentences of the context as they stand, and cites the chunks that they stand in. No model, no chance.

    Formula: a sentence is worth the weight of the stems of the question that it has and the sentences taken before
    have not, ÷ the weight of all stems of the question. Weight of a stem: ln(1 + (n + 1) ÷ (df + 1)), n being the
    sentences of the context and df those that have it. Words that only ask or join are left out (English, Russian).

    The sentence that is worth most is taken, of equal ones the first in the order of the prompt, as long as it is
    worth at least ``threshold``, and up to ``sentences`` of them; the answer has them in the order of the prompt. Where
    none is taken the answer is a refusal without a text. Headings (#) and questions are no answers; their words count
    for the sentence after them in the same passage.

    - ``sentences``: the most sentences in an answer;
    - ``threshold``: from 0 to 1; with 0 a sentence that shares a stem is enough. There is no right one for all: on
      XQuAD (five chunks of 100 words by BM25) 0.3 refuses 5 % (English) and 9 % (Russian) of the questions whose
      answer is in the context, and 59 % and 64 % of those whose paragraph was taken out of it. Questions in quite
      other words than the documents are mostly refused: a model is needed for these.

    >>> from ragauge.core.records import Chunk, Hit
    >>> from ragauge.pipeline.context.assemble import assemble
    >>> texts = {"c1": "Lamps hum. That is normal.", "c2": "The warranty of lamps is two years. Keep the receipt."}
    >>> chunks = {name: Chunk(name, name, 0, len(text), text) for name, text in texts.items()}
    >>> context = assemble([Hit("c1", 2.0), Hit("c2", 1.0)], chunks)
    >>> answer = ExtractiveAnswerer()("How long is the warranty of a lamp?", context)
    >>> answer.text, answer.citations, answer.said
    ('The warranty of lamps is two years.', ('c2',), 'The warranty of lamps is two years. [2]')
    >>> ExtractiveAnswerer()("Where is Bern?", context)
    Answer(text=None, citations=(), refusal=True, tokens=None, said=None, unknown_markers=0, cut=False)

    Raises: InputError for a parameter that cannot be.
    """

    sentences: int = 2
    threshold: float = 0.3
    _stemmer: SnowballStemmer = field(default_factory=SnowballStemmer, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_whole("sentences", self.sentences, low=1)
        check_share("threshold", self.threshold, high=1)
        if math.isnan(self.threshold):
            raise InputError(f"threshold must be a number from 0 to 1, got {brief(self.threshold)}")

    @property
    def identity(self) -> str:
        """The name and the parameters."""
        return json.dumps({"answerer": "extractive", "sentences": self.sentences, "threshold": self.threshold})

    def __call__(self, question: str, context: Context, /) -> Answer:
        """The answer."""
        offered = list(self._offered(context))
        chosen = self._chosen(self._stems(question), offered)
        if not chosen:
            return Answer(None, refusal=True)
        taken = [offered[place] for place in sorted(chosen)]
        cited = chunks_of(context, tuple(sentence.passage for sentence in taken))
        said = " ".join(marked(sentence.text, sentence.passage) for sentence in taken)
        return Answer(" ".join(sentence.text for sentence in taken), cited, said=said)

    def _offered(self, context: Context) -> Iterator[Sentence]:
        for number, passage in enumerate(context.passages, start=1):
            before: frozenset[str] = frozenset()
            for start, end in sentence_spans(passage.text):
                text = passage.text[start:end]
                stems = before | self._stems(text)
                leads = _HEADING.match(text) is not None or _QUESTION.search(text) is not None
                if not leads:
                    yield Sentence(text, number, stems)
                before = stems if leads else frozenset()

    def _chosen(self, asked: frozenset[str], offered: list[Sentence]) -> list[int]:
        """The places of the sentences that are taken, the most worthy first."""
        df = Counter(stem for sentence in offered for stem in asked & sentence.stems)
        weights = {stem: math.log(1 + (len(offered) + 1) / (df[stem] + 1)) for stem in asked}
        whole = math.fsum(weights.values())
        chosen: list[int] = []
        left = asked
        while len(chosen) < self.sentences and left:
            worth = [_sum(weights, left & sentence.stems) for sentence in offered]
            best = max(range(len(worth)), key=worth.__getitem__, default=None)
            if best is None or not worth[best] or worth[best] < self.threshold * whole:
                break
            chosen.append(best)
            left -= offered[best].stems
        return chosen

    def _stems(self, text: str) -> frozenset[str]:
        return frozenset(self._stemmer.stem([word for word in words(text) if word not in function_words()]))


def marked(text: str, passage: int) -> str:
    """A text of a passage with the marker of it after every sentence, in place of any that stand in the passage.

    >>> marked("It hums [7]. Nobody knows why", 2)
    'It hums. [2] Nobody knows why [2]'
    """
    plain = without_markers(text)
    parts, last = [], 0
    for _, end in spoken_spans(plain):
        parts.append(f"{plain[last:end].rstrip()} [{passage}]")
        last = end
    return "".join([*parts, plain[last:]])


def _sum(weights: dict[str, float], stems: frozenset[str]) -> float:
    return math.fsum(weights[stem] for stem in stems)

"""What a study looks at: documents, questions with gold, chunks, and the steps that are kept."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from ragauge._version import __version__
from ragauge.comparison.asked import Asked
from ragauge.comparison.comparing import compare_all
from ragauge.core.options import Options
from ragauge.pipeline.reference.setup import WHOLE, Setup
from ragauge.sweeping.measuring import card_of, places_of
from ragauge.sweeping.running import refuse_deep, steps_of
from ragauge.sweeping.steps import HITS, by_question
from ragauge.tables.run import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.comparison.records import Comparison
    from ragauge.core.records import Hit
    from ragauge.core.scorecard import Scorecard
    from ragauge.golden.chunks.table import Chunks
    from ragauge.sweeping.steps import Steps
    from ragauge.sweeping.store import Store
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden

    Progress = Callable[[int, int], None]


@dataclass(slots=True, eq=False)
class Subject:
    """Documents and questions, cut as ``setup`` says, with every search kept in the store.

    ``subject.lists(lanes)`` has the first hundred hits of every question, ``subject.card(name, lists)`` what they are
    worth, ``subject.compared(pairs)`` paired comparisons with one correction for all of them.
    """

    corpus: Corpus
    golden: Golden
    setup: Setup
    steps: Steps
    metrics: tuple[str, ...]
    options: Options = field(default_factory=Options)
    chunks: pl.DataFrame = field(init=False)
    texts: Mapping[str, str] = field(init=False)
    places: Chunks | None = field(init=False)

    def __post_init__(self) -> None:
        key, self.chunks, _ = self.steps.chunks(self.setup)
        self.texts = self.steps.texts[key]
        whole = self.setup.chunker == WHOLE
        self.places = None if whole else places_of(self.chunks, self.steps.documents)

    @property
    def questions(self) -> Mapping[str, str]:
        """The texts of the questions by id."""
        return self.steps.questions

    def lists(self, lanes: Sequence[str], **changes: Any) -> dict[str, list[Hit]]:
        """The hits of every question by these lanes, fused where there are several; a question without is not in it."""
        return by_question(self.steps.hits(replace(self.setup, lanes=tuple(lanes), **changes))[1])

    def times(self, lanes: Sequence[str], **changes: Any) -> list[float]:
        """The seconds that every question took when they were searched for."""
        seconds: list[float] = self.steps.hits(replace(self.setup, lanes=tuple(lanes), **changes))[2]["query_seconds"]
        return seconds

    def card(
        self,
        name: str,
        lists: Mapping[str, Sequence[Hit]],
        golden: Golden | None = None,
        metrics: Sequence[str] | None = None,
    ) -> Scorecard:
        """The scorecard of lists of hits, best first; by other ``metrics`` than those of the study where given."""
        rows = [(question, hit.item, hit.score) for question, hits in lists.items() for hit in hits]
        return card_of(
            name,
            pl.DataFrame(rows, schema=SCHEMA, orient="row"),
            golden or self.golden,
            self.corpus,
            metrics or self.metrics,
            chunks=self.places,
            options=self.options,
        )

    def compared(self, pairs: Sequence[tuple[Scorecard, Scorecard]], by: Sequence[str] = ()) -> list[Comparison]:
        """(base, candidate) pairs compared question by question; p is adjusted for all of them together.

        ``by`` are columns to slice by: the slices of all pairs are a family of their own.
        """
        return compare_all(pairs, Asked(self.metrics, by=by, level=self.options.level, seed=self.options.seed))

    def provenance(self) -> dict[str, Any]:
        """What the numbers rest on."""
        return {
            "ragauge": __version__,
            "corpus": self.corpus.fingerprint(),
            "gold": self.golden.fingerprint(),
            "questions": len(self.golden),
            "documents": len(self.steps.documents),
            "chunks": self.chunks.height,
            "setup": self.setup.to_dict(),
            "level": self.options.level,
            "seed": self.options.seed,
        }


def subject_of(
    corpus: Corpus,
    golden: Golden,
    store: Store,
    *,
    setup: Setup | None = None,
    metrics: Sequence[str] = ("recall@10", "ndcg@10", "mrr"),
    options: Options | None = None,
    hits: int | None = HITS,
) -> Subject:
    """The subject of a study, whose lists have so many ``hits`` (None: the study looks to it that they reach).

    Raises: InputError for documents without text, a golden set without questions, or a metric that looks further than
        hits are kept.
    """
    if hits is not None:
        refuse_deep(metrics, hits=hits)
    steps = steps_of(corpus, golden, store)
    return Subject(corpus, golden, setup or Setup(), steps, tuple(metrics), options or Options())

"""The points of one configuration: what its hits are worth at every k, and what they cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.pipeline.reference.setup import WHOLE
from ragauge.sweeping.auditing import duplicate_share
from ragauge.sweeping.cutting import COUNTER
from ragauge.sweeping.measuring import card_of, places_of
from ragauge.sweeping.parents import handed_on
from ragauge.sweeping.result import Audit, Cost, Point
from ragauge.sweeping.spans import ceiling, coverage
from ragauge.sweeping.steps import WITHOUT, by_question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl

    from ragauge.core.records import Hit
    from ragauge.golden.chunks.table import Chunks
    from ragauge.pipeline.reference.setup import Setup
    from ragauge.sweeping.running import Plan
    from ragauge.sweeping.spans import Places
    from ragauge.sweeping.steps import Steps
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden


@dataclass(frozen=True, slots=True)
class Cut:
    """The chunks of one chunking as they are handed on: where they stand, and their tokens."""

    anchors: Chunks | None
    places: Mapping[str, tuple[str, int, int]]
    tokens: Mapping[str, int]
    omega: float | None


@dataclass(slots=True, eq=False)
class Measuring:
    """What every configuration is measured with. The chunks of the last chunking are kept, the next has others."""

    steps: Steps
    corpus: Corpus
    golden: Golden
    plan: Plan
    gold: Mapping[str, Places]
    _last: tuple[str, Cut] | None = None

    def points(self, setup: Setup) -> list[Point]:
        """One point a k; the scorecard of the setup has the metrics of all of them."""
        plan = self.plan
        key, chunks, made = self.steps.chunks(setup)
        _, found, took = self.steps.hits(setup)
        hits, handed = handed_on(found, chunks, self.steps.documents)
        cut = self._cut(key, handed, whole=setup.chunker == WHOLE)
        card = card_of(
            setup.name,
            hits,
            self.golden,
            self.corpus,
            list(dict.fromkeys(name for k in plan.k for name in plan.names(k))),
            chunks=cut.anchors,
            by=plan.by,
            k=max(plan.k),
            options=plan.options,
            matching=plan.matching,
        )
        texts = self.steps.texts[key]
        cost = _cost(chunks.height, texts, made, took)
        audit = Audit(
            duplicate_share(texts.values()),
            self.steps.uncut(setup) if plan.audit else None,
            self.steps.truncation(setup),
            int(took.get(WITHOUT, 0)),
            int(made.get("relocated", 0)),
        )
        lists = by_question(hits)
        return [self._at(k, Point(setup, k, plan.names(k)[0], card, cost, audit=audit), lists, cut) for k in plan.k]

    def _at(self, k: int, point: Point, lists: Mapping[str, Sequence[Hit]], cut: Cut) -> Point:
        first = {name: [hit.item for hit in lists.get(name, [])[:k]] for name in self.steps.questions}
        spent = [sum(cut.tokens[item] for item in items) for items in first.values()]
        spans = coverage(self.gold, first, cut.places, cut.omega) if self.gold else None
        return replace(point, cost=replace(point.cost, tokens=float(np.mean(spent))), spans=spans)

    def _cut(self, key: str, handed: pl.DataFrame, *, whole: bool) -> Cut:
        if self._last is None or self._last[0] != key:
            rows = handed.select("id", "document", "start", "end").iter_rows()
            places = {name: (document, start, end) for name, document, start, end in rows}
            tokens: dict[str, int] = dict(handed.select("id", "tokens").iter_rows())
            anchors = None if whole else places_of(handed, self.steps.documents)
            omega = ceiling(self.gold, places) if self.gold else None
            self._last = (key, Cut(anchors, places, tokens, omega))
        return self._last[1]


def _cost(chunks: int, texts: Mapping[str, str], made: Mapping[str, Any], took: Mapping[str, Any]) -> Cost:
    """All but the tokens of context, which depend on k."""
    times = np.array(took["query_seconds"])
    return Cost(
        tokens=0.0,
        chunks=chunks,
        size=sum(map(len, texts.values())),
        chunk_seconds=made.get("chunk_seconds", 0.0),
        index_seconds=took.get("index_seconds", 0.0),
        query_p50=float(np.quantile(times, 0.5)) if len(times) else None,
        query_p95=float(np.quantile(times, 0.95)) if len(times) >= 20 else None,
        counter=COUNTER,
    )

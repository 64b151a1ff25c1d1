"""What traces do not record: which stages cannot be told apart, what cannot be measured, and what to record for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from ragauge.catalog import all_metrics
from ragauge.core.stage import Stage

if TYPE_CHECKING:
    from ragauge.tables.traced import Traced


@dataclass(frozen=True, slots=True)
class Part:
    """A part that a trace can have: what cannot be known without it, and how to record it.

    ``metrics`` of this stage need it. ``only_if``: what a system has to do for the part to be there at all.
    """

    name: str
    lost: str
    how: str
    metrics: Stage | None = None
    only_if: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """How many traces, of those that it is looked for in, have a part, and the names of its stages."""

    part: Part
    recorded: int
    traces: int
    names: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every trace has it, or none, and a system need not have it."""
        return self.recorded >= self.traces or (not self.recorded and self.part.only_if is not None)


RANKINGS = ("lane", "fused", "reranked", "selected", "context")
ANY = Part(
    "a list of hits",
    "everything about retrieval",
    't.retrieved("bm25", hits), best first, to the full depth of the search',
    Stage.RETRIEVAL,
)
LISTS = {
    "lane": Part(
        "lanes of the first stage",
        "what was never found cannot be told from what was lost later; recall of each lane, what lanes share",
        't.retrieved("bm25", hits), for each lane, to the full depth of the search',
    ),
    "fused": Part(
        "the fused list",
        "what fusion lost cannot be told from what reranking or the cut lost; fusion against its best lane",
        "t.fused(hits)",
        Stage.FUSION,
        "lanes are joined",
    ),
    "reranked": Part(
        "the reranked list",
        "what reranking lost cannot be told from what the cut lost; what reranking gains",
        "t.reranked(hits)",
        Stage.RERANK,
        "hits are reranked",
    ),
    "selected": Part(
        "what was handed on",
        "what was cut at k cannot be told from what assembly lost, unless diagnose is told --k",
        "t.selected(hits)",
    ),
    "context": Part(
        "what entered the prompt",
        "what was lost by budget, deduplication and truncation; recall of the context",
        "t.context(hits, prompt_tokens=…, window=…)",
        Stage.CONTEXT,
    ),
}
COLUMNS = {
    "text": Part(
        "the text of the question",
        "traces whose ids are not those of the golden set cannot be brought together with it",
        "ragauge.record(text, key=id)",
        only_if="their ids are others",
    ),
    "extracted": Part(
        "predicates of the filter",
        "what a filter removed cannot be told from what was not found",
        't.filtered({"locale": "en-GB"}), and t.filtered({}) where there was none',
        Stage.FILTER,
    ),
    "authorization": Part(
        "predicates of authorization",
        "evidence that the asker may not see counts as lost",
        't.filtered(…, authorization={"tenant": "acme"}), and authorization={} where there was none',
    ),
    "prompt_tokens": Part(
        "tokens of the prompt",
        "whether the window of the model cut the prompt",
        "t.context(…, prompt_tokens=…, window=…)",
    ),
    "answer": Part("the answer", "everything after the prompt", "t.answered(text)", Stage.GENERATION),
    "citations": Part(
        "citations",
        "evidence that was used cannot be told from evidence that was not",
        "t.answered(…, citations=[…]), and citations=[] where there were none",
    ),
    "refusal": Part("refusals", "refusals cannot be told from wrong answers", "t.answered(…, refusal=True), or False"),
}


def examine(traced: Traced) -> list[Finding]:
    """Every part, with the number of traces that have it; traces that failed are not looked at.

    >>> from ragauge.core.trace import StageHits, Trace
    >>> from ragauge.io.trace_tables import traced_of
    >>> found = examine(traced_of([Trace("q1", stages=(StageHits("bm25", "lane", (("c1", 7.5),)),))]))
    >>> [(one.part.name, one.recorded) for one in found if one.recorded]
    [('lanes of the first stage', 1)]
    """
    fine = traced.asked.with_row_index("trace").filter(pl.col("error").is_null())
    found = [_listed(traced, fine["trace"], part, (kind,)) for kind, part in LISTS.items()]
    found += [Finding(part, _told(fine, name), fine.height) for name, part in COLUMNS.items()]
    anything = _listed(traced, fine["trace"], ANY, RANKINGS)
    return found if anything.is_complete else [anything, *found]


def _listed(traced: Traced, fine: pl.Series, part: Part, kinds: tuple[str, ...]) -> Finding:
    names = tuple(name for kind in kinds for name in traced.stages(kind))
    places = [traced.names.index(name) for name in names]
    have = traced.recorded.filter(pl.col("stage").is_in(places))["trace"].unique()
    return Finding(part, int(fine.is_in(have.implode()).sum()), len(fine), names)


def _told(fine: pl.DataFrame, name: str) -> int:
    """How many say something; who refuses need not have an answer besides."""
    told = pl.col(name).is_not_null()
    if name == "answer":
        told |= pl.col("refusal").fill_null(value=False)
    return int(fine.select(told.sum()).item())


def without(part: Part) -> str:
    """The metrics of the catalog that need a part, by name; nothing where none does."""
    names = [name for name, spec in all_metrics().items() if part.metrics is not None and spec.stage is part.metrics]
    return ", ".join(names)

"""What traces do not record: which stages cannot be told apart, what cannot be measured, and what to record for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from ragauge.tables.traced import Traced


@dataclass(frozen=True, slots=True)
class Part:
    """A part that a trace can have: what it is for, and how to record it."""

    name: str
    lost: str
    how: str


@dataclass(frozen=True, slots=True)
class Finding:
    """How many traces have a part; ``part`` says what is lost without, and how to record it."""

    part: Part
    recorded: int
    traces: int
    names: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every trace that did not fail has it."""
        return self.recorded >= self.traces


LISTS = {
    "lane": Part(
        "lanes of the first stage",
        "what was never retrieved cannot be told from what was lost later; recall of each lane, overlap of lanes",
        't.retrieved("bm25", hits), to the full depth of the search',
    ),
    "fused": Part(
        "the fused list",
        "losses by fusion cannot be told from those by rerank or cut; fused against its best lane",
        "t.fused(hits)",
    ),
    "reranked": Part(
        "the reranked list",
        "losses by rerank cannot be told from the cut; what reranking gains on the same candidates",
        "t.reranked(hits)",
    ),
    "selected": Part(
        "what was handed on",
        "the cut at k cannot be told from the assembly, unless --k says it; recall at your own k",
        "t.selected(hits)",
    ),
    "context": Part(
        "what entered the prompt",
        "losses by budget, deduplication and truncation; context recall",
        "t.context(hits, prompt_tokens=…, window=…)",
    ),
}
COLUMNS = {
    "extracted": Part(
        "filter predicates",
        "what a filter removed cannot be told from what was not found; false exclusions, leaks",
        't.filtered({"locale": "en-GB"}), or {} where there was none',
    ),
    "authorization": Part(
        "predicates of authorization",
        "evidence that the asker may not see counts as lost; leaks past authorization",
        't.filtered(…, authorization={"tenant": "acme"})',
    ),
    "prompt_tokens": Part(
        "tokens of the prompt", "truncation by the model's window", "t.context(…, prompt_tokens=…, window=…)"
    ),
    "answer": Part("the answer", "everything after the prompt", "t.answered(text, citations=[…], refusal=…)"),
    "citations": Part(
        "citations", "evidence that was used cannot be told from evidence that was not", "t.answered(…, citations=[…])"
    ),
    "refusal": Part("refusals", "refusals cannot be told from wrong answers", "t.answered(…, refusal=True or False)"),
}
SINGLE = frozenset({"fused"})
"""Lists that a pipeline with one lane has no need of."""


def examine(traced: Traced) -> list[Finding]:
    """Every part, with the number of traces that have it; failed traces are expected to have none.

    A pipeline with one lane has nothing to fuse: the fused list is then not asked for.
    """
    fine = traced.asked.with_row_index("trace").filter(pl.col("error").is_null())
    many = len(traced.stages("lane")) > 1
    found = []
    for kind, part in LISTS.items():
        names = traced.stages(kind)
        if kind in SINGLE and not many and not names:
            continue
        places = [traced.names.index(name) for name in names]
        have = traced.recorded.filter(pl.col("stage").is_in(places))["trace"].unique()
        count = fine.filter(pl.col("trace").is_in(have.implode())).height
        found.append(Finding(part, count, fine.height, tuple(names)))
    found += [Finding(part, int(fine[name].is_not_null().sum()), fine.height) for name, part in COLUMNS.items()]
    return found

"""What is wrong with a rerank whatever its quality: seen in what it returned, and by asking it once more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.pipeline.rerank.checks import not_the_best, pool_problems
from ragauge.studying.study import Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.studying.rerank.rerankers import Rerank, Returned

ASKED_AGAIN = 5
"""So many questions are asked once more with their candidates in reverse."""
MOVED = 0.01
"""A score that moves by more than this share of the range of a question's scores depends on the order."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A check of one rerank: how many questions were looked at, how many break it, and the first of these."""

    check: str
    rerank: str
    questions: int
    broken: int
    example: str | None = None


def findings_on(one: Returned, k: int) -> list[Finding]:
    """The checks of what a rerank returned; ``one`` with a depth must return every candidate once.

    - every hit was a candidate, and none is there twice;
    - no candidate is lost (not of recorded lists, which may have been cut);
    - no hit behind the first k has a higher score than one of them, where there are scores.
    """
    pool: list[str] = []
    lost: list[str] = []
    order: list[str] = []
    for question, hits in one.lists.items():
        items = [hit.item for hit in hits]
        problems = pool_problems([hit.item for hit in one.candidates[question]], items)
        told = [problem for problem in problems if not problem.startswith("candidates lost")]
        pool += [f"{question}: {told[0]}"] if told else []
        lost += [f"{question}: {problem}" for problem in problems if problem not in told][:1]
        scores: dict[str, float] = {}
        for hit in hits:
            scores.setdefault(hit.item, hit.score)
        pairs = not_the_best(scores, list(dict.fromkeys(items))[:k])
        order += [f"{question}: {pairs[0][0]!r} scores above {pairs[0][1]!r} and stands behind it"] if pairs else []
    checks = [("hits were candidates, each once", pool)]
    if one.scored:
        checks.append((f"the first {k} have the best scores", order))
    if one.depth is not None:
        checks.insert(1, ("no candidate is lost", lost))
    return [Finding(name, one.label, len(one.lists), len(bad), next(iter(bad), None)) for name, bad in checks]


def asked_in_reverse(
    name: str, rerank_hits: Rerank, questions: Mapping[str, str], candidates: Mapping[str, Sequence[Hit]]
) -> Finding:
    """Whether scores belong to their texts: the same candidates in reverse must get the same scores.

    Asked for the first questions by id that have two candidates. A score may move by 1 % of the range of the scores of
    its question, for services that compute in batches.
    """
    asked = sorted(question for question, hits in candidates.items() if len(hits) > 1)[:ASKED_AGAIN]
    bad = []
    for question in asked:
        hits = list(candidates[question])
        before = {hit.item: hit.score for hit in rerank_hits(questions[question], hits)}
        after = {hit.item: hit.score for hit in rerank_hits(questions[question], hits[::-1])}
        both = before.keys() & after.keys()
        span = max(before.values(), default=0.0) - min(before.values(), default=0.0)
        moved = [item for item in sorted(both) if abs(before[item] - after[item]) > MOVED * span + 1e-9]
        if moved:
            item = moved[0]
            bad.append(f"{question}: {item!r} scores {before[item]:.4g}, and {after[item]:.4g} in reverse")
    return Finding("scores belong to their texts", name, len(asked), len(bad), next(iter(bad), None))


def finding_table(found: Sequence[Finding]) -> Table:
    """The checks, the broken ones first."""
    columns = (
        Column("check"),
        Column("rerank"),
        Column("questions", "count"),
        Column("broken", "count"),
        Column("for example"),
    )
    rows = sorted(found, key=lambda one: one.broken == 0)
    return Table(
        "checks", columns, tuple((one.check, one.rerank, one.questions, one.broken, one.example) for one in rows)
    )

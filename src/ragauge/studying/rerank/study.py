"""The study of reranking: the same candidates in another order, against the order that the gold would choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.studying.evidence import evidence_of
from ragauge.studying.paired import Held, cut_of, deciding, held_against, names_of, notes_of, paired_table
from ragauge.studying.rerank.advice import advice_on
from ragauge.studying.rerank.findings import asked_in_reverse, finding_table, findings_on
from ragauge.studying.rerank.headroom import beaten, headroom_table
from ragauge.studying.rerank.oracle import oracle_lists
from ragauge.studying.rerank.rerankers import Returned, returned, whole
from ragauge.studying.spent import median_and_p95
from ragauge.studying.study import Column, Study, Table
from ragauge.sweeping.steps import HITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.records import Hit
    from ragauge.core.scorecard import Scorecard
    from ragauge.studying.evidence import Evidence
    from ragauge.studying.recorded import Recorded
    from ragauge.studying.rerank.rerankers import Rerank
    from ragauge.studying.subject import Subject

DEPTHS = (10, 20, 50)
METRICS = ("ndcg@10", "mrr", "precision@1")
"""What a rerank is measured by unless something else is asked for."""
FIRST = "first stage"


def rerank_study(
    subject: Subject,
    first: Mapping[str, Sequence[Hit]],
    rerankers: Mapping[str, Rerank],
    *,
    depths: Sequence[int] = DEPTHS,
    recorded: Mapping[str, Recorded] | None = None,
) -> Study:
    """Rerank the first hits of ``first`` at every depth, and hold the result against their order.

    ``rerankers`` are functions from a question and its candidates to hits (``make_reranker`` has some by name);
    ``recorded`` are lists that somebody's own reranker made of the same candidates. Whatever lies beyond the depth, and
    what a reranker left out, stands behind in the order of the first stage, so that all lists hold the same hits; the
    ideal is that of the whole gold. A reranker is asked at every depth, since its answer may depend on what else it
    sees.

    Raises: InputError without a reranker, for a depth outside 1 to 100, or a first metric without better and worse.
    """
    recorded = recorded or {}
    metric, metrics = deciding(subject), names_of(subject)
    _refuse_odd(rerankers, recorded, depths)
    lists = {question: first.get(question, ()) for question in subject.questions}
    made = [
        returned(name, rerank, subject.questions, lists, depth)
        for name, rerank in rerankers.items()
        for depth in sorted(set(depths))
    ]
    made += [_recorded(name, given, lists) for name, given in recorded.items()]
    base = Held(FIRST, subject.card(FIRST, lists))
    cards = [(one.label, subject.card(one.label, whole(one, lists))) for one in made]
    held = held_against(subject, base, cards)
    looked_at = None if recorded else max(depths)
    evidence = evidence_of(subject, {question: hits[:looked_at] for question, hits in lists.items()})
    oracles = {
        depth: _oracle(subject, metric, lists, evidence, depth, [base, *held], made)
        for depth in dict.fromkeys(one.depth for one in made)
    }
    best = [Held(f"oracle depth={depth}" if depth else "oracle", card) for depth, card in oracles.items()]
    pairs = list(zip(made, held, strict=True))
    found = [finding for one in made for finding in findings_on(one, cut_of(metric))]
    deepest = {question: hits[: max(depths)] for question, hits in lists.items()}
    found += [asked_in_reverse(name, one, subject.questions, deepest) for name, one in rerankers.items()]
    tables = [
        *(paired_table("reranked", "order", name, [base, *held, *best], FIRST) for name in metrics),
        headroom_table(subject, metrics, base.card, pairs, oracles),
        *([_time_table(made)] if rerankers else []),
        finding_table(found),
    ]
    return Study(
        "rerank",
        f"Reranking by {', '.join([*rerankers, *recorded])}",
        tuple(tables),
        advice=tuple(advice_on(subject, metric, base, pairs, oracles, found)),
        notes=(*_notes(metrics, base, held, made, oracles), *notes_of([base, *held])),
        provenance=subject.provenance() | {"metric": metric, "depths": sorted(set(depths)), "hits": HITS},
    )


def _refuse_odd(rerankers: Mapping[str, Rerank], recorded: Mapping[str, object], depths: Sequence[int]) -> None:
    if not rerankers and not recorded:
        raise InputError("no reranker to look at")
    if twice := sorted(rerankers.keys() & recorded.keys()):
        raise InputError(f"two rerankers are called {', '.join(map(repr, twice))}")
    if not depths or not all(1 <= depth <= HITS for depth in depths):
        raise InputError(f"a depth is a number from 1 to {HITS}, as {HITS} hits are kept; got {list(depths)}")


def _recorded(name: str, given: Recorded, lists: Mapping[str, Sequence[Hit]]) -> Returned:
    return Returned(name, None, lists, given.lists, scored=given.scored)


def _oracle(
    subject: Subject,
    metric: str,
    lists: Mapping[str, Sequence[Hit]],
    evidence: Evidence,
    depth: int | None,
    measured: Sequence[Held],
    made: Sequence[Returned],
) -> Scorecard:
    """The scorecard of the best order of the first ``depth`` hits.

    Where an order that was measured on them is better by the deciding metric, that order is the best one known.
    """
    best = oracle_lists(lists, evidence, depth)
    card = subject.card("oracle", best)
    others = [(measured[0], lists)]
    others += [(held, whole(one, lists)) for held, one in zip(measured[1:], made, strict=True) if one.depth == depth]
    for held, order in others:
        if ahead := beaten(metric, card, [held.card]):
            best |= {question: list(order[question]) for question in ahead}
            card = subject.card("oracle", best)
    return card


def _time_table(made: Sequence[Returned]) -> Table:
    columns = (
        Column("rerank"),
        Column("questions", "count"),
        Column("texts a question", "number"),
        Column("p50", "seconds"),
        Column("p95", "seconds"),
    )
    rows = []
    for one in made:
        if one.depth is not None:
            texts = [len(hits) for hits in one.candidates.values() if hits]
            mean = sum(texts) / len(texts) if texts else None
            rows.append((one.label, len(texts), mean, *median_and_p95(one.seconds)))
    return Table("what it takes, a question", columns, tuple(rows))


def _notes(
    metrics: Sequence[str],
    base: Held,
    held: Sequence[Held],
    made: Sequence[Returned],
    oracles: Mapping[int | None, Scorecard],
) -> list[str]:
    found = []
    for name in metrics:
        odd = {
            question
            for one, held_one in zip(made, held, strict=True)
            for question in beaten(name, oracles[one.depth], [base.card, held_one.card])
        }
        if odd:
            found.append(
                f"{name}: in {len(odd)} questions a hit meets several places, or holds parts of several, so that "
                "the best order is not known: no headroom is told"
            )
    return found

"""The study of expansion: the raw question against RM3, Bo1, and what a generator makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.studying.evidence import evidence_of
from ragauge.studying.expansion.advice import advice_on
from ragauge.studying.expansion.asking import WORDS, searched
from ragauge.studying.expansion.confidence import LOW, confidence_of, with_confidence
from ragauge.studying.expansion.drift import drift_table, lost_table
from ragauge.studying.expansion.feedback import PARAMETERS
from ragauge.studying.expansion.generated import REWRITES, identity_of
from ragauge.studying.expansion.methods import (
    Method,
    feedback_methods,
    hyde_method,
    multi_query_method,
    rewritten,
)
from ragauge.studying.expansion.union import union_table
from ragauge.studying.paired import (
    PAIRED,
    Held,
    cut_of,
    deciding,
    difference_cells,
    names_of,
    notes_of,
    paired_table,
)
from ragauge.studying.spent import median_and_p95
from ragauge.studying.study import Column, Study, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ragauge.core.ports import Generator
    from ragauge.core.records import Hit
    from ragauge.core.scorecard import Scorecard
    from ragauge.studying.subject import Subject

RAW = "raw question"


def expansion_study(
    subject: Subject,
    *,
    lane: str = "bm25",
    by: Sequence[str] = (),
    generator: Generator | None = None,
    rewrites: int = REWRITES,
) -> Study:
    """Ask otherwise, and hold what is found against the raw question and, for a generator, against RM3 and Bo1.

    All of them search the same lane. p is adjusted by Holm for all pairs and metrics together; slices are a family of
    their own: the columns of ``by``, and the third of the questions whose raw search was least sure of its best hit.

    Raises: InputError for fewer than one rewrite, an unknown lane or column, or a first metric without better and
        worse; what the generator raises is passed on.
    """
    if rewrites < 1:
        raise InputError(f"the number of rewrites is at least 1, not {rewrites}")
    metric, k = deciding(subject), cut_of(deciding(subject))
    raw = searched(subject, subject.questions, lane)
    golden, confidence = with_confidence(subject.golden, confidence_of(list(subject.questions), raw.lists))
    columns = [*dict.fromkeys(golden.column(name, "slice").name for name in by), confidence]
    methods = feedback_methods(subject, lane, raw)
    found = None if generator is None else rewritten(subject, lane, raw, generator, rewrites)
    if generator is not None and found is not None:
        methods += [multi_query_method(subject, found, rewrites), hyde_method(subject, lane, generator)]
    base = Held(RAW, subject.card(RAW, raw.lists, golden))
    cards = {one.name: subject.card(one.name, one.lists, golden) for one in methods}
    held, duels = _compared(subject, base, cards, methods, columns)
    evidence = evidence_of(subject, *(_first(lists, k) for lists in (raw.lists, *(one.lists for one in methods))))
    raw_method = Method(RAW, raw.lists, raw.seconds)
    tables = [
        *(paired_table("expansions", "question", name, [base, *held], RAW) for name in names_of(subject)),
        *([_duel_table(metric, duels)] if duels else []),
        _slice_table(metric, held),
        *([] if found is None else [union_table(subject, metric, Held(RAW, base.card), found)]),
        drift_table(subject, raw.lists, methods, evidence, k),
        lost_table(subject, raw.lists, methods, evidence, k),
        _time_table([raw_method, *methods]),
    ]
    return Study(
        "expansion",
        f"Other questions to {lane}: {', '.join(one.name for one in methods)}",
        tuple(tables),
        advice=tuple(advice_on(metric, methods, held, duels)),
        notes=(*_notes(lane), *notes_of([base, *held])),
        provenance=subject.provenance()
        | {
            "metric": metric,
            "lane": lane,
            "parameters": dict(PARAMETERS),
            "generator": None if generator is None else identity_of(generator),
            "rewrites": None if generator is None else rewrites,
        },
    )


def _first(lists: Mapping[str, Sequence[Hit]], k: int) -> dict[str, Sequence[Hit]]:
    return {question: hits[:k] for question, hits in lists.items()}


Duel = tuple[str, Held]
"""What a generated question is held against, and the comparison."""


def _compared(
    subject: Subject, base: Held, cards: dict[str, Scorecard], methods: Sequence[Method], by: Sequence[str]
) -> tuple[list[Held], list[Duel]]:
    """Everything against the raw question, and what is generated against what needs no generator: one family."""
    rivals = [(one.name, other.name) for other in methods if other.generated for one in methods if not one.generated]
    pairs = [(base.card, card) for card in cards.values()]
    pairs += [(cards[one], cards[other]) for one, other in rivals]
    found = subject.compared(pairs, by=by)
    held = [Held(name, card, comparison) for (name, card), comparison in zip(cards.items(), found, strict=False)]
    rest = found[len(cards) :]
    return held, [
        (one, Held(other, cards[other], comparison)) for (one, other), comparison in zip(rivals, rest, strict=True)
    ]


def _duel_table(metric: str, duels: Sequence[Duel]) -> Table:
    columns = (Column("generated"), Column("against"), Column("n", "count"), *PAIRED)
    rows = []
    for rival, held in duels:
        difference = held.difference(metric)
        rows.append((held.name, rival, None if difference is None else difference.n, *difference_cells(difference)))
    return Table(f"what a generator must beat: {metric}", columns, tuple(rows))


def _slice_table(metric: str, held: Sequence[Held]) -> Table:
    columns = (
        Column("question"),
        Column("slice"),
        Column("n", "count"),
        Column("raw", "value"),
        Column("so asked", "value"),
        *PAIRED,
    )
    rows = []
    for one in held:
        for difference in one.against.differences if one.against is not None else ():
            if difference.metric == metric and difference.slice is not None:
                where = ", ".join(f"{name}={cell}" for name, cell in difference.slice.items())
                values = (difference.n, difference.base, difference.candidate)
                rows.append((one.name, where, *values, *difference_cells(difference)))
    return Table(f"by slice: {metric}, differences from the raw question", columns, tuple(rows))


def _time_table(methods: Sequence[Method]) -> Table:
    columns = (Column("question"), Column("questions", "count"), Column("p50", "seconds"), Column("p95", "seconds"))
    rows = [(one.name, len(one.seconds), *median_and_p95(list(one.seconds.values()))) for one in methods]
    title = "what it takes, a question: first search, expansion or generator, and all searches"
    return Table(title, columns, tuple(rows))


def _notes(lane: str) -> Iterator[str]:
    told = "; ".join(f"{name}: {how}" for name, how in PARAMETERS.items())
    yield f"{told}; weights are asked as {WORDS} words"
    yield f"confidence={LOW}: the third of the questions whose first hit leads the second by least, (s1 - s2) / s1"
    if lane != "bm25":
        yield f"{lane} does not weigh a word that is repeated n times n times: RM3 and Bo1 are at home in bm25"

"""One family measured: what it removes, and what it wins as a hard filter and as a soft boost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import polars as pl

from ragauge.catalog import find_metric
from ragauge.core.records import Hit
from ragauge.studying.filter.advising import least_p
from ragauge.studying.filter.exclusion import exclusion_of
from ragauge.studying.filter.gold import only
from ragauge.studying.filter.leaking import leaking
from ragauge.studying.paired import Held, cut_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.studying.filter.exclusion import Exclusion, Parts
    from ragauge.studying.filter.families import Family
    from ragauge.studying.filter.leaking import Leaking
    from ragauge.studying.filter.searching import Searching
    from ragauge.studying.subject import Subject
    from ragauge.tables.golden import Golden

    Lists = Mapping[str, Sequence[Hit]]

WITHOUT, HARD = "no filter", "hard"
THERE = "\0what there is"
"""A question that no gold asks and that gets all of the gold, so that names are matched alike under every filter."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold of a study.

    ``documents`` has documents as units, ``seen`` is the golden set as far as the askers may see it, and
    ``seen_documents`` is both. ``parts`` has the documents of every unit, ``items`` everything that can be a hit and is
    of a gold document.
    """

    documents: Golden
    parts: Parts
    seen: Golden
    seen_documents: Golden
    items: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Measured:
    """A family with its exclusion, and the scorecards of its questions without filter, hard, and at each boost.

    All of them are measured over the same gold, which no filter has a part in; ``leaking`` is what the first k hits
    without the filter hold of what it keeps back. ``tested``: its p values are among those that are corrected together.
    """

    family: Family
    exclusion: Exclusion
    leaking: Leaking
    base: Held
    hard: Held
    soft: dict[float, Held] = field(default_factory=dict)
    tested: bool = False

    @property
    def pairs(self) -> int:
        """How many questions can be compared."""
        return self.base.card.scores[0].n

    def tests(self, metrics: int) -> int:
        """How many tests the family takes with so many metrics."""
        return metrics * (1 + len(self.soft))

    def rows(self) -> list[Held]:
        """Everything that is measured, without filter first."""
        return [self.base, self.hard, *self.soft.values()]


def measured(subject: Subject, family: Family, gold: Gold, searching: Searching, boosts: Sequence[float]) -> Measured:
    """Measure a family; nothing is compared yet.

    A family of authorization is held against all of the gold for what it removes, and its lists against what the
    asker may see; without it, the search knows of no authorization at all. It has no boosts.
    """
    secret, filters = family.authorization, family.by_question
    golden = _located(only(gold.seen, filters), gold)
    known = [Hit(item, 0.0) for item in gold.items]
    lists: Lists = searching.unguarded(filters) if secret else searching.without(filters)
    soft = {} if secret else searching.soft(lists, filters, boosts)
    documents = gold.documents if secret else gold.seen_documents

    def card(name: str, found: Lists) -> Held:
        return Held(name, subject.card(name, {**found, THERE: known}, golden=golden))

    return Measured(
        family,
        exclusion_of(family, documents, gold.parts, searching, subject.options),
        leaking(lists, searching.fields(), filters, k=cut_of(subject.metrics[0])),
        card(WITHOUT, lists),
        card(HARD, searching.hard(filters)),
        {boost: card(f"boost {boost:g}", found) for boost, found in soft.items()},
    )


def _located(golden: Golden, gold: Gold) -> Golden:
    """The golden set; where nothing of it is in the corpus there is no gold to look for, and it is told so."""
    known = set(gold.seen_documents.judgments["question"])
    if any(question in known for question in golden.judgments["question"]):
        return golden
    scored = pl.col("status") == "scored"
    status = pl.when(scored).then(pl.lit("gold_unlocated")).otherwise("status")
    return replace(golden, judgments=golden.judgments.clear(), questions=golden.questions.with_columns(status=status))


def compared(subject: Subject, found: Sequence[Measured]) -> int:
    """Hold everything against no filter, with one correction for all families that can be shown anything of.

    Families with so few questions that not even the same gain in all of them would be shown take no part: which these
    are depends on how many questions there are and on nothing that was measured (Tarone, doi:10.2307/2531456). They
    are compared, but not tested. Authorization is neither: it is no matter of gains.

    Returns how many tests the p values are corrected for.
    """
    families = [one for one in found if not one.family.authorization]
    tested = testable(families, alpha=1 - subject.options.level, metrics=directed(subject.metrics))
    for one in families:
        one.tested = one in tested
    _hold(subject, [one for one in families if not one.tested])
    return _hold(subject, tested)


def testable(found: Sequence[Measured], *, alpha: float, metrics: int) -> list[Measured]:
    """The families that something can be shown of: the smallest go, until the others have tests few enough."""
    left = sorted(found, key=lambda one: one.pairs)
    while left and least_p(left[0].pairs, sum(one.tests(metrics) for one in left)) > alpha:
        left.pop(0)
    return [one for one in found if one in left]


def directed(metrics: Sequence[str]) -> int:
    """How many metrics have a better and a worse, and so are tested."""
    return sum(find_metric(name).spec.direction != "none" for name in metrics)


def _hold(subject: Subject, found: Sequence[Measured]) -> int:
    pairs = [(one, key, one.hard if key is None else one.soft[key]) for one in found for key in (None, *one.soft)]
    comparisons = subject.compared([(one.base.card, held.card) for one, _, held in pairs])
    for (one, key, held), comparison in zip(pairs, comparisons, strict=True):
        against = Held(held.name, held.card, comparison)
        if key is None:
            one.hard = against
        else:
            one.soft[key] = against
    return comparisons[0].family if comparisons else 0

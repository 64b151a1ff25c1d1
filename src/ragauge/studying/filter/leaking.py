"""Hits that a filter should have kept back, over the lists of all questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.core.records import Hit
from ragauge.golden.ids.stages import exact_ids, match_ids
from ragauge.pipeline.filters.leaks import leaks
from ragauge.studying.recorded import recorded_lists
from ragauge.tables.anchors import anchors_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.pipeline.filters.leaks import Leak
    from ragauge.studying.filter.families import Filters
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run

    Metadata = Mapping[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Leaking:
    """What lists hold that breaks the predicates of their questions; a hit counts once a question.

    ``mismatches`` have a value of another kind, ``unknown`` no value for a negative predicate: engines differ there.
    ``authorization`` has every leak past a predicate of authorization, with its question.
    """

    questions: int
    returned: int
    violations: int
    mismatches: int
    unknown: int
    authorization: tuple[tuple[str, Leak], ...]

    @property
    def rate(self) -> float | None:
        """Violating hits ÷ returned hits; None where nothing was returned."""
        return self.violations / self.returned if self.returned else None


def leaking(
    lists: Mapping[str, Sequence[Hit]], metadata: Metadata, filters: Filters, *, k: int | None = None
) -> Leaking:
    """Check the first k hits of every question that is under a filter.

    >>> from ragauge.pipeline.filters.parsing import parse
    >>> fields = {"1": {"tenant": "elm"}, "2": {"tenant": "oak"}}
    >>> leaking({"q": [Hit("1", 2), Hit("2", 1)]}, fields, {"q": (parse("tenant = elm"),)}).rate
    0.5

    Raises: InputError for a hit whose metadata is not known.
    """
    asked = {question: one for question, one in filters.items() if question in lists}
    reports = {question: leaks(lists[question][:k], metadata, one) for question, one in asked.items()}
    return Leaking(
        questions=len(reports),
        returned=sum(one.returned for one in reports.values()),
        violations=sum(len(one.violations) for one in reports.values()),
        mismatches=sum(len(one.mismatches) for one in reports.values()),
        unknown=sum(len(one.unknown) for one in reports.values()),
        authorization=tuple((question, leak) for question, one in reports.items() for leak in one.authorization),
    )


def lists_in_documents(run: Run, golden: Golden, corpus: Corpus) -> dict[str, list[Hit]]:
    """The lists of a run by question of the golden set, every hit under the id of its document in the corpus.

    Raises: InputError naming hits that are of no document of the corpus: nothing can be said about them.
    """
    recorded = recorded_lists(run, golden)
    anchors = anchors_of(run.anchors)
    items = dict.fromkeys(hit.item for hits in recorded.lists.values() for hit in hits)
    named = {item: (anchors[item].document or anchors[item].url or item) if item in anchors else item for item in items}
    names = dict.fromkeys(named.values())
    match = exact_ids(corpus.texts, names) if run.verbatim else match_ids(corpus.texts, names)
    unknown = [item for item, name in named.items() if match.given_to.get(name, name) not in corpus]
    if unknown:
        raise InputError([Problem(f"{item!r} is of no document there is", run.source) for item in unknown])
    return {
        question: [Hit(match.given_to.get(named[hit.item], named[hit.item]), hit.score) for hit in hits]
        for question, hits in recorded.lists.items()
    }

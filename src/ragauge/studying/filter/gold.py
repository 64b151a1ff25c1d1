"""The gold in documents, which is what filters on metadata act on, and the gold that an asker may see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from ragauge.golden.ids.match import IdMatch, note
from ragauge.golden.ids.stages import exact_ids, match_ids
from ragauge.golden.matching.level import ambiguous_ids
from ragauge.golden.matching.units import regraded
from ragauge.pipeline.filters.authorization import eligible_gold
from ragauge.tables.anchors import ANCHORS, anchors_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ragauge.pipeline.filters.predicate import Predicate
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden


@dataclass(frozen=True, slots=True, eq=False)
class GoldDocuments:
    """Which documents the gold means.

    ``of_item`` has for an item of the gold its documents in the corpus: one, or several where the documents of the
    corpus are parts of what the gold names. ``golden`` is the golden set with documents as units, under the name of
    the first part; gold that is not in the corpus is left out of both.
    """

    of_item: Mapping[str, tuple[str, ...]]
    golden: Golden
    notes: tuple[str, ...] = ()

    def parts(self) -> dict[str, tuple[str, ...]]:
        """The documents of every unit of ``golden``."""
        return {documents[0]: documents for documents in self.of_item.values()}


def gold_documents(golden: Golden, corpus: Corpus) -> GoldDocuments:
    """The documents of a golden set.

    Raises: InputError for gold that may be several documents.
    """
    anchors = anchors_of(golden.anchors)
    items = golden.judgments["item"].unique(maintain_order=True).to_list()
    named = {item: (anchors[item].document or anchors[item].url or item) if item in anchors else item for item in items}
    match = _matched(list(dict.fromkeys(named.values())), corpus, exact=golden.verbatim)
    if match.problems:
        raise ambiguous_ids(match.problems)
    documents: dict[str, list[str]] = {}
    for document, label in match.given_to.items():
        documents.setdefault(label, []).append(document)
    labels = {item: match.wanted_to.get(name, name) for item, name in named.items()}
    of_item = {item: tuple(documents[label]) for item, label in labels.items() if label in documents}
    rows, status = [], {}
    for (question,), group in golden.judgments.group_by(["question"], maintain_order=True):
        told = group.select("item", "grade", "need").rows()
        kept = [(str(question), of_item[item][0], grade, need) for item, grade, need in told if item in of_item]
        if any(grade > 0 for _, grade, _ in told) and not any(grade > 0 for _, _, grade, _ in kept):
            status[str(question)] = "gold_unlocated"
        rows += kept
    plain = regraded(golden, rows, status)
    plain = replace(plain, anchors=pl.DataFrame(schema=ANCHORS), verbatim=True, match=golden.match or "all", bare=())
    return GoldDocuments(of_item, plain, tuple(filter(None, [note(match)])))


def _matched(wanted: list[str], corpus: Corpus, *, exact: bool) -> IdMatch:
    return exact_ids(wanted, corpus.texts) if exact else match_ids(wanted, corpus.texts, complete=True)


def only(golden: Golden, questions: Collection[str]) -> Golden:
    """The golden set with these questions only.

    >>> from ragauge import load_golden
    >>> only(load_golden({"q1": ["a"], "q2": ["b"]}), {"q2"}).judgments["item"].to_list()
    ['b']
    """
    wanted = pl.Series(list(questions), dtype=pl.String).implode()
    mask = golden.questions["question"].is_in(wanted)
    kept = pl.col("question").is_in(wanted)
    return replace(
        golden,
        questions=golden.questions.filter(mask),
        slices=golden.slices.filter(mask) if golden.slices.width else golden.slices,
        judgments=golden.judgments.filter(kept),
        answers=golden.answers.filter(kept),
        bare=tuple(name for name in golden.bare if name in questions),
    )


def eligible(
    golden: Golden,
    of_item: Mapping[str, tuple[str, ...]],
    metadata: Mapping[str, Mapping[str, object]],
    guards: Mapping[str, tuple[Predicate, ...]],
) -> Golden:
    """The golden set with the gold that the asker of each question may see; with none left, it is unanswerable to him.

    An item with several documents may be seen where any of them may.
    """
    if not guards:
        return golden
    rows, status = [], {}
    for question, item, grade, need in golden.judgments.select("question", "item", "grade", "need").iter_rows():
        secret = guards.get(question, ())
        documents = of_item.get(item, ())
        if secret and documents and not eligible_gold(documents, metadata, secret):
            status[question] = "no_relevant"
        else:
            rows.append((question, item, grade, need))
    left = {question for question, _, grade, _ in rows if grade > 0}
    known = pl.Series([item for _, item, _, _ in rows], dtype=pl.String).implode()
    found = regraded(golden, rows, {name: one for name, one in status.items() if name not in left})
    return replace(found, anchors=golden.anchors.filter(pl.col("item").is_in(known)))

"""Which items hold the quotes and spans of the gold: through the corpus, through offsets, or in their own texts."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ragauge.golden.chunks.places import spans_in
from ragauge.golden.chunks.projection import project
from ragauge.golden.chunks.table import Chunks
from ragauge.golden.ids.stages import match_ids
from ragauge.golden.quotes.finder import QuoteFinder
from ragauge.golden.quotes.locating import locate_quotes
from ragauge.golden.quotes.plain_text import Folded
from ragauge.tables.anchors import anchor_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.core.anchors import Anchor
    from ragauge.core.matching import Matching
    from ragauge.golden.chunks.spans import Span
    from ragauge.golden.matching.universe import Universe
    from ragauge.tables.corpus import Corpus


@dataclass(slots=True)
class Spans:
    """For quotes and spans: the anchors each item meets, anchors in parts, lost ones, and those found with edits."""

    by_item: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    parts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    notes: tuple[str, ...] = ()

    def add(self, other: Spans) -> None:
        """Take over what another search found."""
        for item, keys in other.by_item.items():
            self.by_item[item] += keys
        self.parts |= other.parts
        self.lost |= other.lost
        self.damaged += other.damaged
        self.notes += other.notes


def in_texts(
    gold: Mapping[str, Anchor], universe: Universe, candidates: Mapping[str, list[str]], matching: Matching
) -> Spans:
    """Quotes that stand in the texts of items; those that stand nowhere as they are, also with a few edits.

    In a complete universe a quote that no text holds is lost: no retriever could find it.
    """
    found = Spans()
    if gold and matching.cover != "contains":
        told = f"--cover {matching.cover} needs --corpus: without it a hit must hold the whole quote"
        found.notes = (told,)
    forms = {key: Folded(anchor.quote or "") for key, anchor in gold.items()}
    finders = {item: QuoteFinder(universe.anchor(item).quote or "") for item in candidates}
    met: set[str] = set()
    for item, keys in candidates.items():
        for key in keys:
            if key in forms and _stands_in(finders[item], forms[key]):
                found.by_item[item].append(key)
                met.add(key)
    for item, keys in candidates.items():
        for key in keys:
            if key in forms and key not in met and finders[item].find_fuzzy(forms[key]) is not None:
                found.by_item[item].append(key)
                found.damaged.append(key)
    found.damaged = list(dict.fromkeys(found.damaged))
    if universe.complete:
        missing = [key for key in gold if key not in met and key not in found.damaged]
        found.lost = dict.fromkeys(missing, "no chunk holds it")
    return found


def _stands_in(finder: QuoteFinder, quote: Folded) -> bool:
    return finder.find_exact(quote.text) is not None or finder.find_folded(quote) is not None


def in_offsets(gold: Mapping[str, Anchor], universe: Universe, of_item: Mapping[str, str], matching: Matching) -> Spans:
    """Spans of documents on items that have offsets in the same documents."""
    wanted: dict[str, list[tuple[str, Span]]] = defaultdict(list)
    for key, anchor in gold.items():
        if anchor.start is not None and anchor.end is not None:
            wanted[anchor.document or ""].append((key, (anchor.start, anchor.end)))
    held: dict[str, list[tuple[str, Span | None]]] = defaultdict(list)
    for item in universe.items:
        anchor = universe.anchor(item)
        if anchor.start is not None and anchor.end is not None and anchor.start < anchor.end:
            held[of_item[item]].append((item, (anchor.start, anchor.end)))
            if "" in wanted:
                held[""].append((item, (anchor.start, anchor.end)))
    found = Spans()
    for document, spans in wanted.items():
        _project(spans, held.get(document, ()), matching, None, found, complete=universe.complete)
    return found


def in_corpus(gold: Mapping[str, Anchor], universe: Universe, corpus: Corpus, matching: Matching) -> Spans:
    """Quotes and spans located in the documents of a corpus, and projected to the items cut from these."""
    texts = corpus.readable()
    documents = match_ids([name for a in gold.values() if (name := a.document) is not None], texts, complete=True)
    called = {label: name for name, label in documents.given_to.items()}
    found = Spans()
    located = _locate(gold, texts, called, found)
    items = spans_in(Chunks(anchor_table({name: universe.anchor(name) for name in universe.items})), corpus)
    if universe.complete:
        found.notes = items.notes
    wanted: dict[str, list[tuple[str, Span]]] = defaultdict(list)
    for key, (document, span) in located.items():
        wanted[document].append((key, span))
    for document, spans in wanted.items():
        held = items.spans.get(document, ())
        _project(spans, held, matching, texts[document], found, complete=universe.complete)
    return found


def _locate(
    gold: Mapping[str, Anchor], texts: Mapping[str, str], called: Mapping[str, str], found: Spans
) -> dict[str, tuple[str, Span]]:
    """Document and span of each anchor, in the corpus's own names."""
    located: dict[str, tuple[str, Span]] = {}
    quotes = []
    for key, anchor in gold.items():
        document = None if anchor.document is None else called.get(anchor.document, anchor.document)
        if anchor.quote is not None:
            quotes.append((key, document, anchor.quote))
        elif document is not None and document in texts and anchor.start is not None and anchor.end is not None:
            if 0 <= anchor.start < anchor.end <= len(texts[document]):
                located[key] = (document, (anchor.start, anchor.end))
            else:
                found.lost[key] = "the span is not within its document"
        else:
            found.lost[key] = "its document is not in the corpus"
    for placement in locate_quotes(quotes, texts):
        key = str(placement.key)
        if placement.located is None or placement.document is None:
            found.lost[key] = (placement.reason or "not found").replace("_", " ")
            continue
        located[key] = (placement.document, (placement.located.start, placement.located.end))
        if placement.located.how == "fuzzy":
            found.damaged.append(key)
    return located


def _project(
    spans: Sequence[tuple[str, Span]],
    held: Sequence[tuple[str, Span | None]],
    matching: Matching,
    text: str | None,
    found: Spans,
    *,
    complete: bool,
) -> None:
    projections = project([span for _, span in spans], [span for _, span in held], matching.cover, text=text)
    for (key, _), one in zip(spans, projections, strict=True):
        for place in one.chunks:
            found.by_item[held[place][0]].append(key)
        if not one.chunks and one.split:
            found.parts[key] = tuple(held[place][0] for place in one.split)
        elif not one.chunks and complete:
            found.lost[key] = "no chunk holds it"

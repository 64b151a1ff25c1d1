"""Which items hold the quotes and spans of the gold: through the corpus, through offsets, or in their own texts."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
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
    from ragauge.golden.quotes.finder import Located
    from ragauge.tables.corpus import Corpus

Places = dict[str, list[tuple[str, "Span"]]]
"""For each gold source the places where it stands: document and span."""


@dataclass(frozen=True, slots=True)
class Split:
    """A place that no item holds alone: its characters with ink, and those of them that each item holds."""

    needed: frozenset[int]
    of_item: Mapping[str, frozenset[int]]

    @classmethod
    def of(cls, span: Span, items: Sequence[tuple[str, Span | None]], text: str | None) -> Split:
        """What each item holds of a span.

        >>> Split.of((1, 4), [("a", (0, 2)), ("b", (3, 9)), ("c", None)], "xy z")
        Split(needed=frozenset({1, 3}), of_item={'a': frozenset({1}), 'b': frozenset({3})})
        """
        needed = frozenset(at for at in range(*span) if text is None or not text[at].isspace())
        start, end = span
        near = ((item, place) for item, place in items if place is not None and place[0] < end and place[1] > start)
        held: dict[str, frozenset[int]] = {}
        for item, place in near:
            held[item] = held.get(item, frozenset()) | needed.intersection(range(*place))
        return cls(needed, {item: some for item, some in held.items() if some})

    def is_held(self, items: set[str]) -> bool:
        """Whether these items hold all of it together."""
        return self.needed <= frozenset().union(*(self.of_item[item] for item in items & self.of_item.keys()))


@dataclass(slots=True)
class Spans:
    """For quotes and spans: the anchors each item meets, lost ones, and those found with edits.

    ``parts`` are anchors that several items hold together, ``split`` those of them that no item holds alone.
    """

    by_item: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    parts: dict[str, list[Split]] = field(default_factory=dict)
    split: list[str] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    notes: tuple[str, ...] = ()

    def add(self, other: Spans) -> None:
        """Take over what another search found."""
        for item, keys in other.by_item.items():
            self.by_item[item] += keys
        self.parts |= other.parts
        self.split += other.split
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
        held = set(found.by_item.get(item, ()))
        for key in keys:
            left = key in forms and key not in held and not (universe.complete and key in met)
            if left and finders[item].find_fuzzy(forms[key]) is not None:
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
    wanted: Places = {}
    for key, anchor in gold.items():
        if anchor.start is not None and anchor.end is not None:
            wanted[key] = [(anchor.document or "", (anchor.start, anchor.end))]
    held: dict[str, list[tuple[str, Span | None]]] = defaultdict(list)
    anywhere = any(place[0][0] == "" for place in wanted.values())
    for item in universe.items:
        anchor = universe.anchor(item)
        if anchor.start is not None and anchor.end is not None and anchor.start < anchor.end:
            held[of_item[item]].append((item, (anchor.start, anchor.end)))
            if anywhere:
                held[""].append((item, (anchor.start, anchor.end)))
    found = Spans()
    _project(wanted, held, {}, matching, found, complete=universe.complete)
    return found


def in_corpus(
    gold: Mapping[str, Anchor],
    universe: Universe,
    candidates: Mapping[str, list[str]],
    matching: Matching,
    corpus: Corpus,
) -> Spans:
    """Quotes and spans located in the documents of a corpus, and projected to the items cut from these."""
    texts = corpus.readable()
    documents = match_ids([name for a in gold.values() if (name := a.document) is not None], texts, complete=True)
    called = {label: name for name, label in documents.given_to.items()}
    found = Spans()
    located = gold_places(gold, texts, called, found)
    items = spans_in(Chunks(anchor_table({name: universe.anchor(name) for name in universe.items})), corpus)
    if universe.complete:
        found.notes += items.notes
    _project(located, items.spans, texts, matching, found, complete=universe.complete)
    _in_own_texts(gold, universe, items.spans, candidates, matching, found)
    return found


def _in_own_texts(
    gold: Mapping[str, Anchor],
    universe: Universe,
    spans: Mapping[str, Sequence[tuple[str, Span | None]]],
    candidates: Mapping[str, list[str]],
    matching: Matching,
    found: Spans,
) -> None:
    """Quotes in items that have no place in their document, as a parser changed or dropped something in between."""
    placed = {item for rows in spans.values() for item, span in rows if span is not None}
    quotes = {key: anchor for key, anchor in gold.items() if anchor.quote is not None}
    loose = {
        item: [key for key in keys if key in quotes]
        for item, keys in candidates.items()
        if item not in placed and universe.anchor(item).quote
    }
    if not quotes or not any(loose.values()):
        return
    own = in_texts(quotes, replace(universe, complete=False), loose, replace(matching, cover="contains"))
    for item, keys in own.by_item.items():
        found.by_item[item] += [key for key in keys if key not in found.by_item[item]]
    met = {key for keys in own.by_item.values() for key in keys}
    found.lost = {key: reason for key, reason in found.lost.items() if key not in met}
    found.split = [key for key in found.split if key not in met]


def gold_places(
    gold: Mapping[str, Anchor], texts: Mapping[str, str], called: Mapping[str, str], found: Spans
) -> Places:
    """Where each quote or span stands, in the corpus's own names; all places of a quote that is there several times."""
    located: Places = {}
    quotes = []
    elsewhere = []
    for key, anchor in gold.items():
        document = None if anchor.document is None else called.get(anchor.document, anchor.document)
        span = _own_span(anchor, texts.get(document or ""))
        if span is not None and document is not None:
            located[key] = [(document, span)]
        elif anchor.quote is not None:
            quotes.append((key, document, anchor.quote))
            elsewhere += [key] if anchor.start is not None and document in texts else []
        else:
            known = document is not None and document in texts
            found.lost[key] = "the span is not within its document" if known else "its document is not in the corpus"
    for placement in locate_quotes(quotes, texts):
        key = str(placement.key)
        if placement.located is None or placement.document is None:
            found.lost[key] = (placement.reason or "not found").replace("_", " ")
            continue
        located[key] = _all_places(placement.document, placement.located, texts[placement.document])
        if placement.located.how == "fuzzy":
            found.damaged.append(key)
    if elsewhere:
        found.notes += (f"{len(elsewhere)} quotes do not stand at their offsets: they are looked for in the document",)
    return located


def _own_span(anchor: Anchor, text: str | None) -> Span | None:
    """The span that an anchor gives itself, if it is within its document and holds the anchor's quote."""
    if text is None or anchor.start is None or anchor.end is None or not 0 <= anchor.start < anchor.end <= len(text):
        return None
    span = (anchor.start, anchor.end)
    if anchor.quote is None or QuoteFinder(text[slice(*span)]).find(anchor.quote, fuzzy=False) is not None:
        return span
    return None


def _all_places(document: str, located: Located, text: str) -> list[tuple[str, Span]]:
    """Every place where the same letters stand: whoever has one of them has the quote."""
    words = text[located.start : located.end]
    places = [(document, (located.start, located.end))]
    if located.how == "fuzzy" or located.count == 1:
        return places
    at = text.find(words)
    while at >= 0:
        places.append((document, (at, at + len(words))))
        at = text.find(words, at + 1)
    return list(dict.fromkeys(places))


def _project(
    wanted: Places,
    held: Mapping[str, Sequence[tuple[str, Span | None]]],
    texts: Mapping[str, str],
    matching: Matching,
    found: Spans,
    *,
    complete: bool,
) -> None:
    """Which items meet which places, and what each item holds of those that several hold together."""
    by_document: dict[str, list[tuple[str, Span]]] = defaultdict(list)
    for key, places in wanted.items():
        for document, span in places:
            by_document[document].append((key, span))
    met: set[str] = set()
    for document, spans in by_document.items():
        items = held.get(document, ())
        text = texts.get(document)
        projections = project([span for _, span in spans], [span for _, span in items], matching.cover, text=text)
        for (key, span), one in zip(spans, projections, strict=True):
            for place in one.chunks:
                found.by_item[items[place][0]].append(key)
            met |= {key} if one.chunks else set()
            split = Split.of(span, items, text)
            if len(split.of_item) > 1 and split.is_held(set(split.of_item)):
                found.parts.setdefault(key, []).append(split)
    found.split = [key for key in found.parts if key not in met]
    if complete:
        missing = [key for key in wanted if key not in met and key not in found.parts]
        found.lost |= dict.fromkeys(missing, "no chunk holds it")

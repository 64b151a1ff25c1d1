"""Every id and every place of a golden set, looked up in the documents it is about."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ragauge.golden.chunks.places import spans_in
from ragauge.golden.chunks.projection import project
from ragauge.golden.ids.match import STAGES, IdMatch
from ragauge.golden.ids.stages import exact_ids, match_ids
from ragauge.golden.matching.pages import pages_touch
from ragauge.golden.quotes.locating import Placement, locate_quotes
from ragauge.tables.anchors import anchors_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ragauge.core.anchors import Anchor
    from ragauge.core.matching import Matching
    from ragauge.golden.chunks.spans import Span
    from ragauge.golden.chunks.table import Chunks
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden

CANDIDATES = 3
LIKE = 0.6


@dataclass(frozen=True, slots=True)
class Finding:
    """Something of the gold that was not found: for which questions, what, why, and what it may have been."""

    questions: tuple[str, ...]
    item: str
    what: str
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """What was found of a golden set in a corpus.

    ``ids`` counts documents by the stage that matched them, ``places`` quotes and spans by how they were found.
    ``missing`` is what was not found, ``damaged`` what was found only with edits; with chunks, ``chunks`` counts how
    many places one chunk holds, several together, or none.
    """

    source: str
    corpus: str
    documents: int
    ids: Mapping[str, int]
    places: Mapping[str, int]
    chunks: Mapping[str, int] = field(default_factory=dict)
    missing: Sequence[Finding] = ()
    damaged: Sequence[Finding] = ()
    notes: Sequence[str] = ()

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "source": self.source,
            "corpus": self.corpus,
            "documents": self.documents,
            "ids": dict(self.ids),
            "places": dict(self.places),
            "chunks": dict(self.chunks),
            "missing": [_plain(one) for one in self.missing],
            "damaged": [_plain(one) for one in self.damaged],
            "notes": list(self.notes),
        }


def check_golden(
    golden: Golden,
    corpus: Corpus,
    matching: Matching,
    *,
    chunks: Chunks | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Check:
    """Look up every document, quote and span of a golden set.

    Raises: InputError for chunks whose documents may be several of the corpus.
    """
    return _Check(golden, corpus, matching, chunks, progress).done()


class _Check:
    """The steps, which share what is known of the gold."""

    def __init__(
        self,
        golden: Golden,
        corpus: Corpus,
        matching: Matching,
        chunks: Chunks | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self.golden, self.corpus, self.matching, self.chunks, self.progress = golden, corpus, matching, chunks, progress
        self.anchors = anchors_of(golden.anchors)
        self.asked: dict[str, list[str]] = defaultdict(list)
        for question, item in golden.judgments.select("question", "item").unique(maintain_order=True).iter_rows():
            self.asked[item].append(question)
        self.missing: list[Finding] = []
        self.damaged: list[Finding] = []
        self.notes: list[str] = list(corpus.notes)

    def done(self) -> Check:
        """The whole check."""
        match = self._documents()
        located, places = self._places(match)
        chunks = {} if self.chunks is None else self._chunks(self.chunks, located)
        places |= self._pages(match)
        return Check(
            self.golden.source, self.corpus.source, len(self.corpus),
            ids={STAGES[stage]: count for stage, count in match.counts.items()},
            places=places, chunks=chunks, missing=self.missing, damaged=self.damaged, notes=self.notes,
        )  # fmt: skip

    def _documents(self) -> IdMatch:
        """Match the names of documents; gold that names chunks only is looked up in the table of chunks."""
        named: dict[str, list[str]] = defaultdict(list)
        known = set() if self.chunks is None else set(self.chunks.frame["item"])
        for item in self.asked:
            anchor = self.anchors.get(item)
            name = item if anchor is None else anchor.document or anchor.url
            if name is not None and not (anchor is None and item in known):
                named[name].append(item)
        given = list(self.corpus.texts)
        exact = self.matching.ids == "exact"
        match = exact_ids(named, given) if exact else match_ids(named, given, complete=True)
        self.notes += [*match.problems, *match.doubts]
        for name in (*match.unmatched, *match.ambiguous):
            why = "may be several documents" if name in match.ambiguous else "is not in the corpus"
            near = get_close_matches(name, given, CANDIDATES, LIKE)
            questions = dict.fromkeys(question for item in named[name] for question in self.asked[item])
            self.missing.append(Finding(tuple(questions), name, f"document {why}", tuple(near)))
        return match

    def _places(self, match: IdMatch) -> tuple[dict[str, tuple[str, Span]], dict[str, int]]:
        """Locate quotes and spans; each by its document and span in the corpus."""
        called = {label: name for name, label in match.given_to.items()}
        texts = self.corpus.readable()
        located: dict[str, tuple[str, Span]] = {}
        count: Counter[str] = Counter()
        quotes = []
        for item in self.asked:
            anchor = self.anchors.get(item)
            if anchor is None or (anchor.quote is None and anchor.start is None):
                continue
            name = anchor.document or anchor.url
            document = None if name is None else called.get(match.wanted_to.get(name, name), name)
            if document is not None and document not in texts:
                count["not looked for: no text of the document"] += 1
            elif anchor.quote is not None:
                quotes.append((item, document, anchor.quote))
            else:
                self._span(item, anchor, document, texts, located, count)
        for placement in locate_quotes(quotes, texts, progress=self.progress):
            self._quote(placement, located, count)
        return located, dict(count)

    def _pages(self, match: IdMatch) -> dict[str, int]:
        """Look up pages among those of the chunks; the documents themselves have none here."""
        paged = {item: one for item in self.asked if (one := self.anchors.get(item)) and one.page_from is not None}
        if not paged:
            return {}
        there: dict[str, list[Anchor]] = defaultdict(list)
        if self.chunks is not None:
            told = [one for one in anchors_of(self.chunks.frame).values() if one.page_from is not None]
            names = [name for one in told if (name := one.document or one.url) is not None]
            called = match_ids(dict.fromkeys(match.wanted_to.values()), dict.fromkeys(names)).given_to
            for one in told:
                there[called.get(one.document or one.url or "", "")].append(one)
        count: Counter[str] = Counter()
        for item, anchor in paged.items():
            name = anchor.document or anchor.url
            label = "" if name is None else match.wanted_to.get(name, name)
            pages = there.get(label) or (there.get("") if name is None else None)
            if not pages:
                count["pages not looked up: --chunks with pages would tell"] += 1
            elif any(pages_touch(anchor, one, self.matching) for one in pages):
                count["pages of chunks"] += 1
            else:
                count["pages that no chunk has"] += 1
                last = max(one.page_to or one.page_from or 0 for one in pages)
                self.missing.append(
                    Finding(tuple(self.asked[item]), item, f"no chunk is of this page; the last is {last}")
                )
        return dict(count)

    def _span(
        self,
        item: str,
        anchor: Anchor,
        document: str | None,
        texts: Mapping[str, str],
        located: dict[str, tuple[str, Span]],
        count: Counter[str],
    ) -> None:
        start, end = anchor.start or 0, anchor.end or 0
        if document is None or not 0 <= start < end <= len(texts[document]):
            count["spans outside of their document"] += 1
            self.missing.append(Finding(tuple(self.asked[item]), item, "the span is not within its document"))
            return
        count["spans"] += 1
        located[item] = (document, (start, end))

    def _quote(self, placement: Placement, located: dict[str, tuple[str, Span]], count: Counter[str]) -> None:
        item = str(placement.key)
        questions = tuple(self.asked[item])
        found = placement.located
        if found is None or placement.document is None:
            count["quotes not found"] += 1
            self.missing.append(Finding(questions, item, _why_not(placement), self._nearest(placement)))
            return
        count[{"exact": "quotes as written", "normalised": "quotes but for spaces, case or signs"}.get(
            found.how, "quotes only with edits (damage of parsing?)")] += 1  # fmt: skip
        located[item] = (placement.document, (found.start, found.end))
        if found.how == "fuzzy":
            text = self.corpus.texts[placement.document] or ""
            words = " ".join(text[found.start : found.end].split())
            self.damaged.append(Finding(questions, item, f"found with {_edits(found.distance)}", (words,)))

    def _nearest(self, placement: Placement) -> tuple[str, ...]:
        nearest, document = placement.nearest, placement.document
        if nearest is None or document is None:
            return ()
        words = (self.corpus.texts[document] or "")[nearest.start : nearest.end]
        return (f"{document}, {_edits(nearest.distance)} away: {' '.join(words.split())}",)

    def _chunks(self, chunks: Chunks, located: Mapping[str, tuple[str, Span]]) -> dict[str, int]:
        """How many of the located places one chunk holds, several together, or none."""
        placed = spans_in(chunks, self.corpus)
        self.notes += placed.notes
        by_document: dict[str, list[tuple[str, Span]]] = defaultdict(list)
        for item, (document, span) in located.items():
            by_document[document].append((item, span))
        count: Counter[str] = Counter()
        for document, spans in by_document.items():
            held = [span for _, span in placed.spans.get(document, ())]
            found = project([span for _, span in spans], held, self.matching.cover, text=self.corpus.texts[document])
            for (item, _), one in zip(spans, found, strict=True):
                kind = "held by one chunk" if one.chunks else "split over chunks" if one.split else "in no chunk"
                count[kind] += 1
                if kind == "in no chunk":
                    self.missing.append(Finding(tuple(self.asked[item]), item, "no chunk holds it"))
        return dict(count)


def _why_not(placement: Placement) -> str:
    return {
        "empty_quote": "the quote is empty",
        "unknown_document": "its document is not in the corpus",
        "not_found": "the quote is not in the document" if placement.document else "the quote is in no document",
    }[placement.reason or "not_found"]


def _edits(count: int) -> str:
    return f"{count} edit{'s' if count != 1 else ''}"


def _plain(one: Finding) -> dict[str, Any]:
    return {"questions": list(one.questions), "item": one.item, "what": one.what, "candidates": list(one.candidates)}

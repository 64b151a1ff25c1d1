"""Which items of a universe meet which anchors of the gold, by what both sides tell of pages, sections and words."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem
from ragauge.golden.matching.level import ambiguous_ids
from ragauge.golden.matching.pages import pages_touch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragauge.core.anchors import Anchor
    from ragauge.core.matching import Matching
    from ragauge.golden.ids.match import IdMatch
    from ragauge.golden.matching.span_covers import Spans, Split
    from ragauge.golden.matching.universe import Universe
    from ragauge.tables.corpus import Corpus

PLACES = ("quote", "start", "page_from", "section")
NUMBER = re.compile(r"(?:[^\W\d_]\.?)?\d+(?:[.\-]\d+)*[a-zа-я]?")
"""The number of a section: 4, 4.2, 12a, A.3."""
SHOWN = {"quote": "quotes", "start": "spans", "page_from": "pages", "section": "sections"}


@dataclass(slots=True)
class Covers:
    """What meets what.

    ``by_item`` has for each item the gold anchors (by key) that it meets; ``documents`` says which document of the
    universe is which of the gold. ``level`` is for each gold anchor what was compared: ``quote``, ``page``, ``section``
    or ``document``. ``parts`` are anchors that several items hold together, ``split`` those that no item holds
    alone; ``lost`` those that nothing can meet, with the reason; ``damaged`` those found only with edits.
    """

    by_item: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    level: dict[str, str] = field(default_factory=dict)
    documents: IdMatch | None = None
    parts: dict[str, list[Split]] = field(default_factory=dict)
    split: list[str] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    notes: tuple[str, ...] = ()

    def add(self, spans: Spans) -> None:
        """Take over what was found for quotes and spans."""
        for item, keys in spans.by_item.items():
            self.by_item[item] += keys
        self.parts |= spans.parts
        self.split += spans.split
        self.lost |= spans.lost
        self.damaged += spans.damaged
        self.notes += spans.notes


def covers_of(
    gold: Mapping[str, Anchor],
    universe: Universe,
    matching: Matching,
    *,
    corpus: Corpus | None,
    asked: Mapping[str, set[str]] | None,
    exact: bool,
    source: str,
) -> Covers:
    """What the items of a universe meet. ``asked``: the gold anchors that are looked for in an item, None for all.

    An anchor is compared by the most exact thing that both sides tell: words, else pages and sections, else the
    document. An item that does not tell it meets nothing.

    Raises: InputError when an anchor names a place but no document, and no item tells of such places.
    """
    covers = Covers()
    _choose_levels(gold, universe, asked, corpus, covers, source)
    named, of_item = _documents(gold, universe, covers, exact=exact)
    wanted = {key: replace(anchor, document=named.get(key)) for key, anchor in gold.items()}
    exactly = {key: one for key, one in wanted.items() if covers.level[key] == "quote"}
    candidates = _candidates(wanted, universe, of_item, asked)
    if exactly:
        covers.add(_spans(exactly, universe, candidates, of_item, matching, corpus))
    for item, keys in candidates.items():
        hit = universe.anchor(item)
        if item in covers.by_item:
            covers.by_item[item] = [key for key in covers.by_item[item] if _agrees(wanted[key], hit, matching)]
        for key in keys:
            if key not in exactly and _meets(wanted[key], hit, covers.level[key], matching):
                covers.by_item[item].append(key)
    return covers


def _choose_levels(
    gold: Mapping[str, Anchor],
    universe: Universe,
    asked: Mapping[str, set[str]] | None,
    corpus: Corpus | None,
    covers: Covers,
    source: str,
) -> None:
    """For each anchor what is compared."""
    every = {name for name in PLACES if universe.has(name)}
    tells = _tells(gold, universe, asked, every)
    without: dict[str, int] = defaultdict(int)
    for key, anchor in gold.items():
        told = [name for name in PLACES if getattr(anchor, name) is not None]
        there = tells[key]
        if anchor.document is None and anchor.url is None and anchor.chunk is None:
            there = there | every  # nothing coarser is left: a hit that does not tell the place meets nothing
        words = "quote" in there or ("start" in there and corpus is not None)
        if ("quote" in told and words) or ("start" in told and ("start" in there or words)):
            covers.level[key] = "quote"
        elif "page_from" in there and "page_from" in told:
            covers.level[key] = "page"
        elif "section" in there and "section" in told:
            covers.level[key] = "section"
        elif anchor.document is not None or anchor.url is not None or anchor.chunk is not None:
            covers.level[key] = "document"
        else:
            without[told[0]] += 1
    if without:
        names = " and ".join(SHOWN[name] for name in without)
        message = (
            f"the gold {source} names {names} and no documents, but the hits tell none: give them in the run "
            f"(page, section, text), or a table of chunks with --chunks"
        )
        raise InputError([Problem(message, source)])


def _tells(
    gold: Mapping[str, Anchor], universe: Universe, asked: Mapping[str, set[str]] | None, every: set[str]
) -> dict[str, set[str]]:
    """For each anchor what is told by the items that were retrieved for its questions, or by all there are."""
    if asked is None:
        return dict.fromkeys(gold, every)
    found: dict[str, set[str]] = {}
    for item, keys in asked.items():
        anchor = universe.anchor(item)
        told = {name for name in PLACES if getattr(anchor, name) is not None}
        for key in keys:
            found.setdefault(key, set()).update(told)
    return {key: found.get(key, every) for key in gold}


def _documents(
    gold: Mapping[str, Anchor], universe: Universe, covers: Covers, *, exact: bool
) -> tuple[dict[str, str | None], dict[str, str]]:
    """The document of each anchor and of each item, both under the gold's name."""
    named = {key: anchor.document or anchor.url for key, anchor in gold.items()}
    wanted = list(dict.fromkeys(name for name in named.values() if name is not None))
    of_item = {item: universe.document_of(item) for item in universe.items}
    if not wanted:
        return dict(named), of_item
    match = universe.matched(wanted, of_item, exact=exact)
    if match.problems:
        raise ambiguous_ids(match.problems)
    covers.documents = match
    label = match.given_to
    return (
        {key: None if name is None else match.wanted_to[name] for key, name in named.items()},
        {item: label.get(name, name) for item, name in of_item.items()},
    )


def _candidates(
    gold: Mapping[str, Anchor], universe: Universe, of_item: Mapping[str, str], asked: Mapping[str, set[str]] | None
) -> dict[str, list[str]]:
    """For each item the anchors that could be in it: those of its document, and those of no document."""
    free = [key for key, anchor in gold.items() if anchor.document is None and anchor.chunk is None]
    within: dict[str, list[str]] = defaultdict(list)
    by_id: dict[str, list[str]] = defaultdict(list)
    for key, anchor in gold.items():
        if anchor.document is not None:
            within[anchor.document].append(key)
        elif anchor.chunk is not None:
            by_id[anchor.chunk].append(key)
    found = {}
    for item in universe.items:
        keys = [*within.get(of_item[item], ()), *by_id.get(item, ()), *free]
        wanted = None if asked is None else asked.get(item, set())
        if keys := [key for key in keys if wanted is None or key in wanted]:
            found[item] = keys
    return found


def _spans(
    gold: Mapping[str, Anchor],
    universe: Universe,
    candidates: Mapping[str, list[str]],
    of_item: Mapping[str, str],
    matching: Matching,
    corpus: Corpus | None,
) -> Spans:
    # text search is imported where a quote asks for it: most golden sets have none, and start sooner
    from ragauge.golden.matching.span_covers import in_corpus, in_offsets, in_texts

    if corpus is not None:
        return in_corpus(gold, universe, candidates, matching, corpus)
    quotes = {key: anchor for key, anchor in gold.items() if anchor.quote is not None and universe.has("quote")}
    spans = {key: anchor for key, anchor in gold.items() if key not in quotes}
    found = in_texts(quotes, universe, candidates, matching)
    found.add(in_offsets(spans, universe, of_item, matching))
    return found


def _agrees(gold: Anchor, hit: Anchor, matching: Matching) -> bool:
    """Whether what both tell besides the words is the same."""
    if gold.page_from is not None and hit.page_from is not None and not pages_touch(gold, hit, matching):
        return False
    return gold.section is None or hit.section is None or sections_meet(gold.section, hit.section)


def _meets(gold: Anchor, hit: Anchor, level: str, matching: Matching) -> bool:
    if level == "document":
        return True
    if level == "page" and not pages_touch(gold, hit, matching):
        return False
    if gold.section is not None and hit.section is not None:
        return sections_meet(gold.section, hit.section)
    return level == "page"


def sections_meet(gold: str, hit: str) -> bool:
    """Whether a hit stands in a section or below it: by path, by title, or by number.

    >>> sections_meet("Refunds", "Rules > Refunds > Late"), sections_meet("4.2", "4.2 Fees")
    (True, True)
    >>> sections_meet("4.2", "4.21"), sections_meet("Доставка", "Доставка за рубеж")
    (False, False)
    """
    wanted, told = _path(gold), _path(hit)
    if not wanted:
        return False
    starts = range(len(told) - len(wanted) + 1)
    return any(all(_same_title(*pair) for pair in zip(wanted, told[at:], strict=False)) for at in starts)


def _same_title(gold: str, hit: str) -> bool:
    """Whether titles are the same, or one of them is the other's number or has a number before it."""
    if gold == hit:
        return True
    if NUMBER.fullmatch(gold):
        return hit.startswith((f"{gold} ", f"{gold}.", f"{gold}:", f"{gold})"))
    return any(longer.endswith(f" {title}") and bool(NUMBER.fullmatch(longer.removesuffix(f" {title}").rstrip(".:)")))
               for title, longer in ((gold, hit), (hit, gold)))  # fmt: skip


def _path(section: str) -> list[str]:
    parts: Iterable[str] = section.replace(" / ", ">").replace("›", ">").replace("»", ">").replace("::", ">").split(">")
    return [" ".join(part.strip(" §#.\t").split()).casefold() for part in parts if part.strip(" §#.\t")]

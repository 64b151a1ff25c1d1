"""Locate many quotes in many documents: the cheap ways first, the dear ones only for what is left."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ragauge.golden.quotes.finder import MAX_RATE, Located, Passage, QuoteFinder
from ragauge.golden.quotes.plain_text import Folded
from ragauge.golden.quotes.run_index import Candidates, RunIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

Reason = Literal["empty_quote", "unknown_document", "not_found"]

SHORT_RUN, LONG_RUN, LONG = 6, 12, 40
"""Quotes of ``LONG`` characters and more are indexed by longer runs, which fewer documents share. A short run is half
of the shortest fuzzy quote: one edit in that leaves a run whole."""
CLOSEST = 4
"""A quote without a document is aligned letter by letter with so many of those that share most with it."""


@dataclass(frozen=True, slots=True)
class Placement:
    """What became of one quote.

    Either it is ``located`` in ``document``, and ``documents`` counts those it was found in; or it is not, for a
    ``reason``. One that is not found stands with the nearest passage and that passage's document, if there is
    any: it is a loss of ingestion or a stale quote, never a miss of the retriever.
    """

    key: Hashable
    document: str | None
    located: Located | None = None
    documents: int = 0
    reason: Reason | None = None
    nearest: Passage | None = None


@dataclass(slots=True, eq=False)
class _Search:
    """One quote on its way; ``candidates`` are the documents to look through, None for all of them."""

    quote: Folded
    candidates: Candidates | None
    document: int | None = None
    located: Located | None = None
    documents: int = 0
    nearest: Passage | None = None

    def take(self, document: int, located: Located | None) -> None:
        if located is not None:
            self.documents += 1
            if self.located is None or located.distance < self.located.distance:
                self.document, self.located = document, located

    def take_nearest(self, document: int, passage: Passage | None) -> None:
        if passage is not None and (self.nearest is None or passage.distance < self.nearest.distance):
            self.document, self.nearest = document, passage


def locate_quotes(
    quotes: Iterable[tuple[Hashable, str | None, str]],
    documents: Mapping[str, str],
    *,
    max_rate: float = MAX_RATE,
    progress: Callable[[int, int], None] | None = None,
) -> list[Placement]:
    """Find every quote in its document, or in any document where none is named; placements in the order given.

    ``quotes`` are (key, document id or None, quote). All are tried letter by letter first, the rest as folded
    text, and only the rest of these with edits. ``progress`` is called with the documents passed through and
    their total over all rounds.

    >>> texts = {"a.txt": "The lamp hums at night.", "b.txt": "The loom is quiet."}
    >>> for one in locate_quotes([(1, "a.txt", "lamp hums"), (2, None, "THE LOOM"), (3, "c.txt", "lamp")], texts):
    ...     print(one.key, one.document, one.located and one.located.how, one.reason)
    1 a.txt exact None
    2 b.txt normalised None
    3 c.txt None unknown_document
    """
    names, texts = list(documents), list(documents.values())
    number = {name: [place] for place, name in enumerate(names)}
    asked = [(key, name, quote.strip()) for key, name, quote in quotes]
    searches = [
        _Search(Folded(quote), Candidates(number.get(name or "", []), number.get(name or "", [])))
        for _, name, quote in asked
    ]
    free = [search for search, (_, name, quote) in zip(searches, asked, strict=True) if name is None and quote]
    step = _steps(len(texts) * (4 if free else 3), progress)
    if free:
        _guess(free, texts, step)
    for look in (_look_exact, _look_folded, _look_closely):
        left = [search for search in searches if search.located is None and search.quote.text]
        _pass_through(texts, left, look, max_rate, step)
    return [
        _placement(search, key, name, names, known=name is None or name in number)
        for search, (key, name, _) in zip(searches, asked, strict=True)
    ]


def _steps(total: int, progress: Callable[[int, int], None] | None) -> Callable[[], None]:
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    return step


def _guess(searches: Sequence[_Search], texts: Sequence[str], step: Callable[[], None]) -> None:
    """Let every search look through the documents that have its rare runs."""
    long = [search for search in searches if len(search.quote.loose) >= LONG]
    short = [search for search in searches if len(search.quote.loose) < LONG]
    groups = [
        (group, RunIndex([search.quote.loose.codes for search in group], run=run))
        for group, run in ((long, LONG_RUN), (short, SHORT_RUN))
        if group
    ]
    for place, text in enumerate(texts):
        codes = Folded(text).loose.codes
        for _, index in groups:
            index.add(place, codes)
        step()
    for group, index in groups:
        for search, candidates in zip(group, index.candidates(most=CLOSEST), strict=True):
            search.candidates = candidates


def _pass_through(
    texts: Sequence[str],
    searches: Sequence[_Search],
    look: Callable[[QuoteFinder, _Search, int], None],
    max_rate: float,
    step: Callable[[], None],
) -> None:
    """One round over all documents, each with the searches that look through it."""
    closely = look is _look_closely
    everywhere = [] if closely else [search for search in searches if search.candidates is None]
    within: dict[int, list[_Search]] = defaultdict(list)
    for search in searches:
        if search.candidates is not None:
            for document in search.candidates.sharing if closely else search.candidates.holding:
                within[document].append(search)
    for document, text in enumerate(texts):
        finder = QuoteFinder(text, max_rate=max_rate)
        for search in (*within[document], *everywhere):
            look(finder, search, document)
        step()


def _look_exact(finder: QuoteFinder, search: _Search, document: int) -> None:
    search.take(document, finder.find_exact(search.quote.text))


def _look_folded(finder: QuoteFinder, search: _Search, document: int) -> None:
    search.take(document, finder.find_folded(search.quote))


def _look_closely(finder: QuoteFinder, search: _Search, document: int) -> None:
    search.take(document, finder.find_fuzzy(search.quote))
    if search.located is None:
        search.take_nearest(document, finder.nearest(search.quote))


def _placement(search: _Search, key: Hashable, name: str | None, names: Sequence[str], *, known: bool) -> Placement:
    document = name if search.document is None else names[search.document]
    if search.located is not None:
        return Placement(key, document, search.located, search.documents)
    reason: Reason = "not_found" if known else "unknown_document"
    return Placement(key, document, reason=reason if search.quote.text else "empty_quote", nearest=search.nearest)

"""What became of the gold before anything was searched: in the corpus, in its text, in a chunk, in the index."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from ragauge.funnel.reach import GONE, PASSED, UNKNOWN
from ragauge.golden.ids.stages import match_ids
from ragauge.golden.matching.covers import covers_of
from ragauge.golden.matching.level import level_of
from ragauge.golden.matching.span_covers import Spans, gold_places
from ragauge.golden.matching.universe import Universe
from ragauge.tables.anchors import ANCHORS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ragauge.core.anchors import Anchor
    from ragauge.core.matching import Matching
    from ragauge.evaluation import Surroundings
    from ragauge.funnel.index_listing import IndexListing
    from ragauge.funnel.needs import Needs
    from ragauge.golden.chunks.table import Chunks
    from ragauge.tables.corpus import Corpus

CORPUS, PARSING, CHUNKING, INDEX = range(4)
STAGES = 4


@dataclass(slots=True)
class Origin:
    """What is known of one gold item: a verdict on each of the four stages, and why it was lost where it was.

    ``document`` is the document of the corpus that it is in, ``chunks`` are those that hold it.
    """

    verdicts: list[int]
    why: str = ""
    document: str | None = None
    chunks: frozenset[str] = frozenset()

    def lose(self, stage: int, why: str) -> None:
        """Gone at a stage; nothing is said about the later ones."""
        self.verdicts[stage:] = [GONE] + [UNKNOWN] * (STAGES - stage - 1)
        self.why = why

    def pass_to(self, stage: int) -> None:
        """Known to have passed all stages up to this one."""
        self.verdicts[: stage + 1] = [PASSED] * (stage + 1)


def origins(
    needs: Needs, around: Surroundings, *, index: IndexListing | None = None, seen: Iterable[str] = ()
) -> dict[str, Origin]:
    """The origin of every gold item, as far as corpus, chunks and index are at hand.

    ``seen`` are ids that some question retrieved: a chunk among them is in the index. Without a corpus, chunks or index
    nothing is known of their stages.
    """
    items = list(dict.fromkeys(item for group in needs.alternatives for item in group))
    found = {item: Origin([UNKNOWN] * STAGES) for item in items}
    if around.corpus is not None:
        _in_corpus(found, needs.anchors, around.corpus)
    if around.chunks is not None:
        _in_chunks(found, needs, around.chunks, around.corpus, around.matching)
    _in_index(found, index, frozenset(seen))
    return found


def _in_corpus(found: Mapping[str, Origin], anchors: Mapping[str, Anchor], corpus: Corpus) -> None:
    named = {item: _document(item, anchors.get(item)) for item in found}
    match = match_ids([name for name in named.values() if name is not None], corpus.texts, complete=True)
    label = {wanted: name for name, wanted in match.given_to.items()}
    bare_are_documents = any(named[item] in label for item in found if item not in anchors)
    for item, origin in found.items():
        name = named[item]
        if name in label:
            origin.document = label[name]
            origin.pass_to(CORPUS if corpus.texts[origin.document] is None else PARSING)
        elif name is not None and (item in anchors or bare_are_documents):
            origin.lose(CORPUS, f"no document {name!r} in the corpus")
    _find_words(found, anchors, corpus, label)


def _find_words(
    found: Mapping[str, Origin], anchors: Mapping[str, Anchor], corpus: Corpus, label: Mapping[str, str]
) -> None:
    """Gold that names words or a span, looked for in the texts."""
    texts = corpus.readable()
    wanted = {
        item: anchor
        for item, anchor in anchors.items()
        if item in found and (anchor.quote or anchor.start is not None) and found[item].verdicts[CORPUS] != GONE
    }
    readable = {item: one for item, one in wanted.items() if found[item].document in (None, *texts)}
    reasons = Spans()
    places = gold_places(readable, texts, label, reasons)
    for item in readable:
        if item in places:
            found[item].pass_to(PARSING)
            found[item].document = places[item][0][0]
        else:
            found[item].lose(PARSING, f"its words: {reasons.lost.get(item, 'not found')}")


def _document(item: str, anchor: Anchor | None) -> str | None:
    return item if anchor is None else anchor.document or anchor.url


def _in_chunks(
    found: Mapping[str, Origin], needs: Needs, chunks: Chunks, corpus: Corpus | None, matching: Matching
) -> None:
    universe = Universe.of((), pl.DataFrame(schema=ANCHORS), chunks.frame, {})
    named = frozenset(universe.items)
    placed = {item: anchor for item, anchor in needs.anchors.items() if item in found and anchor.chunk not in named}
    bare = [item for item in found if item not in needs.anchors]
    holding: dict[str, set[str]] = defaultdict(set)
    for item, anchor in needs.anchors.items():
        if item in found and anchor.chunk in named:
            holding[item].add(str(anchor.chunk))
    exact = matching.ids == "exact"
    if bare:
        level = level_of(bare, universe, exact=exact, named=needs.golden.names)
        of_label: dict[str, set[str]] = defaultdict(set)
        for chunk, unit in level.units.items():
            of_label[unit].add(chunk)
        for item in bare:
            holding[item] |= of_label.get(level.match.wanted_to.get(item, item), set())
    split: dict[str, int] = {}
    touched: set[str] = set()
    if placed:
        covers, touching = (
            covers_of(placed, universe, rule, corpus=corpus, asked=None, exact=exact, source=needs.golden.source)
            for rule in (matching, replace(matching, cover="touches"))
        )
        for chunk, keys in covers.by_item.items():
            for key in keys:
                holding[key].add(chunk)
        split = {key: max(len(one.of_item) for one in covers.parts[key]) for key in covers.split}
        touched = {key for keys in touching.by_item.values() for key in keys}
    for item, origin in found.items():
        near = item in touched or corpus is None
        _judge_chunks(origin, holding.get(item, set()), split.get(item), touched=near)


def _judge_chunks(origin: Origin, holding: set[str], split: int | None, *, touched: bool) -> None:
    """The verdicts that the chunks add: whoever has a chunk was parsed."""
    if holding:
        origin.pass_to(CHUNKING)
        origin.chunks = frozenset(holding)
    elif split is not None:
        origin.pass_to(PARSING)
        origin.lose(CHUNKING, f"it is spread over {split} chunks, none of which holds it")
    elif GONE in origin.verdicts:
        return
    elif origin.verdicts[PARSING] == PASSED and not touched:
        origin.lose(PARSING, "no chunk has any of its words")
    else:
        origin.lose(CHUNKING, "no chunk holds it")


def _in_index(found: Mapping[str, Origin], index: IndexListing | None, seen: frozenset[str]) -> None:
    """The verdict of the index on gold whose chunks are known."""
    for origin in found.values():
        if not origin.chunks:
            continue
        if origin.chunks & seen:
            origin.pass_to(INDEX)
        elif index is not None:
            fresh = [chunk for chunk in origin.chunks if chunk in index.ids and chunk not in index.stale]
            if fresh:
                origin.pass_to(INDEX)
            else:
                old = sum(chunk in index.stale for chunk in origin.chunks)
                told = f"{old} have another text there" if old else "none of them is there"
                many = len(origin.chunks)
                holds = "1 chunk holds it" if many == 1 else f"{many} chunks hold it"
                origin.lose(INDEX, f"{holds}, {told}")

"""A golden set and a run brought under common names, so that one join can compare them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ragauge.core.anchors import Anchor
from ragauge.core.errors import InputError, Problem
from ragauge.core.ids import NO_ID
from ragauge.core.matching import Matching
from ragauge.golden.ids.folding import same_spelling
from ragauge.golden.ids.match import note
from ragauge.golden.ids.stages import exact_ids, match_ids
from ragauge.golden.matching.covers import Covers, covers_of
from ragauge.golden.matching.level import Level, level_of, refuse_nothing_in_common
from ragauge.golden.matching.naming import HitNames, coarser
from ragauge.golden.matching.pages import suggested_offsets
from ragauge.golden.matching.resolved import Resolved, have_common_names, letter_by_letter
from ragauge.golden.matching.units import first_hits, projected_rows, regraded, relabelled, renamed
from ragauge.golden.matching.universe import Universe
from ragauge.tables.anchors import anchors_of
from ragauge.tables.questions import match_questions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragauge.golden.chunks.table import Chunks
    from ragauge.golden.ids.match import IdMatch
    from ragauge.tables.corpus import Corpus
    from ragauge.tables.golden import Golden
    from ragauge.tables.run import Run

SHOWN = 3


def resolve(
    golden: Golden,
    run: Run,
    matching: Matching | None = None,
    *,
    chunks: Chunks | None = None,
    corpus: Corpus | None = None,
    depth: int | None = None,
) -> Resolved:
    """Gold and run at the level that both know: ids as they are, or documents, pages, sections, quotes.

    Only the first ``depth`` hits of a question are looked at, before any of them is called otherwise.

    Raises: InputError when nothing of the run matches the gold, or an id of one side may be several of the other.
    """
    matching = matching or Matching()
    if have_common_names(golden, run, matching, chunks):
        return Resolved(golden, run)
    exact = letter_by_letter(golden, run, matching)
    resolver = _Resolver(golden, run, matching, chunks, corpus, exact)
    if depth is not None:  # what the ids are is seen from all of them
        resolver.run = first_hits(run, depth)
    return resolver.resolved()


class _Resolver:
    """The steps, which share the universe and what is known of it."""

    def __init__(
        self,
        golden: Golden,
        run: Run,
        matching: Matching,
        chunks: Chunks | None,
        corpus: Corpus | None,
        exact: bool,
    ) -> None:
        self.golden, self.run, self.matching, self.corpus, self.exact = golden, run, matching, corpus, exact
        self.notes: list[str] = list(chunks.notes) if chunks is not None else []
        items = [item for item in run.frame["item"].unique(maintain_order=True) if not item.startswith(NO_ID)]
        chunk_of: Mapping[str, str] = {}
        if chunks is not None:
            known = chunks.frame["item"].to_list()
            chunk_of = exact_ids(known, items).given_to if exact else same_spelling(known, items)
            if missing := sum(item not in chunk_of for item in items):
                message = f"{missing} of {len(items)} ids of the run are not in the table of chunks {chunks.source}"
                if missing == len(items) and run.anchors.is_empty():
                    raise InputError([Problem(f"{message}: is it that of this run?", run.source)])
                self.notes.append(message)
            if spelt := sum(item != chunk for item, chunk in chunk_of.items()):
                self.notes.append(f"{spelt} ids of the run are spelt otherwise in the table of chunks")
            self._note_other_documents(run, chunks, chunk_of)
        told = None if chunks is None else chunks.frame
        self.universe = Universe.of(items, run.anchors, told, chunk_of)
        self.anchors = anchors_of(golden.anchors)
        self._take_level()

    def _note_other_documents(self, run: Run, chunks: Chunks, chunk_of: Mapping[str, str]) -> None:
        """Say where the run names another document for a chunk than the table of chunks: the run counts."""
        told = dict(run.anchors.select("item", "document").drop_nulls().iter_rows())
        known = dict(chunks.frame.select("item", "document").drop_nulls().iter_rows())
        pairs = [(told[item], known[chunk]) for item, chunk in chunk_of.items() if item in told and chunk in known]
        names = {one for one, _ in pairs}
        label = match_ids(dict.fromkeys(other for _, other in pairs), names).given_to
        other = [(one, two) for one, two in pairs if label.get(one) != two]
        if other:
            first = f"{other[0][0]!r} and {other[0][1]!r}"
            self.notes.append(f"{len(other)} chunks are of other documents in the table, first {first}: the run counts")

    def _take_level(self) -> None:
        """Leave out what is finer than the level that was asked for."""
        if self.matching.at == "auto" or not self.anchors:
            return
        coarse = {key: coarser(anchor, self.matching.at) for key, anchor in self.anchors.items()}
        if any(anchor == Anchor() for anchor in coarse.values()):
            at = self.matching.at
            raise InputError(
                f"{self.golden.source}: some gold names no {at} at all, so it cannot be measured --at {at}"
            )
        rows = [(q, coarse[i].key() if i in coarse else i, g, n) for q, i, g, n in self.golden.judgments.iter_rows()]
        self.golden = regraded(self.golden, rows, {})
        self.anchors = {anchor.key(): anchor for anchor in coarse.values() if not anchor.is_id}

    def resolved(self) -> Resolved:
        """Gold and run under common names."""
        self._sections_as_ids()
        self._chunk_ids_first()
        gold_items = self.golden.judgments["item"].unique(maintain_order=True).to_list()
        bare = [item for item in gold_items if item not in self.anchors]
        level = level_of(bare, self.universe, exact=self.exact, named=self.golden.names) if bare else None
        if not self.anchors:
            return self._of_ids(level)
        return self._of_places(level)

    def _sections_as_ids(self) -> None:
        """Where the hits tell no sections, gold that is nothing but sections may name the hits themselves."""
        if self.universe.has("section"):
            return
        alone = ((key, anchor) for key, anchor in self.anchors.items() if anchor == Anchor(section=anchor.section))
        plain = {key: anchor.section for key, anchor in alone}
        if plain:
            self.anchors = {key: anchor for key, anchor in self.anchors.items() if key not in plain}
            rows = [(q, plain.get(i) or i, g, n) for q, i, g, n in self.golden.judgments.iter_rows()]
            self.golden = regraded(self.golden, rows, {})

    def _chunk_ids_first(self) -> None:
        """Anchors whose chunk id is one of the universe need nothing else of what they tell."""
        named = {anchor.chunk: key for key, anchor in self.anchors.items() if anchor.chunk is not None}
        found = exact_ids(named, self.universe.items).given_to
        stale = 0
        for chunk, key in named.items():
            anchor = self.anchors[key]
            if chunk in found or replace(anchor, chunk=None, answer=None) == Anchor():
                del self.anchors[key]
            else:
                stale += 1
                self.anchors[key] = replace(anchor, chunk=None)
        if stale:
            where = "the table of chunks" if self.universe.complete else "the run"
            told = f"{stale} of {len(named)} gold chunk ids are not in {where}: looked for by their places"
            more = "" if self.universe.complete else "; the others only as they are (--chunks tells which are stale)"
            self.notes.append(told + more)

    def _of_ids(self, level: Level | None) -> Resolved:
        assert level is not None  # noqa: S101  (without anchors every item is an id)
        self._refuse_nothing(level, None)
        run, repeated = renamed(self.run, level.units, self.matching.repeats)
        golden = self.golden
        if any(name != label for name, label in level.match.wanted_to.items()):
            label = level.match.wanted_to
            rows = [(q, label.get(i, i), g, n) for q, i, g, n in golden.judgments.iter_rows()]
            golden = regraded(golden, rows, {})
        if level.field != "item":
            self.notes.append(f"gold ids name what the run calls {level.field}: hits count as their {level.field}s")
        self._note_ids(level.match)
        self._note_repeated(repeated)
        return self._result(golden, run, {"level": level.field, "ids": level.match.counts})

    def _of_places(self, level: Level | None) -> Resolved:
        pairs, matched_by = match_questions(
            self.golden, self.run, self.run.frame["question"].unique(maintain_order=True)
        )
        names = self.golden.questions["question"]
        asked = [(names[index], answered) for index, answered in pairs.select("index", "run_question").iter_rows()]
        self._settle_offsets()
        covers = covers_of(
            self.anchors, self.universe, self.matching, corpus=self.corpus, exact=self.exact,
            asked=None if self.universe.complete else self._asked(asked), source=self.golden.source,
        )  # fmt: skip
        self._refuse_nothing(level, covers)
        unit_of = self._units(level, covers)
        rows, status = projected_rows(self.golden, unit_of, covers.lost, {})
        naming = HitNames(
            self.universe, covers, level, self.matching, unit_of, _keys(rows), _by_part(covers), self._levels(covers)
        )
        made = relabelled(self.run, asked, naming, self.matching.repeats)
        if made.joint:
            rows, status = projected_rows(self.golden, unit_of, covers.lost, made.joint)
        self._note_places(covers, made.repeated, asked)
        if level is not None:
            self._note_ids(level.match)
        facts = {"level": "/".join(sorted(set(covers.level.values()))), "split": len(covers.split)}
        facts |= {"lost": sorted(covers.lost), "questions_matched_by": matched_by}
        found = self._result(regraded(self.golden, rows, status), made.run, facts)
        return replace(found, parts={unit_of.get(key, key): splits for key, splits in covers.parts.items()})

    def _settle_offsets(self) -> None:
        """Page offsets under the names of the gold; InputError for one of a document that the gold does not name."""
        offsets = {name: shift for name, shift in self.matching.page_offset.items() if name}
        if not offsets:
            return
        documents = dict.fromkeys(name for one in self.anchors.values() if (name := one.document or one.url))
        label = match_ids(documents, offsets, complete=True).given_to
        unknown = [name for name in offsets if name not in label]
        if unknown:
            near = ", ".join(map(repr, list(documents)[:SHOWN])) or "none"
            raise InputError(f"--page-offset: no gold is of {unknown[0]!r}; the gold {self.golden.source} has {near}")
        settled = {label.get(name, name): shift for name, shift in self.matching.page_offset.items()}
        self.matching = replace(self.matching, page_offset=settled)

    def _asked(self, asked: Sequence[tuple[str, str]]) -> dict[str, set[str]]:
        """For each item of the run the anchors of the questions it was retrieved for."""
        of_question: dict[str, set[str]] = {}
        for question, item in self.golden.judgments.select("question", "item").iter_rows():
            if item in self.anchors:
                of_question.setdefault(question, set()).add(item)
        wanted: dict[str, set[str]] = {}
        for question, answered in asked:
            wanted.setdefault(answered, set()).update(of_question.get(question, ()))
        found: dict[str, set[str]] = {}
        for answered, item in self.run.frame.select("question", "item").iter_rows():
            found.setdefault(item, set()).update(wanted.get(answered, ()))
        return found

    def _levels(self, covers: Covers) -> dict[str, frozenset[str]]:
        """What the places of each question are compared by."""
        found: dict[str, set[str]] = {}
        for question, item in self.golden.judgments.select("question", "item").iter_rows():
            if (level := covers.level.get(item)) is not None:
                found.setdefault(question, set()).add(level)
        return {question: frozenset(levels) for question, levels in found.items()}

    def _units(self, level: Level | None, covers: Covers) -> dict[str, str]:
        """What each gold item is called after the projection."""
        units = dict(level.match.wanted_to) if level is not None else {}
        documents = covers.documents.wanted_to if covers.documents is not None else {}
        for key, anchor in self.anchors.items():
            name = anchor.document or anchor.url
            compared = covers.level[key]
            if compared == "document" and name is not None:
                units[key] = documents.get(name, name)
            elif compared in ("page", "section"):
                units[key] = replace(anchor, start=None, end=None, quote=None).key()
        return units

    def _found_none_of_it(self, wanted: Sequence[str]) -> bool:
        """Whether the documents say that gold and run speak of the same ones, and the run has just not found any.

        Every hit is one of them by its very name, and the gold names some of them.
        """
        names = {} if self.corpus is None else dict.fromkeys(self.corpus.texts)
        hits = {self.universe.document_of(item) for item in self.universe.in_run}
        return bool(names) and hits <= names.keys() and bool(match_ids(wanted, names, complete=True).given_to)

    def _refuse_nothing(self, level: Level | None, covers: Covers | None) -> None:
        """Stop where no hit of the run has a name of the gold."""
        wanted: list[str] = []
        if level is not None:
            labels = set(level.match.wanted_to.values())
            if any(level.units.get(item) in labels for item in self.universe.in_run):
                return
            wanted += level.match.wanted_to
        if covers is not None:
            if covers.documents is None:
                return
            labels = set(covers.documents.wanted_to.values())
            called = covers.documents.given_to
            if any(called.get(self.universe.document_of(item)) in labels for item in self.universe.in_run):
                return
            wanted += covers.documents.wanted_to
        if not self.exact and wanted and not self._found_none_of_it(wanted):
            refuse_nothing_in_common(wanted, self.universe, self.golden.source, self.run.source)

    def _note_ids(self, match: IdMatch) -> None:
        if sentence := note(match):
            self.notes.append(sentence)
        self.notes += match.doubts[:SHOWN]

    def _note_repeated(self, repeated: int) -> None:
        if repeated:
            kept = self.matching.repeats == "keep"
            places = "they hold their places" if kept else "k counts different units (--repeats keep: all hits)"
            self.notes.append(
                f"hits that repeat a unit of the same question: {repeated}; the first one counts, {places}"
            )

    def _note_places(self, covers: Covers, repeated: int, asked: Sequence[tuple[str, str]]) -> None:
        levels = sorted(set(covers.level.values()))
        self.notes.append(f"hits count as the {' or '.join(f'{name}s' for name in levels)} of the gold that they meet")
        if covers.documents is not None:
            self._note_ids(covers.documents)
        if "document" in levels and any(
            anchor.page_from or anchor.quote or anchor.section for anchor in self.anchors.values()
        ):
            finer = sum(name == "document" for name in covers.level.values())
            self.notes.append(f"{finer} gold places are compared by their document only: the hits tell nothing finer")
        if covers.split:
            self.notes.append(
                f"{len(covers.split)} gold spans are split over chunks: they are met where the last part stands"
            )
        if covers.lost:
            told = "; ".join(f"{key}: {why}" for key, why in list(covers.lost.items())[:SHOWN])
            self.notes.append(f"{len(covers.lost)} gold places cannot be met by any chunk, and are left out: {told}")
        if covers.damaged:
            told = "; ".join(covers.damaged[:SHOWN])
            self.notes.append(f"{len(covers.damaged)} quotes are found only with edits (damage of parsing?): {told}")
        self.notes += covers.notes
        self._note_repeated(repeated)
        if any(anchor.page_from is not None for anchor in self.anchors.values()) and self.universe.has("page_from"):
            self._note_pages(covers, asked)

    def _note_pages(self, covers: Covers, asked: Sequence[tuple[str, str]]) -> None:
        pages = [self.universe.anchor(item).page_from for item in self.universe.items]
        if 0 in pages and not self.matching.page_offset:
            self.notes.append("a hit has page 0: if its pages are counted from 0, say --page-offset -1")
        if unknown := sum(page is None for page in pages):
            self.notes.append(f"{unknown} of {len(pages)} hits have no page: they meet none")
        if self.matching.page_offset or self.matching.page_tolerance:
            told = (
                ", ".join(f"{name or 'all'} {shift:+d}" for name, shift in self.matching.page_offset.items()) or "none"
            )
            self.notes.append(f"pages: offset {told}, tolerance {self.matching.page_tolerance}")
        self.notes += suggested_offsets(self._missed_pages(covers, asked))

    def _missed_pages(self, covers: Covers, asked: Sequence[tuple[str, str]]) -> list[tuple[str, int, list[int]]]:
        """For each gold page that was not met, the pages of its document that the question got."""
        hits: dict[str, list[str]] = {}
        for answered, item in self.run.frame.select("question", "item").iter_rows():
            hits.setdefault(answered, []).append(item)
        gold: dict[str, list[str]] = {}
        for question, item in self.golden.judgments.select("question", "item").iter_rows():
            if item in self.anchors and self.anchors[item].page_from is not None:
                gold.setdefault(question, []).append(item)
        label = covers.documents.given_to if covers.documents is not None else {}
        found = []
        for question, answered in asked:
            retrieved = hits.get(answered, [])
            met = {key for item in retrieved for key in covers.by_item.get(item, ())}
            for key in gold.get(question, ()):
                anchor = self.anchors[key]
                name = anchor.document or anchor.url
                there = [
                    page
                    for item in retrieved
                    if (page := self.universe.anchor(item).page_from) is not None
                    and (name is None or label.get(self.universe.document_of(item)) == name)
                ]
                if key not in met and anchor.page_from is not None:
                    found.append((name or "", anchor.page_from, there))
        return found

    def _result(self, golden: Golden, run: Run, facts: dict[str, Any]) -> Resolved:
        return Resolved(golden, run, tuple(dict.fromkeys(self.notes)), facts)


def _by_part(covers: Covers) -> dict[str, list[str]]:
    """For each item the anchors that it holds a part of."""
    found: dict[str, list[str]] = {}
    for key, splits in covers.parts.items():
        for item in {item for one in splits for item in one.of_item}:
            found.setdefault(item, []).append(key)
    return found


def _keys(rows: Sequence[tuple[str, str, int, int | None]]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for question, item, grade, _ in rows:
        units = found.setdefault(question, {})
        units[item] = max(grade, units.get(item, grade))
    return found

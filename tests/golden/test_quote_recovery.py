"""Real collections, damaged on purpose: how many quotes come back, at the right place, and nothing else."""

from __future__ import annotations

import gzip
import json
import math
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from damages import LOSSLESS, damaged, substituted, trimmed
from ragauge.golden.quotes.finder import QuoteFinder
from ragauge.golden.quotes.locating import locate_quotes
from ragauge.golden.quotes.plain_text import Folded, plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from damages import Damage
    from ragauge.golden.quotes.finder import Located

CONTEXT = 30
LANGUAGES = ("ru", "en", "zh", "ar")
COLLECTIONS = (*LANGUAGES, "chroma")
ONLY = {"presentation forms": ("ar",), "tashkeel": ("ar",), "stress marks": ("ru",), "е for ё": ("ru",)}
"""Damages of letters that the other collections do not have."""
SEED = 7
FEW = 4
"""So many rows of documents are no table: each document is left out by itself."""
pytestmark = pytest.mark.data


class Quote(NamedTuple):
    """A span of a document."""

    document: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Collection:
    """Documents by id, and spans of them."""

    documents: dict[str, str]
    quotes: list[Quote]

    @cached_property
    def finders(self) -> dict[str, QuoteFinder]:
        """What finds quotes in the documents as they are."""
        return {name: QuoteFinder(text) for name, text in self.documents.items()}

    @cached_property
    def once(self) -> list[Quote]:
        """The quotes that stand once: damage to one copy of the others leaves another as a better match."""
        folded = ((quote, Folded(self.documents[quote.document][quote.start : quote.end])) for quote in self.quotes)
        return [quote for quote, text in folded if self.finders[quote.document].find_folded(text).count == 1]


class Tally(NamedTuple):
    """How many quotes there were, came back, came back with the same first and last letter, or stood elsewhere."""

    quotes: int
    found: int
    same_ends: int
    wrong: int


def xquad(folder: Path, language: str, context: int = CONTEXT) -> Collection:
    with gzip.open(folder / "xquad" / f"xquad.{language}.json.gz", "rt", encoding="utf-8") as file:
        paragraphs = [paragraph for article in json.load(file)["data"] for paragraph in article["paragraphs"]]
    documents = {str(place): paragraph["context"] for place, paragraph in enumerate(paragraphs)}
    quotes = []
    for name, paragraph in zip(documents, paragraphs, strict=True):
        for answer in (question["answers"][0] for question in paragraph["qas"]):
            start = answer["answer_start"]
            end = min(len(documents[name]), start + len(answer["text"]) + context)
            quotes.append(Quote(name, max(0, start - context), end))
    return Collection(documents, quotes)


def chroma(folder: Path) -> Collection:
    folder = folder / "chroma_chunking"
    texts = {path.stem: path.read_bytes().decode() for path in (folder / "corpora").glob("*.md")}
    rows = map(json.loads, (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    spans = [(row["corpus_id"], one["start"], one["end"], one["text"]) for row in rows for one in row["references"]]
    assert all(texts[name][start:end] == text for name, start, end, text in spans)
    return Collection(texts, [Quote(*span[:3]) for span in spans])


@pytest.fixture(scope="module")
def collections(data_dir: Path) -> dict[str, Collection]:
    return {**{name: xquad(data_dir, name) for name in LANGUAGES}, "chroma": chroma(data_dir)}


def overlap(found: Located, start: int, end: int) -> bool:
    """Whether the spans have at least half of their union in common."""
    return 2 * (min(found.end, end) - max(found.start, start)) >= max(found.end, end) - min(found.start, start)


def changes_nothing(collection: Collection, damage: Damage) -> bool:
    return all(damaged(text, damage, Random(SEED))[0] == text for text in collection.documents.values())


def recovery(collection: Collection, damage: Damage, *, of_quote: bool = False) -> Tally:
    """Damage the documents (or the quotes) and look for every quote in its document."""
    rng = Random(SEED)
    parsed = {} if of_quote else {name: damaged(text, damage, rng) for name, text in collection.documents.items()}
    finders = collection.finders if of_quote else {name: QuoteFinder(text) for name, (text, _) in parsed.items()}
    found, same, wrong = 0, 0, 0
    for name, start, end in collection.once:
        quote, true = collection.documents[name][start:end], (start, end)
        if of_quote:
            quote, _ = damaged(quote, damage, rng)
        else:
            true = parsed[name][1][start], parsed[name][1][end]
        text, one = finders[name].text, finders[name].find(quote)
        if one is not None:
            true = trimmed(text, *true)
            right = overlap(one, *true)
            found, wrong = found + right, wrong + (not right)
            same += trimmed(text, one.start, one.end) == true
    return Tally(len(collection.once), found, same, wrong)


@pytest.mark.parametrize("name", COLLECTIONS)
def test_every_span_is_found_by_its_quote_alone(collections, name):
    documents, quotes = collections[name].documents, collections[name].quotes
    assert len(quotes) == (790 if name == "chroma" else 1190)
    asked = [(quote, quote.document, documents[quote.document][quote.start : quote.end]) for quote in quotes]
    for (document, start, end), one in ((found.key, found) for found in locate_quotes(asked, documents)):
        assert one.located.how == "exact"
        near = QuoteFinder(documents[document]).find(documents[document][start:end], near=start)
        assert trimmed(documents[document], near.start, near.end) == trimmed(documents[document], start, end)
        assert one.located.count > 1 or one.located == near


@pytest.mark.parametrize("name", COLLECTIONS)
@pytest.mark.parametrize("damage", LOSSLESS)
def test_harmless_damage_hides_almost_nothing(collections, name, damage):
    if name not in ONLY.get(damage, COLLECTIONS):
        assert changes_nothing(collections[name], LOSSLESS[damage])
        return
    for of_quote in (False, True):
        tally = recovery(collections[name], LOSSLESS[damage], of_quote=of_quote)
        assert tally.quotes >= 690
        assert tally.found >= 0.99 * tally.quotes
        # a cut through a ligature cannot come back as it was
        assert tally.same_ends >= 0.99 * tally.quotes
        assert tally.wrong < 0.001 * tally.quotes


@pytest.mark.parametrize("name", COLLECTIONS)
def test_two_wrong_characters_in_a_hundred_hide_few(collections, name):
    for of_quote in (False, True):
        tally = recovery(collections[name], substituted(0.02), of_quote=of_quote)
        assert tally.found >= 0.95 * tally.quotes
        assert tally.wrong < 0.001 * tally.quotes


def others(collection: Collection) -> Iterator[tuple[QuoteFinder, list[Quote]]]:
    """Quotes with what finds them in documents that they are not from: together, in all of these.

    Very many documents stand in rows and columns; a quote is looked for in all other rows, then in all other columns.
    """
    documents = list(collection.documents)
    width = math.isqrt(len(documents) - 1) + 1
    grid = (lambda place: place // width, lambda place: place % width)
    for place_of in grid if width > FEW else (lambda place: place,):
        group_of = {name: place_of(place) for place, name in enumerate(documents)}
        for group in sorted(set(group_of.values())):
            own = [quote for quote in collection.quotes if group_of[quote.document] == group]
            if own:
                rest = "\n".join(text for name, text in collection.documents.items() if group_of[name] != group)
                yield QuoteFinder(rest), own


@pytest.mark.parametrize("name", COLLECTIONS)
def test_quotes_are_not_found_in_the_documents_of_others(collections, name):
    """Each quote is looked for in all documents but that which it stands in."""
    documents, rng, found = collections[name].documents, Random(SEED), set()
    for finder, quotes in others(collections[name]):
        for quote in quotes:
            text, _ = damaged(documents[quote.document][quote.start : quote.end], substituted(0.02), rng)
            if finder.find(text) is not None:
                found.add(quote)
    assert len(found) < 0.001 * len(collections[name].quotes)


def test_short_quotes_are_not_taken_for_other_forms_of_their_words(data_dir):
    """Answers of 12 to 24 characters without any context, in the documents that they are not from."""
    found: dict[tuple[str, Quote], set[str]] = {}
    for language in LANGUAGES:
        collection = xquad(data_dir, language, context=0)
        for finder, quotes in others(collection):
            for quote in quotes:
                text = collection.documents[quote.document][quote.start : quote.end]
                if 12 <= len(plain_text(text)) <= 24:
                    one = finder.find(text)
                    found.setdefault((language, quote), set()).add("" if one is None else one.how)
    assert len(found) > 1000
    fuzzy = [quote for quote, how in found.items() if "fuzzy" in how and not how & {"exact", "normalised"}]
    assert len(fuzzy) < 0.001 * len(found)


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("damage", ["none", "lost spaces", "2 %"])
def test_a_quote_without_a_document_goes_to_its_own(collections, name, damage):
    documents, quotes = collections[name].documents, collections[name].quotes
    rng = Random(SEED)
    ways = {"none": lambda text, _: list(text), "2 %": substituted(0.02), **LOSSLESS}
    parsed = {key: damaged(text, ways[damage], rng)[0] for key, text in documents.items()}
    asked = [(quote, None, documents[quote.document][quote.start : quote.end]) for quote in quotes]
    placed = locate_quotes(asked, parsed)
    right = sum(one.document == one.key.document for one in placed if one.located is not None)
    located = sum(one.located is not None for one in placed)
    assert right >= (0.95 if damage == "2 %" else 0.999) * len(quotes)
    assert located - right < 0.001 * len(quotes)

"""Real collections, damaged on purpose: how many quotes come back, at the right place, and nothing else."""

from __future__ import annotations

import gzip
import json
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from damages import LOSSLESS, damaged, substituted, trimmed
from ragauge.golden.quotes.finder import QuoteFinder
from ragauge.golden.quotes.locating import locate_quotes
from ragauge.golden.quotes.plain_text import Folded, plain_text

if TYPE_CHECKING:
    from pathlib import Path

    from damages import Damage
    from ragauge.golden.quotes.finder import Located

CONTEXT = 30
LANGUAGES = ("ru", "en", "zh", "ar")
COLLECTIONS = (*LANGUAGES, "chroma")
SEED = 7
pytestmark = pytest.mark.data


class Quote(NamedTuple):
    """A span of a document."""

    document: str
    start: int
    end: int


class Collection(NamedTuple):
    """Documents by id, and spans of them."""

    documents: dict[str, str]
    quotes: list[Quote]


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


def once(collection: Collection) -> list[Quote]:
    """The quotes that stand once: damage to one copy of the others leaves another as a better match."""
    finders = {name: QuoteFinder(text) for name, text in collection.documents.items()}
    cells = ((quote, collection.documents[quote.document][quote.start : quote.end]) for quote in collection.quotes)
    return [quote for quote, text in cells if finders[quote.document].find_folded(Folded(text)).count == 1]


def recovery(collection: Collection, damage: Damage, *, of_quote: bool = False) -> Tally:
    """Damage the documents (or the quotes) and look for every quote in its document."""
    rng = Random(SEED)
    quotes = once(collection)
    parsed = {name: damaged(text, damage, rng) for name, text in collection.documents.items()}
    found, same, wrong = 0, 0, 0
    finders = {name: QuoteFinder(text if of_quote else parsed[name][0]) for name, text in collection.documents.items()}
    for name, start, end in quotes:
        quote, place = collection.documents[name][start:end], parsed[name][1]
        if of_quote:
            quote, _ = damaged(quote, damage, rng)
        text, one = finders[name].text, finders[name].find(quote)
        if one is not None:
            true = trimmed(text, *((start, end) if of_quote else (place[start], place[end])))
            right = overlap(one, *true)
            found, wrong = found + right, wrong + (not right)
            same += trimmed(text, one.start, one.end) == true
    return Tally(len(quotes), found, same, wrong)


@pytest.mark.parametrize("name", COLLECTIONS)
def test_every_span_is_found_by_its_quote_alone(collections, name):
    documents, quotes = collections[name]
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


@pytest.mark.parametrize("name", COLLECTIONS)
def test_quotes_are_not_found_in_the_documents_of_others(collections, name):
    """Each quote is looked for in all documents but those that it stands in."""
    documents, quotes = collections[name]
    rng, found = Random(SEED), 0
    for document in documents:
        own = [quote for quote in quotes if quote.document == document]
        finder = QuoteFinder("\n".join(text for name, text in documents.items() if name != document))
        for quote in own:
            text, _ = damaged(documents[document][quote.start : quote.end], substituted(0.02), rng)
            found += finder.find(text) is not None
    assert found < 0.001 * len(quotes)


def test_short_quotes_are_not_taken_for_other_forms_of_their_words(data_dir):
    """Answers of 12 to 24 characters without any context, in the documents that they are not from."""
    asked, fuzzy = 0, 0
    for language in LANGUAGES:
        documents, quotes = xquad(data_dir, language, context=0)
        for document in documents:
            finder = QuoteFinder("\n".join(text for name, text in documents.items() if name != document))
            for name, start, end in quotes:
                if name == document and 12 <= len(plain_text(documents[name][start:end])) <= 24:
                    asked += 1
                    found = finder.find(documents[name][start:end])
                    fuzzy += found is not None and found.how == "fuzzy"
    assert asked > 1000
    assert fuzzy < 0.001 * asked


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("damage", ["none", "lost spaces", "2 %"])
def test_a_quote_without_a_document_goes_to_its_own(collections, name, damage):
    documents, quotes = collections[name]
    rng = Random(SEED)
    ways = {"none": lambda text, _: list(text), "2 %": substituted(0.02), **LOSSLESS}
    parsed = {key: damaged(text, ways[damage], rng)[0] for key, text in documents.items()}
    asked = [(quote, None, documents[quote.document][quote.start : quote.end]) for quote in quotes]
    placed = locate_quotes(asked, parsed)
    right = sum(one.document == one.key.document for one in placed if one.located is not None)
    located = sum(one.located is not None for one in placed)
    assert right >= (0.95 if damage == "2 %" else 0.999) * len(quotes)
    assert located - right < 0.001 * len(quotes)

"""Laws of quotes: a quote cut out of a text is found there, and no harmless damage hides it."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from damages import LOSSLESS, damaged, trimmed
from ragauge.backends.rapidfuzz_edits import nearest_passage
from ragauge.golden.chunks.spans import chunk_spans
from ragauge.golden.quotes.finder import SHORTEST_INSIDE, QuoteFinder
from ragauge.golden.quotes.locating import locate_quotes
from ragauge.golden.quotes.plain_text import loose_text, plain_text

WORDS = [
    "lamp", "office", "filter", "affluent", "waffle", "well-known", "don't", "café", "naïve", "24", "7.5", "—", "…",
    "«искра»", "ёлка", "йод", "щётка", "что-то", "«Я»", "замок", "гарантия", "№", "保证期", "二十四个月。", "ガラス",
    "한국어", "مدة", "الضمان", "سنتان", "ﷺ", "½", "x²", "Straße", "ŒUVRE", "...", "-5", "(ok)", '"quoted"', "‘so’",
]  # fmt: skip
anything = st.text(max_size=60)
sentences = st.lists(st.sampled_from(WORDS), min_size=3, max_size=25).map(" ".join)
seeds = st.integers(0, 10_000)


def quick(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None)


@st.composite
def spans(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> tuple[str, int, int]:
    """A text, and a span of it that neither begins nor ends in white space."""
    text = draw(texts.filter(str.strip))
    start = draw(st.integers(0, len(text) - 1))
    end = draw(st.integers(start + 1, len(text)))
    quote = text[start:end]
    assume(quote.strip())
    start += len(quote) - len(quote.lstrip())
    return text, start, start + len(quote.strip())


@given(spans(st.one_of(anything, sentences)))
@quick(200)
def test_every_span_is_found_letter_by_letter(drawn):
    text, start, end = drawn
    finder = QuoteFinder(text)
    assume(end - start >= SHORTEST_INSIDE)  # shorter ones have to be whole words
    found = finder.find(text[start:end], near=start)
    assert (found.start, found.end, found.how) == (start, end, "exact")
    first = finder.find(f" {text[start:end]}\n")
    assert text[first.start : first.end] == text[start:end]
    assert first.start <= start


def tells(text: str, start: int, end: int) -> bool:
    """Whether folded text can tell the span: it has some length, and letters at both ends that are whole."""
    whole = end == len(text) or not unicodedata.combining(text[end])
    return whole and len(loose_text(plain_text(text[start:end]))) >= 4 and trimmed(text, start, end) == (start, end)


@pytest.mark.parametrize("name", LOSSLESS)
@given(drawn=spans(sentences), seed=seeds)
@quick(30)
def test_no_harmless_damage_of_the_document_hides_a_quote(name, drawn, seed):
    text, start, end = drawn
    assume(tells(text, start, end))
    parsed, place = damaged(text, LOSSLESS[name], Random(seed))
    found = QuoteFinder(parsed).find(text[start:end], near=place[start])
    assert found.distance == 0
    # a ligature that the quote begins or ends in comes whole
    passage = loose_text(plain_text(parsed[found.start : found.end])).text
    assert loose_text(plain_text(text[start:end])).text in passage
    # another copy may stand letter by letter where this one is damaged
    if found.how != "exact" and found.count == 1 and place[start] < place[start + 1]:
        assert trimmed(parsed, found.start, found.end) == trimmed(parsed, place[start], place[end])


@pytest.mark.parametrize("name", LOSSLESS)
@given(drawn=spans(sentences), seed=seeds)
@quick(30)
def test_no_harmless_damage_of_the_quote_hides_its_place(name, drawn, seed):
    text, start, end = drawn
    assume(tells(text, start, end))
    quote, _ = damaged(text[start:end], LOSSLESS[name], Random(seed))
    found = QuoteFinder(text).find(quote, near=start)
    assert trimmed(text, found.start, found.end) == (start, end)
    assert found.distance == 0


@given(anything)
@quick(200)
def test_folding_is_stable_and_keeps_the_order_of_the_text(text):
    plain = plain_text(text)
    loose = loose_text(plain)
    for form in (plain, loose):
        assert len(form.origin) == len(form.text)
        assert all(0 <= place < len(text) for place in form.origin)
        assert not any(char.isspace() for char in form.text)
    assert plain_text(plain.text).text == plain.text
    assert loose_text(plain_text(loose.text)).text == loose.text
    # the spacing accent is taken for an apostrophe, and its compatibility forms are a mark without a letter
    for form in ("NFC", "NFD") if "´" in text else ("NFC", "NFD", "NFKC", "NFKD"):
        assert plain_text(unicodedata.normalize(form, text)).text == plain.text


short = st.text("ab1-", max_size=9)


@given(short, short)
@quick(200)
def test_a_nearest_passage_tells_its_own_distance(quote, text):
    found = nearest_passage(quote, text)
    if found is not None:
        start, end, distance = found
        assert distance == Levenshtein.distance(quote, text[start:end])
        best = min(Levenshtein.distance(quote, text[a:b]) for a in range(len(text)) for b in range(a, len(text) + 1))
        assert best <= distance <= len(quote)


@given(st.lists(sentences, min_size=1, max_size=6), seeds, st.sampled_from(sorted(LOSSLESS)))
@quick(100)
def test_a_quote_without_a_document_is_found_where_it_stands(texts, seed, name):
    rng = Random(seed)
    documents = {f"d{i}": damaged(text, LOSSLESS[name], rng)[0] for i, text in enumerate(texts)}
    quotes = []
    for document, text in enumerate(texts):
        words = text.split()
        first = rng.randrange(len(words))
        quotes.append((document, None, " ".join(words[first : first + rng.randrange(1, 9)])))
    for (document, _, quote), one in zip(quotes, locate_quotes(quotes, documents), strict=True):
        own = QuoteFinder(documents[f"d{document}"]).find(quote, fuzzy=False)
        assert (own is None) or (one.located is not None and one.located.distance == 0)
        if one.located is not None:
            assert one.located == QuoteFinder(documents[one.document]).find(quote)


@given(sentences, st.integers(1, 40), st.integers(0, 39), st.lists(st.sampled_from([-1, 0, None, 7, 10_000])))
@quick(200)
def test_chunks_in_order_are_all_located(text, size, overlap, claims):
    step = max(1, size - overlap)
    chunks = [text[place : place + size] for place in range(0, len(text), step)]
    given_starts = [*claims, *[None] * len(chunks)][: len(chunks)]
    found = chunk_spans(text, list(zip(chunks, given_starts, strict=True)))
    for chunk, span in zip(chunks, found.spans, strict=True):
        assert span is not None or not chunk.strip()
        if span is not None:
            assert text[slice(*span)] == chunk
    assert found.proven + found.searched + found.relocated + found.unlocated == len(chunks)

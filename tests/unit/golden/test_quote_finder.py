"""Quotes in invented texts: where they are found, how, and when they must not be."""

import pytest

from ragauge.golden.quotes.finder import Located, QuoteFinder
from ragauge.golden.quotes.plain_text import Folded

ENGLISH = (
    'The Halden lamp – model H-7 – is the firm\'s first offer.\nIt "hums" at 42 Hz… and never flickers. '
    "A well-known kiln-maker, Ødegård & Søn, fits the cafe\u0301's ﬁlters.\n"
    "The warranty lasts 24 months from the day of sale; it does not cover the shade."
)
RUSSIAN = (
    "Лампа «Искра-3» — самая тихая в ряду. Её срок службы – 12 лет…\nЩёткам нужна замена раз в 6 месяцев, "
    "а за\u0301мок футляра смазывают трижды в год. Гарантия не распространяется на плафон."
)


def found_text(text, quote, **options):
    found = QuoteFinder(text).find(quote, **options)
    return found and (text[found.start : found.end], found.how)


@pytest.mark.parametrize(
    ("text", "quote", "passage"),
    [
        (ENGLISH, "model H‑7 — is", "model H-7 – is"),
        (ENGLISH, "It «hums» at 42 Hz...", 'It "hums" at 42 Hz…'),
        (ENGLISH, "firm’s first of\u00adfer.", "firm's first offer."),
        (ENGLISH, "first oﬀer. It", "first offer.\nIt"),
        (ENGLISH, "never ﬂick-\n  ers", "never flickers"),
        (ENGLISH, "café’s filters", "cafe\u0301's ﬁlters"),
        (ENGLISH, "well-\nknown", "well-known"),
        (ENGLISH, "Thewarrantylasts24months", "The warranty lasts 24 months"),
        (ENGLISH, "THE HALDEN LAMP", "The Halden lamp"),
        (ENGLISH, "last\u200bs\u00a0２４  mon ths", "lasts 24 months"),
        (ENGLISH, "Ødegard & Søn", None),
        (RUSSIAN, 'Лампа "Искра‐3" - самая', "Лампа «Искра-3» — самая"),
        (RUSSIAN, "Ее срок службы - 12 лет...", "Её срок службы – 12 лет…"),
        (RUSSIAN, "Щеткам нужна за-\nмена", "Щёткам нужна замена"),
        (RUSSIAN, "замок футляра", "за\u0301мок футляра"),
        (RUSSIAN, "щёткам", "Щёткам"),
        ("保证期为二十四\n个月。", "二十四个月", "二十四\n个月"),
        ("مُدَّةُ الضَّمَانِ سَنَتَانِ", "مدة الضمان", "مُدَّةُ الضَّمَانِ"),
    ],
)
def test_harmless_differences_do_not_hide_a_quote(text, quote, passage):
    expected = None if passage is None else (passage, "normalised")
    assert found_text(text, quote) == expected


def test_letter_by_letter_comes_first_and_nearness_chooses_among_copies():
    finder = QuoteFinder("lamp Lamp lamp lamp")
    assert finder.find("lamp") == Located(0, 4, "exact", count=3)
    assert finder.find("lamp", near=14) == Located(15, 19, "exact", count=3)
    assert finder.find("lamp", near=12) == Located(10, 14, "exact", count=3)
    assert finder.find(" Lamp\n") == Located(5, 9, "exact")
    assert finder.find("LAMP", near=11) == Located(10, 14, "normalised", count=4)


def test_overlapping_copies_are_counted():
    assert QuoteFinder("abababa").find("ababa", near=3) == Located(2, 7, "exact", count=2)


@pytest.mark.parametrize("quote", ["", "  \n", "\u00ad", "lathe", "«Q»"])
def test_nothing_to_find_finds_nothing(quote):
    assert QuoteFinder(ENGLISH).find(quote) is None


def test_a_short_folded_quote_must_be_whole_words():
    assert found_text("я рядом", "«Я»") == ("я", "normalised")
    assert found_text("яблоко рядом", "«Я»") is None
    assert found_text("landing and in", "and  in") == ("and in", "normalised")


@pytest.mark.parametrize(
    ("text", "quote", "edits"),
    [
        (ENGLISH, "The warrantv lasts 24 rnonths from the day", 3),
        (ENGLISH, "The warranty lasts 24 months from tle day of saie", 2),
        (RUSSIAN, "Гарантня не распростаняется на плафон", 2),
        (ENGLISH, "it does not cover the shade1", 1),
        (ENGLISH, "lasts Z4 months from the day of sale", 1),
    ],
)
def test_parse_damage_is_found_and_flagged_with_its_distance(text, quote, edits):
    found = QuoteFinder(text).find(quote)
    assert (found.how, found.distance) == ("fuzzy", edits)


@pytest.mark.parametrize(
    "quote",
    [
        "The warranty lasts 12 months from the day of sale",  # another number is another fact
        "The warranty lasts 241 months from the day of sale",
        "Гарантия распространяется также на плафон",
        "never flikcers",  # two edits of 13 characters
        "flickors",  # too short
        "It dims at 42 Hz",  # another word in a short quote
    ],
)
def test_what_is_not_damage_is_not_found(quote):
    for text in (ENGLISH, RUSSIAN):
        assert QuoteFinder(text).find(quote) is None


def test_fuzzy_can_be_turned_off_and_tuned():
    quote = "never flikcers"
    assert QuoteFinder(ENGLISH, max_rate=0.4).find(quote).distance == 2
    assert QuoteFinder(ENGLISH, max_rate=0.4).find(quote, fuzzy=False) is None
    assert QuoteFinder(ENGLISH, max_rate=0).find("The warrantv lasts 24 months") is None


def test_of_copies_with_as_few_edits_the_one_nearby_is_taken():
    sentence, scanned = "The loom needs oil every week or so. ", "The loom needs oiI everv week or so."
    finder = QuoteFinder(sentence * 4)
    assert finder.find(scanned).start == 0
    near = finder.find(scanned, near=2 * len(sentence) - 2)
    assert (near.start, near.distance, near.count) == (2 * len(sentence), 2, 4)


def test_rows_of_dots_do_not_outweigh_words():
    text = "." * 900 + " Chapter seven, the kiln " + "." * 900 + " 81 " + "." * 900
    found = QuoteFinder(text).find("Chaptcr seven, the kiln ................... 81", fuzzy=True)
    nearest = QuoteFinder(text).nearest(Folded("Chaptcr seven, the kiln ................... 81"))
    assert found is None or "seven" in text[found.start : found.end]
    assert "seven" in text[nearest.start : nearest.end]


def test_what_is_not_found_has_a_nearest_passage():
    finder = QuoteFinder(ENGLISH)
    nearest = finder.nearest(Folded("The guarantee lasts 12 months from the day you buy"))
    assert ENGLISH[nearest.start : nearest.end].startswith("The warranty lasts 24 months")
    assert nearest.rate > finder.max_rate
    assert QuoteFinder("").nearest(Folded("anything at all")) is None
    assert QuoteFinder("some words").nearest(Folded("")) is None

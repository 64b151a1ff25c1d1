"""Many quotes in many documents."""

import json

import pytest

from ragauge.golden.quotes.locating import locate_quotes
from ragauge.golden.quotes.plain_text import Folded
from ragauge.golden.quotes.run_index import COMMON

DOCUMENTS = {
    "лампа.md": "Срок гарантии на лампы — 24 месяца. Плафон заменяют бесплатно.",
    "lamp.md": "The warranty on lamps is 24 months. The shade is replaced for free.",
    "scan.pdf": "The lter is re lled every spring, and the o er ends in May of this year.",
    "lamp-old.md": "The warranty on lamps is 12 months. The shade is replaced at cost.",
}


def places(quotes, documents=DOCUMENTS, **options):
    found = locate_quotes([(i, *quote) for i, quote in enumerate(quotes)], documents, **options)
    assert [one.key for one in found] == list(range(len(quotes)))
    return found


def test_every_quote_gets_a_place_or_a_reason():
    exact, folded, fuzzy, number, free, nowhere, empty, unknown = places([
        ("lamp.md", "warranty on lamps"),
        ("лампа.md", "Срок гарантии на лампы - 24\u00a0месяца"),
        ("lamp.md", "The shade is rep1aced for tree"),
        ("lamp.md", "The warranty on lamps is 36 months."),
        (None, "ПЛАФОН заменяют бесплатно"),
        (None, "Looms are oiled by hand"),
        ("lamp.md", "  "),
        ("gone.md", "warranty on lamps"),
    ])  # fmt: skip
    assert (exact.document, exact.located.how, exact.documents) == ("lamp.md", "exact", 1)
    assert folded.located.how == "normalised"
    assert (fuzzy.located.how, fuzzy.located.distance, fuzzy.reason) == ("fuzzy", 2, None)
    assert (number.located, number.reason, number.nearest.distance) == (None, "not_found", 2)
    assert (free.document, free.located.how) == ("лампа.md", "normalised")
    assert (nowhere.located, nowhere.reason) == (None, "not_found")
    assert (empty.reason, unknown.reason, unknown.document) == ("empty_quote", "unknown_document", "gone.md")


def test_dropped_ligatures_are_reported_with_the_nearest_passage():
    (lost,) = places([("scan.pdf", "filter is refilled")])
    assert (lost.located, lost.reason, lost.nearest.distance) == (None, "not_found", 4)
    assert "lter is re lled" in DOCUMENTS["scan.pdf"][lost.nearest.start : lost.nearest.end]


def test_u009(cases_dir):
    rows = map(json.loads, (cases_dir / "users.jsonl").read_text(encoding="utf-8").splitlines())
    case = next(row for row in rows if row["id"] == "U009")["input"]
    texts = {name: case[name] for name in ("parsed_text", "variant_nul", "variant_ligature")}
    dropped, nul, ligature = places([(name, case["gold_quote"]) for name in texts], texts)
    assert (ligature.located.how, ligature.located.start, ligature.located.end) == ("normalised", 0, 16)
    for lost in (dropped, nul):
        assert (lost.located, lost.reason, lost.nearest.distance) == (None, "not_found", 6)
        assert lost.nearest.end == len(texts[lost.document])


def test_a_quote_of_several_documents_says_so():
    (one,) = places([(None, "The warranty on lamps is")])
    assert (one.document, one.documents) == ("lamp.md", 2)


def test_a_fuzzy_quote_without_a_document_goes_to_the_nearest_one():
    (one,) = places([(None, "The warranty on 1amps is 12 months. The shade is rep1aced at cost.")])
    assert (one.document, one.located.how, one.located.distance) == ("lamp-old.md", "fuzzy", 2)


@pytest.mark.parametrize("quote", ["oak", "The firm", "of the firm"])
def test_short_and_common_quotes_are_found_without_the_index(quote):
    documents = {f"d{i}": f"Report {i} of the firm." for i in range(3 * COMMON)}
    documents["last"] = "OAK: The  firm of   the FIRM, oak"
    (one,) = places([(None, quote)], documents)
    assert one.located is not None
    (folded,) = places([(None, "oak of the firm")], {**documents, "x": "The oak  of the firm."})
    assert (folded.document, folded.located.how) == ("x", "normalised")


def test_no_document_and_no_quote_are_no_trouble():
    assert places([]) == []
    (one,) = places([(None, "some quote or other")], {})
    assert one.reason == "not_found"


def test_progress_reaches_its_total_once():
    seen = []
    places(
        [(None, "The shade"), ("lamp.md", "no such words in it")],
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(done, 4 * len(DOCUMENTS)) for done in range(1, 4 * len(DOCUMENTS) + 1)]


def test_texts_are_folded_only_for_quotes_that_need_it(monkeypatch):
    monkeypatch.setattr(Folded, "plain", property(lambda _: pytest.fail("folded for an exact quote")))
    assert places([("lamp.md", "warranty on lamps")])[0].located.how == "exact"

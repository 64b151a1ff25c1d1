"""Pages that are dates, pages that are counted otherwise, ids in other spellings, repeated questions (9 to 16)."""

import datetime as dt
import json
import re
import unicodedata

import openpyxl
import pytest
from golden_files.kind import answers
from golden_files.measuring import (
    account,
    cells,
    measured,
    one_and_sure,
    pair,
    places,
    refused,
    sheet,
    told,
    value,
)

import ragauge as library

# 9. Page ranges, and what spreadsheets make of them.


@pytest.mark.parametrize(
    ("cell", "first", "last"),
    [
        pytest.param("10-12", 10, 12, id="9-hyphen"),
        pytest.param("10–12", 10, 12, id="9-dash"),
        pytest.param("pp. 10-12", 10, 12, id="9-en"),
        pytest.param("S. 10–12", 10, 12, id="9-de"),
        pytest.param("с. 10–12", 10, 12, id="9-ru"),
        pytest.param("p. 10", 10, 10, id="9-single"),
        pytest.param("10", 10, 10, id="9-number"),
        pytest.param("10.0", 10, 10, id="9-float"),
    ],
)
def test_09_pages_are_read_as_people_write_them(ragauge, cell, first, last):
    pages = sorted({first - 1, first, last, last + 1})
    files = {
        "gold.csv": "question,page\n" + "".join(f"{page}?,{cell}\n" for page in pages),
        "run.jsonl": answers({f"{page}?": [{"id": f"c{page}", "page": page}] for page in pages}),
    }
    assert cells(measured(ragauge, files)) == [float(first <= page <= last) for page in pages]


@pytest.mark.parametrize("cell", [pytest.param("3, 5-7", id="9-comma"), pytest.param("3; 5–7", id="9-semicolon")])
def test_09_a_list_of_pages_and_ranges(ragauge, cell):
    def pages(*found):
        return [{"id": f"c{page}", "page": page} for page in found]

    files = {
        "gold.csv": f'question,pages\nWho?,"{cell}"\nКто?,"{cell}"\n',
        "run.jsonl": answers({"Who?": pages(6, 3), "Кто?": pages(4, 7)}),
    }
    assert cells(measured(ragauge, files, "--match", "all")) == [1, 1 / 2]


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param("12-Oct", id="9-date-en"),
        pytest.param("Oct-12", id="9-month-first"),
        pytest.param("10.дек", id="9-date-ru"),
        pytest.param("12. Okt", id="9-date-de"),
        pytest.param("2031-10-12", id="9-date-iso"),
        pytest.param("12.10.2031", id="9-date-dots"),
    ],
)
def test_09_a_date_in_a_page_column_stops(ragauge, cell):
    files = {
        "gold.csv": f"question,source,pages\nfine?,a.pdf,3\nodd?,a.pdf,{cell}\n",
        "run.jsonl": answers({"fine?": places(("a.pdf", 3))}),
    }
    message = refused(ragauge, files, words=["gold.csv:3", "pages", cell])
    assert "date" in message.casefold()
    done = ragauge("golden", "inspect", "gold.csv")
    assert done.code == 2
    assert cell in done.out + done.err


def test_09_a_date_cell_of_a_workbook_stops(ragauge):
    date = dt.datetime(2031, 10, 12)  # noqa: DTZ001  (as a spreadsheet keeps it)
    book = sheet([["question", "source", "pages"], ["fine?", "a.pdf", 3], ["odd?", "a.pdf", date]])
    files = {"gold.xlsx": book, "run.jsonl": answers({"fine?": places(("a.pdf", 3))})}
    message = refused(ragauge, files, words=["gold.xlsx:3", "pages"])
    assert "date" in message.casefold()


def test_09_the_template_keeps_what_is_typed(ragauge, tmp_path):
    assert ragauge("golden", "template", "--xlsx", "new.xlsx").code == 0
    page = openpyxl.load_workbook(tmp_path / "new.xlsx").active
    header = [str(cell.value).casefold() for cell in page[1]]
    assert "question" in header
    column = next(place for place, name in enumerate(header, start=1) if "page" in name)
    assert {page.cell(row, column).number_format for row in range(2, page.max_row + 1)} <= {"@"}
    assert page.column_dimensions[openpyxl.utils.get_column_letter(column)].number_format == "@"  # rows to come


# 10. Printed pages and pages of the file.


@pytest.mark.parametrize(
    ("book", "leaflet", "shift"),
    [
        pytest.param("manual.pdf", "leaflet.pdf", 4, id="10-en"),
        pytest.param("руководство.pdf", "памятка.pdf", -2, id="10-ru"),
    ],
)
def test_10_an_offset_is_suggested_never_assumed(ragauge, book, leaflet, shift):
    printed = [20, 31, 42, 53, 64]
    gold = [
        *({"question": f"{page}?", "source": book, "page": page} for page in printed),
        {"question": "other?", "source": book, "page": 80},
        {"question": "leaflet?", "source": leaflet, "page": 9},
    ]
    run = {
        **{f"{page}?": places((book, page + shift)) for page in printed},
        "other?": places((book, 81)),
        "leaflet?": places((leaflet, 9)),
    }
    files = pair(gold, run)
    data = measured(ragauge, files)
    assert value(data) == pytest.approx(1 / 7)
    assert told(data, "--page-offset", book, str(shift))  # 5 of 6 misses share one difference
    shifted = measured(ragauge, files, "--page-offset", f"{book}={shift}")
    assert cells(shifted) == [1, 1, 1, 1, 1, 0, 1]
    assert "page_offset" in json.dumps(shifted["provenance"]["policies"])
    assert cells(measured(ragauge, files, "--page-offset", str(shift))) == [1, 1, 1, 1, 1, 0, 0]
    near = measured(ragauge, files, "--page-tolerance", "1")
    assert cells(near) == [0, 0, 0, 0, 0, 1, 1]
    assert "page_tolerance" in json.dumps(near["provenance"]["policies"])
    assert value(measured(ragauge, files, "--page-tolerance", str(abs(shift)))) == 1
    library_card = library.evaluate("gold.jsonl", "run.jsonl", ["recall@5"], page_offset={book: shift})
    assert library_card["recall@5"].value == pytest.approx(6 / 7)


def test_10_misses_that_differ_suggest_nothing(ragauge):
    gold = [{"question": f"{page}?", "source": "a.pdf", "page": page} for page in (10, 20, 30, 40, 50)]
    found = {10: 10, 20: 21, 30: 34, 40: 38, 50: 59}
    data = measured(ragauge, pair(gold, {f"{page}?": places(("a.pdf", other)) for page, other in found.items()}))
    assert value(data) == 1 / 5
    assert not told(data, "--page-offset")


# 11. Spellings of an id.

SPELLINGS = [
    pytest.param("Doc.pdf", "doc.pdf", "case", id="11-case"),
    pytest.param("Doc.pdf", "/data/in/Doc.pdf", "basename", id="11-path"),
    pytest.param("Doc", "Doc.pdf", "stem", id="11-stem"),
    pytest.param("Doc.pdf", "Doc", "stem", id="11-stem-of-gold"),
    pytest.param("Doc.pdf", "doc.pdf#page=3", "", id="11-fragment"),
    pytest.param("Doc.pdf", "Doc.pdf [chunk 1/9]", "", id="11-chunk-mark"),
    pytest.param("Приказ.pdf", "приказ.PDF", "case", id="11-case-ru"),
    pytest.param("Приказ.pdf", "/архив/2031/Приказ.pdf", "basename", id="11-path-ru"),
    pytest.param("Приказ", "Приказ.docx", "stem", id="11-stem-ru"),
    pytest.param("Maßstab.pdf", "MASSSTAB.pdf", "case", id="11-case-de"),
]


@pytest.mark.parametrize(("gold", "hit", "stage"), SPELLINGS)
def test_11_spellings_meet_in_stages_that_are_counted(ragauge, gold, hit, stage):
    files = one_and_sure([gold], ["other.pdf", hit])
    data = measured(ragauge, files)
    assert cells(data) == [1, 1]
    assert stage in account(data)
    strict = measured(ragauge, files, "--ids", "exact")
    assert cells(strict) == [0, 1]


@pytest.mark.parametrize(
    ("gold", "hits"),
    [
        pytest.param("report", ["2030/report.pdf", "report.docx"], id="11-stem-twice"),
        pytest.param("отчёт", ["отчёт.pdf", "отчёт.docx"], id="11-stem-twice-ru"),
        pytest.param("report.pdf", ["2030/report.pdf", "2031/report.pdf"], id="11-basename-twice"),
    ],
)
def test_11_two_candidates_stop_and_are_named(ragauge, gold, hits):
    refused(ragauge, one_and_sure([gold], hits), words=[gold, *hits])


@pytest.mark.parametrize(
    ("gold", "hit", "other"),
    [
        pytest.param("contract_2031", "contract_2031-final.pdf", "contract_2031-draft.pdf", id="11-prefix-en"),
        pytest.param("vertrag", "vertrag_neu.pdf", "vertrag_alt.pdf", id="11-prefix-de"),
        pytest.param("договор", "договор (подписан).pdf", "договор (черновик).pdf", id="11-prefix-ru"),
    ],
)
def test_11_a_prefix_is_enough_where_only_one_name_has_it(ragauge, gold, hit, other):
    """In a file of prefixes; with two names to choose from it stops."""
    rows = [{"question": "Who?", "expect_doc": gold}, {"question": "Sure?", "expect_doc": "house"}]
    run = {"Who?": ["x.pdf", hit], "Sure?": ["house_rules.pdf"]}
    data = measured(ragauge, pair(rows, run))
    assert cells(data) == [1, 1]
    assert "prefix" in account(data)
    refused(ragauge, pair(rows, {**run, "Who?": [hit, other]}), words=[gold, hit, other])


@pytest.mark.parametrize(
    ("gold", "neighbour"),
    [
        pytest.param("Doc.pdf", "doc.pdf", id="11-en"),
        pytest.param("отчёт", "отчёт.pdf", id="11-ru"),
        pytest.param("a/Doc.pdf", "b/Doc.pdf", id="11-path"),
    ],
)
def test_11_an_exact_match_anywhere_in_the_run_ends_the_search(ragauge, gold, neighbour):
    rows = [{"question": "Who?", "gold": [gold]}, {"question": "Кто?", "gold": [gold]}]
    files = pair(rows, {"Who?": [neighbour], "Кто?": ["x", gold]})
    assert cells(measured(ragauge, files)) == [0, 1]


# 12 to 15. Backslashes, percent signs, composed letters, invisible tails.


@pytest.mark.parametrize(
    ("gold", "hit"),
    [
        pytest.param("2021\\act7__art2", "2021/act7__art2", id="12-en"),
        pytest.param("2021/акт7__ст2", "2021\\акт7__ст2", id="12-ru"),
        pytest.param("My%20File.pdf", "My File.pdf", id="13-en"),
        pytest.param("Приказ 7.pdf", "%D0%9F%D1%80%D0%B8%D0%BA%D0%B0%D0%B7%207.pdf", id="13-ru"),
        pytest.param("Prüfung.pdf", unicodedata.normalize("NFD", "Prüfung.pdf"), id="14-U010-de"),
        pytest.param(unicodedata.normalize("NFD", "Йод и ёж.pdf"), "Йод и ёж.pdf", id="14-ru"),
        pytest.param("s.37(1)\t", "s.37(1)", id="15-en"),
        pytest.param("Закон о связи", "Закон  о связи\u00a0", id="15-ru"),
        pytest.param("Act\u200b 1965", "Act 1965 ", id="15-zero-width"),
    ],
)
def test_12_to_15_the_same_name_in_other_letters(ragauge, gold, hit):
    files = one_and_sure([gold], ["x", hit])
    assert cells(measured(ragauge, files)) == [1, 1]


@pytest.mark.parametrize(
    "name", [pytest.param("Prüfung.pdf", id="14-U010-de"), pytest.param("Йод.pdf", id="14-U010-ru")]
)
def test_14_ids_that_needed_unicode_are_counted(ragauge, name):
    other = unicodedata.normalize("NFD", name)
    rows = [{"question": f"{n}?", "gold": [f"{n}{name}"]} for n in range(3)]
    run = {"0?": [f"0{other}"], "1?": [f"1{other}"], "2?": [f"2{name}"]}
    data = measured(ragauge, pair(rows, run))
    assert cells(data) == [1, 1, 1]
    assert told(data, "2", "unicode")
    assert cells(measured(ragauge, pair(rows, run), "--ids", "exact")) == [0, 0, 1]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        pytest.param("My%20File.pdf", "My File.pdf", id="13-en"),
        pytest.param("%D0%BA%D0%BE%D1%82.txt", "кот.txt", id="13-ru"),
        pytest.param("Übung.pdf", unicodedata.normalize("NFD", "Übung.pdf"), id="14-U010-de"),
        pytest.param("йод.pdf", unicodedata.normalize("NFD", "йод.pdf"), id="14-U010-ru"),
    ],
)
def test_13_and_14_two_ids_that_would_become_one_stop(ragauge, one, two):
    message = refused(ragauge, one_and_sure([one], [one, two]), words=["--ids exact"])
    assert message.count(".pdf") + message.count(".txt") >= 2  # both are named
    assert cells(measured(ragauge, one_and_sure([two], ["x", one, two]), "--ids", "exact")) == [1, 1]


@pytest.mark.parametrize(
    ("cell", "clean"),
    [pytest.param("s.37(1)\t", "s.37(1)", id="15-en"), pytest.param("Закон\u00a0 7 ", "Закон 7", id="15-ru")],
)
def test_15_changed_cells_are_listed(ragauge, cell, clean):
    files = one_and_sure([cell], [clean])
    data = measured(ragauge, files)
    assert cells(data) == [1, 1]
    done = ragauge("golden", "inspect", "gold.jsonl")
    assert done.code == 0
    lines = [line for line in done.out.splitlines() if "expected_sources" in line and re.search(r"\b1\b", line)]
    assert any(re.search(r"(?i)space|blank|invisible|tab", line) for line in lines)


# 16. The same question twice.


@pytest.mark.parametrize("text", [pytest.param("Who pays?", id="16-en"), pytest.param("Кто платит?", id="16-ru")])
def test_16_a_question_asked_twice_is_kept_twice_and_told(ragauge, text):
    files = {
        "gold.csv": f"question,gold,note\n{text},a,\nSure?,b,\n{text},c,to test consistency\n",
        "run.jsonl": answers({text: ["a"], "Sure?": ["b"]}),
    }
    data = measured(ragauge, files)
    assert cells(data) == [1, 1, 0]
    assert data["scores"][0]["n"] == 3
    assert told(data, "repeat", "--clusters")
    done = ragauge("golden", "inspect", "gold.csv")
    assert done.code == 0
    assert any(re.search(r"\b2\b.*\b4\b.*(same|repeat)", line) for line in done.out.splitlines())

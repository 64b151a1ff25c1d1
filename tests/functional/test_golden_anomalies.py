"""What real golden files and runs are like, row by row of the list of anomalies, and what is made of it.

Ids of tests begin with the number of the row; ``U…`` are recorded cases of users. A question that is surely found
stands beside those that must not be: a run that shares nothing with its gold is stopped, and that is another test.
"""

import datetime as dt
import io
import json
import re
import unicodedata

import openpyxl
import polars as pl
import pytest
from golden_files.kind import answers, json_lines

import ragauge as library

SURE = {"question": "Sure?", "expected_sources": ["sure.pdf"]}
SURE_RUN = {"Sure?": ["sure.pdf"]}
BYTE_ORDER_MARK = re.compile(r"byte.order mark|\bBOM\b", re.IGNORECASE)


def measured(ragauge, files, *options, metrics=("recall@5",)):
    """The JSON of an evaluation of the first file by the second, which must succeed."""
    gold, run = list(files)[:2]
    names = [word for metric in metrics for word in ("-m", metric)]
    done = ragauge("eval", gold, run, *names, *options, "--json", "-", files=files)
    assert done.code == 0, done.err
    return json.loads(done.out)


def refused(ragauge, files, *options, words):
    """An evaluation must be refused, in one message that has all these words."""
    gold, run = list(files)[:2]
    done = ragauge("eval", gold, run, "-m", "recall@5", *options, "--json", "out.json", files=files)
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert "Traceback" not in done.err
    for word in words:
        assert word in done.err
    return done.err


def cells(data, metric="recall@5"):
    return data["questions"]["values"][metric]


def value(data, metric="recall@5"):
    (found,) = [one["value"] for one in data["scores"] if one["metric"] == metric and one["slice"] is None]
    return found


def told(data, *words):
    """Whether one of the warnings has all these words."""
    return any(all(word.casefold() in warning.casefold() for word in words) for warning in data["warnings"])


def account(data):
    """All that is said about how the numbers were made."""
    return json.dumps([data["warnings"], data["provenance"]], ensure_ascii=False).casefold()


def pair(gold_rows, run_rows):
    """A JSONL golden file and a JSONL run."""
    return {"gold.jsonl": json_lines(gold_rows), "run.jsonl": answers(run_rows)}


def one_and_sure(sources, hits, **more):
    """One question and a sure one."""
    row = {"question": "Who?", "expected_sources": sources, **more}
    return pair([row, {**dict.fromkeys(row), **SURE}], {"Who?": hits, **SURE_RUN})


def sheet(rows):
    """The bytes of an Excel workbook with one sheet."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


# 1. Gold keys named freely.


@pytest.mark.parametrize(
    ("key", "gold", "hit", "other"),
    [
        pytest.param("expected_docs", ["lamp.pdf"], "lamp.pdf", "loom.pdf", id="1-documents"),
        pytest.param("источники", ["смета.pdf"], "смета.pdf", "акт.pdf", id="1-documents-ru"),
        pytest.param(
            "gold_url",
            "https://a.example/x",
            {"url": "https://a.example/x"},
            {"url": "https://a.example/y"},
            id="1-url",
        ),
        pytest.param("pages", [7], {"id": "c1", "page": 7}, {"id": "c2", "page": 8}, id="1-pages"),
        pytest.param(
            "clauses", ["§ 5"], {"id": "c1", "section": "§ 5"}, {"id": "c2", "section": "§ 6"}, id="1-clauses"
        ),
    ],
)
def test_01_gold_by_any_name(ragauge, key, gold, hit, other):
    files = pair(
        [{"question": "Где?", key: gold}, {"question": "Wo?", key: gold}], {"Где?": [other, hit], "Wo?": [other]}
    )
    assert cells(measured(ragauge, files)) == [1, 0]
    done = ragauge("golden", "inspect", "gold.jsonl")
    assert done.code == 0, done.err
    assert key in done.out


@pytest.mark.parametrize(
    ("question", "key"),
    [pytest.param("question", "Fundstellen", id="1-de"), pytest.param("вопрос", "подтверждения", id="1-ru")],
)
def test_01_a_name_that_nobody_knows_is_asked_for(ragauge, question, key):
    files = {
        "gold.csv": f"{question},{key},note\nWo?,a.pdf,x\nКто?,b.pdf,y\n",
        "run.jsonl": answers({"Wo?": ["a.pdf"], "Кто?": ["c.pdf"]}),
    }
    refused(ragauge, files, words=["gold.csv", key, "note", "--map"])
    assert cells(measured(ragauge, files, "--map", f"gold={key}")) == [1, 0]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("expected_sources", "expected_docs", id="1-two-en"),
        pytest.param("ожидаемые_источники", "relevant_docs", id="1-two-ru"),
    ],
)
def test_01_two_candidates_are_never_guessed_between(ragauge, first, second):
    files = {
        "gold.csv": f"question,{first},{second}\nWho?,a,b\nКто?,a,c\n",
        "run.jsonl": answers({"Who?": ["a"], "Кто?": ["a", "c"]}),
    }
    refused(ragauge, files, words=["gold.csv", first, second, "--map"])
    assert cells(measured(ragauge, files, "--map", f"gold={first}")) == [1, 1]
    assert cells(measured(ragauge, files, "--map", f"gold={second}")) == [0, 1]
    done = ragauge("golden", "inspect", "gold.csv")
    assert done.code == 2
    for word in (first, second, "--map"):
        assert word in done.out + done.err


def test_01_u006_the_recorded_entry_is_read_or_refused_with_what_would_help(ragauge):
    entry = {"query": "reset code", "expect": ["kb/reset"]}
    files = {"gold.jsonl": json_lines([entry]), "run.jsonl": answers({"reset code": ["x", "kb/reset"]})}
    done = ragauge("eval", "gold.jsonl", "run.jsonl", "-m", "mrr", "--json", "-", files=files)
    if done.code == 0:
        assert value(json.loads(done.out), "mrr") == 1 / 2
    else:
        assert all(word in done.err for word in ("gold.jsonl:1", "query", "expect", "--map"))
    assert cells(measured(ragauge, files, "--map", "gold=expect")) == [1]


@pytest.mark.parametrize("key", [pytest.param("hint", id="1-U006-en"), pytest.param("куда", id="1-U006-ru")])
def test_01_u006_a_wrong_shape_is_told_before_anything_is_asked(ragauge, key):
    entry = {"query": "reset code", key: ["kb/reset"]}
    files = {"gold.jsonl": json_lines([entry]), "run.jsonl": answers({"reset code": ["kb/reset"]})}
    refused(ragauge, files, words=["gold.jsonl:1", "query", key, "relevant", "--map"])
    assert cells(measured(ragauge, files, "--map", f"gold={key}")) == [1]


# 2. Byte order marks.


@pytest.mark.parametrize(
    ("name", "text", "question"),
    [
        pytest.param(
            "gold.csv",
            "question,expected_source\nHow long is the lamp warranty?,lamps.pdf\n",
            "How long is the lamp warranty?",
            id="2-U001",
        ),
        pytest.param(
            "gold.csv", "вопрос;источники\nКакой срок гарантии?;lamps.pdf\n", "Какой срок гарантии?", id="2-csv-ru"
        ),
        pytest.param(
            "gold.jsonl",
            '{"id":"r1","question":"Wie lange gilt der Ausweis?","gold":["lamps.pdf"]}\n'
            '{"id":"r2","question":"Wer haftet?","gold":["x"]}\n',
            "Wie lange gilt der Ausweis?",
            id="2-U003",
        ),
        pytest.param(
            "gold.jsonl",
            '{"question": "¿Quién paga?", "expected_docs": ["lamps.pdf"]}\n',
            "¿Quién paga?",
            id="2-jsonl-es",
        ),
    ],
)
def test_02_a_byte_order_mark_is_taken_off_and_told(ragauge, name, text, question):
    files = {name: b"\xef\xbb\xbf" + text.encode(), "run.jsonl": answers({question: ["lamps.pdf"]})}
    assert cells(measured(ragauge, files))[0] == 1
    done = ragauge("golden", "inspect", name)
    assert done.code == 0, done.err
    assert BYTE_ORDER_MARK.search(done.out)
    assert question in done.out
    assert "\ufeff" not in done.out
    ragauge("golden", "inspect", name, files={name: text})
    assert not BYTE_ORDER_MARK.search(ragauge("golden", "inspect", name).out)


# 3. Other encodings.


@pytest.mark.parametrize(
    ("encoding", "question", "line"),
    [
        pytest.param("cp1252", "Geöffnet 9–17?", "Geöffnet 9–17?", id="3-cp1252-de"),
        pytest.param("cp1251", "Часы работы?", "Часы работы?", id="3-cp1251-ru"),
        pytest.param("cp932", "営業時間は?", "営業時間は?", id="3-cp932-ja"),
    ],
)
def test_03_an_encoding_is_declared_or_detected_and_said(ragauge, encoding, question, line):
    text = f"question,gold\nSure?,sure\n{line},hours\n"
    files = {"gold.csv": text.encode(encoding), "run.jsonl": answers({question: ["x", "hours"], "Sure?": ["sure"]})}
    data = measured(ragauge, files)
    assert cells(data) == [1, 1]
    assert told(data, "detected", encoding.replace("cp12", "windows-12"), "--encoding")
    data = measured(ragauge, files, "--encoding", encoding)
    assert cells(data) == [1, 1]
    done = ragauge("golden", "inspect", "gold.csv", "--encoding", encoding)
    assert done.code == 0, done.err
    assert encoding in done.out.casefold().replace("-", "").replace("windows", "cp")
    assert question in done.out


@pytest.mark.parametrize(
    "question", [pytest.param("Wer zahlt – und wann?", id="3-utf16-de"), pytest.param("Кто платит?", id="3-utf16-ru")]
)
def test_03_utf_16_says_itself_what_it_is(ragauge, question):
    text = f"question\tgold\nSure?\tsure\n{question}\thours\n"
    run = answers({question: ["hours"], "Sure?": ["x"]})
    files = {"gold.tsv": text.encode("utf-16"), "run.jsonl": run}
    assert cells(measured(ragauge, files)) == [0, 1]
    assert "utf16" in ragauge("golden", "inspect", "gold.tsv").out.casefold().replace("-", "")
    bare = {"gold.tsv": text.encode("utf-16-le"), "run.jsonl": run}
    assert cells(measured(ragauge, bare, "--encoding", "utf-16-le")) == [0, 1]


def test_03_a_declared_encoding_that_does_not_fit_is_refused(ragauge):
    text = "question,gold\nКто платит?,a\n"
    files = {"gold.csv": text.encode("cp1251"), "run.jsonl": answers({"Кто платит?": ["a"]})}
    refused(ragauge, files, "--encoding", "utf-8", words=["gold.csv:2"])
    refused(ragauge, files, "--encoding", "cp12511", words=["cp12511"])


# 4. Mojibake that is in the file already.


@pytest.mark.parametrize(
    ("broken", "right"),
    [
        pytest.param("Â§ 4.2 applies?", "§ 4.2 applies?", id="4-en"),
        pytest.param("Width â‰¤ 5 cm?", "Width ≤ 5 cm?", id="4-sign"),
        pytest.param("Wer schlieÃŸt die TÃ¼r?", "Wer schließt die Tür?", id="4-de"),
        pytest.param("РЎСЂРѕРє РіР°СЂР°РЅС‚РёРё?", "Срок гарантии?", id="4-ru"),
    ],
)
def test_04_mojibake_is_shown_and_repaired_in_a_copy_only(ragauge, tmp_path, broken, right):
    text = f"question,gold\nSure?,sure\n{broken},a\nКто? Größe?,b\n"
    files = {
        "gold.csv": text,
        "run.jsonl": answers({broken: ["a"], right: ["x"], "Sure?": ["sure"], "Кто? Größe?": []}),
    }
    data = measured(ragauge, files)
    assert cells(data) == [1, 1, 0]  # nothing is repaired on the way
    assert told(data, "3", "--repair")
    done = ragauge("golden", "inspect", "gold.csv")
    assert done.code == 0
    assert re.search(r"(?i)mojibake|encoding twice|wrong encoding", done.out)
    assert right in done.out
    assert ragauge("golden", "export", "gold.csv", "-o", "plain.csv").code == 0
    assert broken in (tmp_path / "plain.csv").read_text(encoding="utf-8-sig")
    assert ragauge("golden", "export", "gold.csv", "-o", "repaired.csv", "--repair").code == 0
    repaired = (tmp_path / "repaired.csv").read_text(encoding="utf-8-sig")
    assert right in repaired
    assert broken not in repaired
    assert "Кто? Größe?" in repaired  # what is right stays as it is
    assert (tmp_path / "gold.csv").read_text(encoding="utf-8") == text


# 5. Separators.


@pytest.mark.parametrize(
    "cell",
    [
        pytest.param("a.pdf;б.pdf", id="5-semicolon"),
        pytest.param("a.pdf | б.pdf", id="5-bar"),
        pytest.param('"[""a.pdf"", ""б.pdf""]"', id="5-json"),
        pytest.param("a.pdf + б.pdf", id="5-plus"),
        pytest.param('"a.pdf\nб.pdf"', id="5-newline"),
        pytest.param('"a.pdf, б.pdf"', id="5-comma"),
    ],
)
def test_05_the_separator_of_a_column_is_found(ragauge, cell):
    files = {
        "gold.csv": f"question,gold\nWho?,{cell}\nКто?,{cell}\nSure?,c.pdf\n",
        "run.jsonl": answers({"Who?": ["б.pdf", "a.pdf"], "Кто?": ["c.pdf", "б.pdf"], "Sure?": ["c.pdf"]}),
    }
    assert cells(measured(ragauge, files, "--match", "all")) == [1, 1 / 2, 1]
    done = ragauge("golden", "inspect", "gold.csv", "--match", "all")
    assert done.code == 0, done.err
    assert "a.pdf" in done.out
    assert "б.pdf" in done.out


@pytest.mark.parametrize(
    ("name", "other"),
    [
        pytest.param("Rates, 2031.pdf", "fees.pdf", id="5-comma-en"),
        pytest.param("Смета, часть 2.xlsx", "Акт.pdf", id="5-comma-ru"),
    ],
)
def test_05_a_comma_in_a_file_name_that_the_corpus_has_is_none(ragauge, name, other):
    files = {
        "gold.csv": f'question,gold\nWho?,"{name}"\nКто?,{other}\n',
        "run.jsonl": answers({"Who?": ["x", name], "Кто?": [other]}),
    }
    data = measured(ragauge, files)
    assert cells(data) == [1, 1]
    assert not data["scores"][0]["bounds"]  # one id, not two


def test_05_the_separator_can_be_said(ragauge):
    files = {
        "gold.csv": "question,gold\nWho?,a;b.pdf\nКто?,в~г\n",
        "run.jsonl": answers({"Who?": ["a;b.pdf"], "Кто?": ["г", "а"]}),
    }
    assert cells(measured(ragauge, files, "--separator", "none")) == [1, 0]
    assert cells(measured(ragauge, files, "--separator", "~", "--match", "all")) == [1, 1 / 2]


# 6. The delimiter inside a question.


@pytest.mark.parametrize(
    ("row", "words"),
    [
        pytest.param("12;If it breaks; who pays?;x.md", ["If it breaks", "who pays?"], id="6-en"),
        pytest.param("12;Если сломается; кто платит?;x.md", ["Если сломается", "кто платит?"], id="6-ru"),
    ],
)
def test_06_a_delimiter_inside_a_question_stops_with_the_cells(ragauge, row, words):
    files = {"gold.csv": f"id;question;gold\n11;Who?;a.md\n{row}\n", "run.jsonl": answers({"Who?": ["a.md"]})}
    message = refused(ragauge, files, words=["gold.csv:3", "4 cells", "3", *words])
    assert "gold.csv:2" not in message


# 7. Parallel lists.


def places(*found):
    return [{"source": name, "page": page} for name, page in found]


@pytest.mark.parametrize(
    ("first", "second"), [pytest.param("v1.pdf", "v2.pdf", id="7-en"), pytest.param("ч1.pdf", "ч2.pdf", id="7-ru")]
)
def test_07_parallel_lists_are_pairs_or_one_for_all(ragauge, first, second):
    gold = f"question,source,page\npairs?,{first};{second},12;7\none?,{first},5;6\nsame?,{first};{first},10;12\n"
    crossed = places((first, 7), (second, 12))
    run = {
        "pairs?": [*crossed, *places((second, 7))],  # one of two
        "one?": places((second, 5), (first, 6), (first, 5)),  # both
        "same?": places((first, 11), (first, 12)),  # one of two
    }
    assert cells(measured(ragauge, {"gold.csv": gold, "run.jsonl": answers(run)}, "--match", "all")) == [0.5, 1, 0.5]
    rows = [
        {"question": "pairs?", "source": [first, second], "page": [12, 7]},
        {"question": "one?", "source": [first], "page": [5, 6]},
        {"question": "same?", "source": [first, first], "page": [10, 12]},
    ]
    assert cells(measured(ragauge, pair(rows, run), "--match", "all")) == [0.5, 1, 0.5]


@pytest.mark.parametrize(
    ("sources", "pages"),
    [
        pytest.param("v1.pdf;v2.pdf;v3.pdf", "12;7", id="7-three-two"),
        pytest.param("ч1.pdf;ч2.pdf", "1;2;3", id="7-two-three-ru"),
    ],
)
def test_07_lists_of_different_lengths_stop_with_their_row(ragauge, sources, pages):
    files = {
        "gold.csv": f"question,source,page\nfine?,a.pdf,1\nodd?,{sources},{pages}\n",
        "run.jsonl": answers({"fine?": places(("a.pdf", 1))}),
    }
    counts = [str(len(sources.split(";"))), str(len(pages.split(";")))]
    refused(ragauge, files, words=["gold.csv:3", "source", "page", *counts])


# 8. Blanks.


@pytest.mark.parametrize(
    ("texts", "ids"),
    [
        pytest.param(["Who?", "When?", "Where?"], ["a", "c"], id="8-en"),
        pytest.param(["Кто?", "Когда?", "Где?"], ["акт", "смета"], id="8-ru"),
    ],
)
def test_08_a_blank_cell_does_not_pull_the_next_one_up(ragauge, tmp_path, texts, ids):
    gold = [[ids[0]], [], [ids[1]]]
    run = answers(dict(zip(texts, [[ids[0]], [ids[1]], ["x", ids[1]]], strict=True)))
    lines = [f"{text},{';'.join(sources)}" for text, sources in zip(texts, gold, strict=True)]
    rows = [{"question": text, "gold": sources or None} for text, sources in zip(texts, gold, strict=True)]
    pl.DataFrame(rows, schema={"question": pl.String, "gold": pl.List(pl.String)}).write_parquet(tmp_path / "g.parquet")
    files = {"g.csv": "\n".join(["question,gold", *lines, ""]), "g.jsonl": json_lines(rows), "run.jsonl": run}
    for name in ("g.csv", "g.jsonl", "g.parquet"):
        done = ragauge("eval", name, "run.jsonl", "-m", "recall@5", "--json", "-", files=files)
        assert done.code == 0, done.err
        data = json.loads(done.out)
        assert cells(data) == [1, "gold_unknown", 1]
        assert told(data, "1 of 3")


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


# 17 to 19. What no answer looks like.


@pytest.mark.parametrize(
    ("empty", "text"),
    [
        pytest.param([], "Who?", id="17-list"),
        pytest.param("", "Кто?", id="17-text-ru"),
        pytest.param(None, "Wer?", id="17-null-de"),
    ],
)
def test_17_empty_gold_is_unknown_until_declared(ragauge, empty, text):
    rows = [{"question": text, "expected_docs": empty, "group": "x"}, {"question": "Sure?", "expected_docs": ["a"]}]
    files = pair(rows, {text: ["a"], "Sure?": ["a"]})
    data = measured(ragauge, files)
    assert cells(data) == ["gold_unknown", 1]
    assert told(data, "1 of 2", "--no-answer")
    assert cells(measured(ragauge, files, "--no-answer", "group=x")) == ["no_relevant", 1]


@pytest.mark.parametrize(
    ("column", "word"),
    [
        *(pytest.param("type", word, id=f"18-{word}") for word in ("negative", "no_answer", "unanswerable", "refusal")),
        pytest.param("category", "Out of scope", id="18-out-of-scope"),
        pytest.param("kind", "out_of_corpus", id="18-out-of-corpus"),
        pytest.param("тип", "нет ответа", id="18-ru"),
    ],
)
def test_18_a_no_answer_row_with_a_source_is_a_no_answer_row(ragauge, column, word):
    rows = [
        {"question": "Sure?", column: "single", "expected_sources": ["a"]},
        {"question": "Кто?", column: word, "expected_sources": ["Handbook"]},
    ]
    data = measured(ragauge, pair(rows, {"Sure?": ["a"], "Кто?": ["Handbook"]}))
    assert cells(data) == [1, "no_relevant"]
    assert told(data, "2", "gold")


@pytest.mark.parametrize(
    ("flag", "yes", "no"),
    [
        pytest.param("expected_refusal", True, False, id="19-bool"),
        pytest.param("expect_refusal", "yes", "no", id="19-yes"),
        pytest.param("expected_refusal", 1, 0, id="19-number"),
    ],
)
def test_19_a_refusal_with_a_cited_successor_counts_in_both(ragauge, flag, yes, no):
    rows = [
        {"question": "Was gilt?", flag: yes, "refusal_reason": "repealed", "gold": ["Neues Gesetz"]},
        {"question": "Стоит ли судиться?", flag: yes, "refusal_reason": "advice", "gold": []},
        {"question": "Sure?", flag: no, "refusal_reason": None, "gold": ["a"]},
        {"question": "¿Y esto?", flag: no, "refusal_reason": None, "gold": []},
    ]
    run = {"Was gilt?": ["x"], "Стоит ли судиться?": ["x"], "Sure?": ["a"], "¿Y esto?": ["x"]}
    data = measured(ragauge, pair(rows, run), "--by", "refusal_reason")
    assert cells(data) == [0, "no_relevant", 1, "gold_unknown"]
    slices = {one["slice"]["refusal_reason"]: one["value"] for one in data["scores"] if one["slice"]}
    assert slices == {"repealed": 0, "advice": None, "(blank)": 1}


# 20. Any of, all of.


@pytest.mark.parametrize(
    ("gold", "retrieved"),
    [
        pytest.param(["atlas-3", "atlas-9"], ["atlas-3", "x", "y"], id="20-U005"),
        pytest.param(["приказ", "смета"], ["x", "смета"], id="20-U005-ru"),
    ],
)
def test_20_u005_a_bare_list_is_read_both_ways(ragauge, gold, retrieved):
    files = pair([{"question": "Who?", "retrieval_gt": gold}], {"Who?": retrieved})
    data = measured(ragauge, files)
    assert value(data) == 0.5
    assert data["scores"][0]["bounds"] == {"match_all": 0.5, "match_any": 1.0}
    assert told(data, "--match")
    for match, wanted in (("all", 0.5), ("any", 1.0)):
        declared = measured(ragauge, files, "--match", match)
        assert value(declared) == wanted
        assert not told(declared, "--match")
        assert declared["provenance"]["gold"]["match"] == match
    shown = ragauge("eval", "gold.jsonl", "run.jsonl", "-m", "recall@5").out
    assert "0.5000" in shown
    assert "1.0000" in shown
    assert "match_any" in shown


def test_20_all_metrics_have_both_readings(ragauge):
    gold = [{"question": "Что?", "gold": ["a", "b"]}, {"question": "Wo?", "gold": ["c"]}]
    run = {"Что?": ["x", "a", "y"], "Wo?": ["c"]}
    data = measured(ragauge, pair(gold, run), metrics=("recall@5", "need_success@5", "mrr"))
    bounds = {one["metric"]: one["bounds"] for one in data["scores"]}
    assert bounds["recall@5"] == {"match_all": 0.75, "match_any": 1.0}
    assert bounds["need_success@5"] == {"match_all": 0.5, "match_any": 1.0}
    assert bounds["mrr"] in (None, {"match_all": 0.75, "match_any": 0.75})  # the first hit is the same one


@pytest.mark.parametrize(
    ("gold", "retrieved", "recall"),
    [
        pytest.param([["m1", "m2", "m3", "m4", "m5", "m6", "m7"]], ["m5"], 1.0, id="20-seven-of-one"),
        pytest.param([["приказ"], ["смета", "акт"]], ["акт"], 0.5, id="20-and-of-or-ru"),
        pytest.param([["a", "b"], ["c"]], ["x", "c", "b"], 1.0, id="20-both"),
    ],
)
def test_20_groups_say_what_they_mean(ragauge, gold, retrieved, recall):
    data = measured(ragauge, pair([{"question": "Who?", "retrieval_gt": gold}], {"Who?": retrieved}))
    assert value(data) == recall
    assert not data["scores"][0]["bounds"]
    assert not told(data, "--match")


# 21 and 22. Answers per source; numbers.


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        pytest.param(["v1.pdf", "v2.pdf"], ["5 days", "10 days"], id="21-en"),
        pytest.param(["Правила 2030.pdf", "Правила 2031.pdf"], ["5 дней", "10 дней"], id="21-ru"),
    ],
)
def test_21_each_source_keeps_the_answer_that_it_gives(ragauge, documents, said):
    files = {
        "gold.csv": f"question,expected_answer,source\nHow long?,{';'.join(said)},{';'.join(documents)}\n",
        "run.jsonl": answers({"How long?": [documents[1]]}),
    }
    data = measured(ragauge, files, "--match", "any")
    assert value(data) == 1
    told = library.load_golden("gold.csv", match="any").answers
    assert sorted(told.select("item", "answer").iter_rows()) == list(zip(documents, said, strict=True))


@pytest.mark.parametrize(
    ("quote", "right", "wrong"),
    [
        pytest.param(
            "pressure must not exceed 5 bar",
            "The pressure must not exceed 5 bar.",
            "The pressure must not exceed 6 bar.",
            id="22-en",
        ),
        pytest.param("срок возврата 14 дней", "Срок возврата 14 дней.", "Срок возврата 10 дней.", id="22-ru"),
    ],
)
def test_22_another_number_is_another_quote(ragauge, quote, right, wrong):
    rows = [{"question": question, "evidence": [{"text": quote}]} for question in ("Who?", "Кто?")]
    run = {"Who?": [{"id": "c1", "text": wrong}], "Кто?": [{"id": "c1", "text": wrong}, {"id": "c2", "text": right}]}
    assert cells(measured(ragauge, pair(rows, run))) == [0, 1]


# 23. Levels.


@pytest.mark.parametrize(
    ("book", "other"), [pytest.param("a.pdf", "b.pdf", id="23-en"), pytest.param("а.pdf", "б.pdf", id="23-ru")]
)
def test_23_chunks_are_projected_to_pages(ragauge, book, other):
    gold = [{"question": f"{n}?", "source": book, "page": 2} for n in range(4)]

    def chunk(name, first, last):
        return {"id": f"{name}-{first}-{last}", "source": name, "page_from": first, "page_to": last}

    run = {
        "0?": [chunk(other, 2, 3), chunk(book, 2, 3)],
        "1?": [chunk(book, 3, 4)],
        "2?": [chunk(book, 1, 9)],
        "3?": [chunk(book, 1, 2), chunk(book, 2, 2), chunk(book, 2, 3)],  # one page, three times
    }
    data = measured(ragauge, pair(gold, run), metrics=("recall@5", "mrr"))
    assert cells(data) == [1, 0, 1, 1]
    assert cells(data, "mrr") == [1 / 2, 0, 1, 1]
    assert "page" in account(data)


@pytest.mark.parametrize(
    ("text", "quote", "lead"),
    [
        pytest.param(
            "Press the knob. Wait ten seconds. The lamp glows.", "Wait ten seconds.", "Press the knob.", id="23-en"
        ),
        pytest.param(
            "Нажмите кнопку. Ждите пять секунд. Лампа горит.", "Ждите пять секунд.", "Нажмите кнопку.", id="23-ru"
        ),
    ],
)
def test_23_coverage_of_a_quote_by_chunks_is_a_rule_that_is_stated(ragauge, text, quote, lead):
    """The quote begins at 16; the first chunk has its first four letters, the second one the rest."""
    assert text.index(quote) == 16
    gold = [
        {"question": "How long?", "evidence": [{"document": "lamp.txt", "text": quote}]},
        {"question": "How?", "evidence": [{"document": "lamp.txt", "text": lead}]},
    ]
    files = {
        **pair(gold, {"How long?": ["c1"], "How?": ["c1"]}),
        "chunks.csv": f"id,document,start,end\nc1,lamp.txt,0,20\nc2,lamp.txt,20,{len(text)}\n",
        "docs/lamp.txt": text,
    }
    tables = ("--chunks", "chunks.csv", "--corpus", "docs")
    found = {cover: measured(ragauge, files, *tables, "--cover", cover) for cover in ("touches", "contains", "0.5")}
    assert cells(found["touches"]) == [1, 1]
    assert cells(found["contains"]) == [0, 1]  # no chunk has all of it: both are needed
    assert cells(found["0.5"]) == [0, 1]  # the first one has less than half
    for cover in ("touches", "0.5"):
        assert cover in json.dumps(found[cover]["provenance"]["policies"])
    assert "contains" in account(found["contains"]) or not found["contains"]["provenance"]["policies"]
    assert told(found["contains"], "split")
    card = library.evaluate("gold.jsonl", "run.jsonl", ["recall@5"], chunks="chunks.csv", corpus="docs", cover=0.5)
    assert card["recall@5"].value == 1 / 2
    whole = pair(gold, {"How long?": ["c1", "x", "c2"], "How?": ["c1"]})
    both = measured(ragauge, whole, *tables, metrics=("recall@5", "mrr", "need_recall@5"))
    assert [cells(both, name)[0] for name in ("recall@5", "mrr", "need_recall@5")] == [1, 1 / 3, 1]  # at the last part


def test_23_u015_ids_of_two_levels_stop_with_a_diagnosis(ragauge):
    files = {
        **pair([{"question": "Who?", "expected_docs": ["doc-4"]}], {"Who?": ["node-91", "node-17"]}),
        "chunks.csv": "id,document\nnode-91,doc-4\nnode-17,doc-2\n",
    }
    refused(ragauge, files, words=["doc-4", "node-91", "--chunks"])
    data = measured(ragauge, files, "--chunks", "chunks.csv", metrics=("recall@5", "mrr"))
    assert (value(data), value(data, "mrr")) == (1, 1)


@pytest.mark.parametrize(
    ("documents", "nodes"),
    [
        pytest.param(["устав", "приказ"], ["узел-1", "узел-2"], id="23-U015-ru"),
        pytest.param(["a", "b"], ["n1", "n2"], id="23-U015-en"),
    ],
)
def test_23_u015_chunks_say_which_document_they_are_of(ragauge, documents, nodes):
    gold = [{"question": "Кто?", "gold": [documents[0]]}, {"question": "Who?", "gold": documents}]
    run = {"Кто?": [nodes[1], nodes[0]], "Who?": [nodes[1], nodes[1]]}
    chunks = "id,document\n" + "".join(f"{node},{name}\n" for node, name in zip(nodes, documents, strict=True))
    files = {**pair(gold, run), "chunks.csv": chunks}
    data = measured(ragauge, files, "--chunks", "chunks.csv", "--match", "all", metrics=("recall@5", "mrr"))
    assert cells(data) == [1, 1 / 2]
    assert cells(data, "mrr") == [1 / 2, 1]


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        pytest.param("one two three four five six", ["one two three", "three four five", "five six"], id="U012-en"),
        pytest.param("раз два три четыре пять шесть", ["раз два три", "три четыре пять", "пять шесть"], id="U012-ru"),
    ],
)
def test_23_u012_offsets_of_minus_one_are_not_offsets(ragauge, text, chunks):
    """Starts 0, -1, -1: the last two are found by their text; one that is not there is counted and meets nothing."""
    words = text.split()
    first, last = " ".join(words[:2]), " ".join(words[-2:])
    gold = [
        {"question": q, "evidence": [{"document": "d.txt", "text": quote}]}
        for q, quote in (("a?", first), ("b?", last))
    ]
    table = [
        {"id": f"c{n}", "document": "d.txt", "start": -1 if n else 0, "end": -1 if n else len(chunk), "text": chunk}
        for n, chunk in enumerate([*chunks, "seven eight nine"])
    ]
    files = {
        **pair(gold, {"a?": ["c3", "c1", "c0"], "b?": ["c3", "c1", "c2"]}),
        "chunks.jsonl": json_lines(table),
        "docs/d.txt": text,
    }
    options = ("--chunks", "chunks.jsonl", "--corpus", "docs", "--cover", "contains")
    data = measured(ragauge, files, *options, metrics=("recall@5", "mrr"))
    assert cells(data) == [1, 1]
    assert cells(data, "mrr") == [1 / 3, 1 / 3]  # neither c3, which is nowhere, nor c1 holds them
    said = "\n".join(data["warnings"]).casefold()
    assert re.search(r"\b2\b.*(relocat|offset)|(relocat|offset).*\b2\b", said)
    assert re.search(r"\b1\b.*(unlocated|not found|without a place)|(unlocated|not found|without a place).*\b1\b", said)


@pytest.mark.parametrize("name", [pytest.param("d.txt", id="U012-en"), pytest.param("д.txt", id="U012-ru")])
def test_23_u012_an_offset_of_minus_one_without_a_text_meets_nothing(ragauge, name):
    """Nothing but -1 is known of c1: it is no chunk at the end of the text, where -1 would be in Python."""
    quotes = {"first?": "one two", "last?": "three"}
    gold = [{"question": q, "evidence": [{"document": name, "text": quote}]} for q, quote in quotes.items()]
    files = {
        **pair(gold, {"first?": ["c1", "c0"], "last?": ["c1"]}),
        "chunks.csv": f"id,document,start,end\nc0,{name},0,7\nc1,{name},-1,-1\n",
        f"docs/{name}": "one two three",
    }
    done = ragauge(
        *("eval", "gold.jsonl", "run.jsonl", "-m", "recall@5", "-m", "mrr", "--json", "-"),
        *("--chunks", "chunks.csv", "--corpus", "docs"),
        files=files,
    )
    if done.code == 2:
        assert all(word in done.err for word in ("chunks.csv:3", "start", "-1"))
    else:
        data = json.loads(done.out)
        assert cells(data, "mrr")[0] == 1 / 2
        assert cells(data)[1] != 1
        assert told(data, "1", "without a place") or told(data, "1", "unlocated")


# 24 and 25. Unjudged hits, repeated hits, short lists.


@pytest.mark.parametrize(
    "ids",
    [pytest.param(["m1", "m2", "m3", "m4"], id="24-en"), pytest.param(["акт", "смета", "приказ", "устав"], id="24-ru")],
)
def test_24_what_nobody_judged_is_shown(ragauge, ids):
    gold = f"question,item,grade\nWho?,{ids[0]},1\nWho?,{ids[1]},0\n"
    files = {"gold.csv": gold, "run.jsonl": answers({"Who?": [ids[2], ids[1], ids[3], ids[0]]})}
    data = measured(ragauge, files, "--unjudged", "bounds", metrics=("precision@4", "judged@4"))
    assert value(data, "precision@4") == 1 / 4
    assert value(data, "judged@4") == 2 / 4
    assert data["scores"][0]["bounds"] == {"unjudged_not_relevant": 1 / 4, "unjudged_relevant": 3 / 4}
    assert value(measured(ragauge, files, "--unjudged", "drop", metrics=("mrr",)), "mrr") == 1 / 2


@pytest.mark.parametrize(
    ("first", "second"), [pytest.param("m1", "m2", id="25-en"), pytest.param("смета", "акт", id="25-ru")]
)
def test_25_repeated_hits_and_short_lists_are_told_apart(ragauge, first, second):
    files = pair([{"question": "Who?", "gold": [[first], [second]]}], {"Who?": [first, first, second]})
    data = measured(ragauge, files, metrics=("recall@5", "ndcg@5", "precision@5", "duplicate_rate", "fill_rate@5"))
    assert value(data) == value(data, "ndcg@5") == 1
    assert value(data, "precision@5") == 2 / 5
    assert value(data, "duplicate_rate") == pytest.approx(1 / 3)
    assert value(data, "fill_rate@5") == 2 / 5


# 26 and 27. Distances, and scores that are not there.


@pytest.mark.parametrize(
    ("near", "far"), [pytest.param("near", "far", id="26-en"), pytest.param("рядом", "далеко", id="26-ru")]
)
def test_26_distances_are_declared_and_the_order_is_looked_at(ragauge, near, far):
    gold = json_lines([{"question": f"{n}?", "gold": [near]} for n in range(3)])
    listed = answers(
        {f"{n}?": [{"id": near, "score": 0.2}, {"id": "x", "score": 0.9}, {"id": far, "score": 1.4}] for n in range(3)}
    )
    data = measured(ragauge, {"gold.jsonl": gold, "run.jsonl": listed}, metrics=("mrr",))
    assert value(data, "mrr") == 1
    assert told(data, "distances")
    table = "".join(f"{n}?,{near},0.2\n{n}?,x,0.9\n{n}?,{far},1.4\n" for n in range(3))
    files = {"gold.jsonl": gold, "run.csv": f"question,item,score\n{table}"}
    assert value(measured(ragauge, files, metrics=("mrr",)), "mrr") == pytest.approx(1 / 3)
    assert value(measured(ragauge, files, "--lower-is-better", metrics=("mrr",)), "mrr") == 1


@pytest.mark.parametrize(
    ("name", "text"), [pytest.param("lamp.pdf", "Who?", id="27-en"), pytest.param("лампа.pdf", "Кто?", id="27-ru")]
)
def test_27_no_score_is_not_a_score_of_zero(ragauge, name, text):
    hits = [{"source": "x", "score": None}, {"source": name, "score": None}, {"source": "y", "score": 0.9}]
    data = measured(ragauge, pair([{"question": text, "gold": [name]}], {text: hits}), metrics=("mrr",))
    assert value(data, "mrr") == 1 / 2


# 29. Types of ids, and questions that one side only has.


@pytest.mark.parametrize(
    ("gold", "hit", "found"),
    [
        pytest.param(17, "17", 1, id="29-number-text"),
        pytest.param("17", 17, 1, id="29-text-number"),
        pytest.param("007", "7", 0, id="29-zeros"),
        pytest.param("007", "007", 1, id="29-zeros-kept"),
        pytest.param(7, "007", 0, id="29-zeros-run"),
    ],
)
@pytest.mark.parametrize("text", ["Who?", "Кто?"])
def test_29_ids_are_text_with_their_zeros(ragauge, gold, hit, found, text):
    rows = [{"question": text, "gold": [gold]}, {"question": "Sure?", "gold": ["s"]}]
    assert cells(measured(ragauge, pair(rows, {text: [hit], "Sure?": ["s"]}))) == [found, 1]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["alpha", "beta", "gamma", "delta"], id="29-en"),
        pytest.param(["алеф", "бета", "гамма", "дельта"], id="29-ru"),
    ],
)
def test_29_questions_of_one_side_only_are_named(ragauge, names):
    files = {
        "gold.csv": "id,question,gold\n" + "".join(f"{name},{name}?,d-{name}\n" for name in names[:3]),
        "run.jsonl": json_lines([{"id": name, "retrieved": [f"d-{name}"]} for name in names[1:]]),
    }
    data = measured(ragauge, files)
    assert cells(data) == [0, 1, 1]
    assert data["scores"][0]["missing"] == 1
    assert told(data, "1", names[0])
    assert told(data, "1", names[3])


# 34. Answers that are not there.


@pytest.mark.parametrize(
    ("text", "kind"), [pytest.param("Who?", "no_answer", id="34-en"), pytest.param("Кто?", "нет_ответа", id="34-ru")]
)
def test_34_a_refusal_without_an_answer_is_a_refusal(ragauge, text, kind):
    rows = [
        {"question": text, "type": kind, "expected_answer": None, "gold": None},
        {"question": "Sure?", "type": "single", "expected_answer": None, "gold": ["a"]},
        {"question": "Open?", "type": "single", "expected_answer": None, "gold": None},
    ]
    data = measured(ragauge, pair(rows, {text: ["a"], "Sure?": ["a"], "Open?": ["a"]}))
    assert cells(data) == ["no_relevant", 1, "gold_unknown"]


# 36. Ids of one database; and what parsing lost (U009).


BAD = 1
"""The exit code of a check that was made, and found something amiss."""


def check(ragauge, rows, documents, *options, chunks=None):
    files = {"gold.jsonl": json_lines(rows), **{f"docs/{name}": text for name, text in documents.items()}}
    if chunks is not None:
        files["chunks.csv"], options = chunks, (*options, "--chunks", "chunks.csv")
    done = ragauge("golden", "check", "gold.jsonl", "--corpus", "docs", *options, files=files)
    assert "Traceback" not in done.err
    return done.code, done.out + done.err


@pytest.mark.parametrize(
    ("fresh", "stale"),
    [pytest.param("n-100", "n-7f3", id="36-en"), pytest.param("узел-100", "узел-7", id="36-ru")],
)
def test_36_ids_that_the_index_no_longer_has_are_named(ragauge, fresh, stale):
    rows = [{"question": "Who?", "expected_chunk_ids": [fresh]}, {"question": "Кто?", "expected_chunk_ids": [stale]}]
    chunks = f"id,document,text\n{fresh},lamp.txt,The lamp hums.\nq-1,lamp.txt,The loom is quiet.\n"
    documents = {"lamp.txt": "The lamp hums. The loom is quiet."}
    code, text = check(ragauge, rows, documents, chunks=chunks)
    assert code == BAD
    assert any(stale in line and re.search(r"\b2\b", line) for line in text.splitlines())
    assert check(ragauge, rows[:1], documents, chunks=chunks)[0] == 0


@pytest.mark.parametrize(
    ("gold", "there"),
    [
        pytest.param("warranty_v2.txt", "warranty_v3.txt", id="36-en"),
        pytest.param("гарантия_2030.txt", "гарантия_2031.txt", id="36-ru"),
    ],
)
def test_36_unknown_documents_stand_with_candidates(ragauge, gold, there):
    rows = [{"question": "Who?", "gold": [gold]}, {"question": "Кто?", "gold": ["lamp.txt"]}]
    code, text = check(ragauge, rows, {there: "Two years.", "lamp.txt": "It hums.", "zebra.txt": "Stripes."})
    assert code == BAD
    lines = [line for line in text.splitlines() if gold in line]
    assert any(there in line for line in lines)
    assert not any("zebra" in line for line in lines)


@pytest.mark.parametrize(
    ("quote", "parsed"),
    [
        pytest.param("filter refill offer", "ﬁlter reﬁll oﬀer", id="U009-ligatures"),
        pytest.param("Auflage offen im Stoffhaus", "Auﬂage oﬀen im Stoﬀhaus", id="U009-ligatures-de"),
        pytest.param("«Ёлка» — новогоднее дерево", '"Ёлка" - новогоднее\nдерево', id="U009-marks-ru"),
    ],
)
def test_36_u009_letters_that_only_look_different_are_found(ragauge, quote, parsed):
    rows = [{"question": "What?", "evidence": [{"document": "a.txt", "text": quote}]}]
    code, text = check(ragauge, rows, {"a.txt": f"A heading. {parsed}. The end."})
    assert code == 0, text
    files = pair(rows, {"What?": [{"id": "c1", "document": "a.txt", "text": f"A heading. {parsed}."}]})
    assert value(measured(ragauge, files)) == 1


@pytest.mark.parametrize(
    ("quote", "parsed", "part"),
    [
        pytest.param("filter refill offer", "lter re ll o er", "ll o er", id="U009-dropped"),
        pytest.param("filter refill offer", "\0lter re\0ll o\0er", "lter", id="U009-nul"),
        pytest.param("хранить в тёмном месте", "хр нить в т мн м м ст", "мн м", id="U009-ru"),
    ],
)
def test_36_u009_lost_letters_are_a_loss_of_parsing(ragauge, quote, parsed, part):
    """Reported with the nearest passage and its distance, and never counted as a miss of the retriever unsaid."""
    rows = [
        {"question": "Sure?", "evidence": [{"document": "a.txt", "text": "A plain heading"}]},
        {"question": "What?", "evidence": [{"document": "a.txt", "text": quote}]},
    ]
    documents = {"a.txt": f"A plain heading. {parsed}. The end."}
    code, text = check(ragauge, rows, documents)
    assert code == BAD
    assert part in text
    assert quote in text
    assert re.search(r"\b2\b", text)
    assert re.search(r"(?i)\d+ (edits?|characters?)|distance", text)
    run = {
        "Sure?": [{"id": "c0", "document": "a.txt", "text": documents["a.txt"].replace("\0", "")}],
        "What?": [{"id": "c1", "document": "a.txt", "text": parsed.replace("\0", "")}],
    }
    files = {**pair(rows, run), "docs/a.txt": documents["a.txt"]}
    data = measured(ragauge, files, "--corpus", "docs")
    assert cells(data)[0] == 1
    assert cells(data)[1] == "gold_unlocated"  # left out and counted, and no miss of the retriever
    assert told(data, "a.txt", "not found")


# The same options from Python.


def test_python_takes_the_same_options(ragauge, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "pergunta_do_cliente;fontes;resposta\nQuem paga?;a|b;ok\nQuem sabe?;;não sei\nOnde está?;c;ok\n"
    (tmp_path / "g.csv").write_bytes(text.encode("cp1252"))
    columns = {"question": "pergunta_do_cliente", "gold": "fontes"}
    options = {"columns": columns, "encoding": "cp1252", "separator": "|", "no_answer": ["resposta=não sei"]}
    run = {"Quem paga?": ["b"], "Quem sabe?": [], "Onde está?": ["c"]}
    gold = library.load_golden("g.csv", match="any", **options)
    card = library.evaluate(gold, run, ["recall@5"])
    assert card["recall@5"].value == 1
    assert dict(card["recall@5"].excluded) == {"no_relevant": 1}
    both = library.evaluate(library.load_golden("g.csv", **options), run, ["recall@5"])["recall@5"]
    assert (both.value, both.bounds) == (0.75, {"match_all": 0.75, "match_any": 1.0})
    exact = library.evaluate({"q": ["Doc.pdf"], "s": ["s"]}, {"q": ["doc.pdf"], "s": ["s"]}, ["recall@5"], ids="exact")
    assert exact["recall@5"].value == 0.5


def test_python_reads_a_sheet_by_name(ragauge, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Читай меня"
    book.active.append(["Notes"])
    page = book.create_sheet("Вопросы")
    for row in (["question", "gold"], ["Кто?", "a"], ["Who?", 17]):
        page.append(row)
    book.save(tmp_path / "g.xlsx")
    gold = library.load_golden(tmp_path / "g.xlsx", sheet="Вопросы")
    assert gold.questions["text"].to_list() == ["Кто?", "Who?"]
    assert gold.judgments["item"].to_list() == ["a", "17"]
    files = {"run.jsonl": answers({"Кто?": ["a"], "Who?": ["16"]})}
    done = ragauge("eval", "g.xlsx", "run.jsonl", "-m", "recall@5", "--sheet", "2", "--json", "-", files=files)
    assert done.code == 0, done.err
    assert cells(json.loads(done.out)) == [1, 0]
    missing = ragauge("eval", "g.xlsx", "run.jsonl", "--sheet", "Ответы")
    assert missing.code == 2
    assert "Вопросы" in missing.err

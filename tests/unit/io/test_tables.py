"""Any text table: what is read, what is told about it, and what is refused, each with file, row and remedy."""

import gzip
import json
import random
import zipfile

import polars as pl
import pytest

from ragauge import InputError
from ragauge.io.problem_list import MOST
from ragauge.io.reading_tables import read_table, read_table_or_mapping


@pytest.fixture
def file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def told(table):
    return [(problem.row, problem.message) for problem in table.problems]


def refusal(path, **options):
    with pytest.raises(InputError) as caught:
        read_table(path, **options)
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    return problem.row, problem.message


# Formats


ROWS = [{"id": "1", "question": "Что, где?"}, {"id": "2", "question": 'He said "no"\nand; left'}]
COLUMNS = {"id": ["1", "2"], "question": [row["question"] for row in ROWS]}


def delimited(sign):
    cells = ('"' + row["question"].replace('"', '""') + '"' for row in ROWS)
    return f"id{sign}question\n" + "".join(f"{place}{sign}{cell}\n" for place, cell in enumerate(cells, 1))


def lines(rows):
    return "\n".join(map(json.dumps, rows)) + "\n"


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("name", "content", "kind", "numbers"),
    [
        ("g.csv", delimited(","), "csv", [2, 3]),
        ("g.csv", delimited(";"), "csv", [2, 3]),
        ("g.csv", "sep=;\r\n" + delimited(";"), "csv", [2, 3]),
        ("g.tsv", delimited("\t"), "csv", [2, 3]),
        ("g.txt", delimited("|"), "csv", [2, 3]),
        ("g", delimited("\t"), "csv", [2, 3]),
        ("g.jsonl", lines(ROWS), "jsonl", [1, 2]),
        ("g.ndjson", lines(ROWS).replace("\n", "\r\n\r\n"), "jsonl", [1, 3]),
        ("g.json", json.dumps(ROWS, indent=2), "json", [1, 2]),
        ("g.json", lines(ROWS), "jsonl", [1, 2]),
        ("g.txt", lines(ROWS), "jsonl", [1, 2]),
        ("g.csv", lines(ROWS), "jsonl", [1, 2]),
        ("g.csv", json.dumps(ROWS), "json", [1, 2]),
        ("g", json.dumps(ROWS, indent=1), "json", [1, 2]),
    ],
)
def test_text_formats(file, name, content, kind, numbers, packed):
    path = file(f"{name}.gz", gzip.compress(content.encode(), mtime=0)) if packed else file(name, content)
    table = read_table(path)
    assert table.columns == COLUMNS
    assert list(table.lines) == numbers
    assert (table.problems, table.facts["format"], table.facts["encoding"]) == ((), kind, "utf-8")
    assert table.facts["rows"] == "2"
    assert table.source == str(path)


@pytest.mark.parametrize("name", ["g.parquet", "g.csv"])
def test_parquet(file, name):
    path = file(name, b"")
    pl.DataFrame({"id": [1.0, None], "gold": [["a"], []], "ok": [True, False]}).write_parquet(path)
    table = read_table(path)
    assert table.columns == {"id": [1, None], "gold": [["a"], []], "ok": [True, False]}
    assert list(table.lines) == [1, 2]
    assert table.notes == (("read as parquet, which it is, though its name says csv",) if name == "g.csv" else ())
    pl.DataFrame({"id": []}).write_parquet(path)
    assert refusal(path) == (None, "no rows in it")


def test_json_keeps_its_values(file):
    row = {"a": 17, "b": 0.5, "c": None, "d": [1, ["x"]], "e": {"k": True}, "f": False}
    assert read_table(file("g.jsonl", json.dumps(row))).rows() == [(1, row)]
    assert read_table(file("g.jsonl", '{"a": 1}\n{"b": 2}')).columns == {"a": [1, None], "b": [None, 2]}


def test_a_json_object_is_a_mapping(file):
    for name, text in (
        ("g.json", '{"Why?": ["a"]}'),
        ("g.json", '{\n"Why?": ["a"]\n}'),
        ("g.jsonl", '{\n"Why?": ["a"]}'),
    ):
        path = file(name, text)
        assert read_table_or_mapping(path) == {"Why?": ["a"]}
        assert refusal(path) == (None, "a JSON object, where rows are needed; write a list of objects")
    assert read_table_or_mapping(file("g.jsonl", '{"Why?": ["a"]}')).columns == {"Why?": [["a"]]}


# Delimited files


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_blank_rows(file, end):
    table = read_table(file("g.csv", end.join(["", "a,b", "", '1,"x', 'y"', " , ", "2,z", "", ""])))
    assert table.columns == {"a": ["1", "2"], "b": [f"x{end}y", "z"]}
    assert list(table.lines) == [4, 6]


def test_mixed_line_ends(file):
    table = read_table(file("g.csv", "a,b\r\n1,2\n3,4\r5,6"))
    assert (table.columns["a"], list(table.lines)) == (["1", "3", "5"], [2, 3, 4])


def test_empty_columns_at_the_end(file):
    table = read_table(file("g.csv", "a;b;;\n1;2;;\n3;4;;\n"))
    assert (table.columns, table.problems) == ({"a": ["1", "3"], "b": ["2", "4"]}, ())
    table = read_table(file("g.csv", "a;b\n1;2;;\n3;4\n"))
    assert (table.columns, table.problems) == ({"a": ["1", "3"], "b": ["2", "4"]}, ())
    table = read_table(file("g.csv", "a;b;\n1;2\n3;4;\n"))
    assert (table.columns, table.problems) == ({"a": ["1", "3"], "b": ["2", "4"]}, ())


def test_columns_without_a_name(file):
    table = read_table(file("g.csv", "a,,b,\n1,,2,\n3,x,4,y\n"))
    assert told(table) == [
        (1, "column 2 has no name, but content ('x' on row 3); name it, or delete the column"),
        (1, "column 4 has no name, but content ('y' on row 3); name it, or delete the column"),
    ]
    table = read_table(file("g.csv", ",a\n0,x\n1,y\n"))
    assert (table.columns, table.problems) == ({"a": ["x", "y"]}, ())
    assert table.notes == ("column 1 has no name and counts the rows; left out",)


def test_names_that_stand_twice(file):
    table = read_table(file("g.csv", "a, a ,b\n1,2,3\n"))
    assert told(table) == [(1, "column name 'a' stands twice")]


def test_a_delimiter_in_a_cell_is_shown_where_it_is(file):
    table = read_table(file("g.csv", "id;question;gold\n12;If it breaks; who pays?;x.md\n13;Why?;y.md\n14;Who?\n"))
    assert table.columns["id"] == ["13"]
    assert list(table.lines) == [3]
    assert told(table) == [
        (
            2,
            (
                "4 cells where the header has 3: '12' | 'If it breaks' | ' who pays?' | 'x.md'; is the ';' in"
                " 'If it breaks; who pays?' (question) unquoted? put quotes around this cell"
            ),
        ),
        (
            4,
            (
                "2 cells where the header has 3: '14' | 'Who?'; is a cell missing, or is there a line break in a cell"
                " without quotes?"
            ),
        ),
    ]


def test_the_line_is_told_where_it_is_not_the_row(file):
    table = read_table(file("g.csv", 'a,b\n1,"x\ny\nz"\n\n1,2,3\n1,"x\ny",2,"3"\n5,6\n'))
    assert [(row, message.partition(": ")[0]) for row, message in told(table)] == [
        (4, "3 cells where the header has 2 (line 6)"),
        (5, "4 cells where the header has 2 (lines 7 to 8)"),
    ]
    assert told(table)[1][1].endswith("is a quote left open on line 7?")
    assert list(table.lines) == [2, 6]


def test_quotes_that_are_not_closed(file):
    table = read_table(file("g.csv", 'a,b\n"1\n1",2\n3,"x\n4,5\n6,"y",z\n7,8\n'))
    assert (table.columns["a"], list(table.lines)) == (["1\n1", "7"], [2, 4])
    assert told(table) == [
        (
            3,
            (
                "not a readable table: the quote that opens on line 4 does not close at the end of its cell;"
                " write a quote inside of a cell twice"
            ),
        )
    ]
    table = read_table(file("g.csv", 'a,b\n1,2\n3,"x\n4,5\n' + "6,7\n" * 1000))
    assert (table.columns["a"], told(table)) == (
        ["1"],
        [(3, "not a readable table: the quote that opens on line 3 is never closed, and the rows below it are lost")],
    )
    table = read_table(file("g.csv", 'sep=,\na,b\n1,2\n3,"x\\"y\\" z"\n5,6\n'))
    assert (table.columns["a"], [row for row, _ in told(table)]) == (["1", "5"], [3])
    assert "line 4 does not close" in told(table)[0][1]
    assert "line 1 is never closed" in refusal(file("g.csv", 'a,"b\n1,2\n'))[1]


def test_a_header_with_another_delimiter(file):
    row, message = refusal(file("g.csv", "question\nWhy?;a.md\nHow;b.md\n"))
    assert (row, message.partition(";")[0]) == (1, "the header has one column, and the rows have more, split by '")
    row, message = refusal(file("g.csv", "id,question\n1;Why?\n2;How?\n"))
    assert (row, message) == (1, "the header is split by ',', and the rows by ';'; use one of them")


def test_one_column(file):
    table = read_table(file("g.csv", 'question\nWhat, when; why?\n"Who?"\nSo: 1,000\n'))
    assert table.columns == {"question": ["What, when; why?", "Who?", "So: 1,000"]}
    assert table.facts["delimiter"] == "none: one column"


def test_a_second_header(file):
    table = read_table(file("g.csv", "a,b\n1,2\na,b\n3,4\n"))
    assert (table.columns, list(table.lines)) == ({"a": ["1", "3"], "b": ["2", "4"]}, [2, 4])
    assert told(table) == [(3, "the header stands here again; were files joined? delete this row")]


@pytest.mark.parametrize("text", ["a,b\n", "a,b\n\n , \n,\n", "a\n", "a,b"])
def test_a_header_without_rows(file, text):
    assert refusal(file("g.csv", text)) == (1, "no rows below the header")


def test_very_many_problems_are_counted(file):
    table = read_table(file("g.csv", "a,b\n1,2\n" + "1,2,3\n" * (MOST + 5)))
    assert len(table.problems) == MOST + 1
    assert told(table)[-1] == (None, "5 more rows have problems")


def test_rows_are_the_same_whatever_the_chunks(file):
    random.seed(3)
    cells = ["x", "a b", '"q,\n"', '"l\r\nr"', "", " "]
    rows = [",".join(["1", *random.choices(cells, k=2)]) for _ in range(3000)]
    bad = random.sample(range(3000), 40)
    for place in bad:
        rows[place] = random.choice(["1,2", "1,2,3,4", '1,"x"y,2'])
    table = read_table(file("g.csv", "a,b,c\n" + "\n".join(rows)))
    assert sorted(problem.row - 2 for problem in table.problems) == sorted(bad)
    assert [number - 2 for number in table.lines] == [place for place in range(3000) if place not in set(bad)]


# JSON


def test_lines_that_are_no_objects(file):
    table = read_table(
        file("g.jsonl", '{"a": 1}\n{"a": }\n[1]\n\nnull\n{"a": 1, "a": 2}\n{"a": "\\ud800"}\n{"a": NaN}\n')
    )
    assert table.columns == {"a": [1]}
    assert [(row, message[:30]) for row, message in told(table)] == [
        (2, "not JSON: Expecting value: lin"),
        (3, "a JSON object is needed, got l"),
        (5, "a JSON object is needed, got N"),
        (6, "not JSON: the key 'a' stands t"),
        (7, "not JSON: half a character, '\\"),
        (8, "not JSON: NaN is not a number "),
    ]


def test_deep_nesting_is_a_problem_of_its_line(file):
    deep = '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}"
    table = read_table(file("g.jsonl", '{"a": 1}\n' + deep))
    assert told(table) == [(2, "not JSON: nested too deeply")]
    for text in (deep, f"[{deep}]"):
        assert refusal(file("g.json", text)) == (None, "not JSON: nested too deeply")


@pytest.mark.parametrize(
    ("name", "text", "row", "message"),
    [
        ("g.json", '[{"a": 1},\n{"a"', 2, "not JSON: Expecting ':' delimiter; was the file cut?"),
        ("g.json", '{"a": 1', 1, "not JSON: Expecting ',' delimiter; was the file cut?"),
        ("g.json", "[]", None, "no rows in it"),
        ("g.json", "7", None, "a list or an object is needed, got int"),
        ("g.json", '{\n"a": 1}\n{\n"a": 2}', 3, "not JSON: Extra data; write one object a line, or a list of objects"),
        ("g.jsonl", " \n", None, "the file is empty"),
    ],
)
def test_json_that_is_refused(file, name, text, row, message):
    assert refusal(file(name, text)) == (row, message)


# Files that are something else


PAGE = "\n <!DOCTYPE html><html><title>Sign in</title></html>"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("g.csv", b"", "the file is empty"),
        ("g.csv", b" \r\n\t", "the file is empty"),
        ("g.xlsx", b"", "the file is empty"),
        ("g.csv", b"x", "no rows below the header"),
        ("g.csv", PAGE, "this is a web page, not a table; was it saved by a download that needs a login?"),
        ("g.json", PAGE, "this is a web page"),
        ("g.xlsx", "\ufeff" + PAGE, "this is a web page"),
        ("g.csv", '<?xml version="1.0"?><a/>', "this is XML, not a table; save it as CSV or XLSX"),
        ("g.csv", b"%PDF-1.7\n\xe2\xe3", "this is a PDF; export the table as CSV or XLSX"),
        ("g.csv", b"\x89PNG\r\n\x1a\n\0\0", "this is a picture"),
        ("g.csv", b"SQLite format 3\0", "this is an SQLite database"),
        ("g.csv", b"a,b\n1,\0\n", "a NUL byte: this is a binary file, not text"),
        ("g.csv", bytes(range(256)), "a NUL byte: this is a binary file, not text"),
        ("g.csv", b"BZh91AY&SY", "this is packed by bzip2; unpack it"),
        ("g.csv.gz", b"\x1f\x8b", "a broken gzip file"),
        ("g.csv.gz", gzip.compress(b"a,b\n1,2\n" * 999, mtime=0)[:-9], "a broken gzip file"),
        ("g.csv.gz", gzip.compress(b"", mtime=0), "the file is empty"),
        ("g.xlsx", "a,b\n1,2\n", "not a workbook, though its name says so"),
        ("g.parquet", "a,b\n1,2\n", "not a Parquet file"),
        ("g.parquet", b"PAR1", "not a Parquet file"),
        ("g.csv", b"PK\x03\x04", "a broken workbook or archive (was it cut?)"),
    ],
)
def test_what_is_no_table(file, name, content, message):
    assert refusal(file(name, content))[1].startswith(message)


@pytest.mark.parametrize(
    ("member", "content", "message"),
    [
        (
            "mimetype",
            "application/vnd.oasis.opendocument.spreadsheet",
            "this is an OpenDocument sheet (.ods); save it as",
        ),
        ("xl/workbook.bin", "", "this is a binary workbook (.xlsb); save it as .xlsx"),
        ("word/document.xml", "", "this is a text document; export the table as CSV or XLSX"),
        ("golden.csv", "a,b", "this is a zip archive of 1 files; unpack it"),
    ],
)
def test_archives(file, tmp_path, member, content, message):
    with zipfile.ZipFile(tmp_path / "g.csv", "w") as archive:
        archive.writestr(member, content)
    assert refusal(tmp_path / "g.csv")[1].startswith(message)


def test_options_that_do_not_fit(file):
    path = file("g.csv", "a,b\n1,2\n")
    assert refusal(path, sheet="Golden")[1] == "--sheet 'Golden' is for workbooks, and this file is none"
    with pytest.raises(InputError, match="--encoding 'klingon' is not known"):
        read_table(path, encoding="klingon")
    with pytest.raises(InputError, match="no such file"):
        read_table("no/such/file.csv")


# Sizes


def test_a_cell_of_ten_megabytes_is_read(file):
    assert len(read_table(file("g.csv", f"a,b\n1,{'ж' * 5_000_000}\n")).columns["b"][0]) == 5_000_000
    assert len(read_table(file("g.csv", f'a,b\n1,"{"x" * 10_000_000}"\n')).columns["b"][0]) == 10_000_000


def test_very_many_columns_are_read(file):
    names = ",".join(f"c{number}" for number in range(100_000))
    table = read_table(file("g.csv", f"{names}\n{',' * 99_999}x\n"))
    assert (len(table.columns), table.columns["c99999"]) == (100_000, ["x"])


def test_a_quote_that_swallows_a_large_file(file):
    table = read_table(file("g.csv", 'a,b\n1,2\n3,"x\n' + "4,5\n" * 5_000_000))
    assert table.columns["a"] == ["1"]
    assert told(table) == [
        (3, "not a readable table: the quote that opens on line 3 is never closed, and the rows below it are lost")
    ]

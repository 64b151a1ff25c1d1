"""Workbooks: the values of a sheet as they were meant, and text that stays text."""

import datetime as dt
import io
import re
import zipfile

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from ragauge import InputError
from ragauge.io import workbook
from ragauge.io.reading_tables import read_table
from ragauge.io.workbook import workbook_bytes, workbook_table
from ragauge.io.writing import write_all

HEADER = ["id", "question", "pages"]


def book(rows, *, title="Golden", change=None):
    made = Workbook()
    sheet = made.active
    sheet.title = title
    for row in rows:
        sheet.append(row)
    if change:
        change(made)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def read(rows, **options):
    return workbook_table(book(rows, **options), "g.xlsx")


def told(table):
    return [(problem.row, problem.message) for problem in table.problems]


def refusal(data, **options):
    with pytest.raises(InputError) as caught:
        workbook_table(data, "g.xlsx", **options)
    (problem,) = caught.value.problems
    assert problem.file == "g.xlsx"
    return problem.message


def test_values_are_as_they_were_meant():
    day = dt.datetime(2024, 10, 12)  # noqa: DTZ001
    rows = [
        [None],
        HEADER,
        [1.0, "Что?", "10-12"],
        [None],
        [17.5, True, day],
        ["007", " x ", dt.time(1, 2)],
        [1e20, "", 3],
    ]
    table = read(rows)
    assert table.columns == {
        "id": [1, 17.5, "007", 1e20],
        "question": ["Что?", True, " x ", None],
        "pages": ["10-12", day, dt.time(1, 2), 3],
    }
    assert [type(value) for value in table.columns["id"]] == [int, float, str, float]
    assert table.lines == [3, 5, 6, 7]
    assert (table.facts, table.notes, table.problems) == ({"format": "xlsx", "sheet": "Golden"}, (), ())


def test_a_table_that_does_not_begin_in_the_corner():
    def change(made):
        sheet = made.active
        for row, (first, second) in enumerate([("question", "gold"), ("Why?", "a.md")], start=4):
            sheet.cell(row, 3).value, sheet.cell(row, 4).value = first, second

    table = read([], change=change)
    assert (table.columns, table.lines) == ({"question": ["Why?"], "gold": ["a.md"]}, [5])


@pytest.mark.parametrize("name", ["g.xlsx", "g.xlsm", "g.csv", "g"])
def test_a_workbook_is_read_whatever_its_name(tmp_path, name):
    (tmp_path / name).write_bytes(book([["a"], ["x"]]))
    table = read_table(tmp_path / name)
    assert table.columns == {"a": ["x"]}
    assert table.facts == {"format": "xlsx", "sheet": "Golden", "rows": "1"}
    assert table.notes == (("read as xlsx, which it is, though its name says csv",) if name == "g.csv" else ())


def sheets(made):
    made.create_sheet("Notes").append(["n"])
    made["Notes"].append([1])
    made.create_sheet("Empty")
    made.create_sheet("Lists").append(["l"])
    made["Lists"].sheet_state = "hidden"
    made["Lists"].append([2])


def test_a_sheet_is_chosen_and_never_guessed():
    data = book([["a"], ["x"]], change=sheets)
    listed = "'Golden', 'Notes', 'Empty' (empty), 'Lists' (hidden)"
    assert refusal(data) == f"several sheets; choose one by --sheet NAME: {listed}"
    assert refusal(data, sheet="golden") == f"no sheet 'golden'; there are: {listed}"
    assert refusal(data, sheet="5") == f"no sheet '5'; there are: {listed}"
    assert refusal(data, sheet="0") == f"no sheet '0'; there are: {listed}"
    assert refusal(data, sheet="Empty") == "the sheet 'Empty' is empty"
    for sheet, columns in (("Golden", {"a": ["x"]}), ("2", {"n": [1]}), (4, {"l": [2]}), ("Lists", {"l": [2]})):
        assert workbook_table(data, "g.xlsx", sheet=sheet).columns == columns


def test_of_several_sheets_the_one_with_questions():
    assert read([["id", "question"], [1, "Why?"]], change=sheets).columns["question"] == ["Why?"]


def test_one_visible_sheet_that_is_not_empty_is_the_one():
    def change(made):
        sheets(made)
        made["Notes"].sheet_state = "veryHidden"

    assert read([["a"], ["x"]], change=change).columns == {"a": ["x"]}
    assert refusal(book([])) == "no visible sheet has anything in it; there are: 'Golden' (empty)"
    assert refusal(book([["a", "b"], [" ", None]])) == "no rows below the header of the sheet 'Golden'"


def stored(data, cells):
    """The workbook with values stored beside its formulas, as a spreadsheet program saves it."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name).decode() if name.endswith(".xml") else old.read(name)
            if name.startswith("xl/worksheets/"):
                for cell, (kind, value) in cells.items():
                    content = re.sub(
                        rf'<c r="{cell}"([^>]*)><f>(.*?)</f><v ?/?>(</v>)?</c>',
                        rf'<c r="{cell}"\1 t="{kind}"><f>\2</f><v>{value}</v></c>',
                        content,
                    )
            new.writestr(name, content)
    return made.getvalue()


def test_formulas_count_by_their_stored_values():
    data = book([HEADER, ["=1+1", "=A2", "x"], ["=1/0", "ok", "x"], [3, '="a"&"b"', "x"]])
    table = workbook_table(stored(data, {"A2": ("n", "2"), "B2": ("n", "2"), "A3": ("e", "#DIV/0!")}), "g.xlsx")
    assert table.columns["id"] == [2]
    assert told(table) == [
        (3, "A3: the cell holds the error #DIV/0!; correct it"),
        (4, "B4: a formula without a stored value; open and save the file in a spreadsheet program"),
    ]


def test_merged_cells_are_told():
    def change(made):
        made.active.merge_cells("A2:A4")
        made.active.merge_cells("B5:C5")
        made.active.merge_cells("A7:A8")

    rows = [HEADER, ["h", "a", 1], [None, "b", 2], [None, "c", 3], [4, "d", None], [5, "e", 5], [None, "f", 6]]
    table = read([*rows, [None, "g", 7]], change=change)
    assert table.columns["question"] == ["a", "e", "f", "g"]
    assert told(table) == [
        (3, "A2:A4: merged cells, whose value stands only in the first of them; unmerge and fill them in"),
        (5, "B5:C5: merged cells, whose value stands only in the first of them; unmerge and fill them in"),
    ]


def test_a_title_above_the_header_is_told():
    def change(made):
        made.active.merge_cells("A1:C1")

    problems = told(read([["My golden set", None, None], HEADER, [1, "a", 2]], change=change))
    assert (1, "column B has no name, but content ('question' on row 2); name it, or delete the column") in problems


def test_hidden_rows_are_read_and_counted():
    def change(made):
        made.active.row_dimensions[3].hidden = True
        made.active.column_dimensions["B"].hidden = True

    table = read([HEADER, [1, "a", 1], [2, "b", 2]], change=change)
    assert (table.columns["question"], table.notes) == (["a", "b"], ("hidden rows are read too: 1",))


def test_rich_text_and_escapes_are_plain_text():
    rich = CellRichText("Why ", TextBlock(InlineFont(b=True), "so"), "?")
    table = read([["a", "b"], [rich, "x_x000D_y_x005F_x0041_"]])
    assert table.columns == {"a": ["Why so?"], "b": ["x\ry_x0041_"]}


def test_a_stray_cell_in_the_last_corner_costs_nothing():
    def change(made):
        made.active["XFD1048576"] = "x"

    table = read([["a"], [1]], change=change)
    assert (table.columns, table.lines) == ({"a": [1, None]}, [2, 1048576])
    assert told(table)[0][1].startswith("column XFD has no name, but content ('x' on row 1048576)")


def test_names_are_text_and_stand_once():
    table = read([["a", 2024, "a ", None, 1.0], [1, 2, 3, None, 5]])
    assert table.columns == {"a": [1], "2024": [2], "1": [5]}
    assert told(table) == [(1, "column name 'a' stands twice")]


# What cannot be read


def test_broken_workbooks(tmp_path):
    data = book([HEADER, [1, "a", 2]])
    for cut in (4, 30, 400, len(data) // 2, len(data) - 1):
        (tmp_path / "g.xlsx").write_bytes(data[:cut])
        with pytest.raises(InputError, match=r"g\.xlsx: a broken workbook"):
            read_table(tmp_path / "g.xlsx")
    for name in zipfile.ZipFile(io.BytesIO(data)).namelist():
        if name.startswith("docProps") or "theme" in name or name == "_rels/.rels":
            continue
        made = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
            for other in old.namelist():
                new.writestr(other, b"<broken" if other == name else old.read(other))
        assert refusal(made.getvalue()).startswith("a broken workbook; open and save it again: "), name


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "a workbook with a password; save",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "an old .xls workbook; save as .xlsx"),
    ],
)
def test_old_and_locked_workbooks(tmp_path, content, message):
    (tmp_path / "g.xlsx").write_bytes(content)
    with pytest.raises(InputError, match=f"g.xlsx: this is {message}"):
        read_table(tmp_path / "g.xlsx")


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch):
    monkeypatch.setattr(workbook, "LARGEST", 1 << 12)
    data = book([["a"]] + [["x" * 30]] * 500)
    assert refusal(data).startswith("unpacks to more than")


def test_entities_are_not_expanded():
    lol = '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
    )
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book([["a"], ["x"]]))) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert b">x<" in text
                text = lol.encode() + b"]>" + text.replace(b">x<", b">&j;<")
            new.writestr(name, text)
    assert refusal(made.getvalue()).startswith("a broken workbook")


# Writing


TEXTS = [
    "10-12",
    "=1+1",
    "+1",
    "-1",
    "@x",
    "#N/A",
    "007",
    "TRUE",
    "Что?\nWhere?",
    "a\rb",
    "\x01",
    "_x0041_",
    " x ",
    "1e5",
]


def test_what_is_written_is_text_and_comes_back(tmp_path):
    data = workbook_bytes({"Golden": [["a", "b"], *([text, text] for text in TEXTS), [17, None]]})
    write_all([(tmp_path / "g.xlsx", data)])
    table = read_table(tmp_path / "g.xlsx")
    assert table.columns == {"a": [*TEXTS, "17"], "b": [*TEXTS, None]}
    sheet = load_workbook(io.BytesIO(data)).active
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert {cell.number_format for cell in cells} == {"@"}
    assert {cell.data_type for cell in cells if cell.value is not None} == {"s"}
    assert sheet.column_dimensions["A"].number_format == "@"
    assert sheet.freeze_panes == "A2"


def test_widths_notes_and_choices():
    data = workbook_bytes(
        {"Golden": [["id", "type"], ["1", "single"]], "Help": [["text"]]},
        widths={"id": 8},
        notes={"type": "what kind"},
        choices={"type": ["single", "multi"]},
    )
    sheet = load_workbook(io.BytesIO(data))["Golden"]
    assert sheet.column_dimensions["A"].width == 8
    assert sheet["B1"].comment.text == "what kind"
    (rule,) = sheet.data_validations.dataValidation
    assert (rule.formula1, str(rule.sqref)) == ('"single,multi"', "B2:B1048576")
    assert workbook_table(data, "g.xlsx", sheet="Golden").columns == {"id": ["1"], "type": ["single"]}


def test_a_text_that_is_too_long_is_never_cut():
    with pytest.raises(InputError, match="Golden, row 2: a text of 32768 characters; a cell holds 32767"):
        workbook_bytes({"Golden": [["a"], ["x" * 32_768]]})

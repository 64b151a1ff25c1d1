"""`ragauge export`: the same values as in the scorecard to the last digit, and texts that stay texts."""

import csv
import io
import json
import struct
import zipfile

import openpyxl
import polars as pl
import pytest

from judged_cards import claim, judged_card
from ragauge.cli.main import main
from report_data import BELL, FILES, FORMULA, LONG, SCRIPT

MATCH = ("--match", "all")
BESIDE = ("--gold", "gold.jsonl", "--traces", "traces.jsonl", *MATCH)
METRICS = ("recall@2", "mrr", "context_recall", "lexical_faithfulness", "token_f1")


@pytest.fixture
def place(ragauge, tmp_path):
    """The small golden set, its traces, and the scorecard of these."""
    asked = [word for name in METRICS for word in ("-m", name)]
    done = ragauge("eval", "gold.jsonl", "traces.jsonl", *MATCH, *asked, "--chunks", "chunks.jsonl", "--json", "s.json",
                   files=FILES)  # fmt: skip
    assert done.code == 0, done.err
    return tmp_path


def read(path):
    """The rows of a CSV by the id of their question."""
    return {row["id"]: row for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))}


def sheet(path):
    """The cells of a workbook as they are stored: (value, type), by the id of their question and their column."""
    head, *rows = openpyxl.load_workbook(path)["questions"].iter_rows()
    names = [cell.value for cell in head]
    return {row[0].value: dict(zip(names, row, strict=True)) for row in rows}


def bits(number):
    return struct.pack("<d", number)


def test_the_values_are_those_of_the_scorecard_to_the_last_digit(ragauge, place):
    done = ragauge("export", "s.json", "--csv", "o.csv", "--xlsx", "o.xlsx", "--parquet", "o.parquet")
    assert (done.code, done.out) == (0, "")
    assert "written: o.csv, o.xlsx, o.parquet" in done.err
    known = json.loads((place / "s.json").read_text(encoding="utf-8"))["questions"]
    rows, cells = read(place / "o.csv"), sheet(place / "o.xlsx")
    frame = {row["id"]: row for row in pl.read_parquet(place / "o.parquet").iter_rows(named=True)}
    numbers = 0
    for metric in METRICS:
        for name, value in zip(known["id"], known["values"][metric], strict=True):
            key = name if name in rows else f"'{name}"
            why = f"{metric}: why not"
            if isinstance(value, str):
                assert (rows[key][metric], rows[key][why]) == ("", value)
                assert (cells[name][metric].value, cells[name][why].value) == (None, value)
                assert (frame[name][metric], frame[name][why]) == (None, value)
                continue
            numbers += 1
            assert rows[key][metric] == repr(value)
            assert bits(float(cells[name][metric].value)) == bits(value)
            assert cells[name][metric].data_type == "n"
            assert bits(frame[name][metric]) == bits(value)
    assert numbers > 15


def test_numbers_need_all_their_digits():
    """17 digits: a workbook by openpyxl alone would have 16 of them."""
    from ragauge.backends.openpyxl_table import table_workbook

    odd = [0.1 + 0.2, 1 / 3, 2 / 3, 5e-324, 0.7000000000000001, -0.0]
    data, _ = table_workbook("t", ["v"], [[value] for value in odd])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read("xl/worksheets/sheet1.xml").decode()
    assert [f"<v>{value!r}</v>" in text for value in odd] == [True] * len(odd)


def test_everything_that_is_known_of_a_question(ragauge, place):
    assert ragauge("export", "s.json", *BESIDE, "--chunks", "chunks.jsonl", "--parquet", "o.parquet").code == 0
    rows = {row["id"]: row for row in pl.read_parquet(place / "o.parquet").iter_rows(named=True)}
    assert rows["q3"]["question"] == SCRIPT
    assert rows["q3"]["needs"] == ["c", "d"]
    assert rows["q3"]["ended"] == ["in the prompt, other evidence lost", "cut at k"]
    assert rows["q3"]["hits"][:3] == ["c", "g", "d"]
    assert rows["q3"]["relevant"] == [1, 3]
    assert rows["q3"]["answer given"] == FORMULA
    assert (rows["q2"]["references"], rows["q2"]["citations"]) == (["Два года."], ["g"])
    assert rows["q2"]["claims not supported"] == ["Три года."]
    assert (rows["q1"]["claims not supported"], rows["q1"]["claims checked by"]) == ([], "words")
    assert rows["q2"]["answer"] == "Два года."  # the column of the golden set keeps its name
    assert rows["q1"]["refused"] is False


def test_no_text_is_a_formula(ragauge, place):
    assert ragauge("export", "s.json", *BESIDE, "--csv", "o.csv", "--xlsx", "o.xlsx").code == 0
    rows, cells = read(place / "o.csv"), sheet(place / "o.xlsx")
    assert rows["'=5"]["id"] == "'=5"  # an id that a spreadsheet would run
    assert rows["q4"]["question"] == "'@cmd"
    assert rows["q4"]["answer"] == "-2"  # a number is no formula
    assert rows["q3"]["answer given"] == f"'{FORMULA}"
    assert cells["q3"]["answer given"].value == FORMULA
    formulas = [cell for row in cells.values() for cell in row.values() if cell.data_type == "f"]
    assert formulas == []
    with zipfile.ZipFile(place / "o.xlsx") as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


def test_a_header_is_data_too(ragauge):
    """The name of a column of the golden set is as foreign as its cells."""
    gold = "id,question,gold,=cmd()\nq1,Why?,a,x\nq2,How?,b,y\n"
    files = {"gold.csv": gold, "run.jsonl": '{"question": "q1", "hits": ["a"]}\n{"question": "q2", "hits": ["a"]}\n'}
    assert ragauge("eval", "gold.csv", "run.jsonl", *MATCH, "--by", "=cmd()", "--json", "s.json", files=files).code == 0
    done = ragauge("export", "s.json")
    assert done.out.splitlines()[0].startswith("id,status,question,'=cmd(),")


def test_cyrillic_emoji_hebrew_and_control_characters(ragauge, place):
    assert ragauge("export", "s.json", *BESIDE, "--csv", "o.csv", "--xlsx", "o.xlsx").code == 0
    cells = sheet(place / "o.xlsx")
    assert cells["q2"]["question"].value == "Сколько длится гарантия?"
    assert cells["=5"]["question"].value == "שאלה 💡?"
    assert cells["q4"]["answer given"].value == "bell _x0007_ rings"  # which a spreadsheet shows as it was
    with zipfile.ZipFile(place / "o.xlsx") as archive:
        assert "\x07" not in archive.read("xl/worksheets/sheet1.xml").decode()
    assert read(place / "o.csv")["q4"]["answer given"] == BELL


def test_a_text_too_long_for_a_cell_is_cut_with_a_mark_and_told(ragauge, place):
    done = ragauge("export", "s.json", *BESIDE, "--xlsx", "o.xlsx", "--csv", "o.csv")
    assert "longer than a cell of Excel can be: cut, with a mark" in done.err
    text = sheet(place / "o.xlsx")["=5"]["answer given"].value
    assert text.endswith(f"… [cut: {len(LONG):,} characters]")
    assert len(text.encode("utf-16-le")) // 2 <= 32_767
    assert read(place / "o.csv")["'=5"]["answer given"] == LONG
    assert "longer" not in ragauge("export", "s.json", "--xlsx", "short.xlsx").err


@pytest.mark.parametrize("sign", ["a", "💡"])
@pytest.mark.parametrize("more", [-1, 0, 1, 2, 40])
def test_the_length_of_a_cell_is_counted_in_units_of_utf_16(sign, more):
    from ragauge.backends.openpyxl_table import table_workbook

    width = len(sign.encode("utf-16-le")) // 2
    text = sign * (32_767 // width + more)
    data, cut = table_workbook("t", ["v"], [[text]])
    shown = openpyxl.load_workbook(io.BytesIO(data))["t"]["A2"].value
    assert len(shown.encode("utf-16-le")) // 2 <= 32_767
    assert cut == (more > 0)
    assert (shown == text) == (more <= 0)


def test_without_an_option_csv_is_printed(ragauge, place):
    printed = ragauge("export", "s.json").out
    assert ragauge("export", "s.json", "--csv", "-").out == printed
    assert ragauge("export", "s.json", "--csv", "o.csv").code == 0
    assert (place / "o.csv").read_text(encoding="utf-8") == printed


def test_the_same_bytes_each_time(ragauge, place, monkeypatch):
    for name, moment in (("one", 1_500_000_000.0), ("two", 1_700_000_000.0)):
        monkeypatch.setattr("time.time", lambda moment=moment: moment)
        assert ragauge("export", "s.json", "--xlsx", f"{name}.xlsx", "--parquet", f"{name}.parquet").code == 0
    for end in ("xlsx", "parquet"):
        assert (place / f"one.{end}").read_bytes() == (place / f"two.{end}").read_bytes()


def test_what_a_judge_said(ragauge):
    grounds = [{"faithfulness": {"claims": [claim("It hums."), claim("It is red.", "not_found")]}}, {}]
    card = judged_card(0.5, "no_claims", grounds=grounds).to_json()
    done = ragauge("export", "s.json", files={"s.json": card})
    first, second = csv.DictReader(io.StringIO(done.out, newline=""))
    assert first["faithfulness: judge"].splitlines() == [
        "claims: 1 supported, 1 not_found",
        "not_found: It is red. (So it says.)",
    ]
    assert (second["faithfulness"], second["faithfulness: why not"], second["faithfulness: judge"]) == (
        "",
        "no_claims",
        "",
    )
    assert first["calibration"] == "faithfulness: uncalibrated"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("s.json", "--gold", "gold.jsonl"), "--gold and --traces go together"),
        (("s.json", "--xlsx", "-"), "--xlsx needs the name of a file"),
        (("s.json", "--csv", "s.json"), "--csv would overwrite s.json"),
        (("s.json", "--csv", "o.x", "--xlsx", "o.x"), "--csv and --xlsx need places of their own"),
        (("gold.jsonl",), "gold.jsonl:2: not JSON"),
        (("study.json",), "study.json: no scorecard; write a scorecard with: ragauge eval"),
        (("s.json", *BESIDE[:2], "--traces", "other.jsonl"), "no trace is of a question of the gold"),
        (("s.json", "--gold", "other-gold.jsonl", "--traces", "traces.jsonl"), "this golden set is another"),
    ],
)
def test_what_is_refused(ragauge, place, arguments, words):
    (place / "study.json").write_text('{"study": "fusion", "tables": []}')
    (place / "other.jsonl").write_text(FILES["traces.jsonl"].splitlines()[0].replace("q1", "z").replace("How", "Who"))
    (place / "other-gold.jsonl").write_text(FILES["gold.jsonl"].replace('["b"]', '["a"]'), encoding="utf-8")
    done = ragauge("export", *arguments)
    assert done.code == 2
    assert words in " ".join(done.err.split())


def test_more_rows_than_a_sheet_has():
    from ragauge.backends.openpyxl_table import MOST_COLUMNS, table_workbook
    from ragauge.core.errors import InputError

    with pytest.raises(InputError, match="a sheet holds 1,048,575 rows"):
        table_workbook("t", ["v"] * (MOST_COLUMNS + 1), [])


def test_it_is_a_command():
    assert "export" in main.commands

"""The commands for golden sets: what is in a file, all that is wrong with it, and how it fits a corpus."""

import json
import re

import openpyxl
import pytest
from golden_files import problems
from golden_files.kind import answers

BAD = 1
"""The exit code of a check that was made, and found something amiss."""
PLANTED = {
    "gold.csv": (problems.TABLE, problems.TABLE_PROBLEMS),
    "gold.jsonl": (problems.LINES, problems.LINES_PROBLEMS),
}


def inspected(ragauge, name, content, *options):
    done = ragauge("golden", "inspect", name, *options, files={name: content})
    assert "Traceback" not in done.err
    return done.code, done.out + done.err


def as_json(ragauge, name, content, *options):
    done = ragauge("golden", "inspect", name, *options, "--json", "-", files={name: content})
    return done.code, json.loads(done.out)


def mapping(data):
    """The column of each role."""
    return {one["role"]: one["column"] for one in data["mapping"]}


def why(data, role):
    (found,) = [one["why"] for one in data["mapping"] if one["role"] == role]
    return found


# Twelve problems, one pass.


@pytest.mark.parametrize("name", PLANTED)
def test_all_twelve_problems_are_listed_with_row_and_column(ragauge, name):
    content, planted = PLANTED[name]
    code, text = inspected(ragauge, name, content)
    assert code == 2
    lines = text.splitlines()
    for row, column, words in planted:
        about = [line for line in lines if f"{name}:{row}:" in line]
        assert about, f"nothing about row {row}"
        assert any(all(word in line for word in (column or "", *words)) for line in about), (row, column, about)
    rows = {int(found[1]) for found in re.finditer(rf"{re.escape(name)}:(\d+):", text)}
    assert rows == {one.row for one in planted}
    assert "12 problems" in text


@pytest.mark.parametrize("name", PLANTED)
def test_the_json_has_the_same_problems(ragauge, name):
    content, planted = PLANTED[name]
    code, data = as_json(ragauge, name, content)
    assert code == 2
    found = [(one["row"], one["column"]) for one in data["problems"]]
    assert sorted(found, key=str) == sorted(((one.row, one.column) for one in planted), key=str)
    for row, _, words in planted:
        (message,) = [one["message"] for one in data["problems"] if one["row"] == row]
        assert all(word in message for word in words), (row, message)


@pytest.mark.parametrize("name", PLANTED)
def test_an_evaluation_refuses_the_file_with_the_same_problems(ragauge, name):
    content, planted = PLANTED[name]
    run = answers({"Wann öffnet das Bad?": ["bad.pdf"]})
    done = ragauge("eval", name, "run.jsonl", files={name: content, "run.jsonl": run})
    assert done.code == 2
    assert done.out == ""
    rows = {int(found[1]) for found in re.finditer(rf"{re.escape(name)}:(\d+):", done.err)}
    assert rows == {one.row for one in planted}


@pytest.mark.parametrize("name", PLANTED)
def test_each_problem_that_is_repaired_is_gone(ragauge, name):
    """Without the rows of some problems exactly the others are left."""
    content, planted = PLANTED[name]
    lines = content.splitlines(keepends=True)
    kept = [one for one in planted if one.row % 2]
    even = {one.row for one in planted} - {one.row for one in kept}
    text = "".join(line for row, line in enumerate(lines, start=1) if row not in even)
    code, data = as_json(ragauge, name, text)
    assert code == 2
    assert len(data["problems"]) == len(kept) == 6


# Files without a problem.


def test_a_clean_table_is_shown_as_it_was_understood(ragauge):
    code, text = inspected(ragauge, "gold.csv", problems.CLEAN, "--match", "all")
    assert code == 0, text
    for word in ("utf-8", "question", "expected_sources", "page", "type"):
        assert word in text
    shown = ("Wann öffnet das Bad?", "Что нельзя приносить", "Who founded the club?")
    assert [question in text for question in shown] == [True] * 3
    assert "Кто сторож?" not in text  # three rows are enough
    for word in ("bad.pdf", "правила.pdf", "памятка.pdf"):
        assert word in text


def test_a_clean_file_in_json(ragauge):
    code, data = as_json(ragauge, "gold.csv", problems.CLEAN, "--match", "all")
    assert code == 0
    assert data["problems"] == []
    assert data["facts"]["encoding"] == "utf-8"
    assert data["facts"]["delimiter"] == "comma"
    columns = mapping(data)
    assert sorted(columns.values()) == ["expected_sources", "id", "page", "question", "type"]
    for role in ("id", "question", "type", "page"):
        assert columns[role] == role
    assert all(one["why"] for one in data["mapping"])
    assert data["types"] == {"single": 2, "multi": 1, "no answer": 1, "unknown": 1}
    assert data["level"] == {"document + page": 4}
    assert [row["question"] for row in data["samples"]] == [
        "Wann öffnet das Bad?",
        "Что нельзя приносить в бассейн?",
        "Who founded the club?",
    ]
    assert data["samples"][1]["evidence"] == "правила.pdf, p. 4 AND памятка.pdf, p. 5–6"


def test_clean_lines_without_a_declared_match_are_readable_and_ask_for_it(ragauge):
    code, data = as_json(ragauge, "gold.jsonl", problems.CLEAN_LINES)
    assert code == 0
    assert data["problems"] == []
    assert "--match" in data["match"]
    assert data["level"] == {"document": 3}
    assert data["types"] == {"single": 1, "multi": 1, "unknown": 1}
    code, text = inspected(ragauge, "gold.jsonl", problems.CLEAN_LINES)
    assert code == 0
    assert "--match" in text


def test_a_mapping_that_was_said_is_said_to_be_so(ragauge):
    text = problems.CLEAN.replace("expected_sources", "b2").replace("question", "a1")
    code, out = inspected(ragauge, "gold.csv", text)
    assert code == 2
    assert all(word in out for word in ("gold.csv:1", "a1", "b2", "--map"))
    options = ("--map", "question=a1", "--map", "document=b2", "--match", "all")
    code, data = as_json(ragauge, "gold.csv", text, *options)
    assert code == 0
    assert mapping(data) == {"id": "id", "question": "a1", "type": "type", "document": "b2", "page": "page"}
    assert why(data, "question") == why(data, "document") != why(data, "page")
    assert data["types"] == {"single": 2, "multi": 1, "no answer": 1, "unknown": 1}


def test_the_same_question_twice_is_no_problem_but_is_told(ragauge):
    text = problems.CLEAN + "c6,Wann öffnet das Bad?,single,bad.pdf,4\n"
    code, data = as_json(ragauge, "gold.csv", text, "--match", "all")
    assert code == 0
    assert data["repeated_questions"] == {"Wann öffnet das Bad?": [2, 7]}
    code, data = as_json(ragauge, "gold.csv", problems.CLEAN, "--match", "all")
    assert data["repeated_questions"] == {}


# Encodings.


@pytest.mark.parametrize(("delimiter", "name"), [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "bar")])
def test_encoding_and_delimiter_are_told(ragauge, delimiter, name):
    text = "question,gold,note\nКто платит?,a.pdf,x\nWho pays?,b.pdf,y\n".replace(",", delimiter)
    code, data = as_json(ragauge, "gold.csv", b"\xef\xbb\xbf" + text.encode())
    assert code == 0
    assert name in data["facts"]["delimiter"]
    assert data["facts"]["encoding"].startswith("utf-8")
    assert any(re.search(r"(?i)byte.order mark|\bBOM\b", note) for note in data["notes"])
    assert data["samples"][0]["question"] == "Кто платит?"


def test_cp1251_is_detected_and_said_or_declared(ragauge):
    content = "question;gold\nКто платит?;смета.pdf\n".encode("cp1251")
    code, text = inspected(ragauge, "gold.csv", content)
    assert code == 0
    assert "Кто платит?" in text
    assert "windows-1251 (detected" in text
    assert "--encoding" in text
    code, data = as_json(ragauge, "gold.csv", content, "--encoding", "cp1251")
    assert code == 0
    assert data["facts"]["encoding"] == "cp1251 (declared)"
    assert data["samples"][0]["question"] == "Кто платит?"


def test_mojibake_is_suspicious_not_wrong(ragauge):
    text = "question,gold\nGilt Â§ 4.2 auch hier?,a.pdf\nКто?,b.pdf\nРљС‚Рѕ РїР»Р°С‚РёС‚?,c.pdf\n"
    code, data = as_json(ragauge, "gold.csv", text)
    assert code == 0
    assert data["problems"] == []
    found = {(one["row"], one["column"]): one["instead"] for one in data["suspicious"]["cells"]}
    assert found == {(2, "question"): "Gilt § 4.2 auch hier?", (4, "question"): "Кто платит?"}
    code, shown = inspected(ragauge, "gold.csv", text)
    assert code == 0
    assert "--repair" in shown
    assert "Gilt § 4.2 auch hier?" in shown
    assert "Кто платит?" in shown


# Against a corpus.

DOCUMENTS = {
    "docs/bad.md": "Das Bad öffnet um 9 Uhr. Kinder baden bis 18 Uhr.",
    "docs/правила.md": "В бассейн нельзя приносить стекло. Вход в шапочке.",
    "docs/club.md": "The club was founded by swim-\nmers in a boathouse.",
}


def names_row(line, row, question=None):
    """Whether a line is about a row, by its number or by that of its question (in JSONL both are the same)."""
    return f":{row}:" in line or f"question '{question or row}'" in line


def test_check_tells_what_is_not_in_the_corpus(ragauge):
    rows = [
        {"question": "Wann öffnet das Bad?", "evidence": [{"document": "bad.md", "text": "öffnet um 9 Uhr"}]},
        {"question": "Что нельзя?", "evidence": [{"document": "правила.md", "text": "нельзя приносить собак"}]},
        {"question": "Who founded it?", "evidence": [{"document": "club.md", "text": "founded by swimmers"}]},
        {"question": "Где шапка?", "evidence": [{"document": "правила_2031.md", "text": "Вход в шапочке."}]},
    ]
    gold = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    done = ragauge("golden", "check", "gold.jsonl", "--corpus", "docs", files={"gold.jsonl": gold, **DOCUMENTS})
    assert done.code == BAD
    lines = (done.out + done.err).splitlines()
    about = {row: [line for line in lines if names_row(line, row)] for row in range(1, 5)}
    assert not about[1]
    assert not about[3]
    assert any("нельзя приносить собак" in line for line in about[2])
    assert any("приносить ст" in line for line in lines)  # the nearest passage
    assert any("правила_2031.md" in line and "правила.md" in line for line in about[4])
    right = json.dumps(rows[0], ensure_ascii=False) + "\n" + json.dumps(rows[2], ensure_ascii=False)
    assert ragauge("golden", "check", "gold.jsonl", "--corpus", "docs", files={"gold.jsonl": right}).code == 0


def test_check_tells_a_damaged_quote_from_a_lost_one(ragauge):
    quote = "Der Beckenrand ist nach jeder Reinigung abzuspülen"
    damaged = quote.replace("nach jeder", "nach jcder")
    row = {"question": "Was folgt?", "evidence": [{"document": "bad.md", "text": quote}]}
    files = {"gold.jsonl": json.dumps(row, ensure_ascii=False), "docs/bad.md": f"Vorher. {damaged}. Nachher."}
    done = ragauge("golden", "check", "gold.jsonl", "--corpus", "docs", files=files)
    text = done.out + done.err
    assert done.code == 0  # it is there, and the loss is told
    assert "nach jcder" in text
    assert re.search(r"\b1 edit", text)


def test_check_knows_chunks(ragauge):
    gold = "question,expected_chunk_ids\nWer?,c1\nКто?,c2;c9\n"
    chunks = "id,document,text\nc1,bad.md,Das Bad öffnet um 9 Uhr.\nc2,правила.md,Вход в шапочке.\n"
    files = {"gold.csv": gold, "chunks.csv": chunks, **DOCUMENTS}
    done = ragauge("golden", "check", "gold.csv", "--corpus", "docs", "--chunks", "chunks.csv", files=files)
    assert done.code == BAD
    lines = (done.out + done.err).splitlines()
    assert any("c9" in line and names_row(line, 3, 2) for line in lines)
    assert not any(re.search(r"\bc[12]\b", line) for line in lines)


# Two versions, a template, copies.


def test_diff_names_what_was_added_removed_and_changed(ragauge):
    old = "id,question,gold\na,Wer?,x\nb,Кто?,y\nc,Who?,z\n"
    new = "id,question,gold\nc,Who?,z\nb,Кто?,y2\nd,Quem?,w\n"
    done = ragauge("golden", "diff", "old.csv", "new.csv", files={"old.csv": old, "new.csv": new})
    assert done.code == 0
    lines = {line.strip() for line in done.out.splitlines()}
    assert any("Wer?" in line for line in lines)
    assert any("Quem?" in line for line in lines)
    assert any("y2" in line for line in lines)
    assert not any("Who?" in line for line in lines)
    same = ragauge("golden", "diff", "old.csv", "old.csv")
    assert same.code == 0
    assert "Кто?" not in same.out


def test_a_template_can_be_filled_in_and_read(ragauge, tmp_path):
    assert ragauge("golden", "template", "--xlsx", "new.xlsx").code == 0
    book = openpyxl.load_workbook(tmp_path / "new.xlsx")
    page = book.active
    header = [cell.value for cell in page[1]]
    names = [str(name).casefold() for name in header]
    for row in range(page.max_row, 1, -1):
        page.delete_rows(row)
    place = {name: next(n for n, one in enumerate(names, start=1) if name in one) for name in ("question", "page")}
    document = next(n for n, one in enumerate(names, start=1) if re.search("document|source|file", one))
    for row, (question, name, pages) in enumerate([("Кто?", "приказ.pdf", "10-12"), ("Wer?", "a.pdf", "3")], start=2):
        page.cell(row, place["question"]).value = question
        page.cell(row, document).value = name
        page.cell(row, place["page"]).value = pages
    book.save(tmp_path / "filled.xlsx")
    run = answers({"Кто?": [{"source": "приказ.pdf", "page": 11}], "Wer?": [{"source": "a.pdf", "page": 4}]})
    done = ragauge("eval", "filled.xlsx", "run.jsonl", "-m", "recall@5", "--json", "-", files={"run.jsonl": run})
    assert done.code == 0, done.err
    assert json.loads(done.out)["questions"]["values"]["recall@5"] == [1, 0]


def test_nothing_is_overwritten_unasked(ragauge, tmp_path):
    files = {"gold.csv": "question,gold\nКто?,a\n", "mine.xlsx": b"mine"}
    done = ragauge("golden", "template", "--xlsx", "mine.xlsx", files=files)
    assert done.code == 2
    assert "mine.xlsx" in done.err
    assert (tmp_path / "mine.xlsx").read_bytes() == b"mine"
    done = ragauge("golden", "export", "gold.csv", "-o", "gold.csv")
    assert done.code == 2
    assert "gold.csv" in done.err
    assert (tmp_path / "gold.csv").read_text(encoding="utf-8") == files["gold.csv"]


@pytest.mark.parametrize("command", ["inspect", "check", "export"])
def test_a_file_that_is_not_there(ragauge, command):
    more = {"inspect": (), "check": ("--corpus", "docs"), "export": ("-o", "out.csv")}[command]
    done = ragauge("golden", command, "нет.csv", *more, files={"docs/a.txt": "a"})
    assert done.code == 2
    assert "нет.csv" in done.err
    assert "no such file" in done.err

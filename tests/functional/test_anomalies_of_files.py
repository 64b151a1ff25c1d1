"""Golden files with the anomalies that files have: names of columns, encodings, separators, lists, blanks (1 to 8)."""

import json
import re

import polars as pl
import pytest
from golden_files.kind import answers, json_lines
from golden_files.measuring import (
    BYTE_ORDER_MARK,
    cells,
    measured,
    pair,
    places,
    refused,
    told,
    value,
)

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

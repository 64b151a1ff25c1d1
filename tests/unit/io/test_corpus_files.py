import gzip
import json
import unicodedata

import polars as pl
import pytest

from ragauge.core.errors import InputError
from ragauge.io.corpus_files import read_corpus
from ragauge.io.corpus_text import html_text
from ragauge.tables.corpus import Corpus


def make(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def test_a_folder_gives_paths_as_ids_and_leaves_out_what_is_hidden(tmp_path):
    files = {"a.md": "+++\nx = 1\n+++\nA", "in/b.txt": "B", ".git/c.md": "C", ".d.md": "D", "in/~$e.docx": b"\0"}
    corpus = read_corpus(make(tmp_path, files))
    assert dict(corpus.texts) == {"a.md": "+++\nx = 1\n+++\nA", "in/b.txt": "B"}
    assert corpus.notes == ()


def test_what_is_no_text_is_counted_and_hashed_by_its_bytes(tmp_path):
    corpus = read_corpus(make(tmp_path / "one", {"a.md": "A", "b.pdf": b"%PDF-1", "c.docx": b"PK\0"}))
    assert corpus.unreadable() == ["b.pdf", "c.docx"]
    (note,) = corpus.notes
    assert note.startswith("2 of 3 documents are of a kind whose text is not read")
    assert note.endswith("b.pdf, c.docx")
    changed = read_corpus(make(tmp_path / "two", {"a.md": "A", "b.pdf": b"%PDF-2", "c.docx": b"PK\0"}))
    assert corpus.fingerprint() != changed.fingerprint()


def test_bytes_that_are_no_text_are_told_and_do_not_stop(tmp_path):
    corpus = read_corpus(make(tmp_path, {"a.md": "A", "b.md": b"a\0b", "empty.txt": " \n"}))
    assert corpus.unreadable() == ["b.md"]
    assert any("could not be decoded" in note and "b.md (" in note for note in corpus.notes)
    assert any("are empty" in note and "empty.txt" in note for note in corpus.notes)


def test_an_encoding_can_be_given(tmp_path):
    folder = make(tmp_path, {"a.txt": "Лампа гудит, и ткацкий станок молчит.".encode("cp866")})
    assert read_corpus(folder, encoding="cp866").texts["a.txt"] == "Лампа гудит, и ткацкий станок молчит."


def test_a_guessed_encoding_is_told(tmp_path):
    text = "Лампа гудит по ночам, а ткацкий станок молчит. Гарантия составляет два года со дня поставки."
    corpus = read_corpus(make(tmp_path, {"a.txt": text.encode("cp1251")}))
    assert corpus.texts["a.txt"] == text
    (note,) = corpus.notes
    assert note.startswith("1 of 1 documents were read as windows-1251, which was guessed")


def test_a_long_text_is_guessed_by_some_of_its_lines(tmp_path):
    lines = ["The warranty of the lamp holds for two years."] * 200
    lines[150:152] = ["Die Prüfung der Geräte ist für Käufer möglich."] * 2
    files = {"a.txt": "\n".join(lines).encode("cp1252"), "b.txt": ("Лампа гудит по ночам. " * 300).encode("cp1251")}
    corpus = read_corpus(make(tmp_path, files))
    assert corpus.texts["a.txt"] == "\n".join(lines)
    assert corpus.texts["b.txt"] == "Лампа гудит по ночам. " * 300
    assert [note.partition(", which")[0] for note in corpus.notes] == [
        "1 of 2 documents were read as windows-1252",
        "1 of 2 documents were read as windows-1251",
    ]


def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_the_text(tmp_path):
    folder = make(tmp_path, {"a.md": b"\xef\xbb\xbfone\r\ntwo"})
    assert read_corpus(folder).texts["a.md"] == "one\ntwo"


def test_the_fingerprint_is_of_the_content_only(tmp_path):
    files = {"b/übung.md": "one\ntwo", "a.md": "A"}
    other = {unicodedata.normalize("NFD", name): content.replace("\n", "\r\n") for name, content in files.items()}
    first, second = read_corpus(make(tmp_path / "x", files)), read_corpus(make(tmp_path / "y/z", other))
    assert first.fingerprint() == second.fingerprint()
    assert list(first.texts) == list(second.texts)
    assert first.fingerprint() == read_corpus(dict(reversed(list(first.texts.items())))).fingerprint()


@pytest.mark.parametrize(
    "texts",
    [
        {"a": "A", "b": "C"},
        {"a": "A", "c": "B"},
        {"a": "A"},
        {"a": "A", "b": None},
        {"a": "B", "b": "A"},
        {"aA": "", "b": "B"},
    ],
)
def test_any_other_content_has_another_fingerprint(texts):
    assert Corpus({"a": "A", "b": "B"}).fingerprint() != Corpus(texts).fingerprint()


def test_two_names_that_differ_only_in_their_form_are_refused(tmp_path):
    name = "übung.md"
    folder = make(tmp_path, {name: "one", unicodedata.normalize("NFD", name): "two"})
    if len(list(folder.iterdir())) == 1:
        pytest.skip("this file system takes both names for one")
    with pytest.raises(InputError, match="form of its letters"):
        read_corpus(folder)


def test_links_make_no_loops_and_read_no_folder_twice(tmp_path):
    folder = make(tmp_path / "docs", {"in/a.md": "A"})
    outside = make(tmp_path / "outside", {"b.md": "B"})
    (folder / "in/up").symlink_to(folder)
    (folder / "again").symlink_to(folder / "in")
    (folder / "more").symlink_to(outside)
    (outside / "back").symlink_to(folder)
    (folder / "gone.md").symlink_to(tmp_path / "nothing")
    (folder / "c.md").symlink_to(outside / "b.md")
    corpus = read_corpus(folder)
    assert dict(corpus.texts) == {"c.md": "B", "in/a.md": "A", "more/b.md": "B"}
    assert corpus.notes == (
        "1 entries are no readable files and were passed over: gone.md",
        "3 linked folders were read already and were passed over: again, in/up, more/back",
    )


def test_progress_is_told(tmp_path):
    seen = []
    read_corpus(make(tmp_path, {"a.md": "A", "b.md": "B"}), progress=lambda *step: seen.append(step))
    assert seen == [(1, 2), (2, 2)]


def test_an_empty_folder_and_a_missing_one_are_refused(tmp_path):
    with pytest.raises(InputError, match="no documents in this folder"):
        read_corpus(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_corpus(tmp_path / "nothing")


def test_html_without_tags_and_scripts():
    page = """<!DOCTYPE html><html><head><title>Lamp</title><style>p{}</style></head><body><!-- x -->
    <script>if (1 < 2) { "</p>" }</script><p>It
    <i>hums</i> &amp; glows.</p><table><tr><th>a</th><td>1</td></tr><tr><td>b</td></tr></table>
    <template><p>gone</p></template><pre>x\n   y</pre>end"""
    assert html_text(page) == "Lamp\nIt hums & glows.\na 1\nb\nx\n   y\nend"


def test_a_beir_folder_or_file(tmp_path):
    lines = [{"_id": "d1", "title": "Lamps", "text": "They hum."}, {"_id": "d2", "title": "", "text": "Quiet."}]
    packed = gzip.compress("\n".join(map(json.dumps, lines)).encode(), mtime=0)
    folder = make(tmp_path, {"corpus.jsonl.gz": packed, "qrels/test.tsv": ""})
    assert dict(read_corpus(folder).texts) == {"d1": "Lamps\nThey hum.", "d2": "Quiet."}
    assert dict(read_corpus(folder / "corpus.jsonl.gz").texts) == dict(read_corpus(folder).texts)


def test_tables_and_objects(tmp_path):
    frame = pl.DataFrame({"id": [1, 2], "content": ["A", "B"]})
    frame.write_csv(tmp_path / "docs.csv")
    frame.write_parquet(tmp_path / "docs.parquet")
    make(tmp_path, {"docs.json": '{"1": "A", "2": "B"}'})
    found = [read_corpus(tmp_path / f"docs.{kind}") for kind in ("csv", "parquet", "json")]
    found += [read_corpus(frame), read_corpus(frame.to_dicts()), read_corpus({1: "A", 2: "B"})]
    assert all(dict(corpus.texts) == {"1": "A", "2": "B"} for corpus in found)


def test_every_problem_of_a_table_is_told_at_once():
    rows = [{"id": "a", "text": "A"}, {"id": "", "text": "B"}, {"id": "a", "text": "C"}, {"id": "b", "text": 5}]
    with pytest.raises(InputError) as caught:
        read_corpus([*rows, {"id": 1.5, "text": "D"}, {"id": "a", "text": "A"}])
    assert [(problem.row, problem.column) for problem in caught.value.problems] == [
        (2, "id"),
        (3, "id"),
        (4, "text"),
        (5, "id"),
    ]
    assert "row 1" in caught.value.problems[1].message
    with pytest.raises(InputError, match="no column for the text"):
        read_corpus([{"id": "a", "words": "A"}])

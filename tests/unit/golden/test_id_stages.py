"""Matching the ids of a run with gold ids: what must match, what must never, and what must be asked."""

from __future__ import annotations

import time
import unicodedata

import pytest

from ragauge.golden.ids.folding import fold_ids
from ragauge.golden.ids.kinds import diagnosis, is_opaque, kind_of_ids
from ragauge.golden.ids.match import note
from ragauge.golden.ids.parts import documents_of
from ragauge.golden.ids.stages import match_ids

UUID = "3f2a9c1e-77b0-4d1c-9a52-0c8e6d1f4b7a"


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@pytest.mark.parametrize(
    ("gold", "run", "stage"),
    [
        ("atlas.pdf", "atlas.pdf", "exact"),
        ("Prüfung.pdf", nfd("Prüfung.pdf"), "unicode"),
        ("Отчёт за май.pdf", nfd("Отчёт\u00a0за  май.pdf"), "unicode"),
        ("s.37(1)", "s.37(1)\t", "unicode"),
        ("soft.pdf", "so\u00adft\u200b.pdf", "unicode"),
        ("2021\\act7__art2", "2021/act7__art2", "path"),
        ("My File.pdf", "My%20File.pdf", "path"),
        ("Übung.pdf", "U%CC%88bung.pdf", "path"),
        ("docs/a.md", "./docs//a.md", "path"),
        ("/data/a.md", "file:///data/a.md", "path"),
        ("C:\\in\\a.md", "file:///C:/in/a.md", "path"),
        ("https://www.example.org:443/a/", "http://example.org/a", "path"),
        ("example.org/a", "https://example.org/a#", "path"),
        ("Doc.pdf", "doc.PDF", "case"),
        ("СТРАЖА.md", "стража.md", "case"),
        ("Doc.pdf", "/data/in/Doc.pdf", "basename"),
        ("in/2021/Doc.pdf", "2021/Doc.pdf", "basename"),
        ("C:\\Users\\anna\\docs\\a.pdf", "/app/docs/a.pdf", "basename"),
        (UUID, f"/data/{UUID}", "basename"),
        ("Doc", "Doc.pdf", "stem"),
        ("Doc.pdf", "/data/in/doc.md", "stem"),
        ("table.csv.gz", "table", "stem"),
        ("Doc.pdf", "doc.pdf#page=3", "part"),
        ("Doc.pdf", "Doc.pdf [chunk 1/9]", "part"),
        ("doc.pdf", "doc.pdf::12", "part"),
        ("doc", "doc_chunk_3", "part"),
        ("doc.pdf", "doc-chunk-3", "part"),
        ("doc.pdf", "doc.pdf:p3", "part"),
        ("doc.pdf", "doc.pdf_12", "part"),
        ("doc.pdf", "doc.pdf/3", "part"),
        ("doc.pdf", "/data/doc.pdf:0:512", "part"),
        ("отчёт.docx", "Отчёт.docx_чанк_7", "part"),
        ("https://example.org/a", "https://example.org/a#refunds", "part"),
        ("doc.pdf#page=3", "doc.pdf", "part"),
        ("doc.pdf#page=3", "/data/Doc.pdf", "part"),
        ("doc.pdf#page=3", "doc.pdf#page=3_chunk_1", "part"),
        ("handbook", "handbook-2024-final.pdf", "prefix"),
        ("правила", "Правила (2024).docx_чанк_3", "prefix"),
        ("kb/handbook", "data/kb/handbook 2024.pdf", "prefix"),
        ("手册", "手册-2024.pdf", "prefix"),
    ],
)
def test_other_spellings_match_at_the_stage_that_takes_the_difference_away(gold: str, run: str, stage: str) -> None:
    match = match_ids([gold], [run, "other.md"])
    assert match.counts == {stage: 1}
    assert match.given_to == {run: match.wanted_to[gold]}
    assert not match.problems
    assert not match.unmatched


@pytest.mark.parametrize(
    ("gold", "run"),
    [
        ("doc1", "doc10"),
        ("doc-1", "doc-10"),
        ("doc-1", "doc-1-2"),
        ("a", "a-team"),
        ("section-1", "section-1.2"),
        ("section-1", "section-1.2.pdf"),
        ("2021", "2021-report"),
        ("2021", "2021.pdf"),
        ("2021", "act/2021"),
        ("1.2", "1.2.3"),
        ("17", "017"),
        ("17", "17_chunk_2"),
        ("2020/report.pdf", "2021/report.pdf"),
        ("act7/art2", "act8/art2"),
        ("/data/2020/report.pdf", "/data/2021/report.pdf"),
        ("C:/in/2020/report.pdf", "/app/2021/report.pdf"),
        ("C:/Users/anna/docs/2020/in/a.pdf", "/app/docs/2021/in/a.pdf"),
        ("https://a.example/help", "https://b.example/help"),
        ("https://example.org/a?id=1", "https://example.org/a?id=2"),
        ("https://example.org/a#one", "https://example.org/a#two"),
        ("doc.pdf#page=3", "doc.pdf#page=4"),
        ("doc.pdf#page=3", "doc.pdf#page=33"),
        ("doc_chunk_1", "doc_chunk_11"),
        ("C", "C#"),
        ("C", "C++"),
        ("C", "C#-guide.pdf"),
        ("Doc", "Doc (2)"),
        ("doc", "doc-3"),
        ("handbook.pdf", "handbook-2024.pdf"),
        ("handbook-2024", "handbook"),
        ("hand", "handbook.pdf"),
        ("v1.2", "v1.3"),
        (UUID, f"{UUID}.pdf"),
        (UUID, f"{UUID}_chunk_2"),
        ("3f2a9c1e", "3f2a9c1e-report.pdf"),
        ("резюме", "резюмента"),
        ("e", "é"),
        ("", "a"),
        ("/", "a/"),
    ],
)
@pytest.mark.parametrize("complete", [False, True])
def test_ids_of_other_documents_never_match(gold: str, run: str, complete: bool) -> None:
    match = match_ids([gold], [run], complete=complete)
    assert match.unmatched == (gold,)
    assert match.given_to == {}
    assert match.stage_of == {}
    assert match.problems == ()


@pytest.mark.parametrize(
    ("gold", "run", "named"),
    [
        (["Prüfung.pdf"], ["Prüfung.pdf", nfd("Prüfung.pdf")], ["\\xfc", "\\u0308"]),
        (["My File.pdf"], ["My File.pdf", "My%20File.pdf"], ["'My File.pdf'", "'My%20File.pdf'"]),
        (["Doc.pdf"], ["/a/Doc.pdf", "/b/Doc.pdf"], ["'/a/Doc.pdf'", "'/b/Doc.pdf'"]),
        (["Doc.pdf"], ["/a/Doc.pdf#1", "/b/Doc.pdf#1"], ["'/a/Doc.pdf'", "'/b/Doc.pdf'"]),
        (["Doc"], ["Doc.pdf", "Doc.docx"], ["'Doc.docx'", "'Doc.pdf'"]),
        (["Doc.pdf"], ["doc.pdf", "DOC.pdf"], ["'DOC.pdf'", "'doc.pdf'"]),
        (["Doc.pdf", "doc.pdf"], ["DOC.pdf"], ["'DOC.pdf'", "'Doc.pdf'", "'doc.pdf'"]),
        (["a/README.md", "b/README.md"], ["README.md"], ["'a/README.md'", "'b/README.md'"]),
        (["handbook"], ["handbook-2023.pdf", "handbook-2024.pdf"], ["'handbook-2023.pdf'", "'handbook-2024.pdf'"]),
        (["doc.pdf#page=3"], ["a/doc.pdf", "b/doc.pdf"], ["'a/doc.pdf'", "'b/doc.pdf'"]),
        (["Doc.pdf"], ["doc.md", "Doc.pdf#page=3"], ["'Doc.pdf'", "'doc.md'"]),
    ],
)
def test_collisions_are_problems_that_name_the_candidates(gold: list[str], run: list[str], named: list[str]) -> None:
    match = match_ids(gold, run)
    assert len(match.problems) == 1
    assert all(name in match.problems[0] for name in named)
    assert set(match.ambiguous) | match.stage_of.keys() == set(gold)


def test_a_better_match_leaves_look_alikes_to_themselves_and_says_so() -> None:
    match = match_ids(["index.md"], ["index.md", "guide/index.md", "INDEX.md", "index.html"])
    assert match.given_to == {"index.md": "index.md"}
    assert match.problems == ()
    assert len(match.doubts) == 3
    assert note(match) == "ids: 1 matched as written, 3 look-alikes taken for other documents"


def test_exact_matches_of_two_gold_ids_that_fold_together_are_no_collision() -> None:
    match = match_ids(["Doc.pdf", "doc.pdf"], ["doc.pdf", "Doc.pdf"])
    assert match.counts == {"exact": 2}
    assert not match.problems
    assert not match.doubts


def test_the_deepest_common_folder_decides_between_files_of_one_name() -> None:
    match = match_ids(["en/index.md", "index.md"], ["/srv/en/index.md", "index.md"])
    assert match.given_to == {"/srv/en/index.md": "en/index.md", "index.md": "index.md"}
    assert not match.problems


def test_many_chunks_go_to_one_document_and_many_pages_to_one_coarser_id() -> None:
    chunks = [f"Свод.pdf_чанк_{place}" for place in range(5)]
    match = match_ids(["свод.pdf"], chunks)
    assert match.given_to == dict.fromkeys(chunks, "свод.pdf")
    assert match.parts == 5
    assert match.coarser
    match = match_ids(["doc.pdf#page=3", "doc.pdf#page=5"], ["Doc.pdf"])
    assert match.wanted_to == dict.fromkeys(["doc.pdf#page=3", "doc.pdf#page=5"], "doc.pdf")
    assert match.given_to == {"Doc.pdf": "doc.pdf"}
    assert match.coarser


def test_the_nearest_part_wins() -> None:
    match = match_ids(["doc.pdf", "doc.pdf#page=3"], ["doc.pdf#page=3_chunk_2", "doc.pdf#page=4_chunk_1"])
    assert match.given_to == {"doc.pdf#page=3_chunk_2": "doc.pdf#page=3", "doc.pdf#page=4_chunk_1": "doc.pdf"}


def test_prefixes_are_tried_only_in_a_whole_corpus_or_when_nothing_else_matched() -> None:
    gold, run = ["handbook", "lamps.md"], ["handbook-2024.pdf", "lamps.md"]
    assert match_ids(gold, run).unmatched == ("handbook",)
    assert match_ids(gold, run, complete=True).counts == {"exact": 1, "prefix": 1}


def test_gold_that_spells_one_document_in_two_ways_is_a_doubt() -> None:
    match = match_ids(["Doc", "Doc.pdf"], ["Doc.pdf"])
    assert match.unmatched == ("Doc",)
    assert len(match.doubts) == 1
    assert match_ids(["a.pdf", "a.docx"], ["a.pdf"]).doubts == ()


def test_hits_without_an_id_match_nothing() -> None:
    assert match_ids(["a", "\0no-id-1"], ["\0no-id-1", "\0no-id-1#page=2"]).given_to == {}


def test_the_note_counts_the_stages() -> None:
    gold = ["a.md", "Prüfung.pdf", "Doc.pdf", "gone.md"]
    match = match_ids(gold, ["a.md", nfd("Prüfung.pdf"), "/in/Doc.pdf"])
    said = "ids: 1 matched as written, 1 after Unicode normalisation, 1 by file name without folder, 1 not in the run"
    assert note(match) == said
    assert note(match_ids(["a"], ["a"])) is None
    assert note(match_ids(["Doc.pdf"], ["doc.pdf"])) == "ids: 1 matched without regard to case"


def test_ties_between_many_files_of_one_name_take_no_time() -> None:
    gold = [f"{place}/index.md" for place in range(20_000)]
    start = time.perf_counter()
    match = match_ids(gold, [f"site/{place}/index.md" for place in range(20_000)])
    assert match.counts == {"basename": 20_000}
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    ("name", "documents"),
    [
        ("doc.pdf_3_2", ["doc.pdf_3", "doc.pdf"]),
        ("doc.pdf, стр. 5", ["doc.pdf"]),
        ("doc.pdf?page=3", ["doc.pdf"]),
        ("doc.md::Refunds > Fees", ["doc.md"]),
        ("doc.txt.1", []),
        ("std::vector", []),
        ("chunk_3", []),
        ("node-91", []),
        ("landing-page", []),
        ("doc.pdf-2021-final", []),
        ("2021/x__art8_007", []),
    ],
)
def test_documents_of_parts(name: str, documents: list[str]) -> None:
    assert documents_of(name) == documents


def test_percent_encoding_is_decoded_once_and_only_if_it_is_text() -> None:
    assert fold_ids(["a%2520b", "%FF", "%00", "100%", "a%2Fb"], "path") == ["a%20b", "%FF", "%00", "100%", "a/b"]


@pytest.mark.parametrize(
    ("ids", "kind"),
    [
        (["a.pdf", "б.docx"], "file names"),
        (["a/b.pdf", "c/d"], "paths"),
        (["a\\b.pdf"], "Windows paths"),
        (["https://example.org"], "URLs"),
        ([UUID], "UUIDs"),
        (["1", "22"], "whole numbers"),
        (["9f86d081884c7d65"], "hashes"),
        (["a.pdf#page=3"], "file names with a page or chunk"),
        (["doc_chunk_3"], "names with a page or chunk"),
        (["refunds", "facade"], "words"),
        (["a.pdf", "17"], "mixed"),
        ([], "nothing"),
    ],
)
def test_kinds_of_ids(ids: list[str], kind: str) -> None:
    assert kind_of_ids(ids) == kind


def test_the_diagnosis_names_both_kinds_and_what_to_do() -> None:
    said = diagnosis(["атлас.pdf", "b.pdf", "c.pdf"], [UUID])
    assert "gold ids look like file names ('b.pdf', 'c.pdf', …), run ids like UUIDs" in said
    assert "--chunks" in said
    assert "--ids exact" in said
    assert "both look like file names" in diagnosis(["a.pdf"], ["b.pdf"])
    assert "no ids" in diagnosis(["a.pdf"], [])


def test_opaque_ids() -> None:
    assert all(map(is_opaque, ["2021", "1.2", UUID, "9f86d081884c7d65", "-", ""]))
    assert not any(map(is_opaque, ["facade", "2021-report", "é1", "deadbeef"]))

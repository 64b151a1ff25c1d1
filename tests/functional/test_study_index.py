"""`ragauge study index`: with an engine that forgets on purpose, with those that are installed, and with none."""

import importlib.util
import json
import sys
from typing import ClassVar

import numpy as np
import pytest

from ragauge.core.errors import MissingDependencyError
from ragauge.pipeline.stores.engines import ENGINES
from ragauge.pipeline.stores.exact import ExactIndex

WORDS = ("лампа", "насос", "фильтр", "кабель", "scale", "timer", "valve", "probe")
INSTALLED = [name for name in ("hnswlib", "usearch", "faiss") if importlib.util.find_spec(name)]
STUDY = ("study", "index", "docs", "gold.csv", "--match", "all", "-m", "recall@3", "--k", "3")


class Forgetful(ExactIndex):
    """Exact search that does not see every third row, or, with the effort of 64, sees all; filters after the search."""

    EFFORT: ClassVar[dict[str, int]] = {"ef": 64}

    def __init__(self, *, m=16):
        super().__init__()
        self.effort = dict(self.EFFORT)

    def search(self, vector, k, among=None):
        rows, scores = super().search(vector, k)
        kept = np.ones(len(rows), dtype=bool) if self.effort["ef"] >= 64 else rows % 3 != 0
        if among is not None:
            kept &= among[rows]
        return rows[kept], scores[kept]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Forty-eight documents; each of as many questions has one of them."""
    (tmp_path / "docs").mkdir()
    rows = ["id,question,document"]
    for number in range(48):
        word, other = WORDS[number % 8], WORDS[(number // 8) % 8]
        text = f"{word} {other} code{number} stands here, with {word} in shelf{number % 5}.\n"
        (tmp_path / "docs" / f"d{number}.md").write_text(text, "utf-8")
        rows.append(f"q{number},{word} {other} code{number}?,d{number}.md")
    rows.append("q99,zebra?,d1.md")
    (tmp_path / "gold.csv").write_text("\n".join(rows) + "\n", "utf-8")
    monkeypatch.setitem(ENGINES, "forgetful", Forgetful)
    return tmp_path


def tables(done):
    assert done.code == 0, done.err
    return {table["title"]: table["rows"] for table in json.loads(done.out)["tables"]}


def test_what_is_forgotten_is_measured(ragauge, place):
    done = ragauge(*STUDY, "--engine", "forgetful", "--set", "ef=8,64", "--random", "0.25,0.5", "--json", "-")
    found = tables(done)
    near = {row["setting"]: row for row in found["the nearest 3, against exact search"]}
    assert list(near) == ["exact", "forgetful · ef=8", "forgetful · ef=64"]
    assert near["exact"]["ANN recall"] == near["forgetful · ef=64"]["ANN recall"] == 1.0
    assert 0.4 < near["forgetful · ef=8"]["ANN recall"] < 0.9
    assert near["forgetful · ef=8"]["filled"] == near["forgetful · ef=8"]["ANN recall"]
    assert near["exact"]["n"] == 48  # of 49: one question has no vector
    quality = {row["setting"]: row for row in found["quality: recall@3, differences from exact"]}
    assert quality["forgetful · ef=8"]["verdict"] == "worse"
    assert quality["forgetful · ef=64"]["verdict"] == "identical"
    assert quality["exact"]["n"] == 49
    under = found["under filters, against exact search under the same filter"]
    assert {(row["filter"], row["passes"]) for row in under} == {("random < 12", 0.25), ("random < 24", 0.5)}
    lossy = [row for row in under if row["setting"] == "forgetful · ef=64"]
    for row in lossy:
        assert row["lost: short"] == pytest.approx(1 - row["ANN recall"])
        assert row["lost: short"] > 0
        assert row["lost: wrong"] == 0


def test_two_runs_differ_in_times_alone(ragauge, place):
    asked = (*STUDY, "--engine", "forgetful", "--set", "ef=8,64", "--random", "0.25", "--json", "-")
    first, second = tables(ragauge(*asked)), tables(ragauge(*asked))
    speed = [title for title in first if title.startswith("speed")]
    assert len(speed) == 1
    assert {title: rows for title, rows in first.items() if title not in speed} == {
        title: rows for title, rows in second.items() if title not in speed
    }
    assert [row["bytes"] for row in first[speed[0]]] == [row["bytes"] for row in second[speed[0]]]


def test_tables_and_advice(ragauge, place):
    done = ragauge(*STUDY, "--engine", "forgetful", "--set", "ef=8", "--markdown", "s.md")
    assert done.code == 0, done.err
    assert "index, by recall@3: exact search" in (place / "s.md").read_text("utf-8")
    printed = ragauge(*STUDY, "--engine", "forgetful").out
    words = " ".join(printed.split())
    assert "the nearest 3, against exact search" in printed
    assert "1 questions have no vector" in words
    assert "no filter: the documents have no metadata" in words


def test_filters_are_given_or_made_from_the_metadata(ragauge, place, monkeypatch):
    from ragauge.io import corpus_files

    read = corpus_files.read_corpus

    def with_metadata(*arguments, **settings):
        from dataclasses import replace

        corpus = read(*arguments, **settings)
        fields = {
            name: {"n": number, "язык": "ru" if number % 10 else "en"} for number, name in enumerate(corpus.texts)
        }
        return replace(corpus, metadata=fields)

    monkeypatch.setattr(corpus_files, "read_corpus", with_metadata)
    asked = (*STUDY, "--engine", "forgetful", "--set", "ef=64", "--json", "-")
    made = tables(ragauge(*asked))["under filters, against exact search under the same filter"]
    assert len({row["filter"] for row in made}) == 3
    done = ragauge(*asked, "--filter", "n <= 3", "--filter", "n in {0, 1, 2, 3}", "--filter", "n < 20")
    given = tables(done)
    under = given["under filters, against exact search under the same filter"]
    assert {row["filter"] for row in under} == {"n <= 3", "n in {0, 1, 2, 3}", "n < 20"}
    assert "by the share of vectors that pass" in given  # two filters share a bucket
    assert not any(title.startswith("filters whose results") for title in given)  # what is dropped afterwards agrees


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--engine", "annoy"), "no vector index 'annoy'"),
        (("--engine", "forgetful", "--set", "nprobe=4"), "no engine takes 'nprobe'"),
        (("--engine", "forgetful", "--set", "ef=0"), "ef must be a whole number from 1"),
        (("--engine", "forgetful", "--set", "ef"), "KEY=VALUE"),
        (("--engine", "forgetful", "--set", "ef=" + "9" * 5000), "ef must be a whole number"),
        (("--engine", "forgetful", "--filter", "n ~ 3"), "is no predicate"),
        (("--engine", "forgetful", "--random", "2"), "between 0 and 1"),
        (("--engine", "forgetful", "--random", "some"), "--random is shares"),
        (("--engine", "forgetful", "--random", "nan"), "between 0 and 1"),
        (("--engine", "forgetful", "-m", "recall@5"), "raise --k"),
        (("--engine", "forgetful", "--least", "2"), "at most 1"),
        (("--engine", "forgetful", "--embedder", "word2vec"), "no embedder 'word2vec'"),
    ],
)
def test_what_makes_no_sense_is_told(ragauge, place, arguments, word):
    done = ragauge(*STUDY, *arguments, "--json", "s.json")
    assert done.code == 2
    assert word in " ".join(done.err.split())
    assert not (place / "s.json").exists()


def test_documents_without_a_word_of_a_question(ragauge, place):
    (place / "gold.csv").write_text("id,question,document\nq1,zebra?,d1.md\n", "utf-8")
    done = ragauge(*STUDY, "--engine", "forgetful")
    assert done.code == 2
    assert "no question, or no document, has a vector" in done.err


@pytest.fixture
def nothing_installed(monkeypatch):
    for module in ("hnswlib", "usearch", "usearch.index", "faiss", "qdrant_edge", "qdrant_client"):
        monkeypatch.setitem(sys.modules, module, None)


def test_without_any_engine_it_says_what_to_install(ragauge, place, nothing_installed):
    done = ragauge(*STUDY)
    assert done.code == 2
    for name in ("hnswlib", "usearch", "faiss-hnsw", "faiss-ivf"):
        assert name in done.err
    assert "pip install 'ragauge[ann]'" in done.err
    assert "one is enough: pip install usearch" in done.err


def test_an_engine_that_was_named_is_not_passed_over(ragauge, place, nothing_installed):
    done = ragauge(*STUDY, "--engine", "forgetful,qdrant-edge")
    assert done.code == 2
    assert "qdrant-edge: qdrant-edge-py is not installed: pip install 'ragauge[qdrant]'" in done.err


def test_engines_that_were_not_named_are_told_to_be_missing(ragauge, place, monkeypatch):
    def missing(**_):
        raise MissingDependencyError("other is not installed: pip install 'ragauge[ann]'")

    monkeypatch.setitem(ENGINES, "other", missing)
    monkeypatch.setattr("ragauge.studying.index.study.DEFAULT", ("forgetful", "other"))
    done = ragauge(*STUDY)
    assert done.code == 0, done.err
    assert "other: other is not installed" in " ".join(done.out.split())


def test_exact_search_alone(ragauge, place):
    found = tables(ragauge(*STUDY, "--engine", "exact", "--json", "-"))
    assert [row["setting"] for row in found["the nearest 3, against exact search"]] == ["exact"]


def test_chunks_are_searched_and_documents_are_found(ragauge, place):
    asked = ("--chunker", "fixed", "--size", "5", "--engine", "forgetful", "--set", "ef=64", "--json", "-")
    found = tables(ragauge(*STUDY, *asked))
    assert found["quality: recall@3, differences from exact"][1]["verdict"] == "identical"


@pytest.mark.skipif(not INSTALLED, reason="none of hnswlib, usearch and faiss-cpu is installed")
def test_engines_that_are_installed(ragauge, place):
    found = tables(ragauge(*STUDY, "--random", "0.5", "--json", "-"))
    near = {row["setting"]: row["ANN recall"] for row in found["the nearest 3, against exact search"]}
    assert len(near) > 2
    assert all(value > 0.9 for name, value in near.items() if "ef=" in name)

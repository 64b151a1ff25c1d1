"""Separators of a column: what splits, what stays whole, and what is said about it."""

from __future__ import annotations

from typing import Any

import pytest

from ragauge.golden.reading.separators import find_separator, split


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (["a.pdf;b.pdf", "c.pdf"], ";"),
        (["a|b|c", "d"], "|"),
        (["а.md|б.md"], "|"),
        (["x\ny"], "\n"),
        (["a\tb"], "\t"),
        (["s.4 + s.9", "s.1"], " + "),
        (["a.pdf, b.pdf"], ","),
        (["a.pdf,b.pdf"], ","),
        (["12,14", "3"], ","),
        (["Terms of use, Fees", "Terms of use", "Fees"], ","),
        (["https://example.org/a;https://example.org/b"], ";"),
        (["[draft] a.pdf; b.pdf"], ";"),
        (["a.pdf;b.pdf", "Smith, 2019.pdf"], ";"),
        (["Smith, 2019.pdf"], None),
        (["Smith, 2019"], None),
        (["Иванов, Отчёт за год.docx"], None),
        (["Lamp, LED, 5W.png"], None),
        (["Rules, fees and more"], None),
        (["1,234"], None),
        (["C++.pdf", "C++ + Rust.pdf"], None),
        (["Smith; Jones.pdf"], None),
        (["a|b.md"], None),
        (["https://example.org/a;b"], None),
        (["https://example.org/a,b"], None),
        (['["a;b", "c"]'], None),
        ([["a;b"], ["c"]], None),
        ([1, None, 2.5], None),
        ([], None),
        (["", "  "], None),
    ],
)
def test_the_separator_of_a_column(cells: list[Any], text: str | None) -> None:
    assert find_separator(cells).text == text


def test_the_reason_counts_cells_and_not_different_cells() -> None:
    assert find_separator(["a;b", "a;b", "c", None, ["x;y"]]).reason == "';' in 2 of 3 cells"
    assert find_separator([["a"], ["b"]]).reason == "lists"
    assert find_separator(["a"]).reason == "no cell holds a separator"


def test_what_speaks_against_the_rule_is_a_doubt() -> None:
    assert "'c|d'" in find_separator(["a;b", "c|d", "e;f"]).doubts[0]
    assert "'Smith; Jones.pdf'" in find_separator(["a.pdf;b.pdf", "c.pdf;d.pdf", "Smith; Jones.pdf"]).doubts[0]
    assert "'a.pdf, b.pdf'" in find_separator(["a.pdf, b.pdf", "Smith, 2019.pdf"]).doubts[0]
    assert "'a|b.md'" in find_separator(["a|b.md"]).doubts[0]
    assert find_separator(["Smith, 2019.pdf"]).doubts == ()


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (";", ";"),
        ("none", None),
        ("newline", "\n"),
        ("\\n", "\n"),
        ("tab", "\t"),
        ("comma", ","),
        ("//", "//"),
        ("\t", "\t"),
    ],
)
def test_a_given_separator_is_taken(given: str, text: str | None) -> None:
    assert find_separator(["a|b"], given=given).text == text


def test_empty_places_are_kept_but_at_the_end() -> None:
    by = find_separator([], given=";")
    assert split(" a ; ;b;; ", by) == ["a", "", "b"]
    assert split(";a", by) == ["", "a"]
    assert split(" ; ", by) == []
    assert split("  ", by) == []


def test_what_is_no_text_passes_through() -> None:
    by = find_separator([], given=";")
    assert split(None, by) == []
    assert split(17, by) == [17]
    assert split(("a;b", "c"), by) == ["a;b", "c"]
    assert split('["a;b", 3]', by) == ["a;b", 3]
    assert split("a;b", None) == ["a;b"]


def test_one_odd_cell_among_very_many_stops_a_comma() -> None:
    cells = [f"a{place}.pdf, b{place}.pdf" for place in range(150_000)]
    assert find_separator(cells).text == ","
    assert find_separator([*cells, "Smith, 2019.pdf"]).text is None

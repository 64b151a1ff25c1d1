"""Page cells: what names pages, and what a spreadsheet made of them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from ragauge.core.pages import page_places, read_pages


@pytest.mark.parametrize(
    ("cell", "pages"),
    [
        ("12", [(12, 12)]),
        (" 12 ; 14 ", [(12, 12), (14, 14)]),
        ("12;14;", [(12, 12), (14, 14)]),
        ("10-12", [(10, 12)]),
        ("10–12", [(10, 12)]),
        ("10 — 12", [(10, 12)]),
        ("p. 3", [(3, 3)]),
        ("p3", [(3, 3)]),
        ("pp. 3-5", [(3, 5)]),
        ("pages 3 to 5", [(3, 5)]),
        ("p. 3 and 5", [(3, 3), (5, 5)]),
        ("S. 4", [(4, 4)]),
        ("Seite 3 bis 5", [(3, 5)]),
        ("стр. 5", [(5, 5)]),
        ("с. 7–9", [(7, 9)]),
        ("страницы 3–5 и 8", [(3, 5), (8, 8)]),
        ("第3頁", [(3, 3)]),
        ("3页", [(3, 3)]),
        ("１０－１２", [(10, 12)]),
        ("[3, 4]", [(3, 3), (4, 4)]),
        ("[[3,5],[7,7]]", [(3, 5), (7, 7)]),
        ([3, "5-6", [8, 9]], [(3, 3), (5, 6), (8, 9)]),
        (np.array([3, 4]), [(3, 3), (4, 4)]),
        (np.int64(5), [(5, 5)]),
        (17, [(17, 17)]),
        (17.0, [(17, 17)]),
        (Decimal(17), [(17, 17)]),
        ("17.0", [(17, 17)]),
        (100_000, [(100_000, 100_000)]),
        (None, []),
        ("", []),
        ([], []),
    ],
)
def test_pages(cell: Any, pages: list[tuple[int, int]]) -> None:
    assert read_pages(cell) == pages


@pytest.mark.parametrize(
    "cell",
    ["12-Oct", "Oct-12", "10.Dez", "12.окт", "12 мая", "Mai-12", "Sept 12", "2024-10-12", "2024-10-12 00:00:00",
     "10/12/2024", "10.12.2024", "10.12.", "10月12日", "12-Oct-24", "5; 12-Oct"],
)  # fmt: skip
def test_what_looks_like_a_date_is_refused_with_advice(cell: str) -> None:
    with pytest.raises(ValueError, match=r"date.*format the column as text"):
        read_pages(cell)


@pytest.mark.parametrize(
    "cell", [dt.date(2024, 10, 12), dt.datetime(2024, 10, 12, tzinfo=dt.UTC), [dt.date(2024, 10, 12)]]
)
def test_dates_are_refused(cell: Any) -> None:
    with pytest.raises(ValueError, match=r"'2024-10-12.*date"):
        read_pages(cell)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("iv", "roman"),
        ("S. xii-xv", "roman"),
        ("0", "from 1"),
        (0, "from 1"),
        ("-3", "from 1"),
        (-1, "from 1"),
        ("12-10", "ends before"),
        ([[12, 10]], "ends before"),
        (3.5, "whole numbers"),
        ("3.5", "format the column as text"),
        (100_001, "100,000"),
        ("100001", "100,000"),
        ("9" * 5000, "100,000"),
        (True, "True is no page"),
        (float("nan"), "whole numbers"),
        (float("inf"), "whole numbers"),
        ("abc", "'abc' is no page"),
        ("10ff", "is no page"),
        ("12³", "is no page"),
        ("3/4", "is no page"),
        ("12;;7", "missing"),
        ([[1, 2, 3]], "two numbers"),
        ([[]], "two numbers"),
        ({"a": 1}, "is no page"),
        (b"12", "is no page"),
        ("[3", "JSON"),
    ],
)
def test_what_is_no_page_is_refused_in_words(cell: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_pages(cell)


def test_places_keep_the_empty_ones() -> None:
    assert page_places("12;;7") == [(12, 12), None, (7, 7)]
    assert page_places([3, None, 4]) == [(3, 3), None, (4, 4)]

"""Lists side by side in one row."""

from __future__ import annotations

import pytest

from ragauge.golden.reading.parallel import parallel_rows


def test_lists_of_one_length_are_pairs() -> None:
    rows = parallel_rows({"source": ["v1.pdf", "v1.pdf"], "page": [10, 12], "answer": ["5 дней", "10 дней"]})
    assert rows == [
        {"source": "v1.pdf", "page": 10, "answer": "5 дней"},
        {"source": "v1.pdf", "page": 12, "answer": "10 дней"},
    ]


def test_one_value_goes_with_all() -> None:
    pages = [{"source": "v1.pdf", "page": 5}, {"source": "v1.pdf", "page": 6}]
    assert parallel_rows({"source": ["v1.pdf"], "page": [5, 6]}) == pages
    assert [row["page"] for row in parallel_rows({"source": ["a", "b"], "page": [3]})] == [3, 3]


def test_empty_lists_are_left_out() -> None:
    assert parallel_rows({"source": ["a", "b"], "page": []}) == [{"source": "a"}, {"source": "b"}]
    assert parallel_rows({"source": [], "page": []}) == []
    assert parallel_rows({}) == []


def test_empty_places_hold_their_place() -> None:
    assert parallel_rows({"source": ["a", "b"], "page": ["", 3]})[0] == {"source": "a", "page": ""}


def test_other_lengths_are_refused_with_every_column() -> None:
    with pytest.raises(ValueError, match="2 in 'source', 3 in 'page', 1 in 'answer'"):
        parallel_rows({"source": ["a", "b"], "page": [1, 2, 3], "answer": ["x"]})

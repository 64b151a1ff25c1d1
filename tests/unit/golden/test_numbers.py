"""Numbers by value: notations of several countries, and what is ambiguous in them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ragauge.core.numbers import read_numbers, same_number

GOLD = "580231.5"


@pytest.mark.parametrize(
    "text",
    ["580,231.50", "580 231,50", "580\u00a0231,50", "580\u202f231.5", "5,80,231.50", "580.231,5", "580'231.5",
     "580’231.5", "580231,5", "580231.500", "5.802315e5", "+580231.5", "５８０２３１.５", "٥٨٠٢٣١٫٥", "58.02315万"],
)  # fmt: skip
def test_one_value_in_many_notations(text: str) -> None:
    assert same_number(GOLD, text)
    assert same_number(580231.5, text)
    assert not same_number("580231.4", text)
    assert not same_number(f"-{GOLD}", text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,234", ["1.234", "1234"]),
        ("1.234", ["1.234", "1234"]),
        ("1 234", ["1234"]),
        ("12,34", ["12.34"]),
        ("0,125", ["0.125"]),
        ("1,234,567", ["1234567"]),
        ("12,34,567", ["1234567"]),
        ("1,2345,678", []),
        ("1.2.3", []),
        ("1 2", []),
        ("92万", ["920000"]),
        ("3億", ["300000000"]),
        ("5 тыс.", ["5000"]),
        ("1,5 млн", ["1500000"]),
        ("2 Mrd.", ["2000000000"]),
        ("2 crore", ["20000000"]),
        ("1.5 billion", []),
        ("12 %", ["0.12"]),
        ("5‰", ["0.005"]),
        ("−3", ["-3"]),
        ("- 3", ["-3"]),
        (".5", ["0.5"]),
        ("½", []),
        ("$5", []),
        ("5 kg", []),
        ("12 и 13", []),
        ("", []),
        ("-", []),
        ("1" * 90, ["1" * 90]),
        ("1" * 101, []),
    ],
)
def test_readings(text: str, values: list[str]) -> None:
    assert read_numbers(text) == [Decimal(value) for value in values]


def test_a_notation_decides_what_is_ambiguous() -> None:
    assert read_numbers("1,234", locales=["en"]) == [1234]
    assert read_numbers("1,234", locales=["ru"]) == [Decimal("1.234")]
    assert not same_number(1234, "1.234", locales=["en"])
    with pytest.raises(ValueError, match="no notation 'xx'"):
        read_numbers("1", locales=["xx"])


def test_numbers_are_taken_as_they_are() -> None:
    assert read_numbers(17) == [17]
    assert read_numbers(0.1) == [Decimal("0.1")]
    assert read_numbers(True) == []
    assert read_numbers(float("nan")) == []
    assert not same_number(float("nan"), float("nan"))
    assert not same_number("", "")

"""Numbers, units and dates of two languages, and what looks like them."""

from decimal import Decimal

import pytest

from ragauge.core.texts.contents import contents
from ragauge.core.texts.dates import dates
from ragauge.core.texts.figures import figures


def values(text, **how):
    return [one.value if one.value is None else str(one.value.normalize()) for one in figures(text, **how)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("costs 5.", ["5"]),
        ("in 2012 345 people", ["2012", "345"]),
        ("12 345 people", ["12345"]),
        ("1,234 and 1,234,567.5", ["1234", "1234567.5"]),
        ("цена 1,234 и 1 234,5", ["1.234", "1234.5"]),
        ("the C-400, B2, covid-19 and 3D", []),
        ("5kg, 12 %, $5, −3 °C", ["5", "12", "5", "-3"]),
        ("10–14 days", ["10", "14"]),
        ("twenty-five, двадцать одна, двух", ["25", "21", "2"]),
        ("version 3.5.1 at 10:30", [None, None]),
        ("1st, 2nd, 5-й", ["1", "2", "5"]),
        ("", []),
    ],
)
def test_values(text, expected):
    wanted = [one if one is None else str(Decimal(one).normalize()) for one in expected]
    assert values(text) == wanted


def test_notation_can_be_told():
    assert [str(one.value) for one in figures("1.500 Euro", notation="de")] == ["1500"]
    assert [str(one.value) for one in figures("1.500 Euro")] == ["1.500"]
    with pytest.raises(ValueError, match="no notation 'fr'"):
        figures("1", notation="fr")


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("2 weeks", "14 days", True),
        ("две недели", "14 days", True),
        ("24 months", "2 years", True),
        ("2 недели", "2 weeks", True),
        ("5 kg", "5000 g", True),
        ("5 kg", "5 g", False),
        ("5 kg", "5", True),
        ("5", "5 kg", True),
        ("12%", "12 процентов", True),
        ("500 €", "500 dollars", False),
        ("1.5 million", "1,500,000", True),
        ("1,5 млн руб.", "1 500 000 ₽", True),
        ("-5", "5", False),
        ("3.5.1", "3.5.2", False),
    ],
)
def test_agreement(one, other, agree):
    (left,), (right,) = figures(one), figures(other)
    assert left.agrees(right) is agree
    assert right.agrees(left) is agree


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("2024-03-31", [(2024, 3, 31)]),
        ("31.03.2024", [(2024, 3, 31)]),
        ("03/04/2024", [(2024, 4, 3), (2024, 3, 4)]),
        ("31 March 2024", [(2024, 3, 31)]),
        ("March 31st, 2024", [(2024, 3, 31)]),
        ("the 31st of March", [(None, 3, 31)]),
        ("31 марта 2024 года", [(2024, 3, 31)]),
        ("1 мая", [(None, 5, 1)]),
        ("in March 2024", [(2024, 3, None)]),
        ("Марте 2024", [(2024, 3, None)]),
    ],
)
def test_dates(text, readings):
    (found,) = dates(text)
    assert list(found.readings) == readings


@pytest.mark.parametrize("text", ["You may 5", "version 3.5.1", "99.99.2024", "2024-13-40", "10.30", "марш 5"])
def test_no_dates(text):
    assert dates(text) == []


def test_a_date_says_what_it_says_and_no_more():
    whole, part, other = dates("31 March 2025; 31 марта; 31 March 2026")
    assert whole.says(part)
    assert not part.says(whole)
    assert not whole.says(other)


def test_the_year_of_a_date_is_a_number_too():
    assert contents("on 6 August 2012").has_figure(figures("2012")[0])
    assert not contents("on 6 August 2012").has_figure(figures("2013")[0])
    assert not contents("on 6 August 2012").has_figure(figures("6 kg")[0])

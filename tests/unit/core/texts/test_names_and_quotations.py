"""Names, quotations and negations."""

import pytest

from ragauge.core.texts.forms import base_form
from ragauge.core.texts.names import names
from ragauge.core.texts.negations import negates
from ragauge.core.texts.quotations import parts_of, quoted_spans, stands_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Marie Curie won. Curie was born in Warsaw.", ["Marie Curie", "Curie", "Warsaw"]),
        ("ООО «Ромашка» в Москве. Они гудят.", ["ООО", "Ромашка", "Москве"]),
        ("The lamp hums. It is the C-400 of NASA.", ["C-400", "NASA"]),
        ("Note: Lamps hum. I said so in May 2020.", []),
        ("1. Lamps hum.\n2. Keep the receipt.", []),
        ("保証は二年です。", []),
    ],
)
def test_names(text, expected):
    assert [one.text for one in names(text)] == expected


def test_the_first_word_is_a_name_where_something_shows_it():
    assert names("Mars is red.") == []
    assert [one.text for one in names("Mars is red.", ["It landed on Mars."])] == ["Mars"]


@pytest.mark.parametrize(
    "forms",
    [
        "warranty warranties", "land landed landing", "stop stopped stopping stops", "require required requires",
        "гарантия гарантии гарантию гарантией", "москва москве москву москвой", "лампа лампы лампу лампами",
        "действует действуют", "новый новая нового новыми", "договор договора договору договоров",
    ],
)  # fmt: skip
def test_forms_of_a_word_meet(forms):
    assert len(set(map(base_form, forms.split()))) == 1


@pytest.mark.parametrize("words", ["contract contrast", "лампа лапша", "дом дым", "two too"])
def test_other_words_stay_apart(words):
    assert len(set(map(base_form, words.split()))) == 2


def test_quotations():
    text = "“one two”, «три четыре», \"five six\", ‘seven eight’, „neun zehn“, 「保証は」; don't, 'x', the dogs' bone."
    assert quoted_spans(text) == ["one two", "три четыре", "five six", "seven eight", "neun zehn", "保証は"]
    assert quoted_spans("“one two”", least=3) == []


@pytest.mark.parametrize(
    ("part", "there"),
    [
        ("leave lapses", True), ("LEAVE — lapses!", True), ("apses on", False), ("on lapses", False), ("", False),
        ("?!", False),
    ],
)  # fmt: skip
def test_standing_in(part, there):
    assert stands_in(part, "Unused leave  lapses\non 31 March.") is there


def test_parts_of_a_quote():
    assert parts_of("one … two [...] three") == ["one", "two", "three"]
    assert parts_of("…") == []


@pytest.mark.parametrize(
    "text", ["It does not.", "It doesn't.", "It DOESN’T", "без воды", "Никто не знает", "no water"]
)
def test_negations(text):
    assert negates(text)


@pytest.mark.parametrize("text", ["Lamp no. 5", "a note", "небо", "Now", "Nina"])
def test_no_negations(text):
    assert not negates(text)

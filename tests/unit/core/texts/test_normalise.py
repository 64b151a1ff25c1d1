"""Normal forms of answers."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.texts.normalise import PROFILES, normalised, profile_for, tokens


@pytest.mark.parametrize(
    ("profile", "one", "other"),
    [
        ("ru", "«Мастер и Маргарита»", "Мастер и Маргарита"),
        ("ru", "Толстой — писатель", "толстой писатель"),
        ("ru", "Королёв", "КОРОЛЕВ"),
        ("ru", "1 200,50 руб.", "1200,5 руб"),
        ("ru", "кто-то", "кто то"),
        ("en", "The “big” cat", "big cat"),
        ("en", "1,200.50", "1200.5"),
        ("en", "state-of-the-art", "state of the art"),
        ("en", "5kg", "5 kg"),
        ("plain", "Straße", "STRASSE"),
        ("plain", unicodedata.normalize("NFD", "é"), "é"),
    ],
)
def test_the_same(profile, one, other):
    assert normalised(one, profile) == normalised(other, profile)


@pytest.mark.parametrize(
    ("profile", "one", "other"),
    [
        ("en", "3.5", "35"),
        ("ru", "а он", "он"),
        ("ru", "1,234", "1234"),
        ("plain", "-5", "5"),
        ("plain", "Королёв", "Королев"),
        ("en", "1.5 million", "1.5"),
    ],
)
def test_not_the_same(profile, one, other):
    assert normalised(one, profile) != normalised(other, profile)


def test_the_profile_is_that_of_the_references():
    assert [profile_for([text]) for text in ("два года", "two years", "два years", "42", "")] == [
        "ru", "en", "en", "plain", "plain",
    ]  # fmt: skip


@given(st.text(max_size=40), st.sampled_from(PROFILES))
def test_any_text_has_a_normal_form_that_is_its_own(text, profile):
    plain = normalised(text, profile)
    assert plain == " ".join(plain.split())
    assert "".join(tokens(text, profile)) == plain.replace(" ", "")


def test_a_character_of_private_use_is_no_number():
    assert normalised("a \ue000 5", "plain") == "a 5"

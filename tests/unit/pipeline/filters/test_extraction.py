"""Predicates out of questions: by rules and by a generator."""

import pytest

from ragauge.core.errors import InputError
from ragauge.pipeline.filters.extract import RuleExtractor
from ragauge.pipeline.filters.generated import extract

TABLE = {
    "country": {"US": ["United States", "США", "Америка"], "IT": ["Italy", "Италия"], "Germany": ["Германия", "FRG"]},
    "product": {"C-400": ["centrifuge", "центрифуга"], "lamp": ["desk lamp"]},
    "year": {2024: []},
}


@pytest.mark.parametrize(
    ("question", "stated"),
    [
        ("Is it sold in the United States?", ['country = "US"']),
        ("Продаётся ли центрифуга в Германии и Италии?", ['product = "C-400"', 'country in {"Germany", "IT"}']),
        ("What does it cost us?", []),
        ("the C-400 and desk lamps", ['product in {"C-400", "lamp"}']),
        ("anywhere except in Germany and Italy, for lamps", ['country not in {"Germany", "IT"}', 'product = "lamp"']),
        ("everywhere except Germany, Italy", ['country not in {"Germany", "IT"}']),
        ("not the lamp and in Italy", ['product != "lamp"', 'country = "IT"']),
        ("везде, кроме США", ['country != "US"']),
        ("What is not covered in Germany?", ['country = "Germany"']),
        ("in Germany, not in Italy", ['country = "Germany"', 'country != "IT"']),
        ("prices of 2024", ["year = 2024"]),
        ("", []),
    ],
)
def test_rules(question, stated):
    assert [str(predicate) for predicate in RuleExtractor(TABLE)(question)] == stated


def test_a_phrase_of_two_values_and_one_without_words_are_refused():
    with pytest.raises(InputError, match="'North' means both 'a' and 'b'"):
        RuleExtractor({"zone": {"a": ["north"], "b": ["North"]}})
    with pytest.raises(InputError, match="no words"):
        RuleExtractor({"zone": {"a": ["—"]}})
    assert RuleExtractor({})("anything") == []


class Canned:
    def __init__(self, answer):
        self.answer, self.prompt = answer, ""

    def complete(self, prompt):
        self.prompt = prompt
        return self.answer


def test_a_generator_is_understood_line_by_line_and_never_authorizes():
    generator = Canned('locale = "en-US"\nlocale = "en-US"\n\nyear >= 2020\ntenant = acme\nHere you are:\nNone')
    found = extract("What holds in the US since 2020?", generator, {"locale": "as en-US", "year": "a number"})
    assert [str(one) for one in found.predicates] == ['locale = "en-US"', "year >= 2020"]
    assert [line for line, _ in found.refused] == ["tenant = acme", "Here you are:"]
    assert "no field 'tenant'" in found.refused[0][1]
    assert not any(one.authorization for one in found.predicates)
    assert "locale: as en-US\nyear: a number" in generator.prompt
    assert extract("?", Canned("none"), {}).predicates == ()

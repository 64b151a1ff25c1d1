"""The study of expansion: feedback in stems, generators by a script, slices, drift."""

import json

import pytest

from ragauge.backends.snowball import SnowballStemmer
from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.studying.expansion.confidence import confidence_of, margin
from ragauge.studying.expansion.feedback import Collection, expand
from ragauge.studying.expansion.study import expansion_study
from studies import says, subject, table

SIZE = 24
TEXTS = {f"d{place}": f"topic{place} secret{place}" for place in range(SIZE)}
TEXTS |= {f"n{place}": f"common words and more of them {place}" for place in range(30)}
GOLD = [
    {"id": f"q{place:02}", "question": "common words?", "gold": [f"d{place}"], "kind": "odd" if place % 2 else "even"}
    for place in range(SIZE)
]
for place, row in enumerate(GOLD):
    row["question"] = f"common words {place}?"
TEXTS["d24"] = "zebra"
GOLD.append({"id": "q24", "question": "zebra common words 24?", "gold": ["d24"], "kind": "even"})
"""Found whatever is asked: lists in which nothing is gold are taken for those of other documents."""


class Scripted:
    """Answers every prompt by a function of the number in it, and counts the prompts."""

    identity = "scripted"

    def __init__(self, answer):
        self.answer, self.asked = answer, 0

    def complete(self, prompt):
        self.asked += 1
        number = int(prompt.split("common words ")[1].split("?")[0])
        return "zebra" if number == SIZE else self.answer(number)


@pytest.fixture
def one(tmp_path):
    return subject(tmp_path, GOLD, TEXTS, metrics=("recall@5", "mrr"))


def test_expansion_is_in_stems_and_asks_words():
    texts = {"a": "гарантия на лампы", "b": "гарантии ламп: два года", "c": "годы"}
    collection = Collection(texts, SnowballStemmer())
    found = expand("bo1", collection, "Лампа", [Hit("b", 2.0), Hit("a", 1.0)])
    assert found.added == ("гарантии",)  # of two equally frequent forms the first in the alphabet
    assert set(found.text.split()) == {"гарантии", "ламп"}
    assert len(found.text.split()) == 200
    assert found.text.split().count("ламп") > 100


def test_without_hits_the_question_is_asked_again():
    collection = Collection({"a": "lamp"}, SnowballStemmer())
    for method in ("rm3", "bo1"):
        found = expand(method, collection, "zebra zebra?", [Hit("a", 0.0)])
        assert (found.added, set(found.text.split())) == ((), {"zebra"})


def test_the_margin_of_the_best_hit():
    assert margin([Hit("a", 4.0), Hit("b", 4.0)]) == 0.0
    assert margin([Hit("a", 0.5), Hit("b", -0.5)]) == 1.0
    assert margin([Hit("a", -0.5)]) is None
    lists = {"a": [Hit("x", 2.0), Hit("y", 1.0)], "b": [], "c": [Hit("x", 2.0), Hit("y", 1.0)], "d": [Hit("x", 1.0)]}
    assert confidence_of("abcd", lists) == {"a": "not low", "b": "low", "c": "not low", "d": "not low"}
    assert confidence_of("ab", lists) == {"a": "not low", "b": "low"}  # no third of two, and no margin is low


def test_questions_that_tie_at_the_border_are_low_together():
    lists = {name: [Hit("x", 2.0), Hit("y", 1.0)] for name in "abc"}
    assert set(confidence_of("abc", lists).values()) == {"low"}


def test_a_generator_that_knows_beats_what_costs_nothing(one):
    generator = Scripted(lambda place: f"secret{place}\nmore of topic{place}")
    study = expansion_study(one, by=("kind",), generator=generator, rewrites=2)
    assert says(study)["multi-query N=2"] == "worth a generator"
    assert says(study)["hyde"] == "worth a generator"
    assert says(study)["rm3"].startswith("leave the question")
    duels = table(study, "what a generator must beat")
    assert [(row["generated"], row["against"], row["verdict"]) for row in duels] == [
        (name, rival, "better") for name in ("multi-query N=2", "hyde") for rival in ("rm3", "bo1")
    ]
    assert generator.asked == 2 * len(GOLD)
    expansion_study(one, generator=generator, rewrites=2)
    assert generator.asked == 2 * len(GOLD)  # nothing is paid for twice
    json.loads(study.to_json())


def test_by_the_number_of_rewrites(one):
    study = expansion_study(one, generator=Scripted(lambda place: f"nothing\nsecret{place}"), rewrites=2)
    rows = table(study, "multi-query by the number of rewrites")
    assert [row["rewrites"] for row in rows] == [0, 1, 2]
    assert [row["union of the first 5: recall"] for row in rows] == [0.04, 0.04, 1.0]
    assert [row["hits of the union"] for row in rows] == [5.0, 5.0, 5.96]
    assert rows[0]["difference"] is None
    assert rows[2]["fused: recall@5"] == 1.0
    assert all(row["n"] == len(GOLD) and row["interval"] and row["interval of the recall"] for row in rows)
    assert rows[2]["p50"] > rows[0]["p50"]


def test_no_better_than_feedback_is_not_worth_a_generator(one):
    study = expansion_study(one, generator=Scripted(lambda place: f"common words {place}"), rewrites=1)
    advice = {told.subject: told for told in study.advice}
    assert advice["multi-query N=1"].says == "not worth a generator"
    assert "shown to be better than none of them" in advice["multi-query N=1"].because


def test_gold_that_a_rewrite_lost(tmp_path):
    gold = [{**row, "question": f"secret{place} {row['question']}"} for place, row in enumerate(GOLD)]
    one = subject(tmp_path, gold, TEXTS, metrics=("recall@5",))
    study = expansion_study(one, generator=Scripted(lambda place: "more of them" if place else "secret0"), rewrites=1)
    rows = {row["expansion"]: row for row in table(study, "drift")}
    assert (rows["hyde"]["questions that lost gold"], rows["hyde"]["needs lost"], rows["hyde"]["n"]) == (23, 23, 25)
    assert (rows["hyde"]["that gained"], rows["rm3"]["needs lost"]) == (0, 0)
    assert rows["hyde"]["interval"][0] <= rows["hyde"]["Jaccard@5 with the raw list"]
    lost = [row for row in table(study, "questions that lost gold") if row["expansion"] == "hyde"]
    assert [(row["question"], row["added"]) for row in lost] == [(f"q{n:02}", "more of them") for n in (1, 2, 3)]
    assert says(study)["hyde"] == "not worth a generator"


def test_slices(one):
    rows = table(expansion_study(one, by=("KIND",)), "by slice")
    assert {row["slice"] for row in rows} >= {"kind=even", "kind=odd"}
    assert any(row["slice"].startswith("confidence=") for row in rows)
    assert {row["n"] for row in rows if row["slice"].startswith("kind")} == {12, 13}


def test_a_column_of_the_gold_keeps_its_name(tmp_path):
    gold = [{**row, "confidence": "sure"} for row in GOLD]
    rows = table(expansion_study(subject(tmp_path, gold, TEXTS), by=("confidence",)), "by slice")
    assert any(row["slice"] == "confidence=sure" for row in rows)
    assert any(row["slice"].startswith("confidence (raw)=") for row in rows)


def test_what_cannot_be_asked_is_refused(one):
    with pytest.raises(InputError, match="rewrites is at least 1"):
        expansion_study(one, rewrites=0)
    with pytest.raises(InputError, match="no column 'colour'"):
        expansion_study(one, by=("colour",))
    with pytest.raises(InputError, match="no embedder 'magic'"):
        expansion_study(one, lane="magic")

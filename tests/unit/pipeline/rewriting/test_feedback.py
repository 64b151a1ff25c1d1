"""RM3 and Bo1, and weighted terms as words."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.pipeline.rewriting.bo1 import bo1, bo1_weight
from ragauge.pipeline.rewriting.rm3 import Rarity, rm3
from ragauge.pipeline.rewriting.terms import as_words, heaviest, term_counts

COUNTS = st.dictionaries(st.sampled_from(["лампа", "cord", "гарантия", "warranty", "x"]), st.integers(1, 9))
FEEDBACK = st.lists(st.tuples(COUNTS, st.floats(0.01, 100)), max_size=4)
QUESTION = st.lists(st.sampled_from(["лампа", "lamp", "x"]), min_size=1, max_size=4)


@given(QUESTION, FEEDBACK, st.floats(0, 1))
def test_rm3_weights_sum_to_one_and_do_not_depend_on_the_unit_of_scores(question, feedback, original):
    weights = rm3(question, feedback, original=original)
    assert sum(weights.values()) == pytest.approx(1)
    scaled = rm3(question, [(counts, 10 * score) for counts, score in feedback], original=original)
    assert scaled == pytest.approx(weights)
    assert list(weights) == list(heaviest(weights, len(weights)))


@given(QUESTION, FEEDBACK)
def test_all_weight_on_the_question_is_the_question(question, feedback):
    counts = Counter(question)
    expected = {term: count / len(question) for term, count in counts.items()}
    kept = {term: weight for term, weight in rm3(question, feedback, original=1).items() if weight}
    assert kept == pytest.approx(expected)


def test_cyrillic_terms_expand_and_odd_lengths_do_not():
    found = [({"гарантия": 2, "x": 5, "ы" * 21: 5, "ы" * 20: 1}, 1.0)]
    assert set(rm3(["лампа"], found)) == {"лампа", "гарантия", "ы" * 20}


@pytest.mark.parametrize(("documents", "kept"), [(99, True), (100, False), (1000, True)])
def test_frequent_terms_are_left_out_of_collections_of_a_hundred_documents(documents, kept):
    rarity = Rarity({"and": 50}, documents)
    assert ("and" in rm3(["lamp"], [({"and": 3, "cord": 1}, 1.0)], rarity=rarity)) is kept
    assert "and" in rm3(["and"], [({"and": 3, "cord": 1}, 1.0)], rarity=rarity)


def test_exactly_a_tenth_is_not_too_frequent():
    assert Rarity({"a": 10}, 100).allows("a")
    assert not Rarity({"a": 11}, 100).allows("a")
    assert Rarity({"a": 11}, 100, most=1.0).allows("a")


def test_without_feedback_the_question_stays():
    assert rm3(["b", "a"], []) == rm3(["a", "b"], [({}, 1.0)]) == {"a": 0.5, "b": 0.5}
    assert rm3(["a"], [({"cord": 1}, 0.0)]) == {"a": 1.0}
    assert rm3([], [({"cord": 1}, 1.0)]) == {"cord": 1.0}
    assert rm3([], []) == {}
    assert bo1(["a", "a", "b"], [], {}, 10) == {"a": 1.0, "b": 0.5}
    assert bo1([], [], {}, 10) == {}


@pytest.mark.parametrize(
    "call",
    [
        lambda: rm3(["a"], [({"cord": 1}, -1.0)]),
        lambda: rm3(["a"], [({"cord": 1}, float("nan"))]),
        lambda: rm3(["a"], [], original=2),
        lambda: rm3(["a"], [], terms=0),
        lambda: bo1(["a"], [], {}, 10, documents=0),
        lambda: bo1(["a"], [{"cord": 3}], {"cord": 2}, 10),
        lambda: bo1(["a"], [{"cord": 3}], {}, 10),
        lambda: bo1_weight(0, 0, 10),
        lambda: bo1_weight(1, 1, 0),
    ],
)
def test_what_cannot_be_is_refused(call):
    with pytest.raises(InputError):
        call()


def test_bo1_needs_two_documents_unless_there_is_one_or_the_question_asks():
    collection = {"cord": 5, "plug": 5, "lamp": 5}
    two = [{"cord": 2, "lamp": 1}, {"cord": 1, "plug": 4}]
    assert set(bo1(["lamp"], two, collection, 100)) == {"lamp", "cord"}
    assert set(bo1(["lamp"], two[1:], collection, 100)) == {"lamp", "cord", "plug"}
    assert set(bo1(["lamp"], two, collection, 100, terms=1)) == {"lamp", "cord"}


def test_a_rarer_term_weighs_more():
    assert bo1_weight(5, 20, 1000) > bo1_weight(5, 200, 1000) > bo1_weight(5, 2000, 1000)


@given(st.dictionaries(st.text("abc", min_size=1, max_size=2), st.floats(0.01, 1), min_size=1), st.integers(1, 60))
def test_words_repeat_in_proportion(weights, total):
    words = Counter(as_words(weights, total=total))
    assert words.total() == total
    scale = total / sum(weights.values())
    assert all(abs(words[term] - weight * scale) < 1 + 1e-9 for term, weight in weights.items())


def test_no_weight_is_no_word():
    assert as_words({}) == as_words({"a": 0.0}) == []
    assert term_counts("Ёлка, елка") == {"елка": 2}

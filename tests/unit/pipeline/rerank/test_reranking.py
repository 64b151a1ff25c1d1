"""Reranking: scores belong to texts, nothing is cut before it is sorted, nothing is lost or added."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.core.records import Hit
from ragauge.pipeline.rerank.checks import by_indexes, not_the_best, pool_problems
from ragauge.pipeline.rerank.lexical import LexicalReranker
from ragauge.pipeline.rerank.reranking import rerank


class Table:
    """Knows the score of every text, and what it was asked."""

    def __init__(self, scores):
        self.table, self.asked = scores, []

    def scores(self, question, texts):
        self.asked.append(list(texts))
        return [self.table[text] for text in texts]


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from("xyz"), min_size=1), st.integers(1, 10), st.data())
def test_the_result_is_a_permutation_whose_scores_are_those_of_the_texts(texts, depth, data):
    table = {text: data.draw(st.floats(-100, 100)) for text in "xyz"}
    order = data.draw(st.lists(st.sampled_from(sorted(texts)), max_size=12))
    hits = [Hit(name, -float(place)) for place, name in enumerate(order)]
    reranker = Table(table)
    result = rerank("?", hits, texts, reranker, depth)
    candidates = list(dict.fromkeys(order))[:depth]
    assert pool_problems(candidates, [hit.item for hit in result]) == []
    assert all(hit.score == table[texts[hit.item]] for hit in result)
    assert [(hit.score, hit.item) for hit in result] == sorted(((h.score, h.item) for h in result), reverse=True)
    assert all(len(asked) == len(set(asked)) for asked in reranker.asked)
    for k in range(1, len(result) + 1):
        assert not_the_best({hit.item: hit.score for hit in result}, [hit.item for hit in result[:k]]) == []


def test_nothing_to_rerank_asks_nobody():
    assert rerank("?", [], {}, Table({})) == []


class Wrong:
    def __init__(self, answer):
        self.answer = answer

    def scores(self, question, texts):
        return self.answer


@pytest.mark.parametrize(
    ("reranker", "texts", "depth", "said"),
    [
        (Wrong([1.0]), {"a": "x", "b": "y"}, None, "1 scores for 2 texts"),
        (Wrong([1.0, float("nan")]), {"a": "x", "b": "y"}, None, "nan for text 2 of 2"),
        (Wrong([1.0]), {"a": "x"}, None, "no text for candidate 'b'"),
        (Wrong([1.0]), {"a": "x", "b": "y"}, 0, "depth must be"),
    ],
)
def test_what_a_reranker_gets_wrong_is_told(reranker, texts, depth, said):
    with pytest.raises(InputError, match=said):
        rerank("?", [Hit("a", 1.0), Hit("b", 0.5)], texts, reranker, depth)


def test_an_index_into_the_list_with_repetitions_is_refused():
    with pytest.raises(InputError, match="outside of the 3 different"):
        by_indexes(["a", "a", "b", "c"], [3])
    with pytest.raises(InputError, match="no score for 'x'"):
        not_the_best({"a": 1.0}, ["x"])


def test_the_lexical_reranker_finds_inflected_words_and_prefers_phrases():
    texts = ["Возврат товара", "Гарантия на лампы: два года", "лампы, а у них есть гарантия на шнур"]
    scores = LexicalReranker().scores("гарантия на лампу", texts)
    assert scores[0] == 0
    assert scores[1] > scores[2] > 0
    reversed_scores = LexicalReranker().scores("гарантия на лампу", texts[::-1])
    assert reversed_scores == scores[::-1]


def test_with_a_collection_a_score_does_not_depend_on_the_other_candidates():
    collection = ["a lamp", "a cord", "lamp warranty"]
    reranker = LexicalReranker(collection)
    assert reranker.scores("lamp", ["a lamp"])[0] == reranker.scores("lamp", ["a lamp", "lamp lamp"])[0]
    assert LexicalReranker([]).scores("lamp", ["lamp", ""])[1] == 0
    assert LexicalReranker().scores("", ["lamp"]) == [0]
    assert LexicalReranker().scores("lamp", []) == []

"""What enters a context, and what is cut and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragauge.core.errors import InputError
from ragauge.core.records import Chunk, Hit
from ragauge.pipeline.context.assemble import assemble
from ragauge.pipeline.context.counters import WORDS, NamedCounter
from ragauge.pipeline.context.ordering import ordered
from ragauge.pipeline.context.parents import with_parents
from ragauge.pipeline.context.records import Reason

TEXT = "one two three four five six seven eight nine ten"
LETTERS = NamedCounter("letters", len)


def chunk(name, start, end, document="d", text=None):
    return Chunk(name, document, start, end, TEXT[start:end] if text is None else text)


def table(*chunks):
    return {one.id: one for one in chunks}


def hits(names):
    return [Hit(name, float(-place)) for place, name in enumerate(names)]


SPANS = st.lists(
    st.tuples(st.sampled_from("de"), st.integers(0, len(TEXT)), st.integers(0, 15)), min_size=1, max_size=7
)
OPTIONS = st.fixed_dictionaries(
    {
        "dedupe": st.booleans(),
        "neighbours": st.booleans(),
        "fill": st.booleans(),
        "order": st.sampled_from(["rank", "edges_first"]),
        "documents": st.sampled_from([None, {"d": TEXT, "e": TEXT}]),
    }
)


@given(SPANS, st.integers(0, 60), OPTIONS, st.sampled_from([WORDS, LETTERS]))
def test_every_chunk_is_accounted_for_once_within_the_budget(spans, budget, options, counter):
    chunks = table(*(chunk(f"c{n}", at, min(at + size, len(TEXT)), doc) for n, (doc, at, size) in enumerate(spans)))
    context = assemble(hits(chunks), chunks, budget=budget, counter=counter, **options)
    assert sorted([*context.entered, *(cut.chunk for cut in context.cuts)]) == sorted(chunks)
    assert context.tokens == counter(context.text) <= budget
    assert all(cut.instead is None or cut.instead in context.entered for cut in context.cuts)
    assert all((cut.instead is None) is (cut.reason is Reason.BUDGET) for cut in context.cuts)
    for passage in context.passages:
        assert passage.text == TEXT[passage.start : passage.end]
        for name in passage.chunks:
            assert chunks[name].text in passage.text
    for cut in context.cuts:
        assert (
            cut.reason is Reason.BUDGET or chunks[cut.chunk].text in context.text or not chunks[cut.chunk].text.strip()
        )
    ranks = sorted(passage.rank for passage in context.passages)
    assert [passage.rank for passage in context.passages] == ordered(ranks, options["order"])


@given(SPANS, st.integers(0, 40), st.integers(0, 20))
def test_a_larger_budget_loses_nothing_where_the_beginning_is_taken(spans, budget, more):
    chunks = table(*(chunk(f"c{n}", at, min(at + size, len(TEXT)), doc) for n, (doc, at, size) in enumerate(spans)))
    small, large = (
        assemble(hits(chunks), chunks, budget=size, counter=LETTERS, dedupe=False, fill=False).entered
        for size in (budget, budget + more)
    )
    assert large[: len(small)] == small
    assert list(small) == list(chunks)[: len(small)]


def test_a_chunk_that_does_not_fit_lets_shorter_ones_in_unless_told_otherwise():
    chunks = table(chunk("a", 0, 7), chunk("b", 8, 30), chunk("c", 31, 36))
    filled = assemble(hits("abc"), chunks, budget=4)
    assert (filled.entered, filled.tokens) == (("a", "c"), 4)
    assert [(cut.chunk, cut.reason, cut.tokens) for cut in filled.lost] == [("b", Reason.BUDGET, 5)]
    assert assemble(hits("abc"), chunks, budget=4, fill=False).entered == ("a",)


def test_separators_count():
    chunks = table(chunk("a", 0, 3), chunk("b", 4, 7))
    assert assemble(hits("ab"), chunks, budget=7, counter=LETTERS).entered == ("a",)
    whole = assemble(hits("ab"), chunks, budget=8, counter=LETTERS)
    assert (whole.text, whole.tokens, whole.counter, whole.budget) == ("one\n\ntwo", 8, "letters", 8)


def test_the_same_text_of_another_document_is_taken_once():
    chunks = table(chunk("a", 0, 7), chunk("b", 90, 98, "e", "one  two"), chunk("c", 0, 7, "f"))
    context = assemble(hits("abcb"), chunks)
    assert context.entered == ("a",)
    assert [(cut.chunk, cut.reason, cut.instead) for cut in context.cuts] == [
        ("b", Reason.SAME_TEXT, "a"),
        ("c", Reason.SAME_TEXT, "a"),
    ]
    assert context.lost == ()
    assert assemble(hits("abc"), chunks, dedupe=False).entered == ("a", "b", "c")


def test_a_span_within_another_is_taken_once_whichever_comes_first():
    chunks = table(chunk("small", 4, 7), chunk("big", 0, 13), chunk("far", 40, 48))
    first = assemble(hits(["small", "far", "big"]), chunks)
    assert first.entered == ("big", "far")
    assert [(cut.chunk, cut.reason, cut.instead) for cut in first.cuts] == [("small", Reason.CONTAINED, "big")]
    assert assemble(hits(["big", "small"]), chunks).entered == ("big",)


def test_a_container_that_does_not_fit_leaves_what_it_contains():
    chunks = table(chunk("small", 4, 7), chunk("big", 0, 13))
    context = assemble(hits(["small", "big"]), chunks, budget=2)
    assert context.entered == ("small",)
    assert context.cuts[0].reason is Reason.BUDGET


def test_the_chunk_that_stands_instead_is_the_last_one():
    chunks = table(chunk("a", 4, 7), chunk("same", 4, 7, "e"), chunk("big", 0, 13))
    context = assemble(hits(["a", "same", "big"]), chunks)
    assert {cut.chunk: cut.instead for cut in context.cuts} == {"a": "big", "same": "big"}


def test_neighbours_become_one_passage_at_the_better_place():
    chunks = table(chunk("a", 0, 7), chunk("x", 0, 7, "e", "another"), chunk("b", 7, 13), chunk("c", 5, 18))
    context = assemble(hits(["b", "x", "a", "c"]), chunks, neighbours=True)
    assert [(one.text, one.chunks, one.rank) for one in context.passages] == [
        ("one two three four", ("b", "a", "c"), 1),
        ("another", ("x",), 2),
    ]


def test_white_space_between_neighbours_is_bridged_only_if_it_is_seen():
    chunks = table(chunk("a", 0, 3), chunk("b", 4, 7), chunk("c", 8, 13))
    apart = assemble(hits("acb"), chunks, neighbours=True)
    assert len(apart.passages) == 3
    assert assemble(hits("acb"), chunks, neighbours=True, documents={"d": TEXT}).text == "one two three"
    assert len(assemble(hits("ac"), chunks, neighbours=True, documents={"d": TEXT}).passages) == 2


def test_offsets_that_are_not_those_of_the_text_join_nothing():
    rewritten = table(chunk("a", 0, 7, text="ONE and TWO"), chunk("b", 7, 13))
    assert len(assemble(hits("ab"), rewritten, neighbours=True).passages) == 2
    other = table(chunk("a", 0, 7), chunk("b", 4, 13, text="zzzzzzzzz"))
    assert len(assemble(hits("ab"), other, neighbours=True).passages) == 2


def test_a_marker_means_a_place_in_the_prompt():
    chunks = table(*(chunk(name, 4 * place, 4 * place + 3) for place, name in enumerate("abcd")))
    context = assemble(hits("cadb"), chunks, order="edges_first")
    assert context.entered == ("c", "d", "b", "a")
    assert context.passage(1).chunks == ("c",)
    for marker in (0, -1, 5):
        with pytest.raises(LookupError):
            context.passage(marker)


@given(st.lists(st.integers(), max_size=9))
def test_edges_first_keeps_all_with_the_best_outside(items):
    result = ordered(items, "edges_first")
    assert sorted(result) == sorted(items)
    assert result[:1] == items[:1]
    assert result[-1:] == (items[1:2] or items[:1])


def test_an_empty_context_and_what_is_refused():
    assert assemble([], {}, budget=0).text == ""
    with pytest.raises(InputError, match="no chunk for hit 'x'"):
        assemble(hits("x"), {})
    with pytest.raises(InputError, match="budget"):
        assemble([], {}, budget=-1)
    with pytest.raises(InputError, match="order"):
        assemble([], {}, order="random")


def test_words_are_counted_in_any_script():
    assert (WORDS("Лампа, год."), WORDS("東京"), WORDS(""), WORDS.name) == (2, 2, 0, "words")


def test_a_parent_stands_once_at_its_best_child():
    chunks = {
        "p": Chunk("p", "d", 0, 13, TEXT[:13]),
        "a": Chunk("a", "d", 0, 3, "one", parent="p"),
        "b": Chunk("b", "d", 4, 7, "two", parent="p"),
        "orphan": Chunk("orphan", "e", 0, 3, "one", parent="gone"),
    }
    assert [hit.item for hit in with_parents(hits(["a", "orphan", "b", "unknown"]), chunks)] == [
        "p",
        "orphan",
        "unknown",
    ]

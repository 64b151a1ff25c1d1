"""Spans of evidence on chunks: who meets them, who only together, and what is lost."""

import pytest

from ragauge import InputError, evaluate
from ragauge.golden.chunks.projection import Projection, project

CHUNKS = [(0, 10), (10, 20), (15, 30), (40, 50)]


@pytest.mark.parametrize(
    ("span", "rule", "chunks", "split"),
    [
        ((2, 5), "contains", (0,), ()),
        ((0, 10), "contains", (0,), ()),
        ((8, 12), "contains", (), (0, 1)),
        ((8, 12), "touches", (0, 1), (0, 1)),
        ((8, 12), 0.5, (0, 1), (0, 1)),
        ((9, 12), 0.5, (1,), (0, 1)),
        ((16, 19), "contains", (1, 2), ()),
        ((5, 25), "contains", (), (0, 1, 2)),
        ((5, 25), 0.5, (1, 2), (0, 1, 2)),
        ((10, 10 + 20), 0.75, (2,), (1, 2)),
        ((28, 42), "touches", (2, 3), ()),
        ((31, 39), "touches", (), ()),
        ((10, 11), "touches", (1,), ()),
    ],
)
def test_rules(span, rule, chunks, split):
    (found,) = project([span], CHUNKS, rule)
    assert (found.chunks, found.split) == (chunks, split)


def test_many_spans_at_once_give_what_each_gives_alone():
    spans = [(start, end) for start in range(49) for end in range(start + 1, 51)]
    chunks = [(40, 50), None, (15, 30), (0, 10), (0, 3), (2, 50), None]
    for rule in ("touches", "contains", 0.3, 1.0):
        together = project(spans, chunks, rule)
        assert together == [project([span], chunks, rule)[0] for span in spans]
        assert [one.chunks for one in together] == [by_hand(span, chunks, rule) for span in spans]


def by_hand(span, chunks, rule):
    met = []
    for place, chunk in enumerate(chunks):
        common = len(set(range(*span)) & set(range(*(chunk or (0, 0)))))
        least = {"touches": 1, "contains": span[1] - span[0]}.get(rule) or rule * (span[1] - span[0])
        if common and common >= least - 1e-9:
            met.append(place)
    return tuple(met)


def test_the_fewest_chunks_cover_a_split():
    chunks = [(0, 4), (1, 8), (3, 6), (5, 12), (7, 9)]
    assert project([(0, 12)], chunks)[0].split == (0, 1, 3)
    assert project([(1, 12)], chunks)[0].split == (1, 3)


def test_white_space_between_chunks_has_no_weight_when_the_text_is_known():
    text = "The lamp hums.  \n\nThe loom rests."
    chunks = [(0, 14), (18, 33)]
    assert project([(4, 26)], chunks, text=text) == [Projection((), (0, 1), 1.0)]
    assert project([(4, 26)], chunks)[0].split == ()
    assert project([(4, 17)], chunks, text=text)[0].chunks == (0,)
    assert project([(4, 17)], chunks)[0].covered == 10 / 13


@pytest.mark.parametrize("rule", ["covers", 0, 1.5, float("nan")])
def test_unknown_rules_are_refused(rule):
    with pytest.raises(InputError, match="is no rule for chunks"):
        project([(0, 1)], CHUNKS, rule)


@pytest.mark.parametrize(("spans", "chunks"), [([(3, 3)], CHUNKS), ([(-1, 3)], CHUNKS), ([(0, 3)], [(-1, 9)])])
def test_no_place_is_no_offset(spans, chunks):
    with pytest.raises(InputError, match="empty or not within the text"):
        project(spans, chunks)


def test_spans_of_white_space_or_beyond_the_text_are_refused():
    for span in ((1, 3), (0, 9)):
        with pytest.raises(InputError, match="empty or not within the text"):
            project([span], [(0, 4)], text="a  b")


def test_nothing_on_nothing():
    assert project([], CHUNKS) == []
    assert project([(0, 4)], []) == project([(0, 4)], [None]) == [Projection((), (), 0.0)]


def test_a_chunk_without_a_place_holds_the_quotes_of_its_own_text():
    """A parser dropped the sentence in between: the chunk is no piece of the document any more."""
    corpus = {"a.md": "The lamp hums. A line that was lost. It has a warranty of two years."}
    chunks = [{"id": "c1", "document": "a.md", "text": "The lamp hums. It has a warranty of two years."}]
    gold = [
        {"id": "q1", "question": "How long?", "document": "a.md", "quote": "a warranty of two years"},
        {"id": "q2", "question": "Which line?", "document": "a.md", "quote": "A line that was lost"},
    ]
    run = {"q1": ["c1"], "q2": ["c1"]}
    card = evaluate(gold, run, ["recall@5"], chunks=chunks, corpus=corpus)
    assert dict(zip(card.questions, card.values["recall@5"].cells(), strict=True)) == {
        "q1": 1.0,
        "q2": "gold_unlocated",
    }

"""Metrics of answers on any text at all: in range, the same each time, and no text is too odd or too long."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragauge import all_metrics
from ragauge.core.answered import Answered, Answers, Nugget

SPECS = [spec for spec in all_metrics().values() if spec.inputs == ("answers",)]
ODD = "aA1.,;:!?'\"«»“”[](){}/-–—%$€ёЁ№\n\t \u00a0\u0301\u200d\ue000二年🪔"
WORDS = (
    "Mars",
    "two",
    "moons",
    "not",
    "5 kg",
    "1,234.5",
    "31 March 2024",
    "[1]",
    "[0]",
    "не",
    "Москва",
    "2 года",
    "“x y”",
)
texts = st.one_of(
    st.text(max_size=30), st.text(ODD, max_size=30), st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
)


@st.composite
def answered(draw: st.DrawFn) -> Answered:
    contexts = draw(st.none() | st.lists(texts, max_size=3).map(tuple))
    ids = None if contexts is None else tuple(map(str, range(len(contexts))))
    return Answered(
        "q",
        text=draw(st.none() | texts),
        answer=draw(st.none() | texts),
        refusal=draw(st.none() | st.booleans()),
        contexts=contexts,
        ids=ids,
        citations=draw(st.none() | st.lists(st.sampled_from("012x"), max_size=3).map(tuple)),
        retrieved=draw(st.none() | st.lists(texts, max_size=3).map(tuple)),
        references=draw(st.lists(texts, max_size=2).map(tuple)),
        nuggets=tuple(
            Nugget(text, vital) for text, vital in draw(st.lists(st.tuples(texts, st.booleans()), max_size=2))
        ),
        answerable=draw(st.none() | st.booleans()),
        evidence=tuple((text,) for text in draw(st.lists(texts, max_size=2))),
        met=draw(st.none() | st.lists(st.booleans(), max_size=3).map(tuple)),
        prompt_tokens=draw(st.none() | st.integers(0, 100)),
        window=draw(st.none() | st.integers(0, 100)),
        samples=draw(st.lists(texts, max_size=2).map(tuple)),
    )


@settings(max_examples=60, deadline=None)
@given(answered())
def test_every_metric_has_a_value_in_its_range_or_a_case_that_it_declares(one: Answered) -> None:
    answers = Answers((one,))
    for spec in SPECS:
        low, high = spec.range
        (cell,) = spec.bind().compute(answers).cells()
        if isinstance(cell, str):
            assert cell in spec.undefined, spec.name
        else:
            assert low <= cell <= (np.inf if high is None else high), spec.name
            assert not spec.binary or cell in (0, 1), spec.name


@settings(max_examples=30, deadline=None)
@given(texts.filter(str.strip))
def test_an_answer_that_is_its_reference_and_its_context_has_the_best_values(text: str) -> None:
    one = Answered("q", answer=text, refusal=False, contexts=(text,), ids=("c",), citations=("c",), references=(text,))
    best = ("exact_match", "token_f1", "number_grounding", "date_grounding", "entity_grounding")
    for spec in SPECS:
        if spec.name in best:
            (cell,) = spec.bind().compute(Answers((one,))).cells()
            assert cell == 1 or isinstance(cell, str), spec.name


@pytest.mark.parametrize(
    "piece", ["a ", "1 ", "1,", "«", "“a b” ", "не ", "A", "no information on ", "[1", "[1] ", "31 March ", "в тексте "]
)
def test_long_texts_take_no_long_time(piece: str) -> None:
    text = piece * (10_000 // len(piece))
    one = Answered(
        "q", answer=text, contexts=(text,), ids=("c",), references=(text,), retrieved=(text,), samples=(text,)
    )
    started = time.process_time()
    for spec in SPECS:
        spec.bind().compute(Answers((one,)))
    assert time.process_time() - started < 2

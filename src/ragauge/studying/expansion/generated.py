"""Questions rewritten by a generator; every completion is kept, so that none is paid for twice."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, get_args

import polars as pl

from ragauge.backends.openai_chat import OpenAIChat
from ragauge.backends.web import OPENAI
from ragauge.core.errors import InputError
from ragauge.pipeline.rewriting.hyde import hyde
from ragauge.pipeline.rewriting.multi_query import multi_query
from ragauge.pipeline.rewriting.prompting import Language, load_prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ragauge.core.ports import Generator
    from ragauge.studying.subject import Subject

SCHEMA = {"question": pl.String, "place": pl.Int64, "text": pl.String}
URL_VARIABLE = "OPENAI_BASE_URL"
REWRITES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Generated:
    """The texts by question in the order of the generator, and the seconds that it took for each question."""

    texts: Mapping[str, tuple[str, ...]]
    seconds: Mapping[str, float]


def make_generator(name: str) -> Generator:
    """The generator of a name: ``openai:MODEL``, at the server of OPENAI_BASE_URL or OpenAI's own.

    >>> make_generator("gpt")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: no generator 'gpt'; there is openai:MODEL

    Raises: InputError for another name.
    """
    kind, _, model = name.partition(":")
    if kind != "openai" or not model:
        raise InputError(f"no generator {name!r}; there is openai:MODEL")
    return OpenAIChat(model, url=os.environ.get(URL_VARIABLE, "").strip() or OPENAI)


def identity_of(generator: Generator) -> str:
    """What a generator calls itself; its type where it does not."""
    return str(getattr(generator, "identity", type(generator).__name__))


def rewrites_of(subject: Subject, generator: Generator, count: int) -> Generated:
    """The question itself and up to ``count`` other wordings, for every question."""
    ask = partial(multi_query, generator=generator, count=count)
    return _kept(subject, generator, "multi_query", {"count": count}, ask)


def passages_of(subject: Subject, generator: Generator) -> Generated:
    """A passage that could answer the question, for every question (HyDE)."""
    return _kept(subject, generator, "hyde", {}, lambda text: [hyde(text, generator)])


def _kept(
    subject: Subject, generator: Generator, prompt: str, parameters: Mapping[str, int], make: Callable[[str], list[str]]
) -> Generated:
    """What the generator gave to this prompt for these questions, from the store where it was asked before."""
    inputs = {
        "generator": identity_of(generator),
        "prompts": [load_prompt(prompt, language).text for language in get_args(Language)],
        "questions": subject.steps.asked,
        **parameters,
    }

    def ask() -> tuple[pl.DataFrame, dict[str, list[float]]]:
        rows: list[tuple[str, int, str]] = []
        seconds = []
        for question, text in subject.questions.items():
            begun = time.perf_counter()
            rows += [(question, place, one) for place, one in enumerate(make(text))]
            seconds.append(time.perf_counter() - begun)
        return pl.DataFrame(rows, schema=SCHEMA, orient="row"), {"seconds": seconds}

    _, table, facts = subject.steps.store.table("generated", inputs, ask)
    texts: dict[str, list[str]] = {}
    for question, _, text in table.iter_rows():
        texts.setdefault(question, []).append(text)
    return Generated(
        {question: tuple(found) for question, found in texts.items()},
        dict(zip(subject.questions, facts["seconds"], strict=True)),
    )

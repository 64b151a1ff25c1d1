"""The demo pipeline: BM25 over whole documents, and answers made of their sentences, without a model or a chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.demo.corpus import demo_documents
from ragauge.pipeline.reference.building import build
from ragauge.pipeline.reference.questions import questions_of
from ragauge.pipeline.reference.running import run_questions
from ragauge.pipeline.reference.settings import Settings
from ragauge.tables.corpus import Corpus

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.core.trace import Trace
    from ragauge.tables.golden import Golden

SETTINGS = Settings(generator="extractive")
"""The first five documents are handed to the prompt."""


def demo_corpus() -> Corpus:
    """The documents, as a folder of them would be read.

    >>> len(demo_corpus())
    72
    """
    return Corpus({f"{one.id}.md": one.text for one in demo_documents()}, source="demo corpus")


def demo_traces(golden: Golden, progress: Callable[[int, int], None] | None = None) -> list[Trace]:
    """What the pipeline did for each question."""
    pipeline = build(demo_documents(), SETTINGS)
    questions = questions_of(golden, predicates=None, authorization=None, fields={})
    return run_questions(pipeline, questions, progress=progress)

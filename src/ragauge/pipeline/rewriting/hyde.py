"""HyDE: the search is for a passage that a generator made up, in place of the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.pipeline.rewriting.prompting import language_of, load_prompt

if TYPE_CHECKING:
    from ragauge.core.ports import Generator


def hyde(question: str, generator: Generator, *, version: int = 1, with_question: bool = False) -> str:
    """A passage that could answer the question, to be searched for by a dense lane.

    ``with_question`` puts the question before it. Where the generator gave nothing, the question is returned.
    Source: Gao et al. 2023, with one passage.

    >>> class Canned:
    ...     def complete(self, prompt):
    ...         return " Lamps have a warranty of two years. "
    >>> hyde("How long is the lamp warranty?", Canned())
    'Lamps have a warranty of two years.'
    """
    prompt = load_prompt("hyde", language_of(question), version)
    passage = generator.complete(prompt.filled(question=question)).strip()
    if not passage:
        return question
    return f"{question}\n{passage}" if with_question else passage

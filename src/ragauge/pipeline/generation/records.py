"""What an answer is, and what gives one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ragauge.core.texts.markers import renumbered

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.pipeline.context.records import Context


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its text, the chunks it cites, and whether it is a refusal.

    - ``text``: what the reader sees, without markers such as [1]; None where there is none;
    - ``citations``: ids of chunks, each once, in the order in which they are first cited; a passage that is cited
      stands for all chunks in it;
    - ``tokens``: counted by the server, by name, None where it told none;
    - ``said``: the same with its markers, which tell the sentences that cite: [2] is the second passage; None where
      nobody wrote any;
    - ``unknown_markers``: how many markers name no passage; they cite nothing;
    - ``cut``: whether the generator was stopped by its limit of tokens before it had ended.
    """

    text: str | None
    citations: tuple[str, ...] = ()
    refusal: bool = False
    tokens: Mapping[str, int] | None = None
    said: str | None = None
    unknown_markers: int = 0
    cut: bool = False


class Answerer(Protocol):
    """Answers a question from a context; any function that fits will do."""

    def __call__(self, question: str, context: Context, /) -> Answer:
        """The answer, which may be a refusal."""


def chunks_of(context: Context, markers: tuple[int, ...]) -> tuple[str, ...]:
    """The chunks of the passages that have these markers, each chunk once.

    >>> from ragauge.core.records import Chunk, Hit
    >>> from ragauge.pipeline.context.assemble import assemble
    >>> context = assemble([Hit("a", 1.0)], {"a": Chunk("a", "d", 0, 4, "lamp")})
    >>> chunks_of(context, (1, 1))
    ('a',)

    Raises: LookupError for a marker that no passage has.
    """
    return tuple(dict.fromkeys(chunk for marker in markers for chunk in context.passage(marker).chunks))


def answer_of_trace(answer: Answer, context: Context) -> str | None:
    """The answer as a trace has it: with its markers, each a place in the list of chunks and not of passages.

    A passage of several chunks stands for all of them. What names no passage names no chunk either.

    >>> from ragauge.core.records import Chunk, Hit
    >>> from ragauge.pipeline.context.assemble import assemble
    >>> parts = [("a", "d", 0, 4, "lamp"), ("b", "d", 4, 9, " hums"), ("c", "e", 0, 2, "no")]
    >>> chunks = {part[0]: Chunk(*part) for part in parts}
    >>> context = assemble([Hit("a", 3.0), Hit("b", 2.0), Hit("c", 1.0)], chunks, neighbours=True)
    >>> answer_of_trace(Answer("So.", said="So [1][2][3]."), context)
    'So [1, 2][3][4].'
    """
    if answer.text is None or answer.said is None:
        return answer.text
    return renumbered(answer.said.strip(), [len(passage.chunks) for passage in context.passages])

"""Which question a trace is about: its id, its text, and the gold that its metadata names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.core.ids import clean_id
from ragauge.core.nouns import meanings
from ragauge.io.otel.names import METADATA, QUESTION_ID, QUESTION_TEXT
from ragauge.io.otel.values import under
from ragauge.io.otel.words import asked_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragauge.io.otel.span import Span


@dataclass(frozen=True, slots=True)
class Question:
    """``ids`` are all ids that spans of the trace tell: more than one, and nobody knows which spans belong to which.

    ``about`` is the rest of the metadata.
    """

    ids: tuple[str, ...]
    text: str | None
    about: dict[str, Any]

    @property
    def has_gold(self) -> bool:
        """Whether the metadata names what is to be found, or says that there is nothing."""
        return any(
            one.qualified or one.role in ("refusal", "answerable") for key in self.about for one in meanings(key)
        )


def question_of(spans: Sequence[Span]) -> Question:
    """The question of a trace from its spans, parents first.

    Our own attributes count before the metadata, that before what the first span was given.

    >>> from ragauge.io.otel.span import Span
    >>> told = {"metadata": '{"query_id": 7, "gold_doc_ids": ["d1"]}', "input.value": "Why?"}
    >>> question_of([Span("t", "s", None, "query", "CHAIN", 0, 1, told)])
    Question(ids=('7',), text='Why?', about={'gold_doc_ids': ['d1']})
    """
    ids: dict[str, None] = {}
    texts: list[str] = []
    about: dict[str, Any] = {}
    for span in spans:
        metadata = under(span.attributes, METADATA)
        named = {role: _told(metadata, role) for role in ("id", "question")}
        for value in (span.attributes.get(QUESTION_ID), *(metadata[key] for key in named["id"])):
            if (name := _id(value)) is not None:
                ids[name] = None
                break
        told = (span.attributes.get(QUESTION_TEXT), *(metadata[key] for key in named["question"]))
        texts += [value for value in told if isinstance(value, str) and value.strip()]
        for key, value in metadata.items():
            if key not in (*named["id"], *named["question"]):
                about.setdefault(key, value)
    asked = next((text for span in spans if (text := asked_in(span)) is not None), None) if not texts else None
    return Question(tuple(ids), texts[0] if texts else asked, about)


def _told(metadata: dict[str, Any], role: str) -> list[str]:
    return [key for key in metadata if any(one.role == role and not one.qualified for one in meanings(key))]


def _id(value: Any) -> str | None:
    try:
        return clean_id(value)
    except ValueError:
        return None

"""What was asked and what was answered, out of inputs and outputs of any shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ragauge.io.otel.names import GEN_AI_INPUT, GEN_AI_OUTPUT, INPUT, INPUT_MESSAGES, OUTPUT, OUTPUT_MESSAGES, QUERIES
from ragauge.io.otel.values import numbered, opened

if TYPE_CHECKING:
    from ragauge.io.otel.span import Span

ASKED = (
    "question", "query", "query_str", "user_input", "input", "q", "text", "prompt", "content", "query_bundle", "qb",
    "inputs", "kwargs", "data", "messages", "parts",
)  # fmt: skip
ANSWERED = (
    "answer", "response", "output", "result", "output_text", "text", "content", "message", "outputs", "messages",
    "parts", "replies", "generations",
)  # fmt: skip
DEEPEST = 6


def asked_in(span: Span) -> str | None:
    """The question in the input of a span: the text itself, or what an object calls so, or the last message of a user.

    >>> from ragauge.io.otel.span import Span
    >>> asked_in(Span("t", "s", None, "query", "CHAIN", 0, 1, {"input.value": '{"qb": {"query_str": "Why?"}}'}))
    'Why?'
    """
    query = span.first(*QUERIES)
    if isinstance(query, str) and query.strip():
        return query
    if (found := _within(opened(span.attributes.get(INPUT)), ASKED)) is not None:
        return found
    return _message(span, INPUT_MESSAGES, GEN_AI_INPUT, ASKED)


def answered_in(span: Span) -> str | None:
    """The answer in the output of a span, in the same way.

    >>> from ragauge.io.otel.span import Span
    >>> told = {"llm.output_messages.0.message.role": "assistant", "llm.output_messages.0.message.content": "Two."}
    >>> answered_in(Span("t", "s", None, "chat", "LLM", 0, 1, told))
    'Two.'
    """
    if (found := _message(span, OUTPUT_MESSAGES, GEN_AI_OUTPUT, ANSWERED)) is not None:
        return found
    return _within(opened(span.attributes.get(OUTPUT)), ANSWERED)


def _message(span: Span, name: str, other: str, names: tuple[str, ...]) -> str | None:
    """The text of the last message that has one; of what was asked, of a user."""
    for one in reversed(numbered(span.attributes, name) or []):
        text = one.get("message.content")
        if isinstance(text, str) and text.strip() and (names is ANSWERED or one.get("message.role") == "user"):
            return text
    return _within(opened(span.attributes.get(other)), names)


def _within(value: Any, names: tuple[str, ...], depth: int = DEEPEST) -> str | None:
    """The first text under one of the names; of a list of messages the last that has one."""
    if isinstance(value, str):
        return value if value.strip() else None
    if depth == 0:
        return None
    if isinstance(value, Mapping):
        if names is ASKED and value.get("role") not in (None, "user", "human"):
            return None
        inner = (_within(value[name], names, depth - 1) for name in names if name in value)
        return next((text for text in inner if text is not None), None)
    if isinstance(value, list):
        inner = (_within(one, names, depth - 1) for one in reversed(value) if isinstance(one, Mapping | list))
        return next((text for text in inner if text is not None), None)
    return None

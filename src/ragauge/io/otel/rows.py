"""Spans of the JSON of an SDK, of a Phoenix export and of OTLP, each as ``Span``."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.io.otel.names import KIND, KINDS, OPERATION, OPERATIONS
from ragauge.io.otel.span import Span
from ragauge.io.otel.times import moment_of
from ragauge.io.otel.values import flat_attributes, otlp_attributes

if TYPE_CHECKING:
    from datetime import tzinfo

RESOURCES = ("resourceSpans", "resource_spans", "batches")
SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")
ERROR_CODES = (2, "2", "STATUS_CODE_ERROR", "ERROR", "StatusCode.ERROR")
COLUMN, EXCEPTION = "attributes.", "exception"


def span_of_row(row: Mapping[str, Any], zone: tzinfo | None = None) -> Span:
    """The span of an object that an SDK wrote (``ReadableSpan.to_json``), or of a row of a Phoenix export.

    >>> row = {"name": "retrieve", "context": {"trace_id": "0x0A", "span_id": "0x0b"}, "parent_id": None,
    ...        "start_time": "2031-05-02T10:00:00Z", "end_time": "2031-05-02T10:00:01Z", "attributes": {"a": {"b": 1}}}
    >>> span = span_of_row(row)
    >>> span.trace, span.id, span.seconds, span.attributes
    ('0a', '0b', 1.0, {'a.b': 1})

    Raises: ValueError in words for what is no span.
    """
    context = row.get("context")
    if not isinstance(context, Mapping):
        context = {"trace_id": row.get("context.trace_id"), "span_id": row.get("context.span_id")}
    attributes = row.get("attributes")
    if not isinstance(attributes, Mapping):
        attributes = {key.removeprefix(COLUMN): value for key, value in row.items() if key.startswith(COLUMN)}
    status = row.get("status")
    status = status if isinstance(status, Mapping) else {}
    code = status.get("status_code", row.get("status_code"))
    told = status.get("description", row.get("status_message"))
    return _span(
        context.get("trace_id"),
        context.get("span_id"),
        row.get("parent_id"),
        row.get("name"),
        _moment(row.get("start_time"), zone),
        _moment(row.get("end_time"), zone),
        flat_attributes(attributes),
        _error(code, told, row.get("events") or []),
        kind=row.get("span_kind"),
    )


def is_otlp(value: Any) -> bool:
    """Whether an object is one of OTLP: spans within scopes within resources."""
    return isinstance(value, Mapping) and any(isinstance(value.get(name), list) for name in RESOURCES)


def otlp_spans(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The spans of an OTLP object, as they stand there."""
    for resource in _lists(document, RESOURCES):
        for scope in _lists(resource, SCOPES):
            yield from _lists(scope, ("spans",))


def _lists(holder: Any, names: tuple[str, ...]) -> list[Any]:
    found: Any = next(
        (holder[name] for name in names if isinstance(holder, Mapping) and holder.get(name) is not None), []
    )
    if not isinstance(found, list):
        raise ValueError(f"{names[0]} is no list: {brief(found)}")  # noqa: TRY004  (a wrong value in a file)
    return found


def span_of_otlp(row: Any) -> Span:
    """The span of an object of OTLP in JSON; ids in hexadecimal, as its specification has it, or in base64.

    Raises: ValueError in words for what is no span.
    """
    if not isinstance(row, Mapping):
        raise ValueError(f"{brief(row)} is no span")  # noqa: TRY004  (a wrong value in a file)

    def of(name: str, other: str) -> Any:
        return row[name] if name in row else row.get(other)

    try:
        attributes = flat_attributes(otlp_attributes(row.get("attributes") or []))
        events = [{**event, "attributes": otlp_attributes(event.get("attributes") or [])} for event in _events(row)]
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"attributes that are none of OTLP: {brief(row.get('attributes'))}") from error
    status = row.get("status") or {}
    return _span(
        of("traceId", "trace_id"),
        of("spanId", "span_id"),
        of("parentSpanId", "parent_span_id"),
        row.get("name"),
        _nanoseconds(of("startTimeUnixNano", "start_time_unix_nano")),
        _nanoseconds(of("endTimeUnixNano", "end_time_unix_nano")),
        attributes,
        _error(status.get("code"), status.get("message"), events),
    )


def _events(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return row.get("events") or []


def _span(
    trace: Any,
    name_of_span: Any,
    parent: Any,
    name: Any,
    start: int | None,
    end: int | None,
    attributes: Mapping[str, Any],
    error: str | None,
    *,
    kind: Any = None,
) -> Span:
    made = _id(name_of_span)
    if made is None:
        raise ValueError("a span without an id")
    if start is None:
        raise ValueError("a span without a start time")
    return Span(_id(trace), made, _id(parent), str(name or ""), _kind(attributes, kind), start, end, attributes, error)


def _moment(value: Any, zone: tzinfo | None) -> int | None:
    return None if value is None or value == "" else moment_of(value, zone)


def _nanoseconds(value: Any) -> int | None:
    """A time of OTLP; 0 is how protobuf writes none."""
    try:
        return int(value or 0) or None
    except (TypeError, ValueError):
        raise ValueError(f"{brief(value)} is no time in nanoseconds") from None


def _kind(attributes: Mapping[str, Any], column: Any) -> str | None:
    """The kind of OpenInference; what none of it names is told as it stands."""
    told = attributes.get(KIND) or OPERATIONS.get(str(attributes.get(OPERATION))) or attributes.get(OPERATION)
    told = told or (column if str(column).upper() in KINDS else None)
    return None if told is None else str(told).upper() if str(told).upper() in KINDS else str(told)


def _id(value: Any) -> str | None:
    """An id in hexadecimal; None for none, which may be written as zeros."""
    if value is None:
        return None
    text = str(value).strip()
    if len(text) in (12, 24) and text.endswith("="):  # 8 or 16 bytes
        with suppress(binascii.Error):
            text = base64.b64decode(text, validate=True).hex()
    text = text.lower().removeprefix("0x")
    return text if text.strip("0") else None


def _error(code: Any, told: Any, events: Any) -> str | None:
    """What a span failed with: the exception that it recorded, else what its status says."""
    if code not in ERROR_CODES:
        return None
    for event in reversed(events if isinstance(events, list) else []):
        if isinstance(event, Mapping) and event.get("name") == EXCEPTION:
            about = event.get("attributes") or {}
            parts = [about.get(f"{EXCEPTION}.type"), about.get(f"{EXCEPTION}.message")]
            if any(parts):
                return ": ".join(str(part) for part in parts if part)
    return str(told or "error")

"""Documents in the output of a retriever's span, whatever their text is called."""

import json

import pytest

from ragauge.io.otel.importing import import_spans
from ragauge.io.otel.reading import spans_of


@pytest.mark.parametrize("name", ["content", "text", "page_content", "document.content"])
def test_documents_of_an_output(name):
    span = {
        "name": "retrieve",
        "context": {"trace_id": "0x1", "span_id": "0x2"},
        "start_time": "2026-01-01T00:00:00Z",
        "end_time": "2026-01-01T00:00:01Z",
        "attributes": {
            "openinference.span.kind": "RETRIEVER",
            "input.value": "When does the gate close?",
            "output.value": json.dumps([{name: "Tide gate 4 closes at 21:00.", "id": "k7"}]),
        },
    }
    (trace,) = import_spans(spans_of([span])).traces
    (stage,) = trace.stages
    assert stage.items == ["k7"]
    assert trace.anchors["k7"].quote == "Tide gate 4 closes at 21:00."

"""The reranker behind HTTP, against a server on this machine."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from ragauge.core.errors import InputError, RagaugeError
from ragauge.core.records import Hit
from ragauge.pipeline.rerank.http import HttpReranker
from ragauge.pipeline.rerank.reranking import rerank


@contextmanager
def service(*answers):
    """A server that gives these (status, headers, body or a function of the request) one after the other."""
    left, seen = list(answers), []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append((body, dict(self.headers)))
            status, headers, answer = left.pop(0)
            data = answer(body) if callable(answer) else answer
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data if isinstance(data, bytes) else json.dumps(data).encode())

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/rerank", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def by_length(body):
    rows = [
        {"index": place, "relevance_score": len(text), "document": {"text": text}}
        for place, text in enumerate(body["documents"])
    ]
    return {"results": sorted(rows, key=lambda row: -row["relevance_score"])}


def test_scores_come_back_in_the_order_of_the_texts():
    with service((200, {}, by_length)) as (url, seen):
        hits = [Hit("a", 3.0), Hit("b", 2.0), Hit("c", 1.0)]
        reranker = HttpReranker(url, model="m", key="secret")
        result = rerank("вопрос", hits, {"a": "x", "b": "xxx", "c": "x"}, reranker)
    assert [(hit.item, hit.score) for hit in result] == [("b", 3.0), ("c", 1.0), ("a", 1.0)]
    body, headers = seen[0]
    assert body == {"model": "m", "query": "вопрос", "documents": ["x", "xxx"], "top_n": 2}
    assert headers["Authorization"] == "Bearer secret"


def test_no_texts_ask_nobody():
    assert HttpReranker("http://127.0.0.1:9/", model="m").scores("?", []) == []


def test_a_busy_service_is_waited_for():
    waits = []
    with service((429, {"Retry-After": "7"}, {}), (503, {}, {}), (200, {}, by_length)) as (url, seen):
        assert HttpReranker(url, model="m", wait=waits.append).scores("?", ["xx"]) == [2.0]
    assert waits == [7.0, 2.0]
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("status", "headers", "answer", "said"),
    [
        (401, {}, {"message": "no such key"}, "answered 401.*no such key"),
        (503, {}, {}, "answered 503"),
        (302, {"Location": "http://127.0.0.1:1/"}, {}, "answered 302"),
        (200, {}, b"<html>", "JSON"),
        (200, {}, [1], "no list of results"),
        (200, {}, {"results": [{"index": 0, "relevance_score": 1}]}, "scored 1 of 2"),
        (200, {}, {"results": [{"index": 0, "relevance_score": 1}] * 2}, "text 0 twice"),
        (200, {}, {"results": [{"index": 2, "relevance_score": 1}]}, "index below 2"),
        (200, {}, {"results": [{"index": True, "relevance_score": 1}]}, "index below 2"),
        (200, {}, {"results": [{"index": 0, "relevance_score": "1"}]}, "relevance_score"),
        (200, {}, {"results": [{"index": 0, "relevance_score": 1, "document": {"text": "yy"}}]}, "'yy' under"),
    ],
)
def test_what_goes_wrong_is_told_without_the_key(status, headers, answer, said):
    with service(*[(status, headers, answer)] * 2) as (url, _):
        reranker = HttpReranker(url, model="m", key="secret", attempts=2, wait=lambda _: None)
        with pytest.raises(RagaugeError, match=said) as caught:
            reranker.scores("?", ["xx", "yy"])
    assert "secret" not in str(caught.value)


def test_a_service_that_is_not_there_and_an_odd_address():
    with service() as (url, _):
        pass
    with pytest.raises(RagaugeError, match="cannot be reached"):
        HttpReranker(url, model="m").scores("?", ["x"])
    with pytest.raises(InputError, match="http"):
        HttpReranker("file:///etc/passwd", model="m")
    with pytest.raises(InputError, match="attempts"):
        HttpReranker(url, model="m", attempts=0)


def test_an_answer_that_breaks_off_is_told():
    with (
        service((200, {"Content-Length": "99"}, {})) as (url, _),
        pytest.raises(RagaugeError, match="cannot be reached"),
    ):
        HttpReranker(url, model="m").scores("?", ["x"])

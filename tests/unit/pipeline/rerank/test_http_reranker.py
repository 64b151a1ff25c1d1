"""The reranker behind HTTP, against a server on this machine."""

import json
from contextlib import contextmanager

import pytest

from loopback import serving
from ragauge.core.errors import InputError, RagaugeError
from ragauge.core.records import Hit
from ragauge.pipeline.rerank.http import HttpReranker
from ragauge.pipeline.rerank.reranking import rerank


@contextmanager
def service(*answers):
    """A server that gives these (status, headers, body or a function of the request) one after the other."""
    with serving() as server:
        server.script = [_as_answer(*answer) for answer in answers]
        yield f"{server.url}/v1/rerank", server.asked


def _as_answer(status, headers, body):
    def answer(asked):
        data = body(json.loads(asked.body)) if callable(body) else body
        return status, headers, data if isinstance(data, bytes) else json.dumps(data)

    return answer


@pytest.fixture(autouse=True)
def _environment(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv("RAGAUGE_RERANK_KEY", "secret")


def by_length(body):
    rows = [
        {"index": place, "relevance_score": len(text), "document": {"text": text}}
        for place, text in enumerate(body["documents"])
    ]
    return {"results": sorted(rows, key=lambda row: -row["relevance_score"])}


def test_scores_come_back_in_the_order_of_the_texts():
    with service((200, {}, by_length)) as (url, seen):
        hits = [Hit("a", 3.0), Hit("b", 2.0), Hit("c", 1.0)]
        reranker = HttpReranker(url, model="m")
        result = rerank("вопрос", hits, {"a": "x", "b": "xxx", "c": "x"}, reranker)
    assert [(hit.item, hit.score) for hit in result] == [("b", 3.0), ("c", 1.0), ("a", 1.0)]
    (asked,) = seen
    assert json.loads(asked.body) == {"model": "m", "query": "вопрос", "documents": ["x", "xxx"], "top_n": 2}
    assert asked.headers["Authorization"] == "Bearer secret"


def test_no_texts_ask_nobody():
    assert HttpReranker("http://127.0.0.1:9/", model="m").scores("?", []) == []


def test_a_busy_service_is_waited_for(monkeypatch):
    waits = []
    monkeypatch.setattr("time.sleep", waits.append)
    with service((429, {"Retry-After": "7"}, {}), (503, {}, {}), (200, {}, by_length)) as (url, seen):
        assert HttpReranker(url, model="m").scores("?", ["xx"]) == [2.0]
    assert waits == [7.0, 2.0]
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("status", "headers", "answer", "said"),
    [
        (401, {}, {"message": "no such key: secret"}, r"HTTP 401.*no such key: \*\*\*"),
        (503, {}, {}, "HTTP 503"),
        (302, {"Location": "http://127.0.0.1:1/"}, {}, "HTTP 302"),
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
        reranker = HttpReranker(url, model="m", attempts=2, first_wait=0.01)
        with pytest.raises(RagaugeError, match=said) as caught:
            reranker.scores("?", ["xx", "yy"])
    assert "secret" not in str(caught.value)


def test_a_service_that_is_not_there_and_an_odd_address():
    with service() as (url, _):
        pass
    with pytest.raises(RagaugeError, match="refused"):
        HttpReranker(url, model="m", first_wait=0.01).scores("?", ["x"])
    with pytest.raises(InputError, match="http"):
        HttpReranker("file:///etc/passwd", model="m")
    with pytest.raises(InputError, match="attempts"):
        HttpReranker(url, model="m", attempts=0)


def test_an_answer_that_breaks_off_is_told():
    with (
        service(*[(200, {"Content-Length": "99"}, {})] * 2) as (url, _),
        pytest.raises(RagaugeError, match="IncompleteRead"),
    ):
        HttpReranker(url, model="m", attempts=2, first_wait=0.01).scores("?", ["x"])

"""Embeddings over HTTP, against a server on the loopback that misbehaves in every way it can."""

import json
import threading

import numpy as np
import pytest

from loopback import serving
from ragauge.backends.openai_embeddings import OpenAIEmbeddings
from ragauge.core.errors import RagaugeError
from ragauge.pipeline.embedding.embedders import make_embedder

KEY = "sk-very-secret-0123456789"


def good(asked):
    texts = json.loads(asked.body)["input"]
    rows = [{"index": n, "embedding": [float(len(text)), 1.0, 0.0]} for n, text in enumerate(texts)]
    return 200, {}, json.dumps({"data": rows[::-1]})


@pytest.fixture
def server():
    with serving() as made:
        made.always = good
        yield made


def bodies(server):
    return [json.loads(asked.body) for asked in server.asked]


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def embedder(server, **parameters):
    parameters = {"first_wait": 0.01, "attempts": 3, "url": f"{server.url}/v1"} | parameters
    return make_embedder("openai:text-embedding-3-small", **parameters)


def test_vectors_come_in_order_in_batches(server):
    found = embedder(server, batch=2, dimensions=3).texts(["aaa", "b", "", "cc"])
    assert [asked["input"] for asked in bodies(server)] == [["b", "cc"], ["aaa"]]
    assert found[2].tolist() == [0, 0, 0]
    assert (found[:, 0] / np.where(found[:, 1], found[:, 1], 1)).tolist() == pytest.approx([3, 1, 0, 2])
    assert bodies(server)[0] | {"input": 0} == {
        "model": "text-embedding-3-small",
        "input": 0,
        "encoding_format": "float",
        "dimensions": 3,
    }
    assert {(asked.path, asked.headers["Authorization"]) for asked in server.asked} == {
        ("/v1/embeddings", f"Bearer {KEY}")
    }


def test_prompts(server):
    made = embedder(server, query_prompt="q: ", passage_prompt="p: ")
    made.questions(["a"])
    made.texts(["b"])
    assert [asked["input"] for asked in bodies(server)] == [["q: a"], ["p: b"]]
    assert (made.limit, made.truncated(["a"])) == (8192, None)


@pytest.mark.parametrize("fault", [(429, {}, "slow"), (500, {}, ""), (503, {"Retry-After": "0.02"}, "{}"), "hang up"])
def test_what_passes_is_asked_again(server, fault):
    server.script = [fault, fault]
    assert embedder(server).texts(["a"]).shape == (1, 3)
    assert len(server.asked) == 3


def test_an_answer_that_breaks_off_is_asked_again(server):
    server.script = [(200, {"Content-Length": "999"}, '{"data": [')]
    assert embedder(server, timeout=5.0).texts(["a"]).shape == (1, 3)


def test_retry_after_is_obeyed(server, monkeypatch):
    waited = []
    monkeypatch.setattr("time.sleep", waited.append)
    server.script = [(429, {"Retry-After": "7"}, ""), (429, {}, "")]
    embedder(server).texts(["a"])
    assert waited == [7.0, 0.02]


@pytest.mark.parametrize(
    ("fault", "requests", "says"),
    [
        ((429, {}, "slow down"), 3, "HTTP 429: slow down"),
        ((502, {}, "bad gateway"), 3, "HTTP 502: bad gateway"),
        ("hang up", 3, "RemoteDisconnected"),
        ((429, {"Retry-After": "3600"}, ""), 1, "asks to wait 3600 s, longer than 60 s"),
        ((429, {}, '{"error": {"code": "insufficient_quota"}}'), 1, "insufficient_quota"),
        ((401, {}, f"Incorrect API key provided: {KEY}"), 1, "Incorrect API key provided: \\*\\*\\*"),
        ((400, {}, "maximum context length"), 1, "maximum context length"),
        ((404, {}, "no such model"), 1, "HTTP 404"),
        ((302, {"Location": "http://127.0.0.1:9/stolen"}, ""), 1, "HTTP 302"),
        ((307, {"Location": "http://127.0.0.1:9/stolen"}, ""), 1, "HTTP 307"),
        ((200, {}, "<html>"), 1, "did not answer in JSON"),
        ((200, {}, "[]"), 1, "no embeddings that can be read"),
        ((200, {}, '{"data": null}'), 1, "no embeddings that can be read"),
        ((200, {}, '{"data": [{"index": 0, "embedding": [1, null]}]}'), 1, "no embeddings that can be read"),
        ((200, {}, '{"data": [{"index": 0, "embedding": "AACAPw=="}]}'), 1, "no embeddings that can be read"),
        ((200, {}, '{"data": [{"index": Infinity, "embedding": [1]}]}'), 1, "Infinity is not a number"),
        ((200, {}, '{"data": []}'), 1, "gave 0 embeddings for 1 texts"),
        ((200, {}, '{"data": [{"index": 1, "embedding": [1]}]}'), 1, "numbered them wrongly"),
        ((200, {}, '{"data": [{"index": 0, "embedding": [NaN, 1]}]}'), 1, "NaN is not a number"),
        ((200, {}, '{"data": [{"index": 0, "embedding": [1e999]}]}'), 1, "NaN or infinity"),
        ((200, {}, '{"data": [{"index": 0, "embedding": []}]}'), 1, "shape"),
    ],
)
def test_errors_say_what_and_never_the_key(server, fault, requests, says):
    server.script = [fault] * 5
    with pytest.raises(RagaugeError, match=says) as caught:
        embedder(server).texts(["a"])
    assert len(server.asked) == requests
    assert KEY not in str(caught.value)
    assert KEY not in repr(caught.value.args)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize("indices", [[0, 0], [0, 2], [0], [0, 1, 1]])
def test_wrong_numbers(server, indices):
    rows = [{"index": index, "embedding": [1.0]} for index in indices]
    server.script = [(200, {}, json.dumps({"data": rows}))]
    with pytest.raises(RagaugeError, match=f"gave {len(indices)} embeddings for 2 texts"):
        embedder(server).texts(["a", "b"])


def test_wrong_lengths(server):
    rows = [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}]
    server.script = [(200, {}, json.dumps({"data": rows})), good]
    with pytest.raises(RagaugeError, match="not of one length"):
        embedder(server).texts(["a", "b"])
    with pytest.raises(RagaugeError, match="length asked for"):
        embedder(server, dimensions=5).texts(["a"])


def test_a_server_that_does_not_answer(server):
    stop = threading.Event()
    server.script = [lambda asked: (stop.wait(5), good(asked))[1]] * 2
    with pytest.raises(RagaugeError, match="TimeoutError"):
        embedder(server, timeout=0.1, attempts=2).texts(["a"])
    stop.set()


def test_an_answer_that_never_ends_its_excuse(server):
    server.script = [(400, {"Content-Length": "9999"}, "too")]
    with pytest.raises(RagaugeError, match="HTTP 400"):
        embedder(server, timeout=0.2).texts(["a"])


def test_no_server():
    with pytest.raises(RagaugeError, match="refused"):
        make_embedder("openai:m", url="http://127.0.0.1:9/v1", attempts=2, first_wait=0.01).texts(["a"])


def test_keys(server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    embedder(server).texts(["a"])
    assert server.asked[0].headers["Authorization"] is None  # servers of one's own need none
    with pytest.raises(RagaugeError, match="set the environment variable OPENAI_API_KEY"):
        make_embedder("openai:m").texts(["a"])
    monkeypatch.setenv("MINE", f"{KEY}\nX-Evil: 1")
    with pytest.raises(RagaugeError, match="characters that no key has") as caught:
        embedder(server, key_variable="MINE").texts(["a"])
    assert KEY not in str(caught.value)


def test_the_key_is_in_no_attribute(server):
    made = embedder(server)
    made.texts(["a"])
    assert KEY not in made.identity
    assert KEY not in repr(vars(made.model))


@pytest.mark.parametrize("url", ["file:///etc/passwd", "http://", "http://me:pass@host/v1", "host/v1", ""])
def test_bad_urls(url):
    with pytest.raises(RagaugeError, match="http"):
        OpenAIEmbeddings("m", url=url)


def test_bad_numbers():
    with pytest.raises(RagaugeError, match="at least 1"):
        OpenAIEmbeddings("m", batch=0)


def test_a_cache_spares_requests(server, tmp_path):
    first = embedder(server, cache=tmp_path).texts(["a", "bb"])
    assert embedder(server, cache=tmp_path).texts(["bb", "a"]).tolist() == first[::-1].tolist()
    assert len(server.asked) == 1

"""A chat model over HTTP, against a server on the loopback that misbehaves in every way it can."""

import json

import pytest

from loopback import serving
from ragauge.backends.openai_chat import Completion, OpenAIChat
from ragauge.core.errors import RagaugeError
from ragauge.core.records import Chunk, Hit
from ragauge.pipeline.context.assemble import assemble
from ragauge.pipeline.generation.answerers import make_answerer

KEY = "sk-very-secret-0123456789"
USAGE = {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}


def said(text, **more):
    return {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}, **more}], "usage": USAGE}


def ok(body, headers=()):
    return 200, dict(headers), body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)


@pytest.fixture
def server():
    with serving() as made:
        yield made


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def model(server, **parameters):
    return OpenAIChat("m", **{"url": f"{server.url}/v1/", "first_wait": 0.01, "attempts": 3, **parameters})


def test_what_is_asked_and_answered(server):
    server.script = [ok(said("Два года [1].", finish_reason="stop"))]
    assert model(server).completion("Какой срок?") == Completion("Два года [1].", {"prompt": 12, "completion": 3})
    (asked,) = server.asked
    assert json.loads(asked.body) == {
        "model": "m",
        "messages": [{"role": "user", "content": "Какой срок?"}],
        "temperature": 0.0,
        "max_tokens": 512,
        "seed": 0,
    }
    assert (asked.path, asked.headers["Authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")


def test_parameters_that_a_model_refuses_are_not_sent(server):
    server.script = [ok(said("x"))]
    assert model(server, temperature=None, max_tokens=None, seed=None).complete("?") == "x"
    assert set(json.loads(server.asked[0].body)) == {"model", "messages"}


def test_an_answer_that_was_cut_off_and_one_without_counts(server):
    server.script = [ok(said("Tw", finish_reason="length")), ok(said("x") | {"usage": None})]
    assert model(server).completion("?").cut
    assert model(server).completion("?") == Completion("x", None)


@pytest.mark.parametrize(
    "usage", [None, [], "many", {"prompt_tokens": "12"}, {"prompt_tokens": True}, {"completion_tokens": -1}]
)
def test_counts_that_are_none(server, usage):
    server.script = [ok(said("x") | {"usage": usage})]
    assert model(server).completion("?").tokens is None


@pytest.mark.parametrize("fault", [(429, {"Retry-After": "0.01"}, "slow"), (500, {}, "oops"), "hang up"])
def test_what_passes_is_asked_again(server, fault):
    server.script = [fault, fault, ok(said("x"))]
    assert model(server).complete("?") == "x"
    assert len(server.asked) == 3


def test_retry_after_is_obeyed(server, monkeypatch):
    waited = []
    monkeypatch.setattr("time.sleep", waited.append)
    server.script = [(429, {"Retry-After": "7"}, ""), (503, {}, ""), ok(said("x"))]
    model(server).complete("?")
    assert waited == [7.0, 0.02]


@pytest.mark.parametrize(
    ("fault", "requests", "says"),
    [
        ((429, {}, "slow down"), 3, "HTTP 429: slow down"),
        ((429, {"Retry-After": "3600"}, ""), 1, "asks to wait 3600 s"),
        ((429, {}, '{"error": {"code": "insufficient_quota"}}'), 1, "insufficient_quota"),
        ((500, {}, "oops"), 3, "HTTP 500: oops"),
        ((401, {}, f"Incorrect API key provided: {KEY}"), 1, r"HTTP 401: Incorrect API key provided: \*\*\*"),
        ((302, {"Location": "http://127.0.0.1:9/stolen"}, ""), 1, "HTTP 302"),
        ((308, {"Location": "http://127.0.0.1:9/stolen"}, ""), 1, "HTTP 308"),
        ("hang up", 3, "RemoteDisconnected"),
        (ok('{"choices": [', {"Content-Length": "999"}), 3, "IncompleteRead"),
        (ok('{"choices": ['), 1, "did not answer in JSON"),
        (ok("<html>"), 1, "did not answer in JSON"),
        (ok("[" * 100_000), 1, "did not answer in JSON"),
        (ok('{"choices": NaN}'), 1, "did not answer in JSON"),
        (ok('{"choices": [{"message": {"content": "\\ud83d"}}]}'), 1, "half a character"),
        (ok([]), 1, "gave no choice"),
        (ok({}), 1, "gave no choice"),
        (ok({"choices": []}), 1, "gave no choice"),
        (ok({"choices": None}), 1, "gave no choice"),
        (ok({"choices": [{"message": None}]}), 1, "gave no choice"),
        (ok({"choices": [{"text": "x"}]}), 1, "gave no choice"),
        (ok(said(None)), 1, "gave no text"),
        (ok(said([{"type": "text", "text": "x"}])), 1, "gave no text"),
    ],
)
def test_one_clear_error_and_never_the_key(server, fault, requests, says):
    server.script = [fault] * 5
    with pytest.raises(RagaugeError, match=says) as caught:
        model(server).complete("?")
    assert str(caught.value).startswith(f"model 'm' at {server.url}/v1: ")
    assert len(server.asked) == requests
    assert KEY not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_no_key_no_request_to_openai_and_the_key_is_in_no_attribute(server, monkeypatch):
    made = model(server)
    server.script = [ok(said("x")), ok(said("x"))]
    made.complete("?")
    assert KEY not in made.identity + repr(vars(made)) + repr(vars(made._server))
    monkeypatch.delenv("OPENAI_API_KEY")
    made.complete("?")
    assert server.asked[1].headers["Authorization"] is None  # servers of one's own need none
    with pytest.raises(RagaugeError, match="set the environment variable OPENAI_API_KEY"):
        OpenAIChat("m").complete("?")


def test_an_answerer_from_end_to_end(server):
    server.script = [ok(said("Two years [1][2]."))]
    context = assemble([Hit("c7", 1.0)], {"c7": Chunk("c7", "d", 0, 11, "Two years.")})
    answer = make_answerer("openai:m", url=f"{server.url}/v1", max_tokens=64)("How long?", context)
    assert (answer.text, answer.citations, answer.unknown_markers) == ("Two years.", ("c7",), 1)
    assert answer.tokens == {"prompt": 12, "completion": 3}
    assert "[1] Two years." in json.loads(server.asked[0].body)["messages"][0]["content"]

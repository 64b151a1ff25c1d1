"""Judges over HTTP, against a server on the loopback that speaks their protocols and misbehaves."""

import asyncio
import json
import math

import pytest

from loopback import serving
from ragauge.backends.anthropic_judge import AnthropicJudge
from ragauge.backends.call_error import CallError
from ragauge.backends.gemini_judge import GeminiJudge
from ragauge.backends.openai_judge import OpenAIJudge
from ragauge.backends.web import OPENAI
from ragauge.core.errors import RagaugeError
from ragauge.core.flows import Request

pytest.importorskip("aiohttp", reason="aiohttp is not installed: the extra judge")

KEY = "sk-very-secret-0123456789"
SCHEMA = {
    "type": "object",
    "properties": {
        "claims": {"type": "array", "items": {"type": "object", "properties": {"text": {"type": "string"}}}}
    },
    "required": ["claims"],
}
ASKED = Request("claims", 1, "Какие утверждения?", SCHEMA)
RATE = Request("rate", 1, "Rate it", labels=("1", "2"), samples=5)


@pytest.fixture
def server():
    with serving() as made:
        yield made


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def ask(judge, *requests, draw=None):
    async def work():
        try:
            return [await judge.complete(request, draw) for request in requests]
        finally:
            await judge.close()

    return asyncio.run(work())


def body(server, number=-1):
    return json.loads(server.asked[number].body)


def ok(data):
    return 200, {}, json.dumps(data, ensure_ascii=False)


def chat(text, *, reason="stop", tops=(), **message):
    told = {"content": [{"token": next(iter(top)), "top_logprobs": [
        {"token": token, "logprob": value} for token, value in top.items()]} for top in tops]}  # fmt: skip
    choice = {"message": {"content": text, **message}, "finish_reason": reason, "logprobs": told if tops else None}
    return ok({"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 2}})


def openai(server, **more):
    return OpenAIJudge("m", url=f"{server.url}/v1/", **more)


def test_openai_is_asked_with_a_schema(server):
    server.always = chat('{"claims": []}')
    (reply,) = ask(openai(server, max_tokens=50), ASKED)
    assert (reply.text, reply.tokens) == ('{"claims": []}', {"prompt": 7, "completion": 2})
    asked = body(server)
    told = asked.pop("response_format")["json_schema"]
    assert asked == {
        "model": "m",
        "messages": [{"role": "user", "content": "Какие утверждения?"}],
        "temperature": 0.0,
        "seed": 0,
        "max_tokens": 50,
    }
    assert (told["name"], told["strict"]) == ("claims", False)  # "text" of a claim is not required
    assert told["schema"]["properties"]["claims"]["items"]["additionalProperties"] is False
    assert "additionalProperties" not in SCHEMA
    assert server.asked[-1].headers["Authorization"] == f"Bearer {KEY}"


def test_openai_goes_down_a_way_when_a_server_refuses_one_and_stays_there(server):
    refusals = {"json_schema": "response_format type json_schema is unknown", "json_object": "no response_format"}

    def answer(asked):
        kind = json.loads(asked.body).get("response_format", {}).get("type")
        return (400, {}, refusals[kind]) if kind in refusals else chat('{"claims": []}')

    server.always = answer
    judge = openai(server)
    ask(judge, ASKED, ASKED)
    assert (judge.mode, len(server.asked)) == ("prompt", 4)
    assert "JSON schema" in body(server)["messages"][0]["content"]
    with pytest.raises(CallError, match="json_schema is unknown"):
        ask(openai(server, structured="json_schema"), ASKED)


def test_a_refusal_is_read_to_its_end_and_one_for_other_reasons_changes_nothing(server):
    server.script = [(400, {}, "x " * 900 + "Invalid schema for response_format" + " y" * 900), chat("{}")]
    judge = openai(server)
    ask(judge, ASKED)
    assert judge.mode == "json_object"
    server.script = [(400, {}, "the schema of this prompt is too long")]
    with pytest.raises(CallError, match="too long"):
        ask(judge, ASKED)
    assert judge.mode == "json_object"


def test_openai_tells_probabilities_of_labels(server):
    server.always = chat("2", tops=({"2": math.log(0.6), " 1": math.log(0.2), "two": math.log(0.1)},))
    (reply,) = ask(openai(server), RATE)
    assert reply.probabilities == pytest.approx({"1": 0.25, "2": 0.75})
    assert (body(server)["logprobs"], body(server)["top_logprobs"]) == (True, 20)


def test_openai_draws_samples_where_it_cannot(server):
    server.script = [(400, {}, "logprobs is not supported"), chat("2"), chat("1")]
    judge = openai(server)
    (reply,) = ask(judge, RATE)
    assert (reply.probabilities, judge.tells_probabilities) == (None, False)
    ask(judge, RATE, draw=3)
    assert (body(server)["temperature"], body(server)["seed"]) == (1.0, 3)
    assert "logprobs" not in body(server)


def claude(*blocks, reason="end_turn"):
    usage = {"input_tokens": 5, "cache_read_input_tokens": 4, "output_tokens": 3}
    return ok({"content": list(blocks), "stop_reason": reason, "usage": usage})


def test_anthropic_answers_by_its_tool(server):
    server.always = claude({"type": "tool_use", "name": "reply", "input": {"claims": []}}, reason="tool_use")
    (reply,) = ask(AnthropicJudge("m", url=server.url, max_tokens=9), ASKED)
    assert (reply.text, reply.tokens) == ('{"claims": []}', {"prompt": 9, "completion": 3})
    assert body(server) == {
        "model": "m",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "Какие утверждения?"}],
        "temperature": 0.0,
        "tools": [{"name": "reply", "description": "Gives the reply.", "input_schema": SCHEMA}],
        "tool_choice": {"type": "tool", "name": "reply"},
    }
    headers = server.asked[0].headers
    assert (headers["x-api-key"], headers["anthropic-version"]) == (KEY, "2023-06-01")
    assert headers["Authorization"] is None


def test_anthropic_answers_in_words(server):
    server.always = claude({"type": "text", "text": "2"})
    assert ask(AnthropicJudge("m", url=server.url), RATE)[0].text == "2"
    assert "tools" not in body(server)


def gemini(text, *, reason="STOP", **more):
    parts = [{"text": "hm", "thought": True}, {"text": text}]
    usage = {"promptTokenCount": 6, "candidatesTokenCount": 2, "thoughtsTokenCount": 30}
    return ok({"candidates": [{"content": {"parts": parts}, "finishReason": reason, **more}], "usageMetadata": usage})


def test_gemini_is_held_to_the_schema(server):
    server.always = gemini('{"claims": []}')
    (reply,) = ask(GeminiJudge("m/1", url=f"{server.url}/v1beta"), ASKED)
    assert (reply.text, reply.tokens) == ('{"claims": []}', {"prompt": 6, "completion": 32})
    settings = {
        "temperature": 0.0,
        "seed": 0,
        "responseMimeType": "application/json",
        "responseJsonSchema": SCHEMA,
    }
    contents = [{"role": "user", "parts": [{"text": "Какие утверждения?"}]}]
    assert body(server) == {"contents": contents, "generationConfig": settings}
    assert server.asked[0].path == "/v1beta/models/m%2F1:generateContent"
    assert server.asked[0].headers["x-goog-api-key"] == KEY


def test_gemini_tells_probabilities_or_is_not_asked_again(server):
    tops = [{"token": "1", "logProbability": math.log(0.3)}, {"token": "2", "logProbability": math.log(0.6)}]
    told = {"chosenCandidates": [{"token": "2"}], "topCandidates": [{"candidates": tops}]}
    server.script = [gemini("2", logprobsResult=told), (400, {}, "Logprobs is not enabled"), gemini("1"), gemini("1")]
    judge = GeminiJudge("m", url=server.url)
    first, second, _ = ask(judge, RATE, RATE, RATE)
    assert first.probabilities == pytest.approx({"1": 1 / 3, "2": 2 / 3})
    assert (second.probabilities, len(server.asked)) == (None, 4)


REFUSALS = [
    (openai, chat(None, refusal="I cannot"), "refused"),
    (openai, chat("", reason="content_filter"), "refused"),
    (openai, chat('{"claims": [', reason="length"), "unparsable"),
    (openai, chat(None), "unparsable"),
    (openai, ok({"choices": []}), "unparsable"),
    (openai, ok([]), "unparsable"),
    (openai, (200, {}, "<html>"), "unparsable"),
    (openai, (200, {}, "[" * 100_000), "unparsable"),
    (lambda server: AnthropicJudge("m", url=server.url), claude(reason="refusal"), "refused"),
    (lambda server: AnthropicJudge("m", url=server.url), claude(reason="max_tokens"), "unparsable"),
    (lambda server: AnthropicJudge("m", url=server.url), ok({"content": 3}), "unparsable"),
    (lambda server: GeminiJudge("m", url=server.url), ok({"promptFeedback": {"blockReason": "SAFETY"}}), "refused"),
    (lambda server: GeminiJudge("m", url=server.url), gemini("", reason="SAFETY"), "refused"),
    (lambda server: GeminiJudge("m", url=server.url), gemini("x", reason="MAX_TOKENS"), "unparsable"),
    (lambda server: GeminiJudge("m", url=server.url), ok({}), "unparsable"),
]


@pytest.mark.parametrize(("make", "answer", "kind"), REFUSALS)
def test_no_reply_is_told_as_what_it_is(server, make, answer, kind):
    server.always = answer
    with pytest.raises(CallError) as error:
        ask(make(server), ASKED)
    assert error.value.kind == kind


@pytest.mark.parametrize(
    ("answer", "kind", "again", "wait"),
    [
        ((429, {"Retry-After": "7"}, ""), "rate_limited", True, 7.0),
        ((429, {}, '{"details": [{"retryDelay": "2.5s"}]}'), "rate_limited", True, 2.5),
        ((429, {}, "insufficient_quota"), "refused", False, None),
        ((529, {}, "overloaded"), "unreachable", True, None),
        ((503, {"Retry-After": "nan"}, ""), "unreachable", True, None),
        ((401, {}, "bad key"), "refused", False, None),
        ((400, {}, "too long"), "refused", False, None),
        ((302, {"Location": "http://127.0.0.1:9/"}, ""), "refused", False, None),
        ("hang up", "unreachable", True, None),
        ((200, {"Content-Length": "100"}, '{"choices"'), "unreachable", True, None),
    ],
)
def test_statuses(server, answer, kind, again, wait):
    server.always = answer
    with pytest.raises(CallError) as error:
        ask(openai(server, structured="json_schema"), ASKED)
    found = error.value
    assert (found.kind, found.again, found.wait) == (kind, again, wait)
    assert len(server.asked) == 1


def test_a_server_that_is_not_there():
    with serving() as made:
        pass
    with pytest.raises(CallError) as error:
        ask(openai(made), ASKED)
    assert (error.value.kind, error.value.again, error.value.of_server) == ("unreachable", True, True)


def test_the_key_is_nowhere(server):
    server.always = (400, {}, f"what is this key {KEY}?")
    judge = openai(server)
    with pytest.raises(CallError, match=r"what is this key \*\*\*") as error:
        ask(judge, ASKED)
    assert KEY not in str(error.value) + repr(error.value) + judge.identity + repr(vars(judge))
    assert KEY not in repr(vars(judge._server))


def test_a_key_is_needed_where_there_is_nothing_without(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "")
    with pytest.raises(RagaugeError, match="set the environment variable OPENAI_API_KEY"):
        ask(OpenAIJudge("m", url=OPENAI), ASKED)
    monkeypatch.setenv("OPENAI_API_KEY", "ключ")
    with pytest.raises(RagaugeError, match="characters that no key has"):
        ask(OpenAIJudge("m", url=OPENAI), ASKED)


def test_identity_has_all_that_changes_replies(server):
    more = [{}, {"temperature": None}, {"max_tokens": 5}, {"seed": 1}, {"structured": "prompt"}]
    judges = [openai(server, **one) for one in more]
    assert len({judge.identity for judge in judges}) == len(more)
    assert OpenAIJudge("m", url="http://a/v1").identity == OpenAIJudge("m", url="https://a/v1/").identity


def test_answers_without_end_are_cut(server, monkeypatch):
    monkeypatch.setattr("ragauge.backends.async_web.LONGEST", 1000)
    server.always = (200, {}, "x" * 100_000)
    with pytest.raises(CallError, match="without end"):
        ask(openai(server), ASKED)

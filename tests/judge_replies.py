"""Replies of judges, for tests: any that can be used, by the form that a request asks for; and those of an honest judge
who goes by words, so that what it says depends on what it is shown."""

from __future__ import annotations

import itertools
import json
import re
import zlib
from functools import cache
from typing import TYPE_CHECKING, Any

from ragauge.core.flows import Grounded, JudgeError, Reply, Request
from ragauge.judging.schema import complaint
from ragauge.metrics.generation.claims import claims_of, without_padding
from ragauge.metrics.generation.lexical import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ragauge.core.flows import Flow

    Judge = Callable[[Request], Reply]

BLOCK = re.compile(r"^<([a-z]+)(?: (\d+))?>\n(.*?)\n</\1(?: \2)?>$", re.MULTILINE | re.DOTALL)
FREE = ("rationale", "reason")
"""Fields whose words decide nothing."""
CHOICES = range(8)
"""So many judges say different things."""


def blocks_of(request: Request, tag: str) -> dict[int, str]:
    """The texts of the data between tags of a kind, by number; 0 where there is none."""
    return {int(number or 0): text for name, number, text in BLOCK.findall(request.prompt) if name == tag}


def play(flow: Flow, judge: Judge) -> tuple[float | str | Grounded, list[Request]]:
    """What a flow gives with this judge, and what it asked; the judge's data have to fit what was asked for."""
    asked: list[Request] = []
    try:
        requests = next(flow)
        while True:
            asked += requests
            requests = flow.send(tuple(checked(one, judge(one)) for one in requests))
    except StopIteration as done:
        return done.value, asked


def checked(request: Request, reply: Reply) -> Reply:
    """The reply, where it can be used."""
    if request.schema is not None:
        assert complaint(reply.data, request.schema) is None
        if request.check is not None:
            request.check(reply.data)
    return reply


def any_valid(choice: int) -> Judge:
    """A judge that gives one of the replies that can be used, always the same to the same prompt."""

    def judge(request: Request) -> Reply:
        drawn = zlib.crc32(f"{choice} {request.prompt}".encode())
        kinds = list(valid_replies(request).values())
        replies = kinds[drawn % len(kinds)]
        return replies[drawn // len(kinds) % len(replies)]

    return judge


_KNOWN: dict[str, dict[Any, list[Reply]]] = {}


def valid_replies(request: Request) -> dict[Any, list[Reply]]:
    """Replies that can be used, by what they say in the first field with a choice; the data in them are put together
    from the schema and the prompt, and tried.

    Where none is found for a new prompt, because it takes more than one field to be right, add what is missing here.
    """
    key = json.dumps([request.task, request.version, request.prompt, request.labels, request.schema])
    if key not in _KNOWN:
        found: dict[Any, list[Reply]] = {}
        for kind, reply in _labels(request) if request.schema is None else _with_data(request):
            found.setdefault(kind, []).append(reply)
        assert found, f"no reply to {request.task} {request.version} is found that can be used"
        _KNOWN[key] = found
    return _KNOWN[key]


def _labels(request: Request) -> Iterator[tuple[Any, Reply]]:
    labels = request.labels or ("Yes.",)
    for label in labels:
        yield label, Reply(label, texts=(label,) * request.samples)
    if request.labels:
        yield None, Reply(labels[0], probabilities=dict.fromkeys(labels, 1 / len(labels)))


def _with_data(request: Request) -> Iterator[tuple[Any, Reply]]:
    schema = request.schema or {}
    choices = [path for path, one in _leaves(schema, ()) if "enum" in one or "minimum" in one]
    leaves = {path: _options(path, one, request) for path, one in _leaves(schema, ())}
    for chosen in itertools.product(*leaves.values()):
        by_path = dict(zip(leaves, chosen, strict=True))
        data = _built(schema, (), by_path, 1)
        try:
            yield (
                by_path[choices[0]] if choices else None,
                checked(request, Reply(json.dumps(data, ensure_ascii=False), data)),
            )
        except (AssertionError, JudgeError):
            continue


def _leaves(schema: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """What there is to choose: everything but objects and lists of objects."""
    if schema.get("type") == "object":
        for name, one in schema["properties"].items():
            yield from _leaves(one, (*path, name))
    elif schema.get("type") == "array" and schema["items"].get("type") == "object":
        yield from _leaves(schema["items"], (*path, "[]"))
    else:
        yield path, schema


def _options(path: tuple[str, ...], schema: Mapping[str, Any], request: Request) -> Sequence[Any]:
    if path[-1] in FREE:
        return ["It says so."]
    if "enum" in schema:
        return list(schema["enum"])
    if schema["type"] == "array":
        singles = _options((*path, "[]"), schema["items"], request)
        least, most = schema.get("minItems", 0), schema.get("maxItems", 9)
        return [some for some in ([], *([one] for one in singles), singles[-3:]) if least <= len(some) <= most]
    if schema["type"] == "boolean":
        return [True, False]
    if schema["type"] == "string":
        return ["", *_beginnings(request.prompt)]
    if "minimum" in schema and "maximum" in schema:
        return range(schema["minimum"], schema["maximum"] + 1)
    numbers = sorted({int(number) for _, number, _ in BLOCK.findall(request.prompt) if number})
    return [*numbers[-2:]] if path[-1] == "[]" else ["place"]


def _built(schema: Mapping[str, Any], path: tuple[str, ...], chosen: Mapping[tuple[str, ...], Any], place: int) -> Any:
    if path in chosen:
        return place if chosen[path] == "place" else chosen[path]
    if schema["type"] == "object":
        return {name: _built(one, (*path, name), chosen, place) for name, one in schema["properties"].items()}
    count = schema.get("minItems", 1)
    return [_built(schema["items"], (*path, "[]"), chosen, number) for number in range(1, count + 1)]


@cache
def _beginnings(prompt: str) -> list[str]:
    """The first words of the texts in a prompt."""
    texts = [" ".join(text.split()[:4]) for _, _, text in BLOCK.findall(prompt)]
    return list(dict.fromkeys(text for text in texts if text))[:5]


def honest(request: Request) -> Reply:
    """Claims are sentences, without repetitions and what only repeats the question; verdicts are those of words."""
    data = {"claims": _claims, "entailment": _entailment}[request.task](request)
    return checked(request, Reply(json.dumps(data, ensure_ascii=False), data))


def _claims(request: Request) -> dict[str, Any]:
    question = blocks_of(request, "question").get(0)
    return {"claims": without_padding(claims_of(blocks_of(request, "answer")[0]), question)}


def careless(request: Request) -> Reply:
    """Honest about verdicts, and takes every sentence for a claim."""
    if request.task != "claims":
        return honest(request)
    data = {"claims": claims_of(blocks_of(request, "answer")[0])}
    return Reply(json.dumps(data, ensure_ascii=False), data)


def _entailment(request: Request) -> dict[str, Any]:
    passages = blocks_of(request, "passage")
    return {"verdicts": [_verdict(number, claim, passages) for number, claim in blocks_of(request, "claim").items()]}


def _verdict(number: int, claim: str, passages: Mapping[int, str]) -> dict[str, Any]:
    good = [place for place, text in passages.items() if verify(claim, [text]).supported]
    return {
        "claim": number,
        "rationale": "By its words.",
        "verdict": "supported" if good else "not_found",
        "passages": good,
        "quotes": [passages[place] for place in good],
        "failure_mode": "none" if good else "fabrication",
    }


class Judging:
    """A judge to run flows with, which counts what it is asked."""

    identity, tells_probabilities = "a judge of tests", False

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.asked: list[Request] = []

    async def complete(self, request: Request, /, draw: int | None = None) -> Reply:
        self.asked.append(request)
        return Reply(self.judge(request).text, tokens={"prompt": 1, "completion": 1})

    async def close(self) -> None:
        pass

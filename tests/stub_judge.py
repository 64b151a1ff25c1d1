"""A judge that judges by shared words: behind a server on the loopback, or in this process; the same for all tasks.

The form of the reply tells the task, so that prompts of any version and language will do.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from loopback import serving
from ragauge.core.flows import Reply
from ragauge.core.texts.words import words
from ragauge.judging.stand_in import stand_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from loopback import Asked, Server
    from ragauge.core.flows import Request

TAG = re.compile(
    r"^<(?P<name>[a-z]+)(?P<number> \d+)?>\n(?P<text>.*?)\n</(?P=name)(?P=number)?>$", re.DOTALL | re.MULTILINE
)
SENTENCE = re.compile(r"[^.!?\n]+")


class LexicalJudge:
    """The judge in this process; ``asked`` are the requests that it got."""

    tells_probabilities = False

    def __init__(self, identity: str = "lexical") -> None:
        self.identity = identity
        self.asked: list[Request] = []

    async def complete(self, request: Request, /, draw: int | None = None) -> Reply:
        self.asked.append(request)
        text = replied(request.prompt, request.schema)
        return Reply(text, tokens={"prompt": len(request.prompt) // 4, "completion": len(text) // 4})

    async def close(self) -> None:
        pass


@contextmanager
def judge_server(damage: Callable[[str], Any] | None = None, delay: float = 0.0) -> Iterator[Server]:
    """The judge behind OpenAI's protocol at ``server.url + "/v1"``.

    ``damage`` is handed what would be replied, and gives what is, or "hang up".
    """

    def answer(asked: Asked) -> Any:
        body = json.loads(asked.body)
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        text = replied(body["messages"][-1]["content"], schema)
        if damage is not None:
            text = damage(text)
        if text == "hang up":
            return text
        time.sleep(delay)
        usage = {"prompt_tokens": len(asked.body) // 4, "completion_tokens": len(text) // 4}
        choices = [{"message": {"content": text}, "finish_reason": "stop"}]
        return 200, {"Content-Type": "application/json"}, json.dumps({"choices": choices, "usage": usage})

    with serving() as server:
        server.always = answer
        yield server


def replied(prompt: str, schema: Mapping[str, Any] | None) -> str:
    """The judge's reply: JSON where there is a schema, else a score from 1 to 5."""
    told: dict[str, list[str]] = {}
    for found in TAG.finditer(prompt):
        told.setdefault(found[1], []).append(found[3])
    if schema is None:
        return str(1 + round(4 * _share(_one(told, "question"), _one(told, "answer"))))
    form = frozenset(schema["properties"])
    items = schema["properties"].get("verdicts", {}).get("items", {}).get("properties", {})
    if form == {"claims"}:
        data: Any = {"claims": [one for one in _sentences(_one(told, "answer")) if words(one)]}
    elif "claim" in items:
        data = {"verdicts": [_entailed(n, one, told.get("passage", [])) for n, one in _numbered(told, "claim")]}
    elif "nugget" in items:
        data = {"verdicts": [_stated(n, one, _one(told, "answer")) for n, one in _numbered(told, "nugget")]}
    elif "support" in form:
        data = _supported(_one(told, "sentence"), told.get("passage", []))
    elif "grade" in form:
        data = _graded(_one(told, "question"), _one(told, "passage"))
    else:
        data = _formed(prompt, schema)
    return json.dumps(data, ensure_ascii=False)


def _formed(prompt: str, schema: Mapping[str, Any]) -> Any:
    from ragauge.core.flows import Request

    return stand_in(Request("any", 1, prompt, schema)).data


def _entailed(number: int, claim: str, passages: list[str]) -> dict[str, Any]:
    places = [place for place, text in enumerate(passages, start=1) if _share(claim, text) == 1.0]
    return {
        "claim": number,
        "rationale": "All of its words are there." if places else "Some of its words are not there.",
        "verdict": "supported" if places else "not_found",
        "passages": places,
        "quotes": [_nearest(claim, passages[place - 1]) for place in places],
        "failure_mode": "none" if places else "fabrication",
    }


def _stated(number: int, nugget: str, answer: str) -> dict[str, Any]:
    share = _share(nugget, answer)
    verdict = "support" if share == 1.0 else "partial_support" if share >= 0.5 else "not_support"
    quotes = [] if verdict == "not_support" else [_nearest(nugget, answer)]
    return {"nugget": number, "rationale": f"{share:.2f} of its words.", "verdict": verdict, "quotes": quotes}


def _supported(sentence: str, passages: list[str]) -> dict[str, Any]:
    share = _share(sentence, "\n".join(passages))
    support = "full" if share == 1.0 else "partial" if share >= 0.5 else "none"
    nearest = max(passages, key=lambda text: _share(sentence, text))
    quotes = [] if support == "none" else [_nearest(sentence, nearest)]
    return {"rationale": f"{share:.2f} of its words.", "support": support, "quotes": quotes}


def _graded(question: str, passage: str) -> dict[str, Any]:
    share = _share(question, passage)
    grade = 3 if share >= 0.6 else 2 if share >= 0.4 else 1 if share > 0 else 0
    quote = _nearest(question, passage) if grade >= 2 else ""
    return {"rationale": f"{share:.2f} of its words.", "grade": grade, "quote": quote}


def _share(part: str, whole: str) -> float:
    wanted = set(words(part))
    return len(wanted & set(words(whole))) / len(wanted) if wanted else 0.0


def _nearest(part: str, whole: str) -> str:
    return max(_sentences(whole), key=lambda text: _share(part, text), default=whole)


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in SENTENCE.findall(text) if words(one)]


def _one(told: Mapping[str, list[str]], name: str) -> str:
    return told.get(name, [""])[0]


def _numbered(told: Mapping[str, list[str]], name: str) -> Iterator[tuple[int, str]]:
    return iter(enumerate(told.get(name, []), start=1))

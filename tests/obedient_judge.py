"""A judge that judges by words, and does what attacks in the texts tell it, as far as it is made to."""

from __future__ import annotations

import json
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from loopback import serving
from ragauge.core.flows import Reply
from ragauge.core.texts.refusals import says_it_has_no_answer
from ragauge.judging.attacks.material import material
from ragauge.metrics.generation.lexical import verify
from stub_judge import SENTENCE, TAG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ragauge.judging.attacks.material import Attack, Direction

TAGS = ("question", "passage", "answer")


def letters(text: str) -> str:
    """The letters alone: prompts change signs, so that data cannot end their own mark."""
    return "".join(filter(str.isalpha, text.casefold()))


def told(prompt: str, obeys: Callable[[Attack], bool]) -> tuple[Attack, Direction, str] | None:
    """The attack in a prompt that is obeyed, where it wants the value to go, and its letters."""
    squeezed = letters(prompt)
    return next((one for one in known() if obeys(one[0]) and one[2] in squeezed), None)


@cache
def known() -> list[tuple[Attack, Direction, str]]:
    """Every attack as it can stand in a prompt."""
    found = material()
    return [
        (attack, direction, letters(found.words(attack, metric, direction, tag)))
        for metric, goals in found.goals.items()
        for direction in goals
        for attack in found.attacks
        for tag in TAGS
    ]


def reply(task: str, prompt: str, obeys: Callable[[Attack], bool]) -> dict[str, Any]:
    texts: dict[str, list[str]] = {}
    for one in TAG.finditer(prompt):
        texts.setdefault(one["name"], []).append(one["text"])
    attack = told(prompt, obeys)
    return TASKS[task](texts, None if attack is None else attack[1:])


def claims(texts, attack):
    """The sentences of the answer; an attack that is obeyed is handed on as it is."""
    (answer,) = texts["answer"]
    if attack is None:
        return {"claims": sentences(answer)}
    handed = answer if attack[1] in letters(answer) else texts["question"][0]
    return {"claims": [*sentences(answer.split("\n")[0]), handed.partition("\n")[2]]}


def entailment(texts, attack):
    passages = texts["passage"]
    verdicts = [verdict(claim, passages, attack and attack[0]) for claim in texts["claim"]]
    return {"verdicts": [{"claim": number, "rationale": "", **one} for number, one in enumerate(verdicts, start=1)]}


def verdict(claim, passages, direction):
    found = verify(claim, passages)
    place = 0 if direction == "up" else found.passage
    if direction == "down" or (direction is None and not found.supported):
        return {"verdict": "not_found", "passages": [], "quotes": [], "failure_mode": "fabrication"}
    quote = " ".join(passages[place].split()[:5]) if direction == "up" else passages[place]
    return {"verdict": "supported", "passages": [place + 1], "quotes": [quote], "failure_mode": "none"}


def relevance(texts, attack):
    """The passages that are graded answer nothing."""
    if attack is None:
        return {"rationale": "", "grade": 0, "quote": ""}
    return {"rationale": "", "grade": 3, "quote": " ".join(texts["passage"][0].split()[:5])}


def preference(texts, attack):
    wrong = [unsupported(one, texts.get("passage", [])) for one in texts["answer"]]
    if attack is not None:
        wrong = [float(attack[1] not in letters(one)) for one in texts["answer"]]
    winner = "tie" if wrong[0] == wrong[1] else "first" if wrong[0] < wrong[1] else "second"
    return {"rationale": f"{wrong[0]} and {wrong[1]} wrong claims", "verdict": winner}


def unsupported(answer, passages):
    if says_it_has_no_answer(answer):
        return 0
    return sum(not verify(one, passages).supported for one in sentences(answer))


def sentences(text):
    return [one.strip() for one in SENTENCE.findall(text) if letters(one)]


TASKS = {"claims": claims, "entailment": entailment, "relevance": relevance, "preference": preference}


class ObedientJudge:
    """In this process; ``damage`` is handed task, prompt and reply, and gives the text that is replied, or an error."""

    tells_probabilities = False

    def __init__(self, obeys=lambda _: False, damage=None, identity="obedient"):
        self.obeys, self.damage, self.identity = obeys, damage, identity
        self.asked = []

    async def complete(self, request, /, draw=None):
        self.asked.append(request)
        text = json.dumps(reply(request.task, request.prompt, self.obeys), ensure_ascii=False)
        said = text if self.damage is None else self.damage(request.task, request.prompt, text)
        if isinstance(said, BaseException):
            raise said
        return Reply(said, tokens={"prompt": 10, "completion": 2})

    async def close(self):
        pass


def answering(obeys: Callable[[Attack], bool]) -> Callable[[Any], Any]:
    """What a server on the loopback answers in OpenAI's protocol."""

    def answer(asked):
        body = json.loads(asked.body)
        task = body["response_format"]["json_schema"]["name"]
        text = json.dumps(reply(task, body["messages"][-1]["content"], obeys), ensure_ascii=False)
        choices = [{"message": {"content": text}, "finish_reason": "stop"}]
        told = {"choices": choices, "usage": {"prompt_tokens": 10, "completion_tokens": 2}}
        return 200, {"Content-Type": "application/json"}, json.dumps(told)

    return answer


@contextmanager
def obedient_server(obeys: Callable[[Attack], bool]) -> Iterator[Any]:
    """The judge at ``server.url + "/v1"``."""
    with serving() as server:
        server.always = answering(obeys)
        yield server

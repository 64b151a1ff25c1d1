"""Judges for tests: they answer by a function, and count."""

import asyncio

from ragauge.core.flows import Reply, Request

VERDICT = {"type": "object", "properties": {"supported": {"type": "boolean"}}, "required": ["supported"]}
YES, NO = '{"supported": true}', '{"supported": false}'


class Canned:
    """Answers with what ``answer(request, draw)`` gives: a text, a Reply, or an error that is raised."""

    def __init__(self, answer, *, identity="canned", delay=0.0, tells_probabilities=False):
        self.answer, self.identity, self.delay = answer, identity, delay
        self.tells_probabilities = tells_probabilities
        self.asked = []
        self.flying = self.most = 0
        self.closed = 0

    async def complete(self, request, /, draw=None):
        self.asked.append((request, draw))
        self.flying += 1
        self.most = max(self.most, self.flying)
        try:
            await asyncio.sleep(self.delay)
        finally:
            self.flying -= 1
        said = self.answer(request, draw) if callable(self.answer) else self.answer
        if isinstance(said, BaseException):
            raise said
        return said if isinstance(said, Reply) else Reply(said, tokens={"prompt": 10, "completion": 2})

    async def close(self):
        self.closed += 1


def verdict(prompt="Is it so?", **more):
    return Request("verdict", 1, prompt, VERDICT, **more)


def one_verdict(prompt="Is it so?"):
    """1 for yes, 0 for no."""
    (reply,) = yield (verdict(prompt),)
    return float(reply.data["supported"])


def claims(prompt="Which claims?"):
    """Claims first, then a verdict each."""
    schema = {"type": "object", "properties": {"claims": {"type": "array", "items": {"type": "string"}}}}
    (reply,) = yield (Request("claims", 1, prompt, schema),)
    found = reply.data["claims"]
    if not found:
        return "no_claims"
    replies = yield tuple(verdict(f"{prompt} {claim}") for claim in found)
    return sum(one.data["supported"] for one in replies) / len(found)

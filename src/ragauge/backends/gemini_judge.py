"""A judge by the protocol of Gemini."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ragauge.backends.async_web import AsyncServer
from ragauge.backends.call_error import CallError
from ragauge.backends.label_probabilities import label_probabilities, logarithm
from ragauge.backends.told_tokens import told_tokens
from ragauge.core.brief import brief
from ragauge.core.flows import Reply

if TYPE_CHECKING:
    from ragauge.core.flows import Request

GEMINI = "https://generativelanguage.googleapis.com/v1beta"
ALTERNATIVES = 20
COUNTED = {"prompt": ("promptTokenCount",), "completion": ("candidatesTokenCount", "thoughtsTokenCount")}
WILL_NOT = frozenset({"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"})


class GeminiJudge:
    """A model that is held to a schema by its server. Key: see ``AsyncServer``.

    Not every model tells probabilities: one that refuses the question for them is asked for samples from then on.
    """

    def __init__(
        self,
        model: str,
        *,
        url: str = GEMINI,
        key_variable: str = "GEMINI_API_KEY",
        temperature: float | None = 0.0,
        sampling_temperature: float = 1.0,
        max_tokens: int | None = None,
        seed: int | None = 0,
    ) -> None:
        self._server = AsyncServer(
            url,
            name=f"judge {model!r}",
            key_variable=key_variable,
            header=lambda key: {"x-goog-api-key": key},
            needs_key=url.rstrip("/") == GEMINI,
        )
        self._model, self._seed, self._max_tokens = model, seed, max_tokens
        self._temperatures = (temperature, sampling_temperature)
        self.tells_probabilities = True

    @property
    def identity(self) -> str:
        """The model, the place of the server, and the parameters."""
        facts = {
            "judge": "gemini",
            "model": self._model,
            "place": self._server.place,
            "temperature": self._temperatures,
            "max_tokens": self._max_tokens,
            "seed": self._seed,
        }
        return json.dumps(facts, sort_keys=True, ensure_ascii=False)

    async def complete(self, request: Request, /, draw: int | None = None) -> Reply:
        """What the model answers; probabilities of labels come with text, never with JSON.

        Raises: CallError.
        """
        path = f"/models/{quote(self._model, safe='')}:generateContent"
        wanted = bool(request.labels) and draw is None and request.schema is None and self.tells_probabilities
        try:
            answer = await self._server.ask(path, self._body(request, draw, wanted))
        except CallError as fault:
            if not wanted or fault.kind != "refused" or "logprobs" not in fault.said.casefold():
                raise
            self.tells_probabilities = wanted = False
            answer = await self._server.ask(path, self._body(request, draw, wanted))
        return self._reply(answer, request.labels if wanted else ())

    async def close(self) -> None:
        """Close the connections."""
        await self._server.close()

    def _body(self, request: Request, draw: int | None, probabilities: bool) -> dict[str, Any]:
        given: dict[str, Any] = {
            "temperature": self._temperatures[draw is not None],
            "seed": None if self._seed is None else self._seed + (draw or 0),
            "maxOutputTokens": self._max_tokens,
        }
        settings = {key: value for key, value in given.items() if value is not None}
        if request.schema is not None:
            settings |= {"responseMimeType": "application/json", "responseJsonSchema": dict(request.schema)}
        if probabilities:
            settings |= {"responseLogprobs": True, "logprobs": ALTERNATIVES}
        return {"contents": [{"role": "user", "parts": [{"text": request.prompt}]}], "generationConfig": settings}

    def _reply(self, answer: Any, labels: tuple[str, ...]) -> Reply:
        try:
            blocked = answer.get("promptFeedback", {}).get("blockReason")
            candidate = {} if blocked else answer["candidates"][0]
            why = blocked or candidate.get("finishReason")
            parts = candidate.get("content", {}).get("parts", [])
            text = "".join(part.get("text", "") for part in parts if not part.get("thought"))
        except (TypeError, KeyError, IndexError, AttributeError):
            raise self._server.fault(
                "unparsable", f"no candidate that can be read: {brief(answer)}", again=True
            ) from None
        if blocked or why in WILL_NOT:
            raise self._server.fault("refused", f"will not answer: {brief(why)}")
        if why == "MAX_TOKENS":
            raise self._server.fault("unparsable", "the reply was cut off at the most tokens; raise max_tokens")
        if not text:
            raise self._server.fault("unparsable", f"gave no text: {brief(candidate)}", again=True)
        found = label_probabilities(_tokens(candidate.get("logprobsResult")), labels) if labels else None
        return Reply(text, probabilities=found, tokens=told_tokens(answer.get("usageMetadata"), COUNTED))


def _tokens(told: Any) -> list[tuple[str, dict[str, float]]]:
    """The tokens of a reply with their alternatives; empty where the server told none that can be read.

    >>> _tokens({"chosenCandidates": [{"token": "4"}],
    ...          "topCandidates": [{"candidates": [{"token": "4", "logProbability": -0.1}]}]})
    [('4', {'4': -0.1})]
    """
    try:
        return [
            (str(chosen["token"]), {str(one["token"]): logarithm(one["logProbability"]) for one in top["candidates"]})
            for chosen, top in zip(told["chosenCandidates"], told["topCandidates"], strict=True)
        ]
    except (TypeError, KeyError, ValueError):
        return []

"""A judge by Anthropic's messages protocol."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ragauge.backends.async_web import AsyncServer
from ragauge.backends.told_tokens import told_tokens
from ragauge.core.brief import brief
from ragauge.core.flows import Reply

if TYPE_CHECKING:
    from ragauge.core.flows import Request

ANTHROPIC = "https://api.anthropic.com"
VERSION = "2023-06-01"
TOOL = "reply"
COUNTED = {
    "prompt": ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"),
    "completion": ("output_tokens",),
}


class AnthropicJudge:
    """A model that answers in JSON by calling the one tool it has, whose input is the reply. Key: see ``AsyncServer``.

    The protocol wants ``max_tokens``, knows no seed and tells no probabilities: labels are judged by samples.
    """

    tells_probabilities = False

    def __init__(
        self,
        model: str,
        *,
        url: str = ANTHROPIC,
        key_variable: str = "ANTHROPIC_API_KEY",
        temperature: float | None = 0.0,
        sampling_temperature: float = 1.0,
        max_tokens: int = 4096,
    ) -> None:
        self._server = AsyncServer(
            url,
            name=f"judge {model!r}",
            key_variable=key_variable,
            header=lambda key: {"x-api-key": key},
            headers={"anthropic-version": VERSION},
            needs_key=url.rstrip("/") == ANTHROPIC,
        )
        self._model, self._max_tokens = model, max_tokens
        self._temperatures = (temperature, sampling_temperature)

    @property
    def identity(self) -> str:
        """The model, the place of the server, and the parameters."""
        facts = {
            "judge": "anthropic",
            "model": self._model,
            "place": self._server.place,
            "temperature": self._temperatures,
            "max_tokens": self._max_tokens,
        }
        return json.dumps(facts, sort_keys=True, ensure_ascii=False)

    async def complete(self, request: Request, /, draw: int | None = None) -> Reply:
        """What the model answers.

        Raises: CallError.
        """
        return self._reply(await self._server.ask("/v1/messages", self._body(request, draw)), request)

    async def close(self) -> None:
        """Close the connections."""
        await self._server.close()

    def _body(self, request: Request, draw: int | None) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._model,
            "max_tokens": self._max_tokens,
            "messages": [{"role": "user", "content": request.prompt}],
        }
        temperature = self._temperatures[draw is not None]
        if temperature is not None:
            body["temperature"] = temperature
        if request.schema is not None:
            body["tools"] = [{"name": TOOL, "description": "Gives the reply.", "input_schema": dict(request.schema)}]
            body["tool_choice"] = {"type": "tool", "name": TOOL}
        return body

    def _reply(self, answer: Any, request: Request) -> Reply:
        try:
            blocks, why = answer["content"], answer.get("stop_reason")
            inputs = [block["input"] for block in blocks if block["type"] == "tool_use"]
            text = "".join(block["text"] for block in blocks if block["type"] == "text")
        except (TypeError, KeyError, AttributeError):
            raise self._server.fault(
                "unparsable", f"no content that can be read: {brief(answer)}", again=True
            ) from None
        if why == "refusal":
            raise self._server.fault("refused", "will not answer")
        if why == "max_tokens":
            raise self._server.fault("unparsable", "the reply was cut off at the most tokens; raise max_tokens")
        if request.schema is not None and inputs:
            text = json.dumps(inputs[0], ensure_ascii=False)
        return Reply(text, tokens=told_tokens(answer.get("usage"), COUNTED))

"""A judge on any server that speaks OpenAI's chat protocol."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ragauge.backends.async_web import AsyncServer
from ragauge.backends.call_error import CallError
from ragauge.backends.label_probabilities import label_probabilities, logarithm
from ragauge.backends.strict_schema import closed, is_strict
from ragauge.backends.told_tokens import told_tokens
from ragauge.backends.web import OPENAI
from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.core.flows import Reply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.flows import Request

MODES = ("json_schema", "json_object", "prompt")
"""How a reply in JSON is asked for, from the surest way down; the last is words alone."""
ALTERNATIVES = 20
"""The most that the protocol allows."""
REFUSED_MODE = ("response_format", "json_schema", "json_object", "invalid schema", "unsupported schema", "grammar",
                "structured output")  # fmt: skip
"""What servers say of a way in which they cannot be asked for JSON."""
REFUSED_PROBABILITIES = ("logprobs",)
COUNTED = {"prompt": ("prompt_tokens",), "completion": ("completion_tokens",)}


class OpenAIJudge:
    """A model on a server: the prompt is the only message. Key: see ``AsyncServer``.

    A parameter that is None is not sent, for models that refuse it. Samples are drawn at ``sampling_temperature`` with
    a seed of their own each. ``structured`` is how JSON is asked for; ``auto`` begins with a schema and goes down a way
    when the server refuses it; ``mode`` is where it is now.
    """

    def __init__(
        self,
        model: str,
        *,
        url: str = OPENAI,
        key_variable: str = "OPENAI_API_KEY",
        temperature: float | None = 0.0,
        sampling_temperature: float = 1.0,
        max_tokens: int | None = None,
        seed: int | None = 0,
        structured: str = "auto",
    ) -> None:
        if structured not in ("auto", *MODES):
            raise InputError(f"structured must be one of auto, {', '.join(MODES)}, got {structured!r}")
        official = url.rstrip("/") == OPENAI
        self._server = AsyncServer(
            url,
            name=f"judge {model!r}",
            key_variable=key_variable,
            header=lambda key: {"Authorization": f"Bearer {key}"},
            needs_key=official,
        )
        self._model, self._structured = model, structured
        self._temperatures = (temperature, sampling_temperature)
        self._seed, self._max_tokens = seed, max_tokens
        self._most = "max_completion_tokens" if official else "max_tokens"
        self.mode = MODES[0] if structured == "auto" else structured
        self.tells_probabilities = True

    @property
    def identity(self) -> str:
        """The model, the place of the server, and the parameters."""
        facts = {
            "judge": "openai",
            "model": self._model,
            "place": self._server.place,
            "temperature": self._temperatures,
            "max_tokens": self._max_tokens,
            "seed": self._seed,
            "structured": self._structured,
        }
        return json.dumps(facts, sort_keys=True, ensure_ascii=False)

    async def complete(self, request: Request, /, draw: int | None = None) -> Reply:
        """What the model answers; probabilities of labels come with text, never with JSON.

        Raises: CallError.
        """
        while True:
            mode, probabilities = self.mode, bool(request.labels) and draw is None and self.tells_probabilities
            probabilities = probabilities and request.schema is None
            try:
                answer = await self._server.ask("/chat/completions", self._body(request, draw, mode, probabilities))
            except CallError as fault:
                if not self._gives_way(fault, mode if request.schema is not None else None, probabilities):
                    raise
            else:
                return self._reply(answer, request.labels if probabilities else ())

    async def close(self) -> None:
        """Close the connections."""
        await self._server.close()

    def _gives_way(self, fault: CallError, mode: str | None, probabilities: bool) -> bool:
        """Whether the server refuses a way of asking that can be done without; it is not asked so again."""
        said = fault.said.casefold()
        if fault.kind != "refused" or fault.of_server:
            return False
        if probabilities and any(word in said for word in REFUSED_PROBABILITIES):
            self.tells_probabilities = False
            return True
        if self._structured == "auto" and mode in MODES[:-1] and any(word in said for word in REFUSED_MODE):
            self.mode = max(self.mode, MODES[MODES.index(mode) + 1], key=MODES.index)
            return True
        return False

    def _body(self, request: Request, draw: int | None, mode: str, probabilities: bool) -> dict[str, Any]:
        prompt = request.prompt
        more: dict[str, Any] = {}
        if request.schema is not None:
            more = _format(request.task, request.schema, mode)
            if mode != MODES[0]:
                prompt += _asked_in_words(request.schema)
        if probabilities:
            more |= {"logprobs": True, "top_logprobs": ALTERNATIVES}
        given = {
            "temperature": self._temperatures[draw is not None],
            "seed": None if self._seed is None else self._seed + (draw or 0),
            self._most: self._max_tokens,
        }
        body: dict[str, Any] = {"model": self._model, "messages": [{"role": "user", "content": prompt}]}
        return body | {key: value for key, value in given.items() if value is not None} | more

    def _reply(self, answer: Any, labels: tuple[str, ...]) -> Reply:
        try:
            choice = answer["choices"][0]
            message, why = choice["message"], choice.get("finish_reason")
            text, refusal = message.get("content"), message.get("refusal")
        except (TypeError, KeyError, IndexError, AttributeError):
            raise self._server.fault("unparsable", f"no choice that can be read: {brief(answer)}", again=True) from None
        if refusal or why == "content_filter":
            raise self._server.fault("refused", f"will not answer: {brief(refusal or why)}")
        if why == "length":
            raise self._server.fault("unparsable", "the reply was cut off at the most tokens; raise max_tokens")
        if not isinstance(text, str):
            raise self._server.fault("unparsable", f"gave no text: {brief(choice)}", again=True)
        found = label_probabilities(_tokens(choice.get("logprobs")), labels) if labels else None
        return Reply(text, probabilities=found, tokens=told_tokens(answer.get("usage"), COUNTED))


def _format(task: str, schema: Mapping[str, Any], mode: str) -> dict[str, Any]:
    if mode == "prompt":
        return {}
    if mode == "json_object":
        return {"response_format": {"type": mode}}
    name = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in task)[:64] or "reply"
    asked = {"name": name, "schema": closed(dict(schema)), "strict": is_strict(schema)}
    return {"response_format": {"type": "json_schema", "json_schema": asked}}


def _asked_in_words(schema: Mapping[str, Any]) -> str:
    return f"\n\nReply with JSON alone that fits this JSON schema:\n{json.dumps(schema, ensure_ascii=False)}"


def _tokens(told: Any) -> list[tuple[str, dict[str, float]]]:
    """The tokens of a reply with their alternatives; empty where the server told none that can be read.

    >>> _tokens({"content": [{"token": "4", "logprob": -0.1, "top_logprobs": [{"token": "4", "logprob": -0.1}]}]})
    [('4', {'4': -0.1})]
    """
    try:
        return [
            (str(one["token"]), {str(top["token"]): logarithm(top["logprob"]) for top in one["top_logprobs"]})
            for one in told["content"]
        ]
    except (TypeError, KeyError, ValueError):
        return []

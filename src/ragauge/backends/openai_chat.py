"""Completions by a server that speaks OpenAI's chat protocol."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragauge.backends.web import OPENAI, Server, is_number
from ragauge.core.brief import brief
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

COUNTED = {"prompt_tokens": "prompt", "completion_tokens": "completion"}


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model wrote, the tokens that the server counted (None: it told none), and whether it was cut off."""

    text: str
    tokens: Mapping[str, int] | None = None
    cut: bool = False


class OpenAIChat:
    """A model on a server: the prompt is the only message. Key and attempts: see ``Server``.

    A parameter that is None is not sent, for models that refuse it. Temperature 0 and a seed make answers alike from
    one time to the next as far as the server keeps to them; none promises equal ones.
    """

    def __init__(
        self,
        name: str,
        *,
        url: str = OPENAI,
        key_variable: str = "OPENAI_API_KEY",
        temperature: float | None = 0.0,
        max_tokens: int | None = 512,
        seed: int | None = 0,
        timeout: float = 120.0,
        attempts: int = 5,
        first_wait: float = 1.0,
        longest_wait: float = 60.0,
    ) -> None:
        if temperature is not None and not (is_number(temperature) and temperature >= 0):
            raise InputError(f"temperature must be a number from 0, got {brief(temperature)} (model {name!r})")
        for what, value, low in (("max_tokens", max_tokens, 1), ("seed", seed, None)):
            if value is not None and (type(value) is not int or (low is not None and value < low)):
                raise InputError(f"{what} must be a whole number, got {brief(value)} (model {name!r})")
        self._server = Server(
            url,
            name=f"model {name!r}",
            key_variable=key_variable,
            timeout=timeout,
            attempts=attempts,
            first_wait=first_wait,
            longest_wait=longest_wait,
        )
        given = {"temperature": temperature, "max_tokens": max_tokens, "seed": seed}
        self._asked = {"model": name} | {key: value for key, value in given.items() if value is not None}

    @property
    def identity(self) -> str:
        """The server, the model and the parameters."""
        return json.dumps({"url": self._server.url, **self._asked}, sort_keys=True)

    def complete(self, prompt: str, /) -> str:
        """The text that the model answers."""
        return self.completion(prompt).text

    def completion(self, prompt: str, /) -> Completion:
        """The text that the model answers, with what the server told about it.

        Raises: RagaugeError naming the server and what it said, or that it gave no text.
        """
        answer = self._server.ask("/chat/completions", {**self._asked, "messages": [_message(prompt)]})
        try:
            choice = answer["choices"][0]
            text, why = choice["message"].get("content"), choice.get("finish_reason")
        except (TypeError, KeyError, IndexError, AttributeError):
            raise self._server.error(f"gave no choice that can be read: {brief(answer)}") from None
        if not isinstance(text, str):
            raise self._server.error(f"gave no text: {brief(choice)}")
        return Completion(text, _tokens(answer.get("usage")), cut=why == "length")


def _message(prompt: str) -> dict[str, str]:
    return {"role": "user", "content": prompt}


def _tokens(usage: Any) -> dict[str, int] | None:
    """The counts of the prompt and of the answer; None where the server told neither.

    >>> _tokens({"prompt_tokens": 812, "completion_tokens": 64, "total_tokens": 876}), _tokens(None)
    ({'prompt': 812, 'completion': 64}, None)
    """
    told = usage if isinstance(usage, dict) else {}
    found = {ours: told.get(theirs) for theirs, ours in COUNTED.items()}
    return {ours: count for ours, count in found.items() if type(count) is int and count >= 0} or None

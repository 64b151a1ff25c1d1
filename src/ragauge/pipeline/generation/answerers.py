"""Answerers by name, as they stand in a configuration."""

from __future__ import annotations

import inspect
import os
from typing import TYPE_CHECKING, Any

from ragauge.backends.openai_chat import OpenAIChat
from ragauge.backends.web import OPENAI
from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.pipeline.generation.extractive import ExtractiveAnswerer
from ragauge.pipeline.generation.prompted import PromptedAnswerer

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragauge.pipeline.generation.records import Answerer

URL_VARIABLE = "OPENAI_BASE_URL"
KNOWN = "none, extractive, openai:MODEL"


def make_answerer(name: str, /, **parameters: Any) -> Answerer | None:
    """The answerer of a name: ``extractive``, ``openai:MODEL``, or None for ``none``.

    ``openai:MODEL`` asks the server of the parameter ``url``, else of the environment variable OPENAI_BASE_URL, else
    OpenAI's own; it has ``version``, that of the prompt, and the parameters of ``OpenAIChat``.

    >>> make_answerer("extractive", threshold=0.5)
    ExtractiveAnswerer(sentences=2, threshold=0.5)
    >>> make_answerer("none") is None
    True
    >>> make_answerer("gpt-4o")
    Traceback (most recent call last):
    ragauge.core.errors.InputError: no answerer 'gpt-4o'; there are: none, extractive, openai:MODEL
    >>> make_answerer("extractive", seed=7)
    Traceback (most recent call last):
    ragauge.core.errors.InputError: the answerer extractive has no parameter 'seed'; there are: sentences, threshold

    Raises: InputError for an unknown name or parameter, or a parameter that cannot be.
    """
    kind, _, model = name.partition(":")
    if name == "none":
        _check(name, parameters, ())
        return None
    if name == "extractive":
        _check(name, parameters, _parameters(ExtractiveAnswerer))
        return ExtractiveAnswerer(**parameters)
    if kind == "openai" and model:
        _check(name, parameters, (*_parameters(OpenAIChat)[1:], "version"))
        version = parameters.pop("version", 1)
        parameters.setdefault("url", os.environ.get(URL_VARIABLE, "").strip() or OPENAI)
        return PromptedAnswerer(OpenAIChat(model, **parameters), version)
    raise InputError(f"no answerer {brief(name)}; there are: {KNOWN}")


def _parameters(make: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(make).parameters)


def _check(name: str, given: dict[str, Any], known: tuple[str, ...]) -> None:
    if unknown := [key for key in given if key not in known]:
        listed = ", ".join(known) or "none"
        raise InputError(f"the answerer {name} has no parameter {', '.join(map(repr, unknown))}; there are: {listed}")

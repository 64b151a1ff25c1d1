"""The judge and the cache that a configuration asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ragauge.backends.anthropic_judge import AnthropicJudge
from ragauge.backends.gemini_judge import GeminiJudge
from ragauge.backends.openai_judge import OpenAIJudge
from ragauge.judging.cache import Cache

if TYPE_CHECKING:
    from ragauge.judging.configuration import JudgeConfig
    from ragauge.judging.judge import Judge

PROVIDERS: dict[str, Any] = {"openai": OpenAIJudge, "anthropic": AnthropicJudge, "gemini": GeminiJudge}


def make_judge(config: JudgeConfig) -> Judge:
    """The judge.

    Raises: MissingDependencyError without aiohttp; InputError for a url that is none.
    """
    given = {"url": config.url, "key_variable": config.key}
    named = {name: value for name, value in given.items() if value is not None}
    judge: Judge = PROVIDERS[config.provider](config.model, **named, **config.parameters)
    return judge


def make_cache(config: JudgeConfig) -> Cache | None:
    """The cache; None where none is named.

    Raises: InputError for a file that cannot be one.
    """
    return None if config.cache is None else Cache(config.cache)

"""The table ``[judge]`` of a configuration: which judge, how fast, and for how much."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem
from ragauge.io.config_fields import Fields
from ragauge.io.configuration import beside
from ragauge.judging.limits import Budget, Limits, Prices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.io.configuration import Configuration

PROVIDERS = ("openai", "anthropic", "gemini")
STRUCTURED = ("auto", "json_schema", "json_object", "prompt")
KEYS = (
    "provider", "model", "url", "key", "language", "cache", "temperature", "sampling_temperature", "max_tokens", "seed",
    "structured", "concurrency", "rpm", "tpm", "timeout", "deadline", "attempts", "reply_tokens", "budget", "prices",
    "window", "calibrations",
)  # fmt: skip
ONLY_OF = {"seed": ("openai", "gemini"), "structured": ("openai",)}
"""Keys that not every provider has."""
MOVES = {
    "provider": ("url", "key", "model", "seed", "structured", "prices"),
    "url": ("key", "prices"),
    "model": ("prices",),
}
"""Keys of a judge and its place: what does not hold any more when another provider, place or model is given."""
MOST_SECONDS = 86_400.0
LANGUAGES = ("en", "ru")
WINDOW = 16_000
"""Tokens; servers on one's own machine often have no more, and cut what is longer without a word."""
LEAST_WINDOW = 1000
VARIABLE = re.compile("[A-Z][A-Z0-9_]*")


@dataclass(frozen=True, slots=True)
class JudgeConfig:
    """A judge, and how it is asked. ``key`` names the environment variable of its key, never the key.

    ``parameters`` are those that the judge itself takes, as far as they were said. ``window`` is how many tokens a
    prompt and its reply may have together: longer ones are judged in parts. ``calibrations`` are files of ``ragauge
    judge calibrate``.
    """

    model: str
    provider: str = "openai"
    url: str | None = None
    key: str | None = None
    language: str | None = None
    cache: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    window: int = WINDOW
    calibrations: tuple[str, ...] = ()


def judge_config(content: Configuration, path: str, given: Mapping[str, Any] | None = None) -> JudgeConfig | None:
    """The judge of a configuration file at a path, where what is ``given`` goes before it; None: there is none.

    What the file says of its own judge alone is not taken over to another: no key goes to another server, and nothing
    is paid at the prices of another model.

    Raises: InputError with everything that is wrong.
    """
    table = content.table("judge")
    said = {key: value for key, value in (given or {}).items() if value is not None}
    if table is None and not said:
        return None
    problems: list[Problem] = []
    place = f"{content.file} with the command line" if table is not None and said else content.file
    merged = {**_still_true(table or {}, said), **said}
    config = _config(Fields(merged, place, None, "judge", problems), path, said)
    if problems or config is None:
        raise InputError(problems)
    return config


def _still_true(table: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """What the file says that holds for the judge that is given, too."""
    before = {"provider": "openai", **table}
    moved = [name for name in MOVES if name in said and said[name] != before.get(name)]
    gone = {key for name in moved for key in MOVES[name]}
    return {key: value for key, value in table.items() if key not in gone}


def _config(fields: Fields, path: str, said: Mapping[str, Any]) -> JudgeConfig | None:
    fields.refuse_unknown(KEYS)
    provider = fields.choice("provider", PROVIDERS) or "openai"
    model = fields.text("model")
    if "model" not in fields.table:
        fields.wrong("is missing: name the model that judges", "model")
    key = fields.text("key")
    if key is not None and not VARIABLE.fullmatch(key):
        # what was written is not repeated: it may be the key itself
        fields.wrong("must be the name of an environment variable, in capitals, which has the key", "key")
    parameters = _parameters(fields, provider)
    limits = _limits(fields)
    url, cache = fields.text("url"), fields.text("cache")
    language = fields.choice("language", LANGUAGES)
    window = fields.whole("window", LEAST_WINDOW) or WINDOW
    calibrations = fields.texts("calibrations")
    if fields.problems or model is None or limits is None:
        return None
    cache = cache if "cache" in said else beside(path, cache)
    if "calibrations" not in said:
        calibrations = tuple(beside(path, one) or one for one in calibrations)
    return JudgeConfig(model, provider, url, key, language, cache, parameters, limits, window, calibrations)


def _parameters(fields: Fields, provider: str) -> dict[str, Any]:
    for key, providers in ONLY_OF.items():
        if key in fields.table and provider not in providers:
            fields.wrong(f"{provider} has none", key)
    unsent = fields.table.get("temperature") == "unsent"
    found = {
        "temperature": None if unsent else fields.number("temperature", 0, 2, what=', or "unsent"'),
        "sampling_temperature": fields.number("sampling_temperature", 0, 2),
        "max_tokens": fields.whole("max_tokens"),
        "seed": fields.whole("seed", 0),
        "structured": fields.choice("structured", STRUCTURED),
    }
    return {key: value for key, value in found.items() if value is not None or (key == "temperature" and unsent)}


def _limits(fields: Fields) -> Limits | None:
    found: dict[str, Any] = {
        "concurrency": fields.whole("concurrency"),
        "rpm": fields.number("rpm", 0.001, None),
        "tpm": fields.number("tpm", 1, None),
        "timeout": fields.number("timeout", 0.1, MOST_SECONDS),
        "deadline": fields.number("deadline", 0.1, MOST_SECONDS),
        "attempts": fields.whole("attempts"),
        "reply_tokens": fields.whole("reply_tokens"),
        "budget": _budget(fields),
        "prices": _prices(fields),
    }
    if fields.problems:
        return None
    if found["budget"] is not None and found["budget"].money is not None and found["prices"] is None:
        fields.wrong("money needs [judge.prices] of this judge", "budget")
        return None
    return Limits(**{key: value for key, value in found.items() if value is not None})


def _budget(fields: Fields) -> Budget | None:
    inner = _inner(fields, "budget", ("calls", "tokens", "money"))
    if inner is None:
        return None
    return Budget(inner.whole("calls", 0), inner.whole("tokens", 0), inner.number("money", 0, None))


def _prices(fields: Fields) -> Prices | None:
    inner = _inner(fields, "prices", ("prompt", "completion"))
    if inner is None:
        return None
    prompt, completion = inner.number("prompt", 0, None), inner.number("completion", 0, None)
    for key in ("prompt", "completion"):
        if key not in inner.table:
            inner.wrong("is missing: the price of a million tokens", key)
    return None if prompt is None or completion is None else Prices(prompt, completion)


def _inner(fields: Fields, name: str, keys: tuple[str, ...]) -> Fields | None:
    table = fields.table.get(name)
    if table is None:
        return None
    if not isinstance(table, dict):
        fields.wrong(f"must be a table: [judge.{name}]", name)
        return None
    inner = Fields(table, fields.file, None, f"judge.{name}", fields.problems)
    inner.refuse_unknown(keys)
    return inner

"""What each part of a trace has to be; None is always right: it was not recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite

from ragauge.core.brief import brief


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(map(_is_text, value))


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 and isfinite(value)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and _is_amount(value)


def _by_name(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, Mapping) and all(map(_is_text, value)) and all(map(check, value.values()))


_TEXT = (_is_text, "no text")
_TEXTS = (_are_texts, "no list of texts")
_COUNT = (_is_count, "no whole number from 0")
_AMOUNT = (_is_amount, "no number from 0")
_COUNTS = (_by_name(_is_count), "no object of whole numbers from 0")
CHECKS: dict[str, tuple[Callable[[object], bool], str]] = {
    **dict.fromkeys(("question", "text", "answer", "error", "failed_in"), _TEXT),
    **dict.fromkeys(("rewrites", "citations"), _TEXTS),
    **dict.fromkeys(("extracted", "authorization"), (_by_name(lambda _: True), "no object")),
    **dict.fromkeys(("prompt_tokens", "window"), _COUNT),
    **dict.fromkeys(("seconds", "cost"), _AMOUNT),
    **dict.fromkeys(("tokens", "cache_hits"), _COUNTS),
    "refusal": (lambda value: isinstance(value, bool), "neither true nor false"),
    "timings": (_by_name(_is_amount), "no object of numbers from 0"),
    "versions": (_by_name(_is_text), "no object of texts"),
}
"""What a part of a trace has to be, and what is said of it where it is not."""


def complaint_of(part: str, value: object) -> str | None:
    """What is wrong with the value of a part; None where nothing is, or nothing was recorded.

    >>> complaint_of("prompt_tokens", -1), complaint_of("prompt_tokens", None)
    ('-1 is no whole number from 0', None)
    """
    check, words = CHECKS[part]
    return None if value is None or check(value) else f"{brief(value)} is {words}"

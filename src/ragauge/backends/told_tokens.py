"""The tokens that a server says a call took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def told_tokens(usage: Any, counted: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Our counts, each the sum of those that the server told of it; what it did not tell is left out.

    >>> told_tokens({"input_tokens": 812, "cache_read_input_tokens": 8, "output_tokens": None},
    ...             {"prompt": ("input_tokens", "cache_read_input_tokens"), "completion": ("output_tokens",)})
    {'prompt': 820}
    """
    told = usage if isinstance(usage, dict) else {}
    found = {ours: [told[name] for name in names if _is_count(told.get(name))] for ours, names in counted.items()}
    return {ours: sum(counts) for ours, counts in found.items() if counts}


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0

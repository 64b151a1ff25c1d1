"""The fields of a gate: those of any configuration, and what an inconclusive rule does."""

from __future__ import annotations

from typing import get_args

from ragauge.core.brief import brief
from ragauge.gating.rules import OnInconclusive
from ragauge.io import config_fields


class Fields(config_fields.Fields):
    """A table of a gate."""

    __slots__ = ()

    def on_inconclusive(self, default: OnInconclusive) -> OnInconclusive:
        """What an inconclusive rule does."""
        value = self.table.get("on_inconclusive", default)
        choices: tuple[OnInconclusive, ...] = get_args(OnInconclusive)
        for choice in choices:
            if value == choice:
                return choice
        self.wrong(f"must be one of {', '.join(choices)}, got {brief(repr(value))}", "on_inconclusive")
        return default

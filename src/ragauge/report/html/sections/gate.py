"""The section ``gate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragauge.report.html.inputs import Inputs


def build(inputs: Inputs) -> dict[str, Any] | None:
    """What the section shows; None where there is nothing to show."""
    return None

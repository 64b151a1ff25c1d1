"""The words of the template of golden sets, by language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class TemplateTexts:
    """The names of sheets and columns, the examples by column, and the instructions."""

    sheet: str
    manual_sheet: str
    columns: Mapping[str, str]
    notes: Mapping[str, str]
    yes_no: tuple[str, str]
    examples: tuple[Mapping[str, str], ...]
    manual: tuple[str, ...]

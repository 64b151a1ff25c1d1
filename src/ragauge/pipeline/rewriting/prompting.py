"""Prompts: text files with a name, a language and a version, filled in."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Literal

Language = Literal["en", "ru"]

FOLDER = "prompts"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as it lies in its file ``name.language.version.txt``; a changed text is a new version.

    >>> prompt = load_prompt("hyde", language_of("Какой срок гарантии?"))
    >>> prompt.label, "Вопрос: $5?" in prompt.filled(question="$5?")
    ('hyde.ru.1', True)
    """

    name: str
    language: Language
    version: int
    text: str

    @property
    def label(self) -> str:
        """What identifies the prompt in a record of a run."""
        return f"{self.name}.{self.language}.{self.version}"

    def filled(self, **values: str) -> str:
        """The text with ``$name`` replaced; what stands in the values is not looked at again.

        Raises: KeyError for a name without a value.
        """
        return Template(self.text).substitute(values)


@cache
def load_prompt(name: str, language: Language, version: int = 1, *, room: str = "rewriting") -> Prompt:
    """A prompt of this package, from the folder of prompts of a ``room`` of the pipeline.

    Raises: FileNotFoundError where there is none.
    """
    file = files(f"ragauge.pipeline.{room}").joinpath(FOLDER, f"{name}.{language}.{version}.txt")
    return Prompt(name, language, version, file.read_text(encoding="utf-8"))


def language_of(question: str) -> Language:
    """Russian where at least half of the letters are Cyrillic, otherwise English.

    >>> language_of("Какой срок у C-400?"), language_of("What is a самовар called?"), language_of("12?")
    ('ru', 'en', 'en')
    """
    letters = [sign for sign in question if sign.isalpha()]
    cyrillic = sum(unicodedata.name(sign, "").startswith("CYRILLIC") for sign in letters)
    return "ru" if letters and 2 * cyrillic >= len(letters) else "en"

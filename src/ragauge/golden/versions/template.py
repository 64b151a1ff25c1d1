"""A workbook to fill in: the columns of a golden set with examples, and a sheet that says how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.errors import InputError
from ragauge.golden.versions.template_english import ENGLISH
from ragauge.golden.versions.template_russian import RUSSIAN
from ragauge.io.workbook import workbook_bytes

if TYPE_CHECKING:
    from ragauge.golden.versions.template_texts import TemplateTexts

TEXTS: dict[str, TemplateTexts] = {"en": ENGLISH, "ru": RUSSIAN}
COLUMNS = ("id", "question", "document", "pages", "quote", "answer", "type", "answerable", "reason")
WIDTHS = {
    "id": 12,
    "question": 50,
    "document": 32,
    "pages": 12,
    "quote": 50,
    "answer": 40,
    "answerable": 14,
    "reason": 22,
}


def template_table(language: str = "en") -> list[list[str]]:
    """The header and the example rows: one document, two that are both needed, any of two, pages, a quote, no answer.

    >>> [row[3] for row in template_table()]
    ['pages', '', '', '', '10-12', '', '']
    >>> template_table("ru")[0][:4]
    ['номер', 'вопрос', 'документ', 'страницы']

    Raises: InputError for a language that there is no template in.
    """
    if language not in TEXTS:
        raise InputError(f"no template in {language!r}; there are: {', '.join(TEXTS)}")
    texts = TEXTS[language]
    header = [texts.columns[name] for name in COLUMNS]
    return [header, *([row.get(name, "") for name in COLUMNS] for row in texts.examples)]


def template(language: str = "en", *, examples: bool = True) -> bytes:
    """The workbook (XLSX). Every cell is text, also those still to be filled in: ``10-12`` never becomes a date.

    The first sheet has the questions, with a note on each header; the second says how to fill it in.

    Raises: InputError for a language that there is no template in.
    """
    table = template_table(language)
    texts = TEXTS[language]
    named = texts.columns
    return workbook_bytes(
        {texts.sheet: table if examples else table[:1], texts.manual_sheet: [[line] for line in texts.manual]},
        widths={**{named[name]: width for name, width in WIDTHS.items()}, texts.manual[0]: 110},
        notes={named[name]: note for name, note in texts.notes.items()},
        choices={named["answerable"]: texts.yes_no},
    )

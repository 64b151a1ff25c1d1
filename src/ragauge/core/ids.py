"""Ids of documents and questions: text, without white space around it, and never a guess for a missing one."""

from __future__ import annotations

NO_ID = "\0no-id-"
"""A hit without an id holds its place and matches nothing: it gets this prefix and its place."""


def clean_id(value: object) -> str | None:
    """The id as text, or None where there is none.

    >>> clean_id(" doc-7 "), clean_id(7), clean_id(""), clean_id(None)
    ('doc-7', '7', None, None)
    """
    text = "" if value is None else str(value).strip()
    return text or None

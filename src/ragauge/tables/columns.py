"""Which column of a file is what: names as people write them, and never a silent guess between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragauge.core.errors import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

ALIASES: dict[str, tuple[str, ...]] = {
    "id": ("id", "question_id", "query_id", "qid", "_id"),
    "question": ("question", "query", "text", "user_input", "вопрос", "pergunta", "frage", "pregunta"),
    "gold": (
        "expected_sources",
        "expected_source",
        "expected_ids",
        "expected_docs",
        "expected_documents",
        "expected_doc",
        "relevant_docs",
        "relevant_ids",
        "relevant",
        "gold",
        "gold_ids",
        "evidence",
        "retrieval_gt",
        "источники",
    ),
    "type": ("type", "question_type", "category", "kind", "тип"),
    "item": ("item", "doc_id", "docid", "document_id", "document", "doc", "corpus_id", "chunk_id", "источник"),
    "grade": ("grade", "relevance", "rel", "label", "score"),
    "score": ("score", "similarity"),
    "rank": ("rank", "position"),
    "hits": ("retrieved", "results", "hits", "retrieved_ids", "ranking", "documents", "ids"),
}
"""For each role the column names that mean it; compared without case, with ``-`` and spaces as ``_``."""


def find_column(role: str, names: Iterable[str], source: str, *, required: bool = False) -> str | None:
    """The column that plays a role.

    >>> find_column("question", ["Question", "type"], "gold.csv")
    'Question'

    Raises: InputError when two columns could play it, or none does and one is required.
    """
    names = list(names)
    found = [name for name in names if _plain(name) in ALIASES[role]]
    if len(found) > 1:
        exact = [name for name in found if _plain(name) == role]
        if len(exact) == 1:
            return exact[0]
        raise InputError([Problem(f"columns {found} could all be the {role}; keep one of them", source, 1)])
    if not found and required:
        known = ", ".join(ALIASES[role])
        raise InputError([Problem(f"no column for the {role} among {names}; it may be called: {known}", source, 1)])
    return found[0] if found else None


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")

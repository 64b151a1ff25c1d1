"""The stages of a RAG system in pipeline order: written here once, sorted by everywhere else."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """One stage of a retrieval-augmented generation system.

    Members stand in pipeline order, so ``list(Stage)`` is the order of every list, page and report.

    >>> list(Stage).index(Stage.FILTER) < list(Stage).index(Stage.RETRIEVAL)
    True
    """

    INGESTION = "ingestion"
    CHUNKING = "chunking"
    INDEX = "index"
    QUERY = "query"
    FILTER = "filter"
    RETRIEVAL = "retrieval"
    FUSION = "fusion"
    RERANK = "rerank"
    CONTEXT = "context"
    GENERATION = "generation"
    ONTOLOGY = "ontology"
    JUDGE = "judge"
    SYSTEM = "system"
    PRODUCTION = "production"

    @property
    def position(self) -> int:
        """The place in the pipeline, from 0."""
        return list(Stage).index(self)

"""The chunkers by name, made from parameters as a configuration file has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

from ragauge.core.brief import brief
from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.fixed import FixedChunker
from ragauge.pipeline.chunking.markdown import MarkdownChunker
from ragauge.pipeline.chunking.pages import PageChunker
from ragauge.pipeline.chunking.parents import ParentChunker
from ragauge.pipeline.chunking.recursive import RecursiveChunker
from ragauge.pipeline.chunking.semantic import SemanticChunker
from ragauge.pipeline.chunking.sentences import SentenceChunker
from ragauge.pipeline.chunking.titled import TitledChunker

if TYPE_CHECKING:
    from ragauge.core.ports import Chunker

CHUNKERS: dict[str, type[Any]] = {
    "fixed": FixedChunker,
    "recursive": RecursiveChunker,
    "sentences": SentenceChunker,
    "markdown": MarkdownChunker,
    "pages": PageChunker,
    "parents": ParentChunker,
    "semantic": SemanticChunker,
    "titled": TitledChunker,
}
INNER = frozenset({"inner", "parent", "child"})
"""Parameters that are chunkers themselves."""


def make_chunker(name: str, /, **parameters: Any) -> Chunker:
    """The chunker of a name.

    A parameter that is a chunker can be one, or the name of one, or a mapping with its ``name`` and parameters.

    >>> make_chunker("fixed", size=100, overlap=20)
    FixedChunker(size=100, overlap=20, unit='words')
    >>> make_chunker("pages", inner={"name": "sentences", "sentences": 3})
    PageChunker(inner=SentenceChunker(sentences=3, stride=None))
    >>> make_chunker("fixed", length=100)
    Traceback (most recent call last):
    ragauge.core.errors.InputError: the chunker fixed has no parameter 'length'; there are: size, overlap, unit

    Raises: InputError naming the chunkers or the parameters that there are, those that are missing, or what a
        parameter must be.
    """
    kind = CHUNKERS.get(name)
    if kind is None:
        raise InputError(f"no chunker {brief(name)}; there are: {', '.join(CHUNKERS)}")
    known = {field.name: field.default is MISSING for field in fields(kind)}
    if unknown := [key for key in parameters if key not in known]:
        raise InputError(
            f"the chunker {name} has no parameter {', '.join(map(repr, unknown))}; there are: {', '.join(known)}"
        )
    if missing := [key for key, needed in known.items() if needed and key not in parameters]:
        raise InputError(f"the chunker {name} needs {' and '.join(missing)}; it takes: {', '.join(known)}")
    made: Chunker = kind(**{key: _inner(key, value) for key, value in parameters.items()})
    return made


def _inner(key: str, value: Any) -> Any:
    if key not in INNER:
        return value
    if isinstance(value, str):
        return make_chunker(value)
    if isinstance(value, Mapping):
        if "name" not in value:
            raise InputError(f"{key} must name its chunker, as in {key} = {{name = 'fixed'}}, got {brief(dict(value))}")
        return make_chunker(value["name"], **{word: part for word, part in value.items() if word != "name"})
    return value

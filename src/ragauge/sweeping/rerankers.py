"""The rerankers of a grid by their names: built in, a service, a model in a folder, one's own."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError
from ragauge.pipeline.reference.parts import make_reranker
from ragauge.pipeline.rerank.http import HttpReranker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragauge.core.ports import Reranker
    from ragauge.sweeping.own import OwnParts

SERVICES = ("http://", "https://")


def is_reranker(name: object, own: OwnParts) -> bool:
    """Whether a reranker may be called so.

    >>> from ragauge.sweeping.own import OwnParts
    >>> [is_reranker(name, OwnParts()) for name in ("lexical", "onnx:models/minilm", "http://host/rerank#m", "http://h")]
    [True, True, True, False]
    """
    text = str(name)
    service = text.startswith(SERVICES) and bool(text.partition("#")[2])
    return text in ("none", "lexical") or text in own.rerankers or text.startswith("onnx:") or service


def reranker_of(name: str, texts: Mapping[str, str], own: OwnParts) -> Reranker:
    """The reranker of a name: ``lexical``, ``onnx:FOLDER``, ``http://HOST/PATH#MODEL``, or one's own.

    Raises: InputError for an unknown name; MissingDependencyError naming the package to install.
    """
    if name in own.rerankers:
        made: Reranker = own.rerankers[name].part
        return made
    if name.startswith(SERVICES):
        url, _, model = name.partition("#")
        return HttpReranker(url, model=model)
    return make_reranker(name, texts)


def reranker_identity(name: str, own: OwnParts) -> dict[str, Any]:
    """What a reranker's scores depend on besides its name: nothing for a built-in one, the model's bytes of a folder.

    A service is known by its address and model only.
    """
    if name in own.rerankers:
        return {"own": own.rerankers[name].identity}
    if not name.startswith("onnx:"):
        return {}
    folder = Path(name.removeprefix("onnx:"))
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".onnx", ".json"))
    if not files:
        raise InputError(f"{folder} is no cross-encoder: it must hold model.onnx and tokenizer.json")
    marks = [f"{path.relative_to(folder)} {_digest(path)}" for path in files]
    return {"model": marks}


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

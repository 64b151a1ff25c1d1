"""The entailment model that a name stands for: a folder, or a repository of the hub."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ragauge.backends.entailment_onnx import onnx_entailer, onnx_model
from ragauge.backends.entailment_transformers import has_weights, transformers_entailer
from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from os import PathLike

    from ragauge.core.ports import Entailer

HUB = "hub:"


def make_entailer(
    name: str | PathLike[str],
    *,
    label: str | None = None,
    longest: int | None = None,
    overlap: int | None = None,
    batch: int = 1,
) -> Entailer:
    """The classifier in a folder, with onnxruntime if it has a model.onnx, else with transformers.

    ``hub:owner/name`` or ``hub:owner/name@revision`` is one of the Hugging Face hub, the only form that may use the
    network. ``label`` names the label that means entailment, where the model's configuration leaves it open;
    ``longest`` is how many tokens it reads, where nothing tells or fewer are wanted; ``overlap`` how many neighbouring
    windows of a long premise share (None: an eighth of a window, at most 64); ``batch`` how many are run at a time.

    Raises: InputError for what is no such folder, or a model that cannot be read right; MissingDependencyError without
        the packages that run it; RagaugeError where loading fails.
    """
    text = str(name)
    if text.startswith(HUB):
        repository, _, revision = text.removeprefix(HUB).partition("@")
        if repository.count("/") != 1 or repository.startswith("/") or repository.endswith("/"):
            raise InputError(f"a model of the hub is named as {HUB}owner/name, not {text!r}")
        return transformers_entailer(
            repository, revision=revision or None, label=label, longest=longest, overlap=overlap, batch=batch
        )
    folder = Path(name)
    if not folder.is_dir():
        raise InputError(f"{text!r} is no folder with an entailment model; one of the hub is named as {HUB}owner/name")
    if onnx_model(folder) is not None:
        return onnx_entailer(folder, label=label, longest=longest, overlap=overlap, batch=batch)
    if has_weights(folder) and (folder / "config.json").is_file():
        return transformers_entailer(folder, label=label, longest=longest, overlap=overlap, batch=batch)
    raise InputError(
        f"{text!r} holds no entailment model: neither model.onnx (or onnx/model.onnx) with tokenizer.json, nor weights"
        " in safetensors; and config.json"
    )

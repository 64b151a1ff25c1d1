"""Classifiers of entailment by onnxruntime and tokenizers, from a local folder: nothing is downloaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ragauge.backends.entailment_folder import files_digest, longest_input, read_json
from ragauge.backends.entailment_labels import read_labels
from ragauge.backends.entailment_model import INPUTS, EntailmentModel
from ragauge.backends.entailment_windows import Windows
from ragauge.core.errors import InputError, MissingDependencyError, RagaugeError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from ragauge.backends.entailment_model import Feed

MODELS = ("model.onnx", "onnx/model.onnx")
TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


def onnx_model(folder: Path) -> str | None:
    """The model in a folder, by its name from there."""
    return next((name for name in MODELS if (folder / name).is_file()), None)


def onnx_entailer(
    folder: Path, *, label: str | None = None, longest: int | None = None, overlap: int | None = None, batch: int = 1
) -> EntailmentModel:
    """The classifier in a folder with ``model.onnx`` (or ``onnx/model.onnx``), ``tokenizer.json``, ``config.json``.

    Raises: MissingDependencyError without onnxruntime or tokenizers; InputError for a folder without these files, for
        labels that are not clear, and a model with other inputs; RagaugeError for files that cannot be loaded.
    """
    name = onnx_model(folder)
    lacking = [one for one in ("tokenizer.json", "config.json") if not (folder / one).is_file()]
    if name is None or lacking:
        raise InputError(f"{folder} lacks {', '.join([*([] if name else ['model.onnx']), *lacking])}")
    config = read_json(folder / "config.json")
    settings = folder / "tokenizer_config.json"
    told = read_json(settings) if settings.is_file() else {}
    reading = read_labels(config, label, str(folder))
    most = longest_input(config, told, str(folder)) if longest is None else longest
    runtime, tokenizers = _packages()
    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        session = runtime.InferenceSession(str(folder / name), _options(runtime), providers=["CPUExecutionProvider"])
    except Exception as error:  # whatever reading two files of others can raise
        raise RagaugeError(f"the model in {folder} cannot be loaded: {error}") from error
    parts = [path.relative_to(folder).as_posix() for path in (folder / name).parent.glob("*.onnx[._]data*")]
    windows = Windows(tokenizer, longest=most, overlap=overlap, prompt=config.get("prompt"))
    facts = {
        "entailer": "onnx",
        "version": runtime.__version__,
        "name": folder.resolve().name,
        "files": files_digest(folder, [name, "tokenizer.json", "config.json", *parts]),
        "longest": most,
        "overlap": windows.overlap,
    }
    return EntailmentModel(
        _runner(session, folder),
        windows,
        reading,
        batch=batch,
        padding=int(config.get("pad_token_id") or 0),
        facts=facts,
    )


def _runner(session: Any, folder: Path) -> Callable[[Feed], NDArray[Any]]:
    inputs = {node.name: node.type for node in session.get_inputs()}
    odd = sorted(name for name, kind in inputs.items() if name not in INPUTS or kind not in TYPES)
    if odd:
        raise InputError(f"{folder}: the model asks for {', '.join(odd)}; a classifier takes {', '.join(INPUTS)}")
    outputs = [node.name for node in session.get_outputs()]
    output = "logits" if "logits" in outputs else outputs[0]

    def run(feed: Feed) -> NDArray[Any]:
        given = {name: feed[name].astype(TYPES[kind]) for name, kind in inputs.items()}
        return np.asarray(session.run([output], given)[0])

    return run


def _options(runtime: Any) -> Any:
    options = runtime.SessionOptions()
    options.log_severity_level = 3
    return options


def _packages() -> tuple[Any, Any]:
    try:
        import onnxruntime  # type: ignore[import-not-found,import-untyped,unused-ignore]
        import tokenizers  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        message = "onnxruntime and tokenizers are needed for this model: pip install 'ragauge[entail]'"
        raise MissingDependencyError(message) from error
    return onnxruntime, tokenizers

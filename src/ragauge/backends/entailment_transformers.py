"""Classifiers of entailment by transformers, on the CPU: from a local folder, or from the hub where that is asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragauge.backends.entailment_folder import files_digest, longest_input
from ragauge.backends.entailment_labels import read_labels
from ragauge.backends.entailment_model import EntailmentModel
from ragauge.backends.entailment_windows import Windows
from ragauge.core.errors import InputError, MissingDependencyError, RagaugeError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ragauge.backends.entailment_model import Feed

TOKENIZER = ("tokenizer.json", "tokenizer_config.json")


def has_weights(folder: Path) -> bool:
    """Whether a folder has weights that hold numbers only; other formats can run code when they are opened."""
    return any(folder.glob("*.safetensors"))


def transformers_entailer(
    source: str | Path,
    *,
    revision: str | None = None,
    label: str | None = None,
    longest: int | None = None,
    overlap: int | None = None,
    batch: int = 1,
) -> EntailmentModel:
    """The classifier of a folder (a path: nothing is downloaded), or of a repository of the hub (a text).

    Code that comes with a model is never run, and weights are read from safetensors alone.

    Raises: MissingDependencyError without transformers and torch; InputError for a model with code of its own, without
        a classifier, without a fast tokenizer, and for labels that are not clear; RagaugeError where loading fails.
    """
    torch, transformers = _packages()
    settings, tokenizer, model, loaded = _loaded(transformers, source, revision)
    config = settings.to_dict()
    if missing := sorted(loaded["missing_keys"]):  # they would be drawn at random
        raise InputError(f"{source} is no trained classifier: its weights lack {', '.join(missing[:5])}")
    if not getattr(tokenizer, "is_fast", False):
        raise InputError(f"{source}: its tokenizer has no fast form, which cutting long premises into windows needs")
    told = {"model_max_length": tokenizer.model_max_length}
    most = longest_input(config, told, str(source)) if longest is None else longest
    windows = Windows(tokenizer.backend_tokenizer, longest=most, overlap=overlap, prompt=config.get("prompt"))
    facts = {
        "entailer": "transformers",
        "version": f"{transformers.__version__}, torch {torch.__version__}",
        **_which(source, getattr(settings, "_commit_hash", None) or revision),
        "longest": most,
        "overlap": windows.overlap,
    }
    return EntailmentModel(
        _runner(torch, model.eval(), frozenset(tokenizer.model_input_names)),
        windows,
        read_labels(config, label, str(source)),
        batch=batch,
        padding=int(tokenizer.pad_token_id or 0),
        facts=facts,
    )


def _loaded(transformers: Any, source: str | Path, revision: str | None) -> tuple[Any, Any, Any, Any]:
    given = {"revision": revision, "local_files_only": isinstance(source, Path)}
    try:
        written, _ = transformers.PretrainedConfig.get_config_dict(source, **given)
        _refuse_own_code(written, str(source))
        given["trust_remote_code"] = False
        settings = transformers.AutoConfig.from_pretrained(source, **given)
        tokenizer = transformers.AutoTokenizer.from_pretrained(source, **given)
        model, loaded = transformers.AutoModelForSequenceClassification.from_pretrained(
            source, config=settings, use_safetensors=True, output_loading_info=True, **given
        )
    except InputError:
        raise
    except Exception as error:  # whatever reading a folder or asking a hub can raise
        raise RagaugeError(f"the model {str(source)!r} cannot be loaded: {error}") from error
    return settings, tokenizer, model, loaded


def _refuse_own_code(config: Mapping[str, Any], source: str) -> None:
    """Raises: InputError for a model that needs code which comes with it."""
    if config.get("auto_map"):
        raise InputError(
            f"{source}: the model brings code of its own, which is not run here. Export it where you trust that code:"
            " a folder with model.onnx (outputs: one row of logits a pair), tokenizer.json, and config.json with"
            " id2label, without auto_map, and with the prompt, if it has one"
        )


def _which(source: str | Path, revision: str | None) -> dict[str, str | None]:
    if isinstance(source, str):
        return {"name": source, "revision": revision}
    names = ["config.json", *(name for name in TOKENIZER if (source / name).is_file())]
    names += [path.name for path in source.glob("*.safetensors")]
    return {"name": source.resolve().name, "files": files_digest(source, names)}


def _runner(torch: Any, model: Any, inputs: frozenset[str]) -> Callable[[Feed], NDArray[Any]]:
    def run(feed: Feed) -> NDArray[Any]:
        with torch.inference_mode():
            given = {name: torch.from_numpy(rows) for name, rows in feed.items() if name in inputs}
            found: NDArray[Any] = model(**given).logits.float().numpy()
            return found

    return run


def _packages() -> tuple[Any, Any]:
    try:
        import torch  # type: ignore[import-not-found,import-untyped,unused-ignore]
        import transformers  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        message = "transformers and torch are needed for this model: pip install 'ragauge[entail-transformers]'"
        raise MissingDependencyError(message) from error
    return torch, transformers

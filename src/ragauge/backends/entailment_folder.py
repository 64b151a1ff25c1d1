"""The folder of a classifier: its configuration, how much it can read, and which files it is."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

BLOCK = 1 << 20
UNTOLD = 10**6
"""Tokenizers that know no limit write a huge number."""
OFFSET_MODELS = frozenset(
    ["roberta", "xlm-roberta", "xlm-roberta-xl", "camembert", "roberta-prelayernorm", "data2vec-text"]
)
"""Kinds of models whose positions begin behind that of padding, so that they read fewer tokens than they have."""


def read_json(path: Path) -> dict[str, Any]:
    """The object in a file.

    Raises: InputError for a file that is not there, or holds anything else.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError([Problem(f"no JSON: {error}", str(path))]) from error
    if not isinstance(data, dict):
        raise InputError([Problem("not an object", str(path))])
    return data


def longest_input(config: Mapping[str, Any], tokenizer: Mapping[str, Any], source: str) -> int:
    """How many tokens a model reads, special ones included: what it has positions for, or its tokenizer says.

    >>> longest_input({"max_position_embeddings": 514, "pad_token_id": 1, "model_type": "roberta"}, {}, "model")
    512

    Raises: InputError where nothing tells.
    """
    told = [tokenizer.get("model_max_length")]
    positions = config.get("max_position_embeddings", config.get("n_positions"))
    if isinstance(positions, int) and config.get("model_type") in OFFSET_MODELS:
        positions -= int(config.get("pad_token_id") or 0) + 1
    told.append(positions)
    known = [int(one) for one in told if isinstance(one, int | float) and 0 < one < UNTOLD]
    if not known:
        raise InputError(f"{source}: neither config.json nor the tokenizer tells how many tokens the model reads")
    return min(known)


def files_digest(folder: Path, names: Iterable[str]) -> str:
    """What stands in files of a folder, wherever it stands."""
    digest = hashlib.sha256()
    for name in sorted(names):
        path = folder / name
        digest.update(f"{name}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    return digest.hexdigest()

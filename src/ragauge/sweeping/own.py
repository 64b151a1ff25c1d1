"""Parts of one's own in a grid: any chunker, embedder or reranker, with a mark of what it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError
from ragauge.pipeline.chunking.chunkers import CHUNKERS
from ragauge.pipeline.reference.parts import RERANKERS, is_lane
from ragauge.pipeline.reference.setup import LANES, WHOLE

if TYPE_CHECKING:
    from collections.abc import Mapping

LATE = "late:"
"""Stands before the embedder of a lane whose chunks are embedded late."""


@dataclass(frozen=True, slots=True, eq=False)
class Own:
    """A part of your own, and its ``identity``: a text that changes whenever the part would give something else.

    Finished steps are found again by it, so an identity that stays while the code changes gives old results.
    """

    part: Any
    identity: str

    def __post_init__(self) -> None:
        if not str(self.identity).strip():
            raise InputError("a part of your own needs an identity: a text that changes when the part does")


@dataclass(frozen=True, slots=True, eq=False)
class OwnParts:
    """The parts of one's own by the names that they have in the grid."""

    chunkers: Mapping[str, Own] = field(default_factory=dict)
    embedders: Mapping[str, Own] = field(default_factory=dict)
    rerankers: Mapping[str, Own] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wrong = []
        kinds = (("chunker", self.chunkers), ("embedder", self.embedders), ("reranker", self.rerankers))
        for kind, parts in kinds:
            for name, part in parts.items():
                if not hasattr(part, "identity") or not hasattr(part, "part"):
                    wrong.append(f"{kind} {name!r} must be Own(part, identity)")
                if _is_taken(kind, name) or LANES in name or ":" in name or not name.strip():
                    wrong.append(f"{kind} {name!r} needs another name: no built-in one, without {LANES} and colons")
        if wrong:
            raise InputError("; ".join(wrong))


def _is_taken(kind: str, name: str) -> bool:
    if kind == "chunker":
        return name == WHOLE or name in CHUNKERS
    return is_lane(name) if kind == "embedder" else name in ("none", *RERANKERS)

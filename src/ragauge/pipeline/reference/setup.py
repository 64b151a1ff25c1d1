"""One configuration of the reference pipeline, up to its last ranking."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

WHOLE = "document"
"""The chunker that leaves documents whole."""
LANES = "+"


@dataclass(frozen=True, slots=True)
class Setup:
    """One configuration, but for k: a chunker with its parameters, lanes, how they are fused, and a reranker.

    >>> Setup("fixed", {"size": 256}, ("bm25", "lsa"), {"fusion": "rrf"}).name
    'fixed size=256 · bm25+lsa · rrf'
    """

    chunker: str = WHOLE
    chunking: Mapping[str, Any] = field(default_factory=dict)
    lanes: tuple[str, ...] = ("bm25",)
    fusion: Mapping[str, Any] = field(default_factory=dict)
    reranker: str | None = None
    depth: int = 50

    @property
    def name(self) -> str:
        """The configuration in one line."""
        chunks = " ".join([self.chunker, *(f"{name}={value}" for name, value in self.chunking.items())])
        parts = [chunks, LANES.join(self.lanes)]
        if len(self.lanes) > 1:
            rest = " ".join(f"{name}={value}" for name, value in self.fusion.items() if name != "fusion")
            parts.append(f"{self.fusion.get('fusion', 'rrf')} {rest}".strip())
        parts += [f"{self.reranker} depth={self.depth}"] if self.reranker else []
        return " · ".join(parts)

    @property
    def parts(self) -> int:
        """How many lanes and rerankers a question goes through."""
        return len(self.lanes) + (self.reranker is not None)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "name": self.name,
            "chunker": self.chunker,
            "chunking": dict(self.chunking),
            "lanes": list(self.lanes),
            "fusion": dict(self.fusion) if len(self.lanes) > 1 else {},
            "reranker": self.reranker,
            "depth": self.depth if self.reranker else None,
        }

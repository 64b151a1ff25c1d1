"""What entered a context, and what did not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a chunk is not in the context as a passage of its own."""

    BUDGET = "over the budget"
    SAME_TEXT = "same text as another"
    CONTAINED = "contained in another"


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of the context: its text, the chunks that are in it, best first, and where in its document it stands.

    ``rank`` is that of its best chunk among the hits, from 1.
    """

    text: str
    chunks: tuple[str, ...]
    document: str
    start: int
    end: int
    rank: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A chunk that was left out: why, how many tokens it has, and the chunk that has its text (None: none has)."""

    chunk: str
    reason: Reason
    tokens: int
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What the model sees, in the order in which it sees it; ``tokens`` are those of ``text``, by ``counter``."""

    text: str
    passages: tuple[Passage, ...]
    cuts: tuple[Cut, ...]
    tokens: int
    counter: str
    budget: int | None

    @property
    def entered(self) -> tuple[str, ...]:
        """The chunks in the context: the passages in the order of the prompt, within one the best first."""
        return tuple(chunk for passage in self.passages for chunk in passage.chunks)

    @property
    def lost(self) -> tuple[Cut, ...]:
        """The cuts whose text is nowhere in the context."""
        return tuple(cut for cut in self.cuts if cut.instead is None)

    def passage(self, marker: int) -> Passage:
        """The passage that a citation means: markers count from 1 in the order of the prompt, and no other.

        Raises: LookupError for a marker that no passage has.
        """
        if not 1 <= marker <= len(self.passages):
            raise LookupError(f"no passage {marker}; there are {len(self.passages)}")
        return self.passages[marker - 1]

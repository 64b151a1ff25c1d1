"""What of the chunks an embedder does not read, in tokens of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class TokenCount:
    """A number of tokens and the name of what counted them; only counts of one counter can be compared.

    >>> TokenCount("bge-m3", 8320).beyond(TokenCount("bge-m3", 8192))
    128
    >>> TokenCount("cl100k", 5200).beyond(TokenCount("bge-m3", 8192))
    Traceback (most recent call last):
    ragauge.core.errors.InputError: tokens of cl100k and of bge-m3 cannot be compared: count both by one of them
    """

    counter: str
    count: int

    def beyond(self, limit: TokenCount) -> int:
        """How many tokens are over a limit, 0 for none.

        Raises: InputError where another counter counted the limit.
        """
        same_counter([self.counter, limit.counter])
        return max(self.count - limit.count, 0)


def same_counter(names: Iterable[str]) -> str:
    """The one counter of several token numbers.

    >>> same_counter(["words", "words"])
    'words'

    Raises: InputError where there are several, or none.
    """
    once = list(dict.fromkeys(names))
    if len(once) > 1:
        raise InputError(f"tokens of {' and of '.join(once)} cannot be compared: count both by one of them")
    if not once:
        raise InputError("no counter of tokens is named")
    return once[0]


@dataclass(frozen=True, slots=True)
class Truncation:
    """Of ``chunks`` with ``tokens`` in all, those over the limit, and the tokens ``beyond`` it, that nobody reads."""

    counter: str
    limit: int
    chunks: int
    over: int
    tokens: int
    beyond: int

    @property
    def chunk_share(self) -> float | None:
        """Share of chunks over the limit; None of no chunk."""
        return self.over / self.chunks if self.chunks else None

    @property
    def token_share(self) -> float | None:
        """Share of tokens beyond the limit; None of no token."""
        return self.beyond / self.tokens if self.tokens else None


def truncation(tokens: Sequence[int], limit: int, counter: str) -> Truncation:
    """How much of chunks is beyond the limit of an embedder.

    Formula: over = #{t > limit}; beyond = Σ max(t − limit, 0); shares are over ÷ chunks and beyond ÷ Σ t.

    ``tokens`` are those of every chunk by ``counter``, the embedder's own tokenizer, special tokens and prefix
    included where the limit includes them. Shares are in [0, 1], lower is better. Undefined: no chunk: None.

    >>> found = truncation([300, 900, 1000], 512, "bge-small")
    >>> found.over, found.beyond, f"{found.token_share:.1%}"
    (2, 876, '39.8%')

    Raises: InputError for a limit below 1 or a number of tokens below 0.
    """
    if limit < 1 or any(count < 0 for count in tokens):
        raise InputError(f"a limit is at least 1 token and no count below 0, got a limit of {limit}")
    over = [count - limit for count in tokens if count > limit]
    return Truncation(counter, limit, len(tokens), len(over), sum(tokens), sum(over))

"""Pairs of premise and hypothesis as a model takes them: premises that are too long in windows, nothing cut off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ragauge.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST = 32
"""So many tokens of a premise a window must hold, or all of it: less is no context to judge a hypothesis by."""
MARGIN = 8
"""Tokens that are kept free where a premise is cut as text: at its ends it may fall into other ones."""
MOST_SHARED = 64
"""About three sentences: what supports a claim seldom stands further apart."""
_PLACES = re.compile(r"\{(text1|text2)\}")


class Windows:
    """Encodes a pair within ``longest`` tokens, special ones included.

    A premise that does not fit beside the whole hypothesis becomes several windows, which share ``overlap`` tokens
    with their neighbours (None: an eighth of ``longest``, at most 64). ``tokenizer`` is one of the tokenizers package.
    ``prompt`` is the text that some models want in place of a pair, with {text1} for the premise and {text2} for the
    hypothesis.

    Raises: InputError for lengths that leave no room, and a prompt without both places.
    """

    def __init__(self, tokenizer: Any, *, longest: int, overlap: int | None = None, prompt: str | None = None) -> None:
        overlap = min(MOST_SHARED, longest // 8) if overlap is None else overlap
        if longest < 2 * LEAST or not 0 <= overlap < longest // 2:
            told = f"not {longest} and {overlap}"
            raise InputError(f"a window has at least {2 * LEAST} tokens and shares less than half of them, {told}")
        if prompt is not None and sorted(_PLACES.findall(prompt)) != ["text1", "text2"]:
            raise InputError("the prompt of a model must have {text1} and {text2}, each once")
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self._tokenizer, self._longest, self._prompt = tokenizer, longest, prompt
        self.overlap = overlap

    def of(self, premise: str, hypothesis: str) -> list[Any]:
        """The encodings of a pair, at least one; none where the hypothesis leaves too little room for the premise."""
        premise, hypothesis = _encodable(premise), _encodable(hypothesis)
        if self._prompt is not None:
            return self._in_prompt(self._prompt, premise, hypothesis)
        first, second = (self._tokenizer.encode(text, add_special_tokens=False) for text in (premise, hypothesis))
        room = self._longest - self._tokenizer.num_special_tokens_to_add(True) - len(second.ids)
        if room < min(LEAST, len(first.ids)):
            return []
        if len(first.ids) > room:
            first.truncate(room, stride=min(self.overlap, room // 2))
        whole = self._tokenizer.post_process(first, second, add_special_tokens=True)
        return [whole, *whole.overflowing]

    def _in_prompt(self, prompt: str, premise: str, hypothesis: str) -> list[Any]:
        whole = self._tokenizer.encode(_filled(prompt, premise, hypothesis))
        if len(whole.ids) <= self._longest:
            return [whole]
        room = self._longest - MARGIN - len(self._tokenizer.encode(_filled(prompt, "", hypothesis)).ids)
        if room < LEAST:
            return []
        parts = _slices(self._tokenizer.encode(premise, add_special_tokens=False), room, min(self.overlap, room // 2))
        made = [self._tokenizer.encode(_filled(prompt, premise[part], hypothesis)) for part in parts]
        return made if all(len(one.ids) <= self._longest for one in made) else []


def _slices(encoding: Any, room: int, overlap: int) -> Iterator[slice]:
    """The parts of a text that have at most ``room`` tokens, as characters."""
    offsets = encoding.offsets
    for start in range(0, max(1, len(offsets) - overlap), room - overlap):
        end = min(start + room, len(offsets))
        yield slice(offsets[start][0] if start else 0, offsets[end - 1][1] if end < len(offsets) else None)


def _filled(prompt: str, premise: str, hypothesis: str) -> str:
    texts = {"text1": premise, "text2": hypothesis}
    return _PLACES.sub(lambda place: texts[place[1]], prompt)


def _encodable(text: str) -> str:
    """The text with a sign in place of halves of characters, which no tokenizer takes."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")

"""Words of a text, in any script: what lexical retrieval compares."""

from ragauge.core.texts.words import WORD, words

__all__ = ["WORD", "words"]

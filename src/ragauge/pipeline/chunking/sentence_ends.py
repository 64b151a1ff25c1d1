"""Where sentences end: what chunkers cut at."""

from ragauge.core.texts.sentences import sentence_spans

__all__ = ["sentence_spans"]

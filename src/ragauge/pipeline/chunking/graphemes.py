"""Where a text must not be cut: between the parts of what a reader sees as one character."""

from ragauge.core.texts.graphemes import cut_at_least, cut_at_most, extending, joined

__all__ = ["cut_at_least", "cut_at_most", "extending", "joined"]

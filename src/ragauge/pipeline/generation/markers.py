"""Markers of citations in a generated text: [1], [1, 2], [1][3], [1-3]."""

from ragauge.core.texts.markers import MARKER, Markers, read_markers, without_markers

__all__ = ["MARKER", "Markers", "read_markers", "without_markers"]

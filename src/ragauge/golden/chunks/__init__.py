"""Chunks of documents: where they stand, and which of them hold a span."""

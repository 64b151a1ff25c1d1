"""Answers measured: traces and gold into cases, cases and metrics into scores that stand beside those of retrieval."""

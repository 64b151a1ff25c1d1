"""Judges: asking them, and measuring how good they are."""

"""Chunkers: each cuts a document into parts whose offsets are exact."""

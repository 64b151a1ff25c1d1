"""Columnar records (polars): golden sets, runs, and their join into ``Judged``; no per-row Python."""

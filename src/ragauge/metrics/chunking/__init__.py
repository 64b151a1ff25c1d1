"""How documents were cut: spans of gold in chunks, boundaries, coherence, provenance, and what an embedder reads."""

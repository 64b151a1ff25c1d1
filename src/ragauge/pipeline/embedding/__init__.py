"""Vectors of texts: an embedder that is fitted to the corpus, models behind one interface, and their cache."""

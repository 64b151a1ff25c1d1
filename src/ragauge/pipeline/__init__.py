"""The reference parts of a RAG system, and the recorder that turns anybody's retriever into a run."""

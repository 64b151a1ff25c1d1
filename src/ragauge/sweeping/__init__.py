"""A grid of configurations on one's own documents and questions: what is best, and what is good enough for less."""

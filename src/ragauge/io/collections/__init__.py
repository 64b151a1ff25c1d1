"""Public collections: which there are, and how they come onto this machine."""

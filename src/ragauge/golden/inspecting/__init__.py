"""Looking at a golden set: how it was read, what is suspicious, what its documents lack."""

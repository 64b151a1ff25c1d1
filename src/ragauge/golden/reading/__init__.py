"""A golden file into a golden set: what its columns and cells mean."""

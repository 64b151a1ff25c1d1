"""The outside world into tables: every reader reports all problems of a file, with rows, in one pass."""

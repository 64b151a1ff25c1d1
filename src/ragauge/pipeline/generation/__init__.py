"""From a context to an answer."""

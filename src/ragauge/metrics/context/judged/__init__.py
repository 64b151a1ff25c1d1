"""Contexts judged: flows of requests to a model, whose replies are checked before any number comes of them."""

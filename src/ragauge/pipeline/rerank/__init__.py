"""The second look: candidates sorted anew by a model that reads question and text together."""

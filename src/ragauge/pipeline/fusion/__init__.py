"""Several ranked lists for one question made into one, and what can be said about the lists beforehand."""

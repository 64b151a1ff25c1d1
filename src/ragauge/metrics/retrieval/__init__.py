"""How well the ranking holds the evidence: set, rank, graded and incomplete-judgment measures, and run health."""

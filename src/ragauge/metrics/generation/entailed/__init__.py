"""Claims against passages by a local entailment model: no judge, no network."""

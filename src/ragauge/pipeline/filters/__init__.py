"""What a search may return: predicates on metadata, as hard filters, soft boosts and authorization."""

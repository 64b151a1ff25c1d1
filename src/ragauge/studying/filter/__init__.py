"""Hard filter or soft boost: what predicates on metadata remove of the gold, and what they win."""

"""Golden sets: rows as people write them into questions, needs and alternatives."""

"""Numbers about numbers: knows no metric."""

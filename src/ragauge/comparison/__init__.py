"""Two scorecards, question by question: better, worse, or no difference shown."""

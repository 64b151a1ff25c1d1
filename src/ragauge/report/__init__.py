"""A Scorecard for people: in the terminal and as Markdown."""

"""What of the hits enters the prompt, in which order, and what is cut and why."""

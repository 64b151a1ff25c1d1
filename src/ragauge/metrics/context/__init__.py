"""What entered the prompt: how much of the gold, how much besides, in what order, and what was lost on the way."""

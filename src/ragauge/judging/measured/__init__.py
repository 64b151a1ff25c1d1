"""How good a judge is: held against human labels, and against itself in another order."""

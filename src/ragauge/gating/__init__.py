"""Rules on scorecards: pass, fail, or not enough evidence."""

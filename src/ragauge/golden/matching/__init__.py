"""Golden set and run under common names: the level at which both can be compared."""

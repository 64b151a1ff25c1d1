"""Golden files as users write them, with the runs these users would have; everything in them is invented."""

"""Vector stores: exact and approximate search by one interface, and how near the one comes to the other."""

"""Questions put in other words before the search: by feedback of a first search, or by a generator."""

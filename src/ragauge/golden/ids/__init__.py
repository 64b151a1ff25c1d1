"""Which id of one side is which of the other, in stages from exact to likely."""

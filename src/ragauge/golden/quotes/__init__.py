"""Finding the words of a quote in a text, also where parsing has changed them."""

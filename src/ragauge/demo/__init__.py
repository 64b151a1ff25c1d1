"""The embedded demo: manuals, policies and price lists of a fictional maker of laboratory instruments.

72 documents in English and Russian with metadata, and 108 golden questions with documents and quotes.
"""

"""Texts as data, in any script: words, sentences, numbers, dates, names, quotes. Rules, no models."""

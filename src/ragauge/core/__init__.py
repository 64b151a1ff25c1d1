"""The core types: standard library and numpy only, known to every other part."""

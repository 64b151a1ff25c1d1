"""The study of vector indexes: what approximate search loses against exact search, and what it saves."""

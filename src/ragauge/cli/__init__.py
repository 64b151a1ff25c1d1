"""The command line: arguments in, library call, text out; no logic."""

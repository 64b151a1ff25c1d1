"""The reference pipeline: documents in, traces out, every part of it exchangeable."""

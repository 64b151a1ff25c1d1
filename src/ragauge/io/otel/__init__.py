"""Spans of OpenTelemetry, in the conventions of OpenInference and of OpenTelemetry for generative AI, as traces."""

"""Studies: one question about a stage, answered on one's own documents and gold."""

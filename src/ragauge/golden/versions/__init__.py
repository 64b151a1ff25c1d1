"""Golden sets as files: export, template, and what changed from one to the next."""

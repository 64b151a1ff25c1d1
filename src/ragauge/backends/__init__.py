"""The only place where heavy or optional packages are imported: one file a package."""

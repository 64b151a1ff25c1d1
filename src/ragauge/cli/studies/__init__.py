"""The studies as commands, one file each."""

"""What each part of the page shows, as plain data; how it is shown is the part of the same name in ``app``."""

"""What judges are asked, as text: ``<task>/<number>.<language>.md``. A text never changes: another is the next."""
